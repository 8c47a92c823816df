"""What to do next: hints (plain Python), and best play with proof (Numba)."""

from __future__ import annotations

from time import perf_counter
from typing import Any, Literal

from engines.games.enclosure import rules as judge
from engines.games.enclosure.cuts import Graph, choices, graph_of, position_of
from engines.games.enclosure.geometry import members
from engines.games.enclosure.policies import EXACT_LINES, most_taken
from engines.games.enclosure.rules import SEATS
from engines.games.enclosure.search import best_ahead, best_lines, exact_values
from engines.games.enclosure.types import State
from engines.results import Hint, Solution, Way
from engines.shared.lines import Line, line_words
from engines.shared.seats import own_turns

SOLVE_LINES = 24
"""Free lines up to which `solve` tries: 16 MB, and half a minute at most."""
SLICE = 100_000
"""Positions looked at between two looks at the clock."""


# Plain Python -----------------------------------------------------------------------------


def lead(state: State, seat: int | None = None) -> int:
    """How many cells a seat, by default who is to move, is ahead."""
    first, second = judge.scores(state)
    return second - first if (state.to_move if seat is None else seat) else first - second


def hint(state: State, way: Way | None = None, *, quick: bool = False) -> Hint:  # noqa: ARG001
    """The best line: exact where few lines are free, else as far as two moves tell."""
    if not position_of(state):
        end = judge.outcome(state)
        return Hint(
            "stuck" if end.status == "stuck" else "over", f"The game is over. {end.message}"
        )
    if way is None:
        way = _find_way(state)
        seat = state.board.seat_to_win
        if way.reason == "best_play" and seat is not None:
            first, second = judge.scores(judge.replay(state, way.moves))
            if (second - first if seat else first - second) <= 0:
                who = SEATS[seat]
                return Hint("lost", f"From here the {who} can't win any more against best play.")
    return Hint(way.reason, _say(state, way), way)


def _find_way(state: State) -> Way:
    graph, position, names = (
        graph_of(state.board.rules),
        position_of(state),
        judge.grid(state.board.rules).names,
    )
    whole = state.board.seat_to_win is None
    most = position.bit_count()  # a line can't be drawn twice
    if position.bit_count() > EXACT_LINES:
        return Way((names[best_ahead(graph, position, 2)[0]],), "rule_of_thumb", most)
    moves = best_moves(graph, position)
    return Way(moves, "best_play", most if whole else own_turns(state, moves, judge.apply))


def best_moves(graph: Graph, position: int) -> tuple[Line, ...]:
    """Best play of both to the end, of several best lines always the first."""
    names, known, moves = judge.grid(graph.rules).names, dict[int, int](), []
    while position:
        best = best_lines(exact_values(graph, position, known))[0]
        moves.append(names[best])
        position = next(after for line, _, after in choices(graph, position) if line == best)
    return tuple(moves)


def _say(state: State, way: Way) -> str:
    """The first line of a way in words, and how the way ends."""
    graph, move = graph_of(state.board.rules), way.moves[0]
    gain, after = next(
        (gain, after)
        for line, gain, after in choices(graph, position_of(state))
        if judge.grid(state.board.rules).names[line] == move
    )
    words = [f"Draw {line_words(move)}:"]
    given = most_taken(graph, after)
    if gain:
        words.append(f"it takes {_cells(gain)}.")
    elif given:
        words.append(f"it takes nothing and leaves {_cells(given)} to take, but no line is better.")
    else:
        words.append("it takes nothing, and leaves nothing to take.")
    if way.reason == "best_play":
        end = lead(judge.replay(state, way.moves), state.to_move)
        words.append(f"With best play of both the {_who(state, end)}.")
    return " ".join(words)


def _who(state: State, end: int) -> str:
    """Who is ahead by how much at the end, given how much who is to move is."""
    if end == 0:
        return "game ends in a draw"
    seat = state.to_move if end > 0 else 1 - state.to_move
    return f"{SEATS[seat]} wins by {_cells(abs(end))}"


def _cells(count: int) -> str:
    return "1 cell" if count == 1 else f"{count} cells"


# Numba ------------------------------------------------------------------------------------


def solve(state: State, seconds: float) -> Solution:
    """Whether the seat that is asked to win (in a whole game: who is to move) wins, with best
    play of both to the end.

    Exact where at most `SOLVE_LINES` lines are free and the time is enough, else unknown.
    Figures: `free_lines`, and where known `value`, the first seat's score less the second's.
    """
    position = position_of(state)
    figures: dict[str, Any] = {"free_lines": position.bit_count()}
    seat = state.board.seat_to_win
    seat = state.to_move if seat is None else seat
    start, moves, nodes = perf_counter(), list[Line](), 0
    if position.bit_count() > SOLVE_LINES:
        return Solution("unknown", (), 0, 0.0, figures)
    if position:
        found = _best_play(state, start + seconds)
        if found is None:
            return Solution("unknown", (), 0, perf_counter() - start, figures)
        moves, nodes = found
    end = judge.replay(state, moves)
    first, second = judge.scores(end)
    figures["value"] = first - second
    won = first < second if seat else first > second
    answer: Literal["yes", "no"] = "yes" if won else "no"
    return Solution(answer, tuple(moves), nodes, perf_counter() - start, figures)


def _best_play(state: State, deadline: float) -> tuple[list[Line], int] | None:
    """(best play of both to the end, positions looked at); None where time ran out."""
    import numpy as np

    from engines.games.enclosure.kernels import exact, workspace

    rules = state.board.rules
    shape, names = workspace.make_shape(rules), judge.grid(rules).names
    scratch = workspace.make_scratch(shape)
    free, _ = workspace.load_position(shape, state.lines, position_of(state))
    positions = workspace.make_positions(shape, int(free.sum()) + 2)
    table, values = exact.make_table(free), np.zeros(len(names), np.int64)
    moves: list[Line] = []
    while position := position_of(state):
        positions.free[0], positions.wall[0] = workspace.load_position(shape, state.lines, position)
        while not exact.line_values(shape, positions, scratch, table, SLICE, values):
            if perf_counter() > deadline:
                return None
        best = best_lines({line: int(values[line]) for line in members(position)})
        moves.append(names[best[0]])
        state = judge.apply(state, moves[-1])
    return moves, int(table.budget[1])
