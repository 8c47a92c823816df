"""What next: in this game the answer is always known, so it is told gently."""

from __future__ import annotations

from time import perf_counter

from engines.games.number_hunt import rules as judge
from engines.games.number_hunt.types import Board, Move, State
from engines.results import Hint, Solution, Way

ROWS = ("top", "middle", "bottom")
COLUMNS = ("left", "middle", "right")


def solve(state: State, seconds: float) -> Solution:  # noqa: ARG001
    """The numbers that are left, in order: every field can be finished from everywhere."""
    start = perf_counter()
    moves = tuple(Move(number) for number in judge.open_numbers(state))
    return Solution("yes", moves, 0, perf_counter() - start)


def hint(state: State, way: Way | None = None, *, quick: bool = False) -> Hint:  # noqa: ARG001
    """The circle looked for, and in words the ninth of the field that it lies in."""
    if way is None:
        moves = tuple(map(Move, judge.open_numbers(state)))
        way = Way(moves, "shortest", len(moves))
    if not way.moves:
        return Hint("over", "All numbers are found.")
    number = way.moves[0].number
    return Hint(way.reason, f"Number {number} is {area(state.board, number)}.", way)


def area(board: Board, number: int) -> str:
    """``at the top left``, …, ``in the middle``: where the number's centre lies."""
    circle = board.circles[number - 1]
    row = ROWS[min(2, 3 * circle.y // board.rules.height)]
    column = COLUMNS[min(2, 3 * circle.x // board.rules.width)]
    if row == column:
        return "in the middle"
    if row == "middle":
        return f"in the middle, on the {column}"
    return f"at the {row}, in the middle" if column == "middle" else f"at the {row} {column}"
