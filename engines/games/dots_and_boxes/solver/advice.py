"""Moves said in words, and what to draw where best play is not known."""

from __future__ import annotations

from engines.games.dots_and_boxes.geometry import closed_by, geometry
from engines.games.dots_and_boxes.policies import read_player, wanted_lines
from engines.games.dots_and_boxes.rules import geometry_of
from engines.games.dots_and_boxes.solver.chains import strip
from engines.games.dots_and_boxes.solver.endings import ending
from engines.games.dots_and_boxes.types import State
from engines.protocol import Hint
from engines.shared.lines import Line, line_number, line_words


def rule_of_thumb(state: State) -> Line:
    """What the chain player would draw: of several lines the first."""
    rules = state.board.rules
    grid = geometry_of(rules)
    return grid.names[wanted_lines(grid, state.lines, rules.extra_turn, read_player("chain"))[0]]


def say_best(state: State, move: Line, total: int | None) -> Hint:
    """The move, what it brings, and how it all ends: `total` is the first seat's score less the
    second's then; None where that is not known."""
    told = f"Draw {line_words(move)}: it {_effect(state, move)}."
    if total is None:
        return Hint(move, f"{told} That is a rule of thumb: the best line is not known here.")
    boxes = state.board.rules.rows * state.board.rules.cols
    mine, other = _ends(state, total)
    if 2 * mine == boxes:
        ending_words = f"in a draw, {mine} to {other}"
    else:
        ending_words = f"{mine} to {other} {'for' if mine > other else 'against'} you"
    return Hint(move, f"{told} With best play of both it ends {ending_words}.")


def say_lost(state: State, total: int) -> Hint:
    """That the puzzle can't be won from here."""
    mine, other = _ends(state, total)
    return Hint(
        None,
        f"This can't be won any more against best play: it ends {mine} to {other}. "
        "Undo to try another way.",
    )


def _ends(state: State, total: int) -> tuple[int, int]:
    """Who is to move's score at the end, and the other one's."""
    boxes = state.board.rules.rows * state.board.rules.cols
    total = -total if state.to_move else total
    return (boxes + total) // 2, (boxes - total) // 2


def _effect(state: State, move: Line) -> str:
    """What the move does, as the end of a sentence."""
    rules = state.board.rules
    number = line_number(rules.rows, rules.cols, move)
    closed = len(closed_by(geometry(rules.rows, rules.cols), state.lines, number))
    if closed:
        return f"closes {_boxes(closed)}"
    before = strip(left := ending(rules.rows, rules.cols, state.lines), left.free)[1]
    after = ending(rules.rows, rules.cols, state.lines | 1 << number)
    given = strip(after, after.free)[1]
    if not given:
        return "gives nothing away"
    if before and rules.extra_turn:
        return f"leaves {_boxes(given)}, and the other player has to go on after taking them"
    return f"gives {_boxes(given)} away"


def _boxes(count: int) -> str:
    return "1 box" if count == 1 else f"{count} boxes"
