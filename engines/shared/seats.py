"""Two seats: how their policies are spelled, and what every game for two counts.

Seat 0 moves first. A policy of such a game is both seats' players, ``"careful,greedy"``.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Sequence
from typing import Any

from engines.errors import UnknownName
from engines.metrics import Metric, mean, proportion
from engines.shared.named import Named

_BETWEEN = re.compile(r",(?![^(]*\))")  # a comma that is not inside brackets


def read_seats(policy: str, read_one: Callable[[str], str]) -> str:
    """The normal spelling of both seats' players; one name stands for both.

    `read_one` gives one player's normal spelling or raises `UnknownName`, as this does.
    """
    names = _BETWEEN.split(policy)
    if len(names) > 2:
        known: tuple[str, ...] = ()
        try:
            read_one("")
        except UnknownName as error:
            known = tuple(error.known)
        detail = f"A policy names one or two players, such as {known[0]},{known[-1]}."
        raise UnknownName("policy", policy, known, detail)
    first, second = read_one(names[0]), read_one(names[-1])
    return f"{first},{second}"


def as_usual(player: Named, allowed: Sequence[str]) -> str:
    """Why a bot is refused whose parameters are not the usual ones; empty if its name is."""
    if player.name not in allowed:
        return ""
    return (
        f"As a bot {player.name} plays with its usual parameters, so that nobody waits: "
        f"write {player.name}."
    )


def split_seats(policy: str) -> tuple[str, str]:
    """The players of the first and of the second seat, of a policy in its normal spelling."""
    first, second = _BETWEEN.split(policy)
    return first, second


def swap_seats(policy: str) -> str:
    """The same two players, each in the other's seat."""
    first, second = split_seats(policy)
    return f"{second},{first}"


def own_turns(state: Any, moves: Iterable[Any], apply: Callable[[Any, Any], Any]) -> int:
    """How many of these moves, made one after the other, are those of who is to move now.

    States have a `to_move`; `apply` gives the state after a move.
    """
    seat, count = state.to_move, 0
    for move in moves:
        count += state.to_move == seat
        state = apply(state, move)
    return count


def seat_metrics(unit: str) -> tuple[Metric, ...]:
    """What every game for two counts, the first seat's advantage being the headline.

    `unit` is what is scored, in the plural. A game adds its own metrics behind these.
    """
    return (
        mean(
            "advantage",
            "First player's advantage",
            unit,
            "The first player's score less the second's, at the end of the game.",
            headline=True,
            sides=("first player", "second player"),
        ),
        mean(
            "first_score",
            "First player's score",
            unit,
            "What the player who moves first has at the end.",
            restates=True,
        ),
        mean(
            "second_score",
            "Second player's score",
            unit,
            "What the player who moves second has at the end.",
            restates=True,
        ),
        proportion(
            "first_wins",
            "First player wins",
            "games",
            "Games at whose end the first player is ahead.",
            restates=True,
        ),
        proportion(
            "draws",
            "Draws",
            "games",
            "Games at whose end both have as much.",
        ),
        proportion(
            "second_wins",
            "Second player wins",
            "games",
            "Games at whose end the second player is ahead.",
            restates=True,
        ),
        mean(
            "moves",
            "Moves",
            "moves",
            "Moves of a whole game, both players' together.",
            directions=("fewer", "more"),
        ),
        mean(
            "lead_changes",
            "Lead changes",
            "times a game",
            (
                "How often another player takes the lead than the one who had it last; a tie "
                "in between does not count."
            ),
            directions=("less often", "more often"),
        ),
    )


def measure_seats(scores: tuple[int, int]) -> dict[str, int]:
    """What the final scores of one game say for `seat_metrics`."""
    first, second = scores
    return {
        "advantage": first - second,
        "first_score": first,
        "second_score": second,
        "first_wins": first > second,
        "draws": first == second,
        "second_wins": first < second,
    }
