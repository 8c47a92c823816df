"""The tables of the comparison with the simulation, as files have them."""

from __future__ import annotations

from collections.abc import Sequence

from backend.lab.exports.table import Table, columns
from backend.playtests.admin.tables import share_cells, share_columns
from backend.playtests.judging import Fitted, Judged, OnBoard
from backend.playtests.statistics.against import Against

DIFFERENCE = columns("number", "simulated_share difference low high p")


def _difference(found: Against) -> dict[str, float]:
    """Of too few players the simulated share alone."""
    if found.is_of_few:
        return {"simulated_share": found.simulated}
    return {
        "simulated_share": found.simulated,
        "difference": found.difference,
        "low": found.low,
        "high": found.high,
        "p": found.p,
    }


def verdicts_table(told: Sequence[tuple[str, Judged]]) -> Table:
    """A row for each simulated player, on all the boards it has played."""
    head = (
        *columns("text", "policy"),
        *columns("whole", "boards sessions"),
        *columns("number", "people_share"),
        *DIFFERENCE,
        *columns("number", "design_effect missed"),
        *columns("text", "verdict"),
    )
    rows = []
    for policy, one in told:
        row = {"policy": policy, "boards": one.boards, "sessions": one.sessions}
        if one.found is not None:
            row |= {
                "people_share": one.found.people,
                **_difference(one.found),
                "design_effect": one.found.design,
                "missed": None if one.found.is_of_few else one.found.missed,
                "verdict": one.found.verdict,
            }
        rows.append(row)
    return Table(head, rows)


def boards_table(told: Sequence[OnBoard]) -> Table:
    """A row for each board and simulated player that has played it."""
    head = (
        *columns("text", "puzzle policy"),
        *columns("whole", "sessions"),
        *share_columns("stuck"),
        *columns("whole", "simulated_stuck simulated_plays"),
        *DIFFERENCE,
        *columns("number", "p_holm"),
        *columns("text", "verdict"),
    )
    rows = [
        {
            "puzzle": str(one.board),
            "policy": policy,
            "sessions": one.sessions,
            **share_cells("stuck", one.stuck, one.sessions),
            "simulated_stuck": one.simulated[policy][0],
            "simulated_plays": one.simulated[policy][1],
            **_difference(adjusted.found),
            "p_holm": None if adjusted.found.is_of_few else adjusted.p_holm,
            "verdict": adjusted.verdict,
        }
        for one in told
        for policy, adjusted in one.found.items()
    ]
    return Table(head, rows)


def fits_table(told: Sequence[tuple[str, Fitted | None]]) -> Table:
    """A row for each simulated player that has an ε, if people are enough.

    No `low` and `high` where none explains them.
    """
    shares = "people_share people_low people_high fitted_share share_at_0 share_at_1"
    head = (
        *columns("text", "policy"),
        *columns("whole", "boards sessions"),
        *columns("number", f"epsilon low high {shares} widened"),
        *columns("text", "range"),
    )
    rows = [
        {
            "policy": policy,
            "boards": len(one.plays.boards),
            "sessions": one.plays.n,
            "epsilon": one.found.epsilon,
            "low": one.found.low if one.found.explains else None,
            "high": one.found.high if one.found.explains else None,
            "people_share": one.found.people,
            "people_low": one.found.people_low,
            "people_high": one.found.people_high,
            "fitted_share": one.found.fitted,
            "share_at_0": one.found.careful,
            "share_at_1": one.found.careless,
            "widened": one.found.widened,
            "range": one.found.range,
        }
        for policy, one in told
        if one is not None and one.found is not None
    ]
    return Table(head, rows)


def left_out_table(told: Sequence[tuple[str, Fitted | None]]) -> Table:
    """A row for each simulated player that has an ε and each board, predicted from the others."""
    head = (
        *columns("text", "policy puzzle"),
        *columns("whole", "sessions"),
        *share_columns("stuck"),
        *columns("number", "epsilon predicted_share mean_of_the_others"),
    )
    rows = [
        {
            "policy": policy,
            "puzzle": str(one.board),
            "sessions": one.sessions,
            **share_cells("stuck", one.stuck, one.sessions),
            "epsilon": one.epsilon,
            "predicted_share": one.predicted,
            "mean_of_the_others": one.mean,
        }
        for policy, fitted in told
        if fitted is not None and fitted.errors is not None
        for one in fitted.errors.boards
    ]
    return Table(head, rows)
