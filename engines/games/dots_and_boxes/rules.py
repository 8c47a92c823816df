"""What may be drawn, who takes what, and how a board stands: the reference, in plain Python."""

from __future__ import annotations

from collections.abc import Iterable

from engines.errors import IllegalMove
from engines.games.dots_and_boxes.geometry import Geometry, closed_by, geometry, numbers_in
from engines.games.dots_and_boxes.types import EARLIER, OPEN, Board, Rules, State
from engines.results import Outcome
from engines.shared.lines import Line, is_line, line_locus, line_number, line_text, line_words

SEATS = ("first player", "second player")


def geometry_of(rules: Rules) -> Geometry:
    return geometry(rules.rows, rules.cols)


def initial_state(board: Board) -> State:
    """The board before the first move."""
    around = geometry_of(board.rules).around
    owners = tuple(OPEN if lines & ~board.lines else EARLIER for lines in around)
    return State(board, board.lines, owners, board.scores, board.to_move)


def free_lines(state: State) -> list[int]:
    """The numbers of the lines not yet drawn, ascending."""
    return numbers_in(geometry_of(state.board.rules).full & ~state.lines)


def is_over(state: State) -> bool:
    return state.lines == geometry_of(state.board.rules).full


def locus(_: State, move: Line) -> str:
    return line_locus(move)


def legal_moves(state: State) -> list[Line]:
    """Every line not yet drawn, by ascending number."""
    names = geometry_of(state.board.rules).names
    return [names[number] for number in free_lines(state)]


def apply(state: State, move: Line) -> State:
    """The state after the line is drawn. Raises `IllegalMove` saying what stands against it.

    The boxes it closes go to the one who draws it. The turn passes, unless boxes were closed
    and the rules give an extra turn.
    """
    _check(state, move)
    rules, seat = state.board.rules, state.to_move
    number = line_number(rules.rows, rules.cols, move)
    closed = closed_by(geometry_of(rules), state.lines, number)
    owners, scores = list(state.owners), list(state.scores)
    for box in closed:
        owners[box] = seat
    scores[seat] += len(closed)
    stays = rules.extra_turn and bool(closed)
    return State(
        state.board,
        state.lines | 1 << number,
        tuple(owners),
        (scores[0], scores[1]),
        seat if stays else 1 - seat,
    )


def replay(board: Board, moves: Iterable[Line]) -> State:
    """The state after all the moves, each one checked."""
    state = initial_state(board)
    for move in moves:
        state = apply(state, move)
    return state


def outcome(state: State) -> Outcome:
    """Over when every line is drawn: a whole game is then finished; where a seat is asked to
    win, the board is solved if it did, and stuck if it lost or drew."""
    first, second = state.scores
    if not is_over(state):
        told = f"{first} to {second}. The {SEATS[state.to_move]} draws a line."
        return Outcome("playing", message=told, scores=state.scores)
    if first == second:
        told = f"A draw, {first} to {second}."
    else:
        most, least = max(state.scores), min(state.scores)
        told = f"The {SEATS[int(second > first)]} wins, {most} to {least}."
    seat = state.board.seat_to_win
    if seat is None:
        return Outcome("finished", message=told, scores=state.scores)
    if state.scores[seat] > state.scores[1 - seat]:
        return Outcome("solved", message=told, scores=state.scores)
    told += f" The {SEATS[seat]} was to win."
    return Outcome("stuck", message=told, scores=state.scores)


def _check(state: State, move: Line) -> None:
    rules = state.board.rules
    if is_over(state):
        raise _illegal(state, "Every line is drawn: the game is over.", "game_over")
    if not is_line(rules.rows, rules.cols, move):
        across = move.line == "h"
        high, wide = rules.rows - (not across), rules.cols - across
        message = (
            f"There is no line {line_text(move)}: lines {move.line} have rows 0 to {high} and "
            f"columns 0 to {wide} here."
        )
        raise _illegal(state, message, "no_such_line")
    if state.lines >> line_number(rules.rows, rules.cols, move) & 1:
        words = line_words(move)
        message = f"{words[0].upper()}{words[1:]} is drawn already. Choose another."
        raise _illegal(state, message, "already_drawn", line_locus(move))


def _illegal(state: State, message: str, code: str, locus: str | None = None) -> IllegalMove:
    legal = {"lines": [line_text(line) for line in legal_moves(state)]}
    return IllegalMove(message, code=code, locus=locus, legal=legal)
