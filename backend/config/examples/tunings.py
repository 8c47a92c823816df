"""Examples of the search for rules, and of levels proposed and adopted."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

from django.contrib.auth.models import User

from backend.config.examples.counts import TRIALS
from backend.config.examples.parts import DAY, MINUTE, Named, known_id, named
from backend.lab.models import ExperimentStatus, Tuning, TuningStatus
from backend.lab.selectors.proposals import measured_difficulty
from backend.lab.selectors.tuning import describe_tuning
from backend.lab.tuning.checking import searchable
from backend.puzzles.adopted import describe_level
from backend.puzzles.models import AdoptedLevel
from engines import Game, headline_of

DIFFICULTIES = [0.3, 0.5, 0.4] * 40
ADOPTED = {
    "key": "cosy",
    "title": "Cosy",
    "description": "Some boards give way, some do not.",
    "low": 0.3,
    "high": 0.45,
}


def swept_rule(game: Game) -> dict[str, Any]:
    """The first whole-number rule, from two below its usual value to two above."""
    rule = next(name for name, choices in searchable(game).items() if choices is None)
    usual = getattr(game.Rules(), rule)
    return {"rule": rule, "low": usual - 2, "high": usual + 2}


def tuning_requests(game: Game) -> dict[str, Named]:
    """Bodies to send, by component."""
    tried = {"variant": known_id("variant")}
    return {
        "TuningRequestRequest": {"one": named("One whole-number rule", _asked(game))},
        "ProposalRequestRequest": {"variant": named("A try of the short list", tried)},
        "AdoptionRequest": {"level": named("A band of measured difficulty", ADOPTED)},
    }


def _asked(game: Game) -> dict[str, Any]:
    return {
        "game": game.slug,
        "policy": game.policies[0].key,
        "search": [swept_rule(game)],
        "target": [0.2, 0.3],
        "trials": TRIALS,
        "steps": 3,
        "seed": 1,
    }


def tuning_answers(game: Game) -> dict[str, Any]:
    asked = _asked(game)
    searched = asked["search"][0]
    values = list(range(searched["low"], searched["high"] + 1))
    tried: dict[str, Any] = {
        "variant": known_id("variant"),
        "values": {searched["rule"]: values[0]},
        "value": 0.251,
        "low": 0.2325,
        "high": 0.2705,
        "n": TRIALS,
        "standing": "inside",
    }
    told = describe_tuning(
        Tuning(
            id=known_id("tuning"),
            title=f"{game.title}: {searched['rule']}",
            game=game.slug,
            version=game.version,
            rules=game.Rules().model_dump(mode="json"),
            policy=asked["policy"],
            axes=[{"rule": searched["rule"], "values": values, "ordered": True}],
            low=0.2,
            high=0.3,
            trials=TRIALS,
            max_steps=3,
            seed=1,
            status=TuningStatus.DONE,
            reason="Nothing is left within the bounds that is worth trying.",
            created_by=User(username="designer"),
            created_at=DAY,
            finished_at=DAY + MINUTE,
        )
    )
    proposal = {
        "id": known_id("proposal"),
        "tuning": told["id"],
        "variant": tried["variant"],
        "game": game.slug,
        "rules": told["rules"] | tried["values"],
        "policy": told["policy"],
        "target": told["target"],
        **{name: tried[name] for name in ("value", "low", "high")},
        "created_by": "designer",
        "created_at": told["created_at"],
    }
    headline = headline_of(game).key
    found = {"headline": headline, "conclusion": "found", "turns": False, "complete": True}
    return {
        "Searched": told["search"][0],
        "Tuning": told,
        "TuningDetail": told | found,
        "TuningPage": {"next": None},
        "Try": tried,
        "Proposal": proposal,
        "ProposalDetail": {**proposal, "measuring_error": "", "levels": [known_id("level")]},
        "ProposalPage": {"next": None},
        "MeasuredDifficulty": measured_difficulty(DIFFICULTIES),
        "AdoptedLevel": _adopted(game, proposal),
        "AdoptedLevelPage": {"next": None},
        "TuningStep": {
            "number": 1,
            "way": "spread",
            "experiment": known_id("experiment"),
            "status": ExperimentStatus.DONE,
        },
    }


def _adopted(game: Game, proposal: dict[str, Any]) -> dict[str, Any]:
    row = AdoptedLevel(
        id=known_id("level"),
        game=game.slug,
        version=game.version,
        rules=proposal["rules"],
        difficulties=DIFFICULTIES,
        proposal=proposal["id"],
        first_date=DAY.date() + timedelta(days=1),
        adopted_by=User(username="designer"),
        adopted_at=DAY,
        **ADOPTED,
    )
    return describe_level(row, DAY)
