"""The tables of the playtest pages as files: what a page shows, with plain numbers.

A page names its tables; ``?table=places&format=csv`` beside its filters is that table. Shares lie
between 0 and 1, times are in milliseconds.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from django.http import Http404, HttpRequest, HttpResponse, QueryDict, StreamingHttpResponse
from django.utils.text import slugify

from backend.lab.exports.formats import FORMATS, written
from backend.lab.exports.table import Column, Table, columns
from backend.playtests.models import StuckMap
from backend.playtests.summing import Summary
from backend.statistics.clusters import Clustered
from backend.statistics.survival import Survived
from engines import wilson

Tables = Mapping[str, Callable[[], Table]]
"""By name; each is made when it is asked for."""


def wants_table(query: QueryDict) -> bool:
    return "format" in query


def table_response(
    request: HttpRequest, tables: Tables, *, name: str, wrong: Sequence[str] = ()
) -> HttpResponse | StreamingHttpResponse:
    """The table that the address names, as a file called after the page; 400 where something is

    `wrong` with what else the address asks for. Raises `Http404`.
    """
    if wrong:
        said = "\n".join(["This table can’t be made.", *wrong, ""])
        return HttpResponse(said, status=400, content_type="text/plain; charset=utf-8")
    table, wanted = request.GET.get("table", ""), request.GET.get("format", "")
    if table not in tables or wanted not in FORMATS:
        known = f"Tables: {', '.join(tables)}. Formats: {', '.join(FORMATS)}."
        raise Http404(f"There is no such table. {known}")
    kind = FORMATS[wanted].media_type
    response = StreamingHttpResponse(written(tables[table](), wanted), content_type=kind)
    file = f"{slugify(name)}-{table}.{wanted}"
    response["Content-Disposition"] = f'attachment; filename="{file}"'
    return response


def share_columns(name: str) -> tuple[Column, ...]:
    """A count, its share and the share's 95 % interval (Wilson's)."""
    shares = columns("number", f"{name}_share {name}_low {name}_high")
    return (*columns("whole", f"{name}_sessions"), *shares)


def share_cells(name: str, count: int, n: int) -> dict[str, Any]:
    low, high = wilson(count, n) if n else (None, None)
    return {
        f"{name}_sessions": count,
        f"{name}_share": count / n if n else None,
        f"{name}_low": low,
        f"{name}_high": high,
    }


def clustered_columns(name: str) -> tuple[Column, ...]:
    """As `share_columns`; the interval counts players, by the design effect beside it."""
    return (*share_columns(name), *columns("number", f"{name}_design_effect"))


def clustered_cells(name: str, told: Clustered) -> dict[str, Any]:
    low, high = told.interval if told.n else (None, None)
    return {
        f"{name}_sessions": told.count,
        f"{name}_share": told.share if told.n else None,
        f"{name}_low": low,
        f"{name}_high": high,
        f"{name}_design_effect": told.design_effect if told.n else None,
    }


# A puzzle ---------------------------------------------------------------------------------
def places_table(total: Summary, simulated: StuckMap | None) -> Table:
    """A row for each place on the board."""
    head = (
        *columns("text", "place"),
        *columns("whole", "timed_sessions"),
        *share_columns("stalled"),
        *columns("number", "think_ms_median"),
        *share_columns("stuck"),
        *columns(
            "whole", "gave_up_sessions took_back_sessions hint_sessions wrong_sessions sessions"
        ),
        *columns("text", "simulated_policy"),
        *columns("whole", "simulated_stuck simulated_plays"),
    )
    rows = []
    for at, one in total.loci.items():
        row = {
            "place": at,
            "timed_sessions": one.timed,
            **share_cells("stalled", one.stalled, one.timed),
            "think_ms_median": one.think_ms,
            **share_cells("stuck", one.stuck, total.sessions),
            "gave_up_sessions": one.gave_up,
            "took_back_sessions": one.undone,
            "hint_sessions": one.hinted,
            "wrong_sessions": one.wrong,
            "sessions": total.sessions,
        }
        if simulated is not None:
            row |= {
                "simulated_policy": simulated.policy,
                "simulated_stuck": simulated.loci.get(at, 0),
                "simulated_plays": simulated.trials,
            }
        rows.append(row)
    return Table(head, rows)


def moves_table(total: Summary) -> Table:
    """A row for each move number: how many of the timed moves were stalls."""
    head = (*columns("whole", "move timed stalls"), *columns("number", "share low high"))
    rows = []
    for nth, (timed, stalls) in enumerate(total.by_move, 1):
        low, high = wilson(stalls, timed) if timed else (None, None)
        share = stalls / timed if timed else None
        rows.append(
            {"move": nth, "timed": timed, "stalls": stalls}
            | {"share": share, "low": low, "high": high}
        )
    return Table(head, rows)


def survived_columns() -> tuple[Column, ...]:
    return (*columns("whole", "move at_risk"), *columns("number", "share low high"))


def survived_cells(one: Survived) -> dict[str, Any]:
    """A point of a survival curve; `low` and `high` are empty where there is no interval."""
    low, high = (one.low, one.high) if one.has_interval else (None, None)
    return {
        "move": one.time,
        "at_risk": one.at_risk,
        "share": one.share,
        "low": low,
        "high": high,
    }


def survival_table(curve: Sequence[Survived]) -> Table:
    """A row for each move number at which a stall came, the share without one up to it, and one

    for the last move that was watched.
    """
    return Table(survived_columns(), [survived_cells(one) for one in curve])


def funnel_table(total: Summary) -> Table:
    """A row for each stage: the sessions that came to it, and those of them that were solved.

    `sessions` are those for which it can be told: of stalls, those with a timed move.
    """
    head = (
        *columns("text", "stage"),
        *share_columns("reached"),
        *share_columns("solved"),
        *columns("whole", "sessions"),
    )
    rows = [
        {
            "stage": stage,
            **share_cells("reached", one.reached, one.of),
            **share_cells("solved", one.solved, one.reached),
            "sessions": one.of,
        }
        for stage, one in total.funnel.items()
    ]
    return Table(head, rows)
