"""What may be tapped, and how a hunt stands: the reference, in plain Python."""

from __future__ import annotations

from collections.abc import Iterable

from engines.errors import IllegalMove
from engines.games.number_hunt.types import Board, Move, State
from engines.results import Outcome


def initial_state(board: Board) -> State:
    """The field before the first tap: 1 is looked for."""
    return State(board, 1, 0)


def number_locus(number: int) -> str:
    return f"number:{number}"


def locus(state: State, _: Move) -> str:
    """Where the hand is: at the number looked for, whichever circle it taps."""
    return number_locus(state.next)


def open_numbers(state: State) -> range:
    """The numbers not found yet, ascending."""
    return range(state.next, len(state.board.circles) + 1)


def legal_moves(state: State) -> list[Move]:
    """Every move `apply` accepts: any circle not found yet, for a wrong tap is legal."""
    return [Move(number) for number in open_numbers(state)]


def apply(state: State, move: Move) -> State:
    """The state after the tap. A wrong one is counted, and nothing else. Raises `IllegalMove`."""
    count, number = len(state.board.circles), move.number
    if not 1 <= number <= count:
        raise IllegalMove(
            f"There is no number {number}: the circles are numbered 1 to {count}.",
            code="unknown_number",
            legal={"numbers": list(open_numbers(state))},
        )
    if number < state.next:
        after = (
            f"The number looked for is {state.next}."
            if state.next <= count
            else "All numbers are found."
        )
        raise IllegalMove(
            f"Number {number} is found already. {after}",
            code="already_found",
            locus=number_locus(state.next) if state.next <= count else None,
            legal={"numbers": list(open_numbers(state))},
        )
    if is_miss(state, move):
        return State(state.board, state.next, state.wrong + 1)
    return State(state.board, state.next + 1, state.wrong)


def replay(board: Board, moves: Iterable[Move]) -> State:
    """The state after all the moves, each one checked."""
    state = initial_state(board)
    for move in moves:
        state = apply(state, move)
    return state


def is_miss(state: State, move: Move) -> bool:
    """Whether the tap would be a wrong one."""
    return move.number != state.next


def outcome(state: State) -> Outcome:
    """Solved when all numbers are found. Never stuck: there is always a right circle to tap."""
    count = len(state.board.circles)
    if state.next > count:
        return Outcome("solved", message=f"All {count} numbers are found{_wrong(state)}.")
    left = count - state.next + 1
    return Outcome(
        "playing",
        message=f"Look for {state.next}. {left} {'number' if left == 1 else 'numbers'} "
        f"left{_wrong(state)}.",
    )


def _wrong(state: State) -> str:
    if not state.wrong:
        return ""
    return f", {state.wrong} wrong {'tap' if state.wrong == 1 else 'taps'}"
