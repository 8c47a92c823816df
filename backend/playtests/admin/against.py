"""People against the simulation: who gets stuck more often on the very same boards.

Imported by its view only: charts need Altair.
"""

from __future__ import annotations

from typing import Any

from django.http import QueryDict

from backend.lab.charts import unchecked
from backend.playtests import against_charts as charts
from backend.playtests.addresses import read_filters, read_id
from backend.playtests.admin import against_words as words
from backend.playtests.admin.variants import name_variants
from backend.playtests.admin.words import p_value, percent, share
from backend.playtests.noise import grid_of, noisy_policies, players_of, tells_stuck
from backend.playtests.selectors.against import (
    FirstPlays,
    Maps,
    curves_of,
    first_plays,
    simulated_on,
    with_all,
)
from backend.playtests.selectors.filters import describe_filters
from backend.playtests.selectors.variants import sum_variants
from backend.playtests.statistics.against import against
from backend.playtests.statistics.fitting import Curves, Fit, fit
from backend.playtests.statistics.leaving_out import Errors, LeftOut, leave_boards_out
from backend.playtests.statistics.plays import Plays
from engines import Game, wilson
from engines.protocol import Policy

MOST_BOARDS = 100
"""More boards than this are not listed one by one."""

Context = dict[str, Any]


def against_context(game: Game, query: QueryDict) -> Context:
    """What ``playtests/against.html`` shows."""
    filters = read_filters(query, "rules", "puzzle", "table", "format")
    context: Context = {
        "game": game,
        "title": f"{game.title}: people against the simulation",
        **describe_filters(filters, game.slug),
        "levels": game.levels,
        "can_stick": tells_stuck(game),
    }
    if not tells_stuck(game):
        return context
    variants = name_variants(game, sum_variants(game.slug, filters))
    rules_key = query.get("rules") if query.get("rules") in dict(variants) else ""
    puzzle = read_id(query.get("puzzle"))
    fixed: dict[str, Any] = {"rules_key": rules_key} if rules_key else {}
    found = first_plays(game.slug, filters, **fixed, **({"puzzle_id": puzzle} if puzzle else {}))
    plays = found.plays
    context |= {"variants": variants, "rules_key": rules_key, "puzzle_id": puzzle}
    context |= _lead(found)
    if not plays.n:
        return context
    players = players_of(game)
    maps = simulated_on(plays.boards, players)
    ready = with_all(players, plays.boards, maps)
    context["waiting"] = len(plays.boards) - len(ready)
    context["rows"] = [_against(one, plays, maps) for one in game.policies]
    context["fits"] = [_fitted(game, one, plays, maps) for one in noisy_policies(game)]
    context["specs"] = {
        key: spec for one in context["fits"] for key, spec in one.pop("specs").items()
    }
    return context


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
def _against(policy: Policy, plays: Plays, maps: Maps) -> Context:
    """A row of the table of verdicts: on the boards that this policy has played."""
    boards = with_all([policy.key], plays.boards, maps)
    same = plays.on(boards)
    found = against(same, [maps[board][policy.key] for board in same.boards])
    row: Context = {"policy": policy, "boards": len(boards)}
    if found is None:
        return row
    return row | {
        "sessions": same.n,
        "people": percent(found.people),
        "simulated": percent(found.simulated),
        "difference": words.points(found.difference),
        "interval": f"{words.points(found.low)} to {words.points(found.high)}",
        "p": p_value(found.p),
        "verdict": words.verdict(found),
    }


# The fit -----------------------------------------------------------------------------------
def _fitted(game: Game, policy: Policy, plays: Plays, maps: Maps) -> Context:
    grid = grid_of(game, policy.key)
    same = plays.on(with_all(grid, plays.boards, maps))
    context: Context = {"policy": policy, "specs": {}}
    if not same.n:
        return context
    curves = curves_of(game, policy.key, same.boards, maps)
    found = fit(same, curves)
    assert found is not None
    context |= {
        "sessions": same.n,
        "boards": len(same.boards),
        "words": words.fitted(found, policy),
    }
    with unchecked():
        key = f"chart-fit-{policy.key}"
        context["specs"][key] = charts.fit_chart(*_curve(same, curves), found, _band(same, found))
        errors = leave_boards_out(same, curves)
        if errors is not None:
            context["specs"][f"chart-left-{policy.key}"] = charts.left_out_chart(errors)
            context |= _errors(errors)
    return context


def _curve(plays: Plays, curves: Curves) -> tuple[list[float], list[float]]:
    """The simulated rate of all boards together, weighed as people played them."""
    sessions, _ = plays.of_boards()
    rates = sessions @ curves.rates / plays.n
    every = slice(None, None, 5)
    return curves.epsilons[every].tolist(), rates[every].tolist()


def _band(plays: Plays, found: Fit) -> tuple[float, float]:
    """People's rate as far as these plays tell it, by as many as count once widened."""
    n = plays.n / found.widened
    return wilson(plays.rate * n, n)


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
