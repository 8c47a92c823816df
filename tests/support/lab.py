"""Small experiments for tests, and what they must come to."""

from __future__ import annotations

from typing import Any

from backend.lab import findings, pairing, upkeep
from backend.lab.models import Chunk, Experiment, Finding, Pairing, Run
from backend.lab.services import VariantRequest, queue_experiment
from engines import Tally, get_game, merge

GAME = "map_coloring"

SMALL = {"width": 6, "height": 6, "seeds": 6, "colors": 3}


def variant(title: str = "", policy: str = "random", **rules: Any) -> VariantRequest:
    return {"title": title, "rules": {**SMALL, **rules}, "policy": policy}


def queue(**changes: Any) -> Experiment:
    """A baseline and one variant of small maps, 200 trials in each of two replicates."""
    options: dict[str, Any] = {
        "game": GAME,
        "title": "Three colours or four?",
        "variants": [variant("Three"), variant("Four", colors=4)],
        "trials": 200,
        "replicates": 2,
        "seed": 7,
    }
    return queue_experiment(**{**options, **changes})


def expected_totals(experiment: Experiment) -> dict[tuple[int, int], list[int]]:
    """Every run's counters, computed here and now, in one go for each board."""
    return {
        (run.variant.position, run.replicate): _tally(experiment, run).vector()
        for run in runs(experiment)
    }


def _tally(experiment: Experiment, run: Run) -> Tally:
    game = get_game(experiment.game)
    rules = game.Rules.model_validate(run.variant.rules)
    play = (rules, run.variant.policy, run.seed)
    fixed = [one.puzzle.board for one in experiment.fixed_boards.select_related("puzzle")]
    if not fixed:
        return game.simulate(*play, 0, experiment.trials)
    each = experiment.trials // len(fixed)
    boards = [game.parse_board(rules, board) for board in fixed]
    return merge([game.simulate(*play, at * each, each, b) for at, b in enumerate(boards)])


def stored_totals(experiment: Experiment) -> dict[tuple[int, int], list[int] | None]:
    return {(run.variant.position, run.replicate): run.totals for run in runs(experiment)}


def kept_up(experiment: Experiment) -> bool:
    """Upkeep as beat would have it; whether all is told of the experiment that will be."""
    upkeep.ring_waiting()
    return told(experiment)


def told(experiment: Experiment) -> bool:
    """Whether the experiment has ended, its pairings and findings are worked out too."""
    experiment.refresh_from_db()
    return experiment.ended and not pairing.wanted().exists() and not findings.wanted().exists()


def assert_undisturbed(experiment: Experiment) -> None:
    """All numbers are those of a run that nothing disturbed: computed here, in one go."""
    experiment.refresh_from_db()
    assert experiment.status == "done"
    assert not [c.alarm for c in chunks(experiment) if c.alarm]
    assert stored_totals(experiment) == expected_totals(experiment)
    assert stored_products(experiment) == expected_products(experiment)
    assert Finding.objects.filter(experiment=experiment).count() == 1


def stored_products(experiment: Experiment) -> dict[tuple[int, int], int | None]:
    """What each run's pairing with the baseline came to."""
    rows = Pairing.objects.filter(run__variant__experiment=experiment)
    return {
        (row.run.variant.position, row.run.replicate): row.products
        for row in rows.select_related("run__variant")
    }


def expected_products(experiment: Experiment) -> dict[tuple[int, int], int]:
    """The same, trial by trial: in how many the headline counted in both. Maps only."""
    bits = {
        (run.variant.position, run.replicate): int.from_bytes(
            _tally(experiment, run).headline, "little"
        )
        for run in runs(experiment)
    }
    return {
        (position, replicate): (one & bits[0, replicate]).bit_count()
        for (position, replicate), one in bits.items()
        if position
    }


def runs(experiment: Experiment) -> list[Run]:
    return list(
        Run.objects.filter(variant__experiment=experiment)
        .select_related("variant")
        .order_by("variant__position", "replicate")
    )


def chunks(experiment: Experiment) -> list[Chunk]:
    return list(
        Chunk.objects.filter(run__variant__experiment=experiment)
        .select_related("run__variant")
        .order_by("number", "run_id")
    )
