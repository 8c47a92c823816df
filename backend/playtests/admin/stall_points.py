"""The stall-points page: where hands stopped on one puzzle, beside where simulated ones stick.

Imported by its view only: charts need Altair.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from django.http import QueryDict
from django.utils.safestring import mark_safe

from backend.common.admin_cells import puzzle_title
from backend.common.shades import VIRIDIS, shades
from backend.lab.admin.words import p_text
from backend.lab.charts import unchecked
from backend.playtests import charts
from backend.playtests.addresses import filters_query, read_filters
from backend.playtests.admin.arms import compare_links
from backend.playtests.admin.tables import (
    Tables,
    funnel_table,
    moves_table,
    places_table,
    survival_table,
)
from backend.playtests.admin.words import of_timed, percent, seconds, share, survived_interval
from backend.playtests.arms import arm_key
from backend.playtests.models import PlayedPuzzle, StuckMap
from backend.playtests.selectors.due import threshold
from backend.playtests.selectors.filters import describe_filters, is_going_on
from backend.playtests.selectors.puzzles import list_stuck_maps, sum_puzzle
from backend.playtests.statistics.standing_out import standing_out
from backend.playtests.summing import LocusSum, Summary
from backend.puzzles.boards import UNREADABLE, load_board
from backend.statistics.clusters import LEAST_PLAYERS, enough_players
from backend.statistics.correlation import Correlation, spearman
from backend.statistics.multiplicity import LEVEL, holm
from backend.statistics.survival import kaplan_meier
from engines import Game

MARKED = 3
"""So many loci are marked on a board that can't be shaded."""

FEW = 30
"""With fewer sessions the page says that there are few."""

STAGES = {
    "started": "Made a move",
    "wrong": "Tried something wrong",
    "stalled": "Stalled",
    "stuck": "Got stuck",
    "recovered": "Got out by undo",
    "solved": "Solved it",
    "gave_up": "Gave up",
}

Context = dict[str, Any]


def stall_points_context(puzzle: PlayedPuzzle, query: QueryDict) -> Context:
    """What ``playtests/puzzle.html`` shows."""
    filters = read_filters(query, "policy", "table", "format")
    total = sum_puzzle(puzzle, filters)
    maps, waiting = list_stuck_maps(puzzle)
    simulated = _beside(maps, query)
    context: Context = {
        "puzzle": puzzle,
        "title": f"{puzzle_title(puzzle)}: stall points",
        "carried": filters_query(filters),
        **describe_filters(filters, puzzle.game, puzzle=puzzle.pk),
        "total": total,
        "least_players": LEAST_PLAYERS,
        "few": total.sessions < FEW,
        "limit": threshold(),
        "maps": maps,
        "waiting": waiting,
        "simulated": simulated,
    }
    try:
        game, board = load_board(puzzle)
    except UNREADABLE as error:
        return context | {"error": str(error)}
    context["policies"] = game.policies
    context["compare_links"] = compare_links(game, [arm_key("puzzle", puzzle.pk, filters)])
    if not total.sessions:
        return context
    going_on = is_going_on(filters)
    silent = going_on or not enough_players(total.players)
    curve = kaplan_meier(total.waits)
    with unchecked():
        specs = {
            "chart-moves": charts.moves_chart(total.by_move),
            "chart-survival": charts.survival_chart(curve),
            "chart-funnel": charts.funnel_chart(
                [
                    (title, total.funnel[stage].reached)
                    for stage, title in STAGES.items()
                    if total.funnel[stage].of
                ]
            ),
        }
    return context | {
        "specs": specs,
        "boards": _boards(game, board, total, simulated),
        "shaded": game.draw_shaded is not None,
        "scale": VIRIDIS,
        "going_on": going_on,
        "few_players": not enough_players(total.players),
        "correlations": [] if silent else _correlations(total, maps),
        "stuck_rate": share(total.stuck, total.sessions),
        "simulated_rate": simulated and share(simulated.stuck, simulated.trials),
        "standing_out": [] if silent else _standing_out(total),
        "rows": _rows(total, simulated),
        "funnel": _funnel(total),
        "curve": [
            {
                "move": one.time,
                "share": percent(one.share),
                "interval": survived_interval(one),
                "at_risk": one.at_risk,
            }
            for one in curve
        ],
        "by_move": [
            {"move": nth, "timed": timed, **share(stalls, timed)}
            for nth, (timed, stalls) in enumerate(total.by_move, 1)
        ],
    }


def puzzle_tables(puzzle: PlayedPuzzle, query: QueryDict) -> Tables:
    """The page's tables, as files have them."""
    total = sum_puzzle(puzzle, read_filters(query, "policy", "table", "format"))
    maps, _ = list_stuck_maps(puzzle)
    return {
        "places": lambda: places_table(total, _beside(maps, query)),
        "moves": lambda: moves_table(total),
        "survival": lambda: survival_table(kaplan_meier(total.waits)),
        "funnel": lambda: funnel_table(total),
    }


