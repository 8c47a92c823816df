"""How a colour spreads, and how a board stands: the reference, in plain Python.

`region` and `fill` are the two functions that the whole game is made of.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from engines.errors import IllegalMove
from engines.games.color_fill.types import Board, Move, Rules, State
from engines.results import Outcome


def start_cell(rules: Rules, cells: Sequence[int]) -> int:
    """The cell that the region grows from: the first one of the board row by row, or the
    centre, which every grown board has. With an even side it is the cell after the middle
    line."""
    if rules.start == "top-left":
        return next(cell for cell, color in enumerate(cells) if color >= 0)
    return rules.height // 2 * rules.width + rules.width // 2


def neighbors(cell: int, width: int, cells: int) -> Iterator[int]:
    """The cells left, right, above and below."""
    if cell % width > 0:
        yield cell - 1
    if cell % width < width - 1:
        yield cell + 1
    if cell >= width:
        yield cell - width
    if cell + width < cells:
        yield cell + width


def region(cells: Sequence[int], width: int, start: int) -> set[int]:
    """The cells of one colour that hang together, by their sides, with `start`."""
    seen = {start}
    waiting = [start]
    while waiting:
        for other in neighbors(waiting.pop(), width, len(cells)):
            if other not in seen and cells[other] == cells[start]:
                seen.add(other)
                waiting.append(other)
    return seen


def fill(cells: Sequence[int], width: int, start: int, color: int) -> tuple[int, ...]:
    """The cells after the start's region was given `color`."""
    after = list(cells)
    for cell in region(cells, width, start):
        after[cell] = color
    return tuple(after)


def initial_state(board: Board) -> State:
    """The board before the first move."""
    found = region(board.cells, board.rules.width, start_cell(board.rules, board.cells))
    return State(board, board.cells, tuple(sorted(found)), (), 0)


def color_locus(color: int) -> str:
    return f"color:{color}"


def locus(_: State, move: Move) -> str:
    return color_locus(move.color)


def current_color(state: State) -> int:
    return state.cells[start_cell(state.board.rules, state.cells)]


def moves_left(state: State) -> int:
    return state.board.limit - state.moves


def is_solved(state: State) -> bool:
    return len(state.region) == state.board.rules.size


def legal_moves(state: State) -> list[Move]:
    """Every colour but the region's own, ascending; none once the play is over.

    A colour that touches the region nowhere is allowed: it wastes the move.
    """
    if is_solved(state) or moves_left(state) <= 0:
        return []
    now = current_color(state)
    return [Move(color) for color in range(state.board.rules.colors) if color != now]


def apply(state: State, move: Move) -> State:
    """The state after the move. Raises `IllegalMove` saying what stands against it."""
    _check(state, move)
    rules, start = state.board.rules, start_cell(state.board.rules, state.cells)
    cells = fill(state.cells, rules.width, start, move.color)
    found = region(cells, rules.width, start)
    gained = found.difference(state.region)
    return State(state.board, cells, tuple(sorted(found)), tuple(sorted(gained)), state.moves + 1)


def replay(board: Board, moves: Iterable[Move]) -> State:
    """The state after all the moves, each one checked."""
    state = initial_state(board)
    for move in moves:
        state = apply(state, move)
    return state


def outcome(state: State) -> Outcome:
    """Solved when all cells have one colour; stuck when the moves are used up before that.

    The loci of a stuck board are the colours that are left outside the region.
    """
    size = state.board.rules.size
    left, missing = moves_left(state), size - len(state.region)
    if not missing:
        return Outcome(
            "solved", message=f"The whole board has one colour after {_count(state.moves, 'move')}."
        )
    if left <= 0:
        outside = {state.cells[i] for i in set(range(len(state.cells))).difference(state.region)}
        return Outcome(
            "stuck",
            tuple(color_locus(color) for color in sorted(outside) if color >= 0),
            f"The {_count(state.board.limit, 'move')} are used up, and "
            f"{_count(missing, 'cell')} of {size} "
            f"{'is' if missing == 1 else 'are'} not taken.",
        )
    return Outcome(
        "playing", message=f"{_count(missing, 'cell')} to take, {_count(left, 'move')} left."
    )


def _check(state: State, move: Move) -> None:
    colors, color = state.board.rules.colors, move.color
    legal = {"colors": [move.color for move in legal_moves(state)]}
    if is_solved(state):
        raise IllegalMove(
            "The board has one colour already: it is solved.", code="solved", legal=legal
        )
    if moves_left(state) <= 0:
        raise IllegalMove(
            f"The {_count(state.board.limit, 'move')} of this board are used up. Undo, or give up.",
            code="out_of_moves",
            legal=legal,
        )
    if not 0 <= color < colors:
        raise IllegalMove(
            f"There is no colour {color}: colours are 0 to {colors - 1}.",
            code="unknown_color",
            legal=legal,
        )
    if color == current_color(state):
        raise IllegalMove(
            f"The region has colour {color} already. Choose another.",
            code="same_color",
            locus=color_locus(color),
            legal=legal,
        )


def _count(number: int, noun: str) -> str:
    return f"{number} {noun}" if number == 1 else f"{number} {noun}s"
