"""Two seats: how their policies are spelled, and what every game for two counts.

Seat 0 moves first. A policy of such a game is both seats' players, ``"careful,greedy"``.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Sequence
from typing import Any

from engines.errors import UnknownName
from engines.protocol import Metric
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
        Metric(
            key="advantage",
            title="First player's advantage",
            kind="mean",
            unit=unit,
            description="The first player's score less the second's, at the end of the game.",
            shape=_mean,
            headline=True,
            sides=("first player", "second player"),
        ),
        Metric(
            key="first_score",
            title="First player's score",
            kind="mean",
            unit=unit,
            description="What the player who moves first has at the end.",
            shape=_mean,
            restates=True,
        ),
        Metric(
            key="second_score",
            title="Second player's score",
            kind="mean",
            unit=unit,
            description="What the player who moves second has at the end.",
            shape=_mean,
            restates=True,
        ),
        Metric(
            key="first_wins",
            title="First player wins",
            kind="proportion",
            unit="games",
            description="Games at whose end the first player is ahead.",
            shape=_proportion,
            restates=True,
        ),
        Metric(
            key="draws",
            title="Draws",
            kind="proportion",
            unit="games",
            description="Games at whose end both have as much.",
            shape=_proportion,
        ),
        Metric(
            key="second_wins",
            title="Second player wins",
            kind="proportion",
            unit="games",
            description="Games at whose end the second player is ahead.",
            shape=_proportion,
            restates=True,
        ),
        Metric(
            key="moves",
            title="Moves",
            kind="mean",
            unit="moves",
            description="Moves of a whole game, both players' together.",
            shape=_mean,
            directions=("fewer", "more"),
        ),
        Metric(
            key="lead_changes",
            title="Lead changes",
            kind="mean",
            unit="times a game",
            description=(
                "How often another player takes the lead than the one who had it last; a tie "
                "in between does not count."
            ),
            shape=_mean,
            directions=("less often", "more often"),
        ),
    )


def _proportion(_: Any) -> tuple[int, ...]:
    return (2,)


def _mean(_: Any) -> tuple[int, ...]:
    return (3,)
