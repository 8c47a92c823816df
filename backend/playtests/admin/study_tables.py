"""The tables of a study's page, as files have them."""

from __future__ import annotations

from collections.abc import Sequence

from backend.lab.exports.table import Table, columns, rule_cells, rule_columns
from backend.playtests.admin.tables import (
    Tables,
    clustered_cells,
    clustered_columns,
    survived_cells,
    survived_columns,
)
from backend.playtests.models import Study
from backend.playtests.selectors.filters import Who
from backend.playtests.selectors.study_results import MEASURES, ArmSum, sum_study
from backend.playtests.studies.results import compare_arms, is_final
from backend.statistics.survival import kaplan_meier
from engines import UnknownName, get_game

PLAYERS = "began played finished"


def study_tables(study: Study, who: Who) -> Tables:
    """Those that the page shows: differences only once the study is closed."""
    tables = {
        "arms": lambda: _arms(study, sum_study(study, who).arms),
        "survival": lambda: _survival(sum_study(study, who).arms),
    }
    if is_final(study):
        tables["differences"] = lambda: _differences(sum_study(study, who).arms)
    return tables


def _arms(study: Study, arms: Sequence[ArmSum]) -> Table:
    """A row for each arm: players, sessions, what came of those that are over, and its rules.

    `joined` is empty where everybody plays all arms.
    """
    try:
        game = get_game(study.game)
    except UnknownName:
        game = None
    drawn = study.assignment == Study.Assignment.ONE
    head = (
        *columns("whole", "position"),
        *columns("text", "arm"),
        *columns(
            "whole",
            f"puzzles joined {PLAYERS} sessions erased_sessions sessions_read timed_sessions",
        ),
        *(column for name in MEASURES for column in clustered_columns(name)),
        *(rule_columns(game) if game else ()),
    )
    rows = [
        {
            "position": one.arm.position,
            "arm": one.arm.title,
            "puzzles": one.puzzles,
            "joined": one.joined if drawn else None,
            **{name: getattr(one, name) for name in PLAYERS.split()},
            "sessions": one.sessions,
            "erased_sessions": one.erased,
            "sessions_read": one.read,
            "timed_sessions": one.sums["stalled"].n,
            **{
                key: value
                for name, told in one.sums.items()
                for key, value in clustered_cells(name, told).items()
            },
            **(rule_cells(game, one.arm.rules) if game else {}),
        }
        for one in arms
    ]
    return Table(head, rows)


def _differences(arms: Sequence[ArmSum]) -> Table:
    """A row for each arm but the first and each measure: its share less the first arm's."""
    head = (
        *columns("whole", "position"),
        *columns("text", "arm measure"),
        *columns("number", "difference low high p p_holm"),
    )
    rows = [
        {
            "position": arms[one.place].arm.position,
            "arm": arms[one.place].arm.title,
            "measure": one.key,
            "difference": one.found.estimate.value,
            "low": one.found.estimate.low,
            "high": one.found.estimate.high,
            "p": one.found.p,
            "p_holm": one.p_holm,
        }
        for one in compare_arms(arms)
    ]
    return Table(head, rows)


def _survival(arms: Sequence[ArmSum]) -> Table:
    """A row for each arm and point of its curve."""
    head = (*columns("whole", "position"), *columns("text", "arm"), *survived_columns())
    rows = [
        {"position": arm.arm.position, "arm": arm.arm.title, **survived_cells(one)}
        for arm in arms
        for one in kaplan_meier(arm.waits)
    ]
    return Table(head, rows)