def _beside(maps: Sequence[StuckMap], query: QueryDict) -> StuckMap | None:
    """The simulated plays that are asked for, or the first there are."""
    simulated = next((one for one in maps if one.policy == query.get("policy")), None)
    return simulated or (maps[0] if maps else None)


def _stall_shares(total: Summary) -> dict[str, float | None]:
    return {at: one.stalled / one.timed if one.timed else None for at, one in total.loci.items()}


def _boards(game: Game, board: Any, total: Summary, simulated: StuckMap | None) -> list[Context]:
    """The board once for each figure, shaded by it, or with its greatest loci marked."""
    stalls = _stall_shares(total)
    thinks = {at: one.think_ms for at, one in total.loci.items()}
    found = [
        ("Stalled here", "share of sessions", stalls, percent),
        ("Think time here", "median", thinks, seconds),
    ]
    if simulated is not None and simulated.loci:
        stuck = {at: simulated.loci.get(at, 0) / simulated.looked_at for at in total.loci}
        words = f"“{simulated.policy}”, share of plays"
        found.append(("Simulated: stuck here", words, stuck, percent))
    return [
        {
            "title": title,
            "unit": unit,
            "svg": mark_safe(_draw(game, board, values)),  # drawn by the engine, which escapes
            "top": words(max((v for v in values.values() if v is not None), default=0.0)),
        }
        for title, unit, values, words in found
    ]


def _draw(game: Game, board: Any, values: Mapping[str, float | None]) -> str:
    if game.draw_shaded:
        return game.draw_shaded(board, shades(values))
    known = {at: value for at, value in values.items() if value}
    greatest = sorted(known, key=lambda at: -known[at])[:MARKED]
    return game.draw_svg(game.initial_state(board), mark=greatest)


def _standing_out(total: Summary) -> list[Context]:
    """The places where players stalled more than at their others, in their first sessions."""
    found = standing_out({at: (one.first_stalled, one.chances) for at, one in total.loci.items()})
    return [
        {
            "locus": at.replace(":", " "),
            "seen": percent(one.stalled / one.n),
            "expected": percent(one.expected / one.n),
            "p": p_text(one.p),
        }
        for at, one in found.items()
    ]


def _correlations(total: Summary, maps: Sequence[StuckMap]) -> list[Context]:
    """People's figures at each place against each policy's simulated stuck share there.

    Whether they go together is judged by p as adjusted for all that the page tells.
    """
    places = [at for at, locus in total.loci.items() if locus.timed]
    people = (
        [total.loci[at].stalled / total.loci[at].timed for at in places],
        [total.loci[at].stuck / total.sessions for at in places],
        [total.loci[at].think_ms or 0 for at in places],
    )
    simulated = [[stuck_map.loci.get(at, 0) for at in places] for stuck_map in maps]
    correlations = [[spearman(values, stuck) for values in people] for stuck in simulated]
    adjusted = iter(holm([each.p for row in correlations for each in row if each]))
    return [
        {
            "policy": stuck_map.policy,
            "figures": [_correlation(each, next(adjusted) if each else 1.0) for each in row],
        }
        for stuck_map, row in zip(maps, correlations, strict=True)
    ]


def _correlation(correlation: Correlation | None, p_holm: float) -> Context:
    if correlation is None:
        return {"value": "", "words": "can’t be told"}
    if p_holm >= LEVEL:
        words = "none seen"
    elif correlation.value > 0:
        words = "the same places"
    else:
        words = "other places"
    ends = (correlation.low, correlation.high)
    return {
        "value": _two_digits(correlation.value),
        "interval": " to ".join(_two_digits(end) for end in ends if end is not None),
        "n": correlation.n,
        "words": f"{words} ({p_text(p_holm)})",
    }


def _two_digits(value: float) -> str:
    return f"{value:.2f}".replace("-", "−")


def _rows(total: Summary, simulated: StuckMap | None) -> list[Context]:
    """The table of loci, those that stalled most first."""
    shares = _stall_shares(total)
    order = sorted(total.loci, key=lambda at: -(shares[at] or 0.0))
    return [_row(at, total.loci[at], total.sessions, simulated) for at in order]


def _row(at: str, one: LocusSum, sessions: int, simulated: StuckMap | None) -> Context:
    return {
        "locus": at.replace(":", " "),
        "timed": one.timed,
        "stall": share(one.stalled, one.timed),
        "think": "" if one.think_ms is None else seconds(one.think_ms),
        "stuck": share(one.stuck, sessions),
        "simulated": simulated and share(simulated.loci.get(at, 0), simulated.looked_at),
        "gave_up": one.gave_up,
        "open": one.open,
        "undone": one.undone,
        "hinted": one.hinted,
        "wrong": share(one.wrong, sessions) if one.wrong else None,
    }


def _funnel(total: Summary) -> list[Context]:
    return [
        {
            "title": title,
            "reached": (stage := total.funnel[key]).reached,
            "of_all": of_timed(share(stage.reached, stage.of), total.sessions),
            "solved": share(stage.solved, stage.reached),
        }
        for key, title in STAGES.items()
    ]
