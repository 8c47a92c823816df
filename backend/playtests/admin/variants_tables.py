"""The tables of a game's rule variants, as files have them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from backend.lab.differences import written_out
from backend.lab.exports.table import Table, columns, rule_cells, rule_columns
from backend.playtests.admin.tables import (
    clustered_cells,
    clustered_columns,
    survived_cells,
    survived_columns,
)
from backend.playtests.selectors.variants import SHARES, VariantSum
from backend.statistics.clusters import Clustered
from backend.statistics.survival import Wait, kaplan_meier
from engines import Game


def variants_table(
    game: Game,
    found: Sequence[VariantSum],
    clusters: Mapping[str, Mapping[str, Clustered]],
) -> Table:
    """A row for each set of rules, with all its rules; those played most first."""
    head = (
        *columns("whole", "puzzles sessions timed_sessions timed_moves stalls"),
        *(column for name in SHARES for column in clustered_columns(name)),
        *rule_columns(game),
    )
    rows = [
        {
            "puzzles": one.puzzles,
            "sessions": one.sessions,
            "timed_sessions": one.timed_sessions,
            "timed_moves": one.timed,
            "stalls": one.stalls,
            **{
                key: value
                for name in SHARES
                for key, value in clustered_cells(name, clusters[one.rules_key][name]).items()
            },
            **rule_cells(game, written_out(game, one.rules)),
        }
        for one in found
    ]
    return Table(head, rows)


def variants_survival_table(
    game: Game, found: Sequence[VariantSum], waits: Sequence[Sequence[Wait]]
) -> Table:
    """A row for each set of rules, with all its rules, and each point of its curve."""
    rows = [
        {**survived_cells(point), **rule_cells(game, written_out(game, one.rules))}
        for one, told in zip(found, waits, strict=True)
        for point in kaplan_meier(told)
    ]
    return Table((*survived_columns(), *rule_columns(game)), rows)
