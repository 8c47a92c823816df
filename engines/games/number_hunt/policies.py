"""Simulated players of number hunt: models of search in looks, not in seconds.

A *look* is one fixation of the eye. It rests on one circle, and takes in that circle's number
and those of its *window*: the circles around it that are not crowded. Bouma's rule says when
one is: when its nearest neighbour is closer to it than half its distance from the point looked
at (Bouma, "Interaction effects in parafoveal letter recognition", Nature 226, 1970; Pelli &
Tillman, "The uncrowded window of object recognition", Nature Neuroscience 11, 2008). Circles
found before are grey: they crowd others, but no look is spent on them.

A hunt for a number ends with the look that takes it in, and the eye goes to that circle to
tap it. Nobody remembers numbers from an earlier hunt, nor taps a wrong circle. What is drawn
from the stream, and when, is part of a policy's definition:

- scan           one draw at the start: the place in reading order where the eye rests
- nearest_first  one draw at the start: the circle the eye rests on
- random_look    one draw for every look, among the circles not found yet, ascending

`kernels` tells the same in Numba: given the same stream both make the same looks.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from engines.declarations import Policy
from engines.errors import UnknownName
from engines.games.number_hunt.types import Board, Circle
from engines.randomness import Stream

POLICIES = (
    Policy(
        "scan",
        "Reads in strips",
        "Reads the field in horizontal strips, to and fro, from where the eye is, and begins "
        "again at the top after the last one.",
    ),
    Policy(
        "nearest_first",
        "Nearest first",
        "Looks around the number found last first, then farther and farther away.",
    ),
    Policy(
        "random_look",
        "Random looks",
        "Looks at any circle not found yet, and does not remember where it looked before.",
    ),
)


@dataclass(frozen=True, slots=True)
class Play:
    """One play of a field: looks[k] is what the hunt for number k + 1 took, 1 or more."""

    looks: tuple[int, ...]

    @property
    def longest(self) -> int:
        """The number whose hunt took most looks, the lowest of several."""
        return self.looks.index(max(self.looks)) + 1


def check_policy(policy: str) -> str:
    """The policy's normal spelling. Raises `UnknownName` naming the known ones."""
    known = [p.key for p in POLICIES]
    key = policy.strip().lower()
    if key not in known:
        raise UnknownName("policy", policy, known)
    return key


def play(board: Board, policy: str, stream: Stream) -> Play:
    """Find all numbers in order, drawing from `stream` only."""
    policy = check_policy(policy)
    sights = windows(board)
    if policy == "random_look":
        return _random_looks(sights, stream)
    if policy == "scan":
        return _scan(sights, reading_order(board), stream)
    return _nearest_first(board.circles, sights, stream)


# Sight ------------------------------------------------------------------------------------


def squared(one: Circle, other: Circle) -> int:
    """The squared distance of two centres."""
    return (one.x - other.x) ** 2 + (one.y - other.y) ** 2


def windows(board: Board) -> list[int]:
    """For each circle the circles that a look at it takes in: circle i as bit i."""
    circles = board.circles
    if board.rules.sight == "circle":
        return [1 << i for i in range(len(circles))]
    # Bouma: spacing of its nearest neighbour >= half the distance; here squared, times four.
    reach = [
        4 * min(squared(circle, other) for other in circles if other is not circle)
        for circle in circles
    ]
    return [
        sum(1 << j for j, other in enumerate(circles) if squared(circle, other) <= reach[j])
        for i, circle in enumerate(circles)
    ]


def reading_order(board: Board) -> list[int]:
    """The circles strip by strip from the top, to and fro: rightwards first."""
    tall = board.rules.strip

    def place(i: int) -> tuple[int, int, int]:
        strip = board.circles[i].y // tall
        x = board.circles[i].x
        return strip, -x if strip % 2 else x, i

    return sorted(range(len(board.circles)), key=place)


# Players ----------------------------------------------------------------------------------


def _random_looks(sights: Sequence[int], stream: Stream) -> Play:
    n, looks = len(sights), []
    for target in range(n):
        count = 1
        while not sights[target + stream.below(n - target)] >> target & 1:
            count += 1
        looks.append(count)
    return Play(tuple(looks))


def _scan(sights: Sequence[int], order: Sequence[int], stream: Stream) -> Play:
    n, looks = len(sights), []
    place = stream.below(n)
    for target in range(n):
        count = seen = 0
        while not seen >> target & 1:
            at = order[place]
            if at >= target and not seen >> at & 1:
                count += 1
                seen |= sights[at]
            place = (place + 1) % n
        looks.append(count)
        place = order.index(target)
    return Play(tuple(looks))


def _nearest_first(circles: Sequence[Circle], sights: Sequence[int], stream: Stream) -> Play:
    n, looks = len(sights), []
    eye = circles[stream.below(n)]
    for target in range(n):
        count = seen = 0
        while not seen >> target & 1:
            at = min(
                (i for i in range(target, n) if not seen >> i & 1),
                key=lambda i: (squared(circles[i], eye), i),
            )
            count += 1
            seen |= sights[at]
        looks.append(count)
        eye = circles[target]
    return Play(tuple(looks))
