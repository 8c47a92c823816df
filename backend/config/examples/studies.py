"""Examples of studies of people's play."""

from __future__ import annotations

from datetime import timedelta
from typing import Any
from uuid import UUID

from backend.config.examples.parts import CLIENT, DAY, Named, named
from backend.lab.differences import changes, name_variant
from backend.playtests.models import Arm, Study, StudyEvent, hash_consent
from backend.playtests.selectors.studies import describe_study
from backend.playtests.selectors.study_results import ArmSum, StudySum
from backend.playtests.studies.results import describe_results
from backend.statistics.clusters import Clustered
from engines import Game
from engines.declarations import Preset

HOUR = timedelta(hours=1)
CODE = "KMQXRT"
CONSENT = "Your moves and think times are kept without your name. You may stop at any time."
PEOPLE = 40
PUZZLES = 3


def _id(number: int) -> str:
    return f"019b7810-0000-7000-8000-{100 + number:012d}"


def study_requests(game: Game) -> dict[str, Named]:
    """Bodies to send, by component."""
    arms = [{"rules": rules, "fresh": PUZZLES} for _, rules in _arms(game.presets[0], game)]
    return {
        "JoinStudyRequest": {
            "agreed": named("Having read and agreed to the study’s text", {"consent": True})
        },
        "BeginStudySessionRequest": {
            "web": named("Begin, and say what plays", {"client": CLIENT}),
            "plain": named("Begin", {}),
        },
        "StudyRequestRequest": {
            "two": named(
                "Two sets of rules, one for each player",
                {
                    "name": game.presets[0].title,
                    "question": game.presets[0].question,
                    "game": game.slug,
                    "assignment": "one",
                    "wanted": PEOPLE,
                    "consent": CONSENT,
                    "arms": arms,
                },
            )
        },
        "PatchedAmendStudyRequest": {
            "more": named("More people are wanted", {"wanted": 2 * PEOPLE})
        },
    }


def study_answers(game: Game) -> dict[str, Any]:
    """What is told, by component."""
    arms = _arms(game.presets[0], game)
    study = Study(
        id=UUID(_id(0)),
        code=CODE,
        name=game.presets[0].title,
        question=game.presets[0].question,
        game=game.slug,
        assignment=Study.Assignment.ONE,
        wanted=PEOPLE,
        consent=CONSENT,
        status=Study.Status.CLOSED,
        created_at=DAY,
        opened_at=DAY + HOUR,
        closed_at=DAY + 48 * HOUR,
    )
    study.__dict__ |= {"joined": PEOPLE, "begun": PUZZLES * PEOPLE}
    told = describe_study(study)
    consent = {"consent": CONSENT, "consent_hash": hash_consent(CONSENT)}
    public = {name: told[name] for name in ("code", "name", "question", "game")}
    first = _sum(study, 0, *arms[0], stuck=24)
    results = describe_results(study, StudySum(PEOPLE, 1, [first]), "people")
    return {
        "PublicStudy": {**public, "open": True, "full": False, **consent},
        "OwnPuzzle": {"puzzle": _id(1), "session": _id(2), "status": "solved"},
        "OwnStudy": {
            "code": CODE,
            "name": game.presets[0].title,
            "open": True,
            "agreed_at": DAY + 2 * HOUR,
            "consent_hash": consent["consent_hash"],
            "played": 1,
            "total": PUZZLES,
            "next": _id(3),
        },
        "ExportedStudy": {
            "code": CODE,
            "name": game.presets[0].title,
            "agreed_at": DAY + 2 * HOUR,
            "consent_hash": consent["consent_hash"],
            "withdrawn_at": None,
            "sessions": [_id(2)],
        },
        "Withdrawn": {"code": CODE, "withdrawn_at": DAY + 3 * HOUR},
        "Study": told,
        "StudyPage": {"next": None},
        "PlannedPuzzle": {"puzzle": _id(1), "state": "ready"},
        "PlannedArm": {"position": 0, "title": arms[0][0], "rules": arms[0][1]},
        "StudyEvent": {
            "at": DAY,
            "by": "designer",
            "kind": StudyEvent.Kind.CREATED,
            "detail": "",
        },
        "StudyPlan": {**told, **consent},
        "StudyShare": results["arms"][0]["measures"]["stuck"],
        "ArmResults": results["arms"][0],
        # Written down, for who asks for this document should not wait until SciPy is loaded.
        "ArmComparison": {
            "position": 1,
            "measure": "stuck",
            "value": -0.25,
            "low": -0.422,
            "high": -0.04,
            "p": 0.0198,
            "p_holm": 0.0593,
        },
        "SampleRatio": {
            "of": "joined",
            "counts": [PEOPLE // 2, PEOPLE // 2],
            "chi2": 0.0,
            "df": 1,
            "p": 1.0,
            "exact": False,
            "warns": False,
        },
        "StudyResults": {
            name: results[name]
            for name in ("code", "status", "partial", "who", "joined", "withdrawn")
        },
    }


def _arms(preset: Preset, game: Game) -> list[tuple[str, dict[str, Any]]]:
    """Titles and rules of the preset's first and last variant."""
    rules = [preset.variants[at].rules.model_dump(mode="json") for at in (0, -1)]
    found = changes(game, (rules[0], ""), (rules[1], ""))
    return [("Arm 1", rules[0]), (name_variant(found, 1), rules[1])]


def _sum(study: Study, position: int, title: str, rules: dict[str, Any], stuck: int) -> ArmSum:
    """Made-up counts: half of the people, each with a session of every puzzle."""
    people = PEOPLE // 2
    n = PUZZLES * people
    arm = Arm(study=study, position=position, title=title, rules=rules)
    sums = {
        key: Clustered(count, n, people, 2 * count, PUZZLES * count, PUZZLES * n)
        for key, count in {
            "stuck": stuck,
            "stalled": 20,
            "solved": n - 4,
            "gave_up": 4,
            "recovered": stuck - 4,
            "ended": n - 4,
        }.items()
    }
    return ArmSum(arm, PUZZLES, people, people, people, people - 2, n, 0, sums)
