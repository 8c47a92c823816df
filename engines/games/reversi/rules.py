"""What is legal, how discs turn over, and how a game stands: the reference, in plain Python."""

from __future__ import annotations

from collections.abc import Iterable

from engines.errors import IllegalMove
from engines.games.reversi.discs import axes, cells_in, legal_cells, turned_over
from engines.games.reversi.types import Board, Move, State
from engines.results import Outcome

SEATS = ("The first player", "The second player")
LETTERS = "abcdefghij"


def initial_state(board: Board) -> State:
    return State(board, board.first, board.second, board.to_move)


def own_and_other(state: State) -> tuple[int, int]:
    """The discs of the seat to move, and those of the other one."""
    if state.to_move == 0:
        return state.first, state.second
    return state.second, state.first


def open_cells(state: State) -> int:
    """The cells where the seat to move may put a disc, as a set."""
    own, other = own_and_other(state)
    return legal_cells(own, other, state.board.shape, axes(*state.board.rules.field))


def empties(state: State) -> int:
    """How many cells have no disc."""
    return (state.board.shape & ~(state.first | state.second)).bit_count()


def scores(state: State) -> tuple[int, int]:
    return state.first.bit_count(), state.second.bit_count()


def move_at(cell: int, width: int) -> Move:
    return Move(cell % width, cell // width)


def cell_name(x: int, y: int) -> str:
    """As d3: the column's letter, and the row's number counted from 1 at the top."""
    return f"{LETTERS[x]}{y + 1}"


def cell_locus(x: int, y: int) -> str:
    return f"cell:{cell_name(x, y)}"


def locus(_: State, move: Move) -> str:
    return cell_locus(move.x, move.y)


def legal_moves(state: State) -> list[Move]:
    """Every cell where a disc turns some over, row by row; none once the game is over."""
    width, _ = state.board.rules.field
    return [move_at(cell, width) for cell in cells_in(open_cells(state))]


def apply(state: State, move: Move) -> State:
    """The state after the move. Raises `IllegalMove` saying what stands against it.

    Who has no move passes, without being asked: the turn stays with the other one.
    """
    turned = _check(state, move)
    width, height = state.board.rules.field
    cell = move.y * width + move.x
    own, other = own_and_other(state)
    own, other = own | turned | 1 << cell, other & ~turned
    lines, shape = axes(width, height), state.board.shape
    seat, passes = 1 - state.to_move, state.passes
    if not legal_cells(other, own, shape, lines) and legal_cells(own, other, shape, lines):
        seat, passes = state.to_move, passes + 1
    first, second = (own, other) if state.to_move == 0 else (other, own)
    return State(state.board, first, second, seat, state.moves + 1, passes, cell, turned)


def passed(state: State) -> bool:
    """Whether the last move left the other player without one, so that the turn stayed."""
    if state.last is None or not open_cells(state):
        return False
    own, _ = own_and_other(state)
    return bool(own >> state.last & 1)


def replay(board: Board, moves: Iterable[Move]) -> State:
    """The state after all the moves, each one checked."""
    return play_on(initial_state(board), moves)


def play_on(state: State, moves: Iterable[Move]) -> State:
    """The state after all the moves from here, each one checked."""
    for move in moves:
        state = apply(state, move)
    return state


def outcome(state: State) -> Outcome:
    """Over when neither can move. A puzzle is solved if the seat it asks to win is ahead then,
    else stuck; a whole game is finished."""
    both = scores(state)
    if open_cells(state):
        message = f"{SEATS[state.to_move]} moves, at {both[0]} to {both[1]}."
        if passed(state):
            message = f"{SEATS[1 - state.to_move]} has no move and passes. {message}"
        return Outcome("playing", message=message, scores=both)
    wanted, ahead = state.board.seat_to_win, 0 if both[0] > both[1] else 1
    if both[0] == both[1]:
        won, message = False, f"A draw: {both[0]} discs each."
    else:
        won, message = wanted == ahead, f"{SEATS[ahead]} wins {max(both)} to {min(both)}."
    if wanted is None:
        return Outcome("finished", message=message, scores=both)
    if won:
        return Outcome("solved", message=message, scores=both)
    return Outcome("stuck", message=f"{message} {SEATS[wanted]} was to win.", scores=both)


def _check(state: State, move: Move) -> int:
    """The discs that the move turns over; raises where there are none."""
    width, height = state.board.rules.field
    able = open_cells(state)
    legal = {"cells": [cell_name(c % width, c // width) for c in cells_in(able)]}
    if not able:
        raise IllegalMove(
            "Neither player has a move: the game is over.", code="game_over", legal=legal
        )
    cell = move.y * width + move.x
    inside = 0 <= move.x < width and 0 <= move.y < height
    if not inside or not state.board.shape >> cell & 1:
        where = cell_name(move.x, move.y) if inside else f"column {move.x}, row {move.y}"
        raise IllegalMove(f"The board has no cell at {where}.", code="off_board", legal=legal)
    name, locus = cell_name(move.x, move.y), cell_locus(move.x, move.y)
    if (state.first | state.second) >> cell & 1:
        raise IllegalMove(
            f"There is a disc on {name} already.", code="taken", locus=locus, legal=legal
        )
    own, other = own_and_other(state)
    turned = turned_over(cell, own, other, axes(width, height))
    if not turned:
        raise IllegalMove(
            f"A disc on {name} would turn none over: from it, along a row, a column or a "
            "diagonal, there must be discs of the other player with one's own behind them.",
            code="turns_none_over",
            locus=locus,
            legal=legal,
        )
    return turned
