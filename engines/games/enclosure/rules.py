"""What may be drawn, what a line takes, and how a board stands: the reference, in plain Python.

`closed_off` is the function that the whole game is made of.
"""

from __future__ import annotations

from collections.abc import Iterable

from engines.errors import IllegalMove
from engines.games.enclosure.geometry import Grid, grid_of, members
from engines.games.enclosure.types import Board, Rules, State
from engines.results import Outcome
from engines.shared.lines import Line, is_line, line_locus, line_number, line_text, line_words

SEATS = ("first player", "second player")


def grid(rules: Rules) -> Grid:
    return grid_of(rules.rows, rules.cols)


def empty_board(rules: Rules) -> Board:
    """The board of a whole game: nothing is drawn but the rim, where that counts as drawn."""
    return Board(rules, grid(rules).rim if rules.border == "drawn" else 0)


def initial_state(board: Board) -> State:
    """The board before the first move."""
    return State(board, board.lines, board.taken, 0, board.to_move)


def areas(grid: Grid, lines: int, cells: int) -> list[int]:
    """The sets of cells that hang together, no line between them; by their first cell.

    Flood fill. With the outside in `cells`, what it reaches is one of them.
    """
    found = []
    while cells:
        area = waiting = cells & -cells
        while waiting:
            cell = waiting.bit_length() - 1
            waiting ^= 1 << cell
            for line in lines_around(grid, cell):
                a, b = grid.sides[line]
                other = 1 << (b if a == cell else a)
                if not lines >> line & 1 and other & cells & ~area:
                    area |= other
                    waiting |= other
        found.append(area)
        cells &= ~area
    return found


def lines_around(grid: Grid, cell: int) -> Iterable[int]:
    return members(grid.rim) if cell == grid.outside else grid.around[cell]


def closed_off(rules: Rules, lines: int, cells: int) -> int:
    """Which of the unclaimed `cells` are taken once these lines are drawn.

    - box: those with all four sides drawn.
    - area, border open: those that the outside does not reach.
    - area, border drawn: all but the largest area, and all but the largest ones where several
      are as large.
    """
    here = grid(rules)
    if rules.capture == "box":
        return sum(
            1 << cell
            for cell in members(cells)
            if all(lines >> line & 1 for line in here.around[cell])
        )
    if rules.border == "open":
        outside = 1 << here.outside
        reached = next(area for area in areas(here, lines, cells | outside) if area & outside)
        return cells & ~reached
    found = areas(here, lines, cells)
    largest = max(area.bit_count() for area in found)
    return sum(area for area in found if area.bit_count() < largest)


def unclaimed(state: State) -> int:
    """The set of cells that nobody has taken."""
    first, second = state.taken
    return grid(state.board.rules).cells & ~first & ~second


def free_lines(state: State) -> int:
    """The set of lines that may be drawn: those that lie at an unclaimed cell."""
    here = grid(state.board.rules)
    beside = 0
    for cell in members(unclaimed(state)):
        for line in here.around[cell]:
            beside |= 1 << line
    return beside & ~state.lines


def locus(_: State, move: Line) -> str:
    return line_locus(move)


def legal_moves(state: State) -> list[Line]:
    """The lines that may be drawn, by ascending number."""
    names = grid(state.board.rules).names
    return [names[line] for line in members(free_lines(state))]


def apply(state: State, move: Line) -> State:
    """The state after the line is drawn. Raises `IllegalMove` saying what stands against it.

    What it closes off goes to the one who draws it. The turn passes, unless something was taken
    and the rules give an extra turn.
    """
    _check(state, move)
    rules, seat = state.board.rules, state.to_move
    lines = state.lines | 1 << line_number(rules.rows, rules.cols, move)
    gained = closed_off(rules, lines, unclaimed(state))
    first, second = state.taken
    taken = (first, second | gained) if seat else (first | gained, second)
    stays = rules.extra_turn and gained != 0
    return State(state.board, lines, taken, gained, seat if stays else 1 - seat)


def replay(start: Board | State, moves: Iterable[Line]) -> State:
    """The state after all the moves, each one checked."""
    state = initial_state(start) if isinstance(start, Board) else start
    for move in moves:
        state = apply(state, move)
    return state


def scores(state: State) -> tuple[int, int]:
    first, second = state.taken
    return first.bit_count(), second.bit_count()


def outcome(state: State) -> Outcome:
    """Over when no line may be drawn: a whole game is then finished; where a seat is asked to
    win, the board is solved if it did, and stuck if it lost or drew."""
    first, second = scores(state)
    if free_lines(state):
        told = f"{first} to {second}. The {SEATS[state.to_move]} draws a line."
        return Outcome("playing", message=told, scores=(first, second))
    if first == second:
        told = f"A draw, {first} to {second}."
    else:
        most, least = max(first, second), min(first, second)
        told = f"The {SEATS[int(second > first)]} wins, {most} to {least}."
    if left := unclaimed(state).bit_count():
        told += f" {left} {'cell is' if left == 1 else 'cells are'} nobody's."
    seat = state.board.seat_to_win
    if seat is None:
        return Outcome("finished", message=told, scores=(first, second))
    if (second if seat else first) > (first if seat else second):
        return Outcome("solved", message=told, scores=(first, second))
    told += f" The {SEATS[seat]} was to win."
    return Outcome("stuck", message=told, scores=(first, second))


def _check(state: State, move: Line) -> None:
    rules, free = state.board.rules, free_lines(state)
    legal = {"lines": [line_text(line) for line in legal_moves(state)]}
    if not free:
        raise IllegalMove(
            "No line is left to draw: the game is over.", code="game_over", legal=legal
        )
    if not is_line(rules.rows, rules.cols, move):
        across = move.line == "h"
        high, wide = rules.rows - (not across), rules.cols - across
        raise IllegalMove(
            f"There is no line {line_text(move)}: lines {move.line} have rows 0 to {high} and "
            f"columns 0 to {wide} here.",
            code="no_such_line",
            legal=legal,
        )
    number = line_number(rules.rows, rules.cols, move)
    if free >> number & 1:
        return
    words, code = f"{line_words(move)[0].upper()}{line_words(move)[1:]}", "already_drawn"
    if not state.lines >> number & 1:
        code, why = "inside_taken", "lies inside an area that is taken"
    elif state.board.rules.border == "drawn" and grid(rules).rim >> number & 1:
        why = "is part of the rim, which counts as drawn"
    else:
        why = "is drawn already"
    raise IllegalMove(
        f"{words} {why}. Choose another.", code=code, locus=line_locus(move), legal=legal
    )
