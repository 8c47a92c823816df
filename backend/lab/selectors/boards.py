"""What an experiment on fixed boards says of each of them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any
from uuid import UUID

from django.db import connection

from backend.lab.models import BoardChoice, Experiment, LocusSample, Variant
from backend.lab.selectors.progress import first_place
from engines import Metric, headline_of, summarise
from engines.game import Game

# The headline's counters, three numbers at most from place `first` (from 1) of each tally, by
# variant and board: no chunk has trials of two.
_BY_BOARD = """
    SELECT variant.id, chunk.first_trial / %(block)s,
           sum(chunk.tally[headline.first])::bigint,
           sum(chunk.tally[headline.first + 1])::bigint,
           sum(chunk.tally[headline.first + 2])::bigint
    FROM lab_variant variant
    JOIN unnest(%(variants)s::uuid[], %(firsts)s::int[]) AS headline(variant, first)
      ON headline.variant = variant.id
    JOIN lab_run run ON run.variant_id = variant.id
    JOIN lab_chunk chunk ON chunk.run_id = run.id AND chunk.status = 'done'
    GROUP BY 1, 2
"""


def results_by_board(
    experiment: Experiment, game: Game, variants: Sequence[Variant]
) -> list[dict[str, Any]]:
    """JSON-ready, in three queries whatever the number of boards (none where they aren't fixed)::

    [{"number": from 0, "puzzle": id,
      "variants": [{"position", "headline": summary over all replicates so far,
                    "stuck": {"plays": looked at, "loci": {LOCUS: [plays, replicate, trial]},
                              "error": why none could be looked at, or empty}
                             (see `LocusSample`), or null}]}]
    """
    if experiment.boards != BoardChoice.FIXED:
        return []
    boards = list(experiment.fixed_boards.all())
    counts = _count(experiment, game, variants, len(boards))
    samples = {
        (one.variant_id, one.board_id): {
            "plays": one.plays,
            "loci": one.loci,
            "error": one.error,
        }
        for one in LocusSample.objects.filter(board__experiment=experiment, plays__isnull=False)
    }
    return [
        {
            "number": board.number,
            "puzzle": str(board.puzzle_id),
            "variants": [
                {
                    "position": variant.position,
                    "headline": _summary(game, variant, counts.get((variant.pk, board.number))),
                    "stuck": samples.get((variant.pk, board.pk)),
                }
                for variant in variants
            ],
        }
        for board in boards
    ]


def _count(
    experiment: Experiment, game: Game, variants: Sequence[Variant], boards: int
) -> dict[tuple[UUID, int], tuple[int, ...]]:
    headline = headline_of(game)
    params: dict[str, Any] = {
        "block": experiment.trials // boards,
        "variants": [one.pk for one in variants],
        "firsts": [first_place(game, headline, one) for one in variants],
    }
    with connection.cursor() as cursor:
        cursor.execute(_BY_BOARD, params)
        return {(row[0], row[1]): tuple(row[2:]) for row in cursor.fetchall()}


def _summary(game: Game, variant: Variant, counts: tuple[int, ...] | None) -> dict[str, Any]:
    headline = headline_of(game)
    rules = game.Rules.model_validate(variant.rules)
    size = headline.shape(rules)[0]
    return summarise(headline, rules, (counts or (0, 0, 0))[:size])


def of_the_boards(
    experiment: Experiment, metric: Metric, plays: int, summary: dict[str, Any]
) -> dict[str, Any]:
    """Without an interval where it is known of the chosen boards, and estimates nothing.

    Told of every play, that is: where it was worked out for some only, those are a sample.
    """
    chosen = experiment.boards == BoardChoice.FIXED and metric.of_board
    if not chosen or not plays or summary["n"] != plays:
        return summary
    return {**summary, "low": None, "high": None, "of_boards": True}
