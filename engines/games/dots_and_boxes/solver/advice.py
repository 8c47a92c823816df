"""Moves said in words, and what to draw where best play is not known."""

from __future__ import annotations

from collections.abc import Iterable

from engines.games.dots_and_boxes import rules as judge
from engines.games.dots_and_boxes.geometry import closed_by, geometry
from engines.games.dots_and_boxes.policies import read_player, wanted_lines
from engines.games.dots_and_boxes.rules import geometry_of
from engines.games.dots_and_boxes.solver.chains import strip
from engines.games.dots_and_boxes.solver.endings import ending
from engines.games.dots_and_boxes.types import State
from engines.results import Hint, Way
from engines.shared.lines import Line, line_number, line_words


def rule_of_thumb(state: State) -> Line:
    """What the chain player would draw: of several lines the first."""
    rules = state.board.rules
    grid = geometry_of(rules)
    return grid.names[wanted_lines(grid, state.lines, rules.extra_turn, read_player("chain"))[0]]


def say_best(state: State, way: Way) -> Hint:
    """The way's first line, what it brings, and how it all ends, where that is known."""
    move = way.moves[0]
    told = f"Draw {line_words(move)}: it {_effect(state, move)}."
    if way.reason == "rule_of_thumb":
        return Hint(
            way.reason, f"{told} That is a rule of thumb: the best line is not known here.", way
        )
    mine, other = scores_after(state, way.moves)
    if mine == other:
        ending_words = f"in a draw, {mine} to {other}"
    else:
        ending_words = f"{mine} to {other} {'for' if mine > other else 'against'} you"
    return Hint(way.reason, f"{told} With best play of both it ends {ending_words}.", way)


def say_lost(state: State, moves: Iterable[Line]) -> Hint:
    """That the puzzle can't be won from here, as these moves, best play of both, show."""
    mine, other = scores_after(state, moves)
    return Hint("lost", f"This can't be won any more against best play: it ends {mine} to {other}.")


def scores_after(state: State, moves: Iterable[Line]) -> tuple[int, int]:
    """Who is to move's score after these moves to the end, and the other one's."""
    seat = state.to_move
    for move in moves:
        state = judge.apply(state, move)
    return state.scores[seat], state.scores[1 - seat]


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
