"""Layouts of circles that do not overlap, by construction.

A circle is placed; where it comes too close to another, it is placed again; and where that
can't be done, the whole layout is begun again. All coordinates are whole points and all
distances are compared as squares, so that the kernels agree about every layout.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from engines.errors import GenerationFailed
from engines.games.number_hunt.types import Board, Circle, Move, Rules
from engines.randomness import BOARD, Stream
from engines.results import Puzzle


class Layout(NamedTuple):
    """What came of placing the circles."""

    circles: tuple[Circle, ...]  # in the order they were placed; too few if it failed
    attempts: int  # places tried, also for layouts that were given up
    rebuilds: int  # layouts that were given up and begun again
    most: int  # circles in the fullest of the layouts


def fits(circle: Circle, others: Iterable[Circle], gap: int) -> bool:
    """Whether the circle keeps the gap from all the others; touching is enough for gap 0."""
    x, y, radius = circle
    return all(
        (x - other.x) ** 2 + (y - other.y) ** 2 >= (radius + other.radius + gap) ** 2
        for other in others
    )


def place_circles(rules: Rules, stream: Stream) -> Layout:
    """Circles until all are placed, or the last rebuild allowed has failed.

    Drawn for each circle: its radius; then x and y for every attempt.
    """
    attempts = most = rebuilds = 0
    while True:
        circles, tried = _one_layout(rules, stream)
        attempts += tried
        most = max(most, len(circles))
        if len(circles) == rules.circles or rebuilds == rules.rebuilds:
            return Layout(tuple(circles), attempts, rebuilds, most)
        rebuilds += 1


def _one_layout(rules: Rules, stream: Stream) -> tuple[list[Circle], int]:
    """Circles until all are placed or one finds no place; and how many places were tried."""
    circles: list[Circle] = []
    tried = 0
    while len(circles) < rules.circles:
        radius = rules.min_radius + stream.below(rules.max_radius - rules.min_radius + 1)
        for _ in range(rules.attempts):
            tried += 1
            x = radius + stream.below(rules.width - 2 * radius + 1)
            y = radius + stream.below(rules.height - 2 * radius + 1)
            circle = Circle(x, y, radius)
            if fits(circle, circles, rules.gap):
                circles.append(circle)
                break
        else:
            break
    return circles, tried


def number_circles(rules: Rules, layout: Layout, stream: Stream) -> Board:
    """Gives the circles of a whole layout their numbers: every order is equally likely."""
    order = list(range(rules.circles))
    stream.shuffle(order)
    return Board(rules, tuple(layout.circles[place] for place in order))


def make_board(rules: Rules, stream: Stream) -> Board:
    """The field that the stream draws: first the circles, then their numbers.

    Raises `GenerationFailed` when the circles could not be placed in the rebuilds allowed.
    """
    layout = place_circles(rules, stream)
    if len(layout.circles) < rules.circles:
        raise GenerationFailed(_why(rules, layout))
    return number_circles(rules, layout, stream)


def generate(rules: Rules, seed: int) -> Puzzle:
    """The field of `Stream(seed, 0, BOARD)`. Its certificate: tap 1, 2, 3, …

    Raises `GenerationFailed` as `make_board` does.
    """
    return Puzzle(rules, seed, make_board(rules, Stream(seed, 0, BOARD)), certificate(rules))


def certificate(rules: Rules) -> tuple[Move, ...]:
    return tuple(Move(number) for number in range(1, rules.circles + 1))


def covered(board: Board) -> int:
    """How much of the field the circles cover, in 1/10,000, rounded down (π as 355/113)."""
    squares = sum(circle.radius**2 for circle in board.circles)
    return squares * 355 * 10_000 // (113 * board.rules.width * board.rules.height)


def _why(rules: Rules, layout: Layout) -> str:
    tried = rules.rebuilds + 1
    changes = ["fewer circles", "a larger field"]
    if rules.max_radius > 4:
        changes.append("smaller circles")
    if rules.gap:
        changes.append("a smaller gap")
    if rules.attempts < 200:
        changes.append("more attempts per circle")
    return (
        f"{rules.circles} circles did not find room in {rules.width}x{rules.height} points in "
        f"{tried} {'layout' if tried == 1 else 'layouts'}: at most {layout.most} could be placed "
        "before one found no place. Circles placed at random fill about half of a field, never "
        f"much more. Try {', '.join(changes[:-1])} or {changes[-1]}."
    )
