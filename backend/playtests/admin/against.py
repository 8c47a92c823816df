"""People against the simulation: who gets stuck more often on the very same boards.

Imported by its view only: charts need Altair.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any
from uuid import UUID

from django.http import QueryDict

from backend.lab.admin.words import p_text
from backend.lab.charts import unchecked
from backend.lab.exports.table import Table
from backend.playtests import against_charts as charts
from backend.playtests.addresses import filters_query, read_filters, read_id
from backend.playtests.admin import against_words as words
from backend.playtests.admin.against_tables import (
    boards_table,
    fits_table,
    left_out_table,
    verdicts_table,
)
from backend.playtests.admin.tables import Tables
from backend.playtests.admin.variants import name_variants
from backend.playtests.admin.words import percent, share
from backend.playtests.judging import (
    Adjusted,
    Fitted,
    Judged,
    OnBoard,
    fit_policy,
    judge,
    judge_boards,
)
from backend.playtests.noise import noisy_policies, players_of, tells_stuck
from backend.playtests.selectors.against import (
    FirstPlays,
    Maps,
    first_plays,
    simulated_on,
    with_all,
)
from backend.playtests.selectors.filters import Filters, count_older, describe_filters, is_going_on
from backend.playtests.selectors.sums import list_rules
from backend.playtests.statistics.against import Against
from backend.playtests.statistics.fitting import Curves
from backend.playtests.statistics.leaving_out import Errors, LeftOut
from backend.playtests.statistics.plays import Plays
from backend.puzzles.levels import known_levels
from engines import Game
from engines.declarations import Policy

MOST_BOARDS = 100
"""More boards than this are not listed one by one."""

Context = dict[str, Any]


@dataclass(frozen=True, slots=True)
class Asked:
    """What the address asks for: all boards that were played, those of some rules, or one."""

    filters: Filters
    variants: list[tuple[str, str]]
    rules_key: str
    puzzle: UUID | None

    @property
    def fixed(self) -> dict[str, Any]:
        fixed: dict[str, Any] = {"rules_key": self.rules_key} if self.rules_key else {}
        return fixed | ({"puzzle_id": self.puzzle} if self.puzzle else {})

    def plays(self, game: Game) -> FirstPlays:
        return first_plays(game.slug, self.filters, **self.fixed)


def _filters(query: QueryDict) -> Filters:
    filters = read_filters(query, "rules", "puzzle", "table", "format")
    if (told := query.get("puzzle")) and read_id(told) is None:
        said = f"“{told}” is no id of a puzzle.".replace("\x00", "")
        filters = replace(filters, unreadable=(*filters.unreadable, said))
    return filters


def wrong_with(query: QueryDict) -> tuple[str, ...]:
    """What the address asks for and can't be read, or can't be told yet."""
    filters = _filters(query)
    if is_going_on(filters):
        said = f"The study {filters.study} is open: it is told when the study is closed."
        return (*filters.unreadable, said)
    return filters.unreadable


def _asked(game: Game, query: QueryDict) -> Asked:
    filters = _filters(query)
    variants = name_variants(game, list_rules(game, filters.who))
    rules_key = query.get("rules", "")
    return Asked(
        filters,
        variants,
        rules_key if rules_key in dict(variants) else "",
        read_id(query.get("puzzle")),
    )


def against_context(game: Game, query: QueryDict) -> Context:
    """What ``playtests/against.html`` shows."""
    filters = _filters(query)
    context: Context = {
        "game": game,
        "title": f"{game.title}: people against the simulation",
        "carried": filters_query(filters),
        **describe_filters(filters, game.slug),
        "levels": known_levels([game]).items(),
        "query": _without_puzzle(query),
        "can_stick": tells_stuck(game),
    }
    if not tells_stuck(game):
        return context
    asked = _asked(game, query)
    found = asked.plays(game)
    context["older"] = count_older(filters, game=game.slug, is_first=True, **asked.fixed)
    plays = found.plays
    context |= {
        "variants": asked.variants,
        "rules_key": asked.rules_key,
        "puzzle_id": asked.puzzle,
    }
    context |= _lead(found)
    context["going_on"] = is_going_on(filters)
    if not plays.n or context["going_on"]:
        return context
    players = players_of(game)
    maps = simulated_on(plays.boards, players)
    ready = with_all(players, plays.boards, maps)
    context["waiting"] = len(plays.boards) - len(ready)
    context["rows"] = [_against(one, judge(one, plays, maps)) for one in game.policies]
    if len(plays.boards) > 1:
        context["board_rows"] = _board_rows(game, judge_boards(game, plays, maps, most=MOST_BOARDS))
        context["boards_left"] = max(0, len(plays.boards) - MOST_BOARDS)
    context["fits"] = [
        _fitted(one, fit_policy(game, one, plays, maps)) for one in noisy_policies(game)
    ]
    context["specs"] = {
        key: spec for one in context["fits"] for key, spec in one.pop("specs").items()
    }
    return context


def against_tables(game: Game, query: QueryDict) -> Tables:
    """The page's tables, as files have them: all boards, also those that the page leaves out.

    There are none where simulated players do not get stuck.
    """
    if not tells_stuck(game):
        return {}

    def verdicts() -> Table:
        plays, maps = _read(game, query)
        return verdicts_table([(one.key, judge(one, plays, maps)) for one in game.policies])

    def boards() -> Table:
        return boards_table(judge_boards(game, *_read(game, query)))

    def fits() -> Table:
        plays, maps = _read(game, query)
        told = [(one.key, fit_policy(game, one, plays, maps)) for one in noisy_policies(game)]
        return fits_table(told)

    def left_out() -> Table:
        plays, maps = _read(game, query)
        told = [(one.key, fit_policy(game, one, plays, maps)) for one in noisy_policies(game)]
        return left_out_table(told)

    return {"verdicts": verdicts, "boards": boards, "fits": fits, "left-out": left_out}


def _read(game: Game, query: QueryDict) -> tuple[Plays, Maps]:
    plays = _asked(game, query).plays(game).plays
    return plays, simulated_on(plays.boards, players_of(game))


def _without_puzzle(query: QueryDict) -> str:
    """What else the address asks for, to go on with."""
    kept = query.copy()
    kept.pop("puzzle", None)
    return kept.urlencode()


def _lead(found: FirstPlays) -> Context:
    plays, left = found.plays, found.left
    context: Context = {"sessions": plays.n, "left": left}
    if not plays.n:
        return context
    stuck, n = int(plays.stuck.sum()), plays.n
    return context | {
        "players": plays.players,
        "boards": len(plays.boards),
        "people": share(stuck, n),
        "bounds": f"{percent(stuck / (n + left))} and {percent((stuck + left) / (n + left))}",
    }


# The verdicts ------------------------------------------------------------------------------
def _against(policy: Policy, told: Judged) -> Context:
    """A row of the table of verdicts: on the boards that this policy has played."""
    row: Context = {"policy": policy, "boards": told.boards}
    if (found := told.found) is None:
        return row
    return row | {
        "sessions": told.sessions,
        "people": percent(found.people),
        "simulated": percent(found.simulated),
        "verdict": words.verdict(found),
        **({} if found.is_of_few else _difference(found)),
    }


def _difference(found: Against) -> Context:
    return {
        "difference": words.points(found.difference),
        "interval": f"{words.points(found.low)} to {words.points(found.high)}",
        "p": p_text(found.p),
    }


def _board_rows(game: Game, told: Sequence[OnBoard]) -> list[Context]:
    """A row for each board, the one with most sessions first."""
    return [
        {
            "puzzle": one.board,
            "sessions": one.sessions,
            "seen": share(one.stuck, one.sessions),
            "policies": [_on_board(one.found.get(policy.key)) for policy in game.policies],
        }
        for one in told
    ]


def _on_board(told: Adjusted | None) -> Context | None:
    if told is None:
        return None
    return {
        "simulated": percent(told.found.simulated),
        "verdict": told.verdict,
        "p": p_text(told.p_holm),
    }


# The fit -----------------------------------------------------------------------------------
def _fitted(policy: Policy, told: Fitted | None) -> Context:
    context: Context = {"policy": policy, "specs": {}}
    if told is None:
        return context
    found, same, curves = told.found, told.plays, told.curves
    context |= {
        "sessions": same.n,
        "boards": len(same.boards),
        "words": words.fitted(found, policy),
    }
    if found is None:
        return context
    context |= {"explains": found.explains, "flat": found.flat}
    with unchecked():
        key = f"chart-fit-{policy.key}"
        context["specs"][key] = charts.fit_chart(*_curve(same, curves), found)
        if told.errors is not None:
            context["specs"][f"chart-left-{policy.key}"] = charts.left_out_chart(told.errors)
            context |= _errors(told.errors)
    return context


def _curve(plays: Plays, curves: Curves) -> tuple[list[float], list[float]]:
    """The simulated rate of all boards together, weighed as people played them."""
    sessions, _ = plays.of_boards()
    rates = sessions @ curves.rates / plays.n
    every = slice(None, None, 5)
    return curves.epsilons[every].tolist(), rates[every].tolist()


def _errors(errors: Errors) -> Context:
    worst = sorted(errors.boards, key=lambda one: -abs(one.predicted - one.seen))
    return {
        "errors_words": words.errors(errors),
        "left_out": [_left_out(one) for one in worst[:MOST_BOARDS]],
        "not_listed": max(0, len(worst) - MOST_BOARDS),
    }


def _left_out(one: LeftOut) -> Context:
    return {
        "puzzle": one.board,
        "sessions": one.sessions,
        "seen": share(one.stuck, one.sessions),
        "predicted": percent(one.predicted),
        "off": words.points(one.predicted - one.seen),
        "mean": percent(one.mean),
        "mean_off": words.points(one.mean - one.seen),
    }
