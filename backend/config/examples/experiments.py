"""Examples of experiments: a preset, done, with made-up counts."""

from __future__ import annotations

from typing import Any
from uuid import UUID

from django.contrib.auth.models import User

from backend.config.examples.counts import REPLICATES, TRIALS, progress, variant_results, variants
from backend.config.examples.parts import DAY, MINUTE, Named, known_id, named
from backend.config.examples.tunings import swept_rule
from backend.lab.models import BoardChoice, EventKind, Experiment, ExperimentStatus
from backend.lab.selectors import describe_experiment
from backend.lab.tuning.checking import searchable
from engines import Game, headline_of


def experiment_requests(game: Game) -> dict[str, Named]:
    """Bodies to send, by component."""
    preset = game.presets[0]
    size = {"trials": TRIALS, "replicates": REPLICATES}
    own = {
        "game": game.slug,
        "title": preset.title,
        "variants": [
            {name: variant[name] for name in ("title", "rules", "policy")}
            for variant in variants(preset)[:2]
        ],
        **size,
        "seed": preset.seed,
    }
    swept = {
        "game": game.slug,
        "title": f"{game.title}: which rule makes it hard?",
        "baseline": {"rules": {}, "policy": game.policies[0].key},
        "replicates": REPLICATES,
        "seed": 1,
    }
    return {
        "ExperimentRequestRequest": {
            "preset": named(
                "One of the game's presets, with fewer trials",
                {"game": game.slug, "preset": preset.key, **size},
            ),
            "own": named("Rules and players of your own", own),
            "sweep": named(
                "A rule over a range, as many trials as ± 2 points take",
                {**swept, "sweep": _range(game), "precision": 0.02},
            ),
            "grid": named(
                "Two rules, as many trials as show a difference of 5 points 9 times in 10",
                {**swept, "grid": _grid(game), "difference": 0.05, "power": 0.9},
            ),
        },
        "PatchedAnnotationRequest": {
            "bands": named(
                "Bands and tags; the note stays as it is",
                {"bands": [0.05, 0.2], "tags": ["corners"]},
            )
        },
        "RerunRequest": {"other": named("With another seed", {"seed": 2})},
    }


def experiment_answers(game: Game) -> dict[str, Any]:
    """The game's first preset, done, with made-up counts."""
    preset = game.presets[0]
    experiment = Experiment(
        id=UUID(known_id("experiment")),
        title=preset.title,
        question=preset.question,
        game=game.slug,
        version=game.version,
        preset=preset.key,
        seed=preset.seed,
        trials=TRIALS,
        replicates=REPLICATES,
        status=ExperimentStatus.DONE,
        created_by=User(username="designer"),
        created_at=DAY,
        started_at=DAY + MINUTE,
        finished_at=DAY + 2 * MINUTE,
    )
    told = describe_experiment(experiment)
    headline = headline_of(game)
    told_variants = variants(preset)
    return {
        "Experiment": told,
        "Variant": told_variants[0],
        "ExperimentDetail": told,
        "Event": {"at": DAY, "by": "designer", "kind": EventKind.QUEUED, "detail": ""},
        "Progress": progress(game, preset),
        "ExperimentPage": {"next": None},
        "VariantResults": variant_results(game, preset),
        "LabTrial": {
            "position": 0,
            "replicate": 1,
            "seed": preset.seed,
            "trial": 17,
            "puzzle": None,
            "board": {},
            "moves": [],
            "status": "stuck",
            "message": "",
            "loci": [],
            "headline": 1,
        },
        "Compared": {"game": game.slug, "headline": headline.key, "rules": ["colors"]},
        "ComparedExperiment": {
            "id": known_id("experiment"),
            "title": preset.title,
            "seed": preset.seed,
            "status": ExperimentStatus.DONE,
            "boards": BoardChoice.PAIRED,
        },
        "ComparedDifference": {
            "value": -0.47,
            "low": -0.472,
            "high": -0.468,
            "p": 1e-300,
            "p_holm": 1e-300,
        },
        "ComparedVariant": {
            **{name: value for name, value in told_variants[0].items() if name != "position"},
            "id": known_id("variant"),
            "trials": TRIALS,
            "metrics": {},
            "exact": {},
        },
        "ComparedPeople": {
            "key": f"puzzle:{known_id('puzzle')};since:2026-01-31",
            "who": "people",
            "title": "People on puzzle 7f3a20",
            "about": "from 2026-01-31",
            "url": f"/admin/playtests/playedpuzzle/{known_id('puzzle')}/change/?since=2026-01-31",
            "caution": "",
            "rules": {},
            "sessions": 213,
            "players": 91,
            "left": 40,
            "going_on": False,
            "metrics": {},
        },
        "ExportRow": {"variant": preset.variants[0].title, "metric": headline.key},
        "Comparison": {
            "method": "paired_proportions",
            "value": -0.47,
            "low": -0.472,
            "high": -0.468,
            "n": TRIALS * REPLICATES,
            "p": 1e-9,
            "p_holm": 2e-9,
        },
        "Spread": {"chi2": 1.39, "df": REPLICATES - 1, "p": 0.24, "p_holm": 0.48},
        "Verdict": {"band": "sometimes", "more": None},
        "BothSeats": {
            "positions": [1, 2],
            "players": ["Greedy", "Random"],
            "value": 1.03,
            "low": 0.98,
            "high": 1.08,
            "n": TRIALS,
            "exact": None,
        },
        "StuckSample": {"plays": 200, "loci": {"region:9": [58, 1, 3]}, "error": ""},
        "VariantOnBoard": {"position": 0, "headline": {}},
        "BoardResults": {"number": 0, "puzzle": known_id("puzzle")},
        "MovingFirst": {"value": 0.21, "low": 0.15, "high": 0.27, "n": TRIALS, "exact": None},
        "Results": {"partial": False, "compared": True},
    }


def _range(game: Game) -> dict[str, Any]:
    return {**swept_rule(game), "step": 2}


def _grid(game: Game) -> list[dict[str, Any]]:
    """The first whole-number rule, and the second with two values around the usual one."""
    second = [name for name, choices in searchable(game).items() if choices is None][1]
    usual = getattr(game.Rules(), second)
    return [_range(game), {"rule": second, "values": [usual, usual + 1]}]
