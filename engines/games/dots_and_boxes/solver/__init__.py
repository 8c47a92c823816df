"""What best play leads to, best moves, and hints.

With an extra turn, positions are searched (`small_search` in plain Python, `search` in Numba).
Without, what chains say about best play does not hold, and all positions are put in a table
(`tables`, a small or a big one).
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from math import inf
from time import perf_counter
from typing import Any, Literal

from engines.games.dots_and_boxes import rules as judge
from engines.games.dots_and_boxes.solver.advice import (
    rule_of_thumb,
    say_best,
    say_lost,
    scores_after,
)
from engines.games.dots_and_boxes.solver.endings import Ending, ending
from engines.games.dots_and_boxes.solver.oracles import OutOfReach
from engines.games.dots_and_boxes.solver.play import Play
from engines.games.dots_and_boxes.solver.search import MOST_LINES, Search
from engines.games.dots_and_boxes.solver.small_search import SmallSearch
from engines.games.dots_and_boxes.solver.tables import SMALL, big_table, small_table
from engines.games.dots_and_boxes.types import State
from engines.results import Hint, Solution, Way
from engines.shared.lines import Line, line_of
from engines.shared.seats import own_turns

QUICK_WORK = 800_000
"""Positions looked at without Numba, times the square of the lines free, for each takes longer
the more there are: a twentieth of a second."""

SURE_NODES = 5_000
"""Positions looked at where a best move was promised. Puzzles are made so that far fewer do: of
16,000 positions of theirs, reached by random moves, the dearest took 790."""


# Plain Python -----------------------------------------------------------------------------


def can_solve(state: State) -> bool:
    """Whether `best_move` is exact from here to the end whatever is drawn, and quick."""
    return len(left_of(state).numbers) <= SMALL


def best_move(state: State) -> Line:
    """A move of best play, always the same one in the same position.

    Where that can't be known quickly, what the chain player would draw.
    """
    known = quick_play(state)
    return rule_of_thumb(state) if known is None else _best_line(state, *known)


def hint(state: State, way: Way | None = None, *, quick: bool = False) -> Hint:  # noqa: ARG001
    """Best play and what it leads to; where that can't be known quickly, a rule of thumb."""
    left = left_of(state)
    seat = state.board.seat_to_win
    if not left.free:
        stuck = judge.outcome(state).status == "stuck"
        return Hint("stuck" if stuck else "over", "Every line is drawn: the game is over.")
    if way is None:
        way = _find_way(state, len(left.numbers))
        if way.reason == "best_play" and seat == state.to_move:
            mine, other = scores_after(state, way.moves)
            if mine <= other:
                return say_lost(state, way.moves)
    return say_best(state, way)


def _find_way(state: State, most: int) -> Way:
    known = quick_play(state)
    if known is None:
        return Way((rule_of_thumb(state),), "rule_of_thumb", most)
    moves = best_play(state, *known)
    own = most if state.board.seat_to_win is None else own_turns(state, moves, judge.apply)
    return Way(moves, "best_play", own)


def left_of(state: State) -> Ending:
    """What is left to draw."""
    rules = state.board.rules
    return ending(rules.rows, rules.cols, state.lines)


def play_of(state: State, most_nodes: float) -> Play | None:
    """Best play from here in plain Python; None where the rules and what is left to draw ask
    for more. It looks at so many positions at most, then `OutOfReach` is raised."""
    left, extra_turn = left_of(state), state.board.rules.extra_turn
    if extra_turn:
        return Play(left, extra_turn, SmallSearch(left, most_nodes))
    if len(left.numbers) <= SMALL:
        return Play(left, extra_turn, small_table(left, extra_turn))
    return None


def quick_play(state: State) -> tuple[Play, int] | None:
    """Best play from here and the value of the position; None where that takes too long."""
    promised = can_solve(state) or state.board.seat_to_win is not None
    work = QUICK_WORK // max(1, len(left_of(state).numbers)) ** 2
    play = play_of(state, SURE_NODES if promised else work)
    if play is None:
        return None
    try:
        value = play.oracle.value(play.left.free)
    except OutOfReach:
        return None
    if isinstance(play.oracle, SmallSearch):
        play.oracle.most = inf  # most is known by now: the moves follow from it
    return play, value


def best_play(state: State, play: Play, value: int) -> tuple[Line, ...]:
    """Best play of both from here, where the position has this value, to the end."""
    rules, numbers = state.board.rules, play.left.numbers
    places = play.best_line(play.left.free, value)
    return tuple(line_of(rules.rows, rules.cols, numbers[place]) for place in places)


def total_value(state: State, value: int) -> int:
    """The first seat's score less the second's at the end, from who is to move's from here on."""
    first, second = state.scores
    return first - second + (-value if state.to_move else value)


def _best_line(state: State, play: Play, value: int) -> Line:
    rules = state.board.rules
    place = play.best_place(play.left.free, value)
    return line_of(rules.rows, rules.cols, play.left.numbers[place])


def _wins(total: int, seat: int) -> bool:
    return (-total if seat else total) > 0


# Numba ------------------------------------------------------------------------------------


def solve(state: State, seconds: float) -> Solution:
    """Whether the seat asked to win (else the one to move) wins, and best play of both.

    Figures: `exact` says whether the value is known; then there is `value`, the first seat's
    score less the second's at the end, else `lower` and `upper` bound it. There are no moves
    where finding the value took all the time. Loading Numba is not counted as time, nor is
    compiling where that was never done.
    """
    known = quick_play(state)
    if known is None:
        _load_kernels()
    start, left = perf_counter(), left_of(state)
    moves: tuple[Line, ...] = ()
    nodes = 0
    try:
        play = known[0] if known else _long_play(state, lambda: perf_counter() - start > seconds)
        lower = upper = known[1] if known else play.oracle.value(left.free)
        nodes = play.oracle.nodes
        moves = best_play(state, play, upper)
    except OutOfReach as out:
        if not nodes:
            lower, upper = out.lower, out.upper
    ends = sorted((total_value(state, lower), total_value(state, upper)))
    seat = state.to_move if state.board.seat_to_win is None else state.board.seat_to_win
    answers = {_wins(end, seat) for end in ends}
    answer: Literal["yes", "no", "unknown"] = "unknown"
    if len(answers) == 1:
        answer = "yes" if answers == {True} else "no"
    figures: dict[str, Any] = {"exact": lower == upper}
    figures |= {"value": ends[0]} if lower == upper else {"lower": ends[0], "upper": ends[1]}
    return Solution(answer, moves, nodes, perf_counter() - start, figures)


def _long_play(state: State, time_is_up: Callable[[], bool]) -> Play:
    """Best play from here with Numba. Raises `OutOfReach`."""
    left, extra_turn = left_of(state), state.board.rules.extra_turn
    if extra_turn and len(left.numbers) <= MOST_LINES:
        return Play(left, extra_turn, Search(left, time_is_up))
    if not extra_turn:
        return Play(left, extra_turn, big_table(left, extra_turn, time_is_up))
    raise OutOfReach(-len(left.boxes), len(left.boxes))


@cache
def _load_kernels() -> None:
    """Load the kernels, or compile them where that was never done."""
    tiny = ending(1, 1, 0)
    Search(tiny, lambda: False).value(tiny.free)
    big_table(tiny, False, lambda: False)
