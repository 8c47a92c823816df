"""What to do next: hints in plain Python, best play to the end in Numba, too."""

from __future__ import annotations

from time import perf_counter
from typing import Any

from engines.games.reversi import rules as judge
from engines.games.reversi.discs import axes
from engines.games.reversi.endgame import Endgame
from engines.games.reversi.policies import good_cells, read_player
from engines.games.reversi.types import PUZZLE_EMPTIES, Board, Move, State
from engines.results import Hint, Solution, Way
from engines.shared.seats import own_turns

HINT_EMPTIES = 10
"""With so many empty cells or fewer a hint in a whole game is exact: in a tenth of a second."""
PLAIN_EMPTIES = 8
"""With so many empty cells or fewer `solve` does without Numba."""
TABLE_BITS = 20
"""The table of `solve` holds 2**20 positions, 56 MB."""
SLICE = 1_000_000
"""Positions looked at before the first look at the clock; then twice as many, and so on."""


# Hints ------------------------------------------------------------------------------------


def hint(state: State, way: Way | None = None, *, quick: bool = False) -> Hint:  # noqa: ARG001
    """The best move: exact towards the end, else the best one looking some moves ahead.

    Where the seat that a puzzle asks to win can't do so any more, it says so.
    """
    seat = state.board.seat_to_win
    if not judge.open_cells(state):
        stuck = judge.outcome(state).status == "stuck"
        return Hint("stuck" if stuck else "over", "Neither player has a move: the game is over.")
    way = way or _find_way(state)
    move = way.moves[0]
    told = f"Put a disc on {judge.cell_name(move.x, move.y)}:"
    if way.reason == "rule_of_thumb":
        turned = judge.apply(state, move).flipped.bit_count()
        return Hint(
            way.reason,
            f"{told} it turns over {turned}, and looking three moves ahead nothing is better.",
            way,
        )
    first, second = judge.scores(judge.play_on(state, way.moves))
    value = second - first if state.to_move else first - second
    if seat == state.to_move and value <= 0:
        return Hint("lost", f"Against best play this {_ends(value)} at best.")
    return Hint(way.reason, f"{told} with best play of both from here it {_ends(value)}.", way)


def _find_way(state: State) -> Way:
    board, most = state.board, judge.empties(state)
    width, height = board.rules.field
    if most > (HINT_EMPTIES if board.seat_to_win is None else PUZZLE_EMPTIES):
        move = judge.move_at(good_cells(state, read_player("lookahead"))[0], width)
        return Way((move,), "rule_of_thumb", most)
    moves, plain, here = list[Move](), Endgame(board.shape, axes(width, height)), state
    while judge.open_cells(here):
        cell, _ = plain.best_move(*judge.own_and_other(here))
        moves.append(judge.move_at(cell, width))
        here = judge.apply(here, moves[-1])
    own = own_turns(state, moves, judge.apply)
    return Way(tuple(moves), "best_play", most if board.seat_to_win is None else own)


def _ends(value: int) -> str:
    """How a game ends for the player to move."""
    if value == 0:
        return "is a draw"
    discs = "1 disc" if abs(value) == 1 else f"{abs(value)} discs"
    return f"is {'won' if value > 0 else 'lost'} by {discs}"


# Exact ------------------------------------------------------------------------------------


def solve(state: State, seconds: float) -> Solution:
    """Best play of both from here to the end, with proof, or *unknown* when time runs out.

    The answer is whether the seat that is asked to win does, in a whole game the seat to move.
    """
    start = perf_counter()
    board = state.board
    seat = state.to_move if board.seat_to_win is None else board.seat_to_win
    width, height = board.rules.field
    plain, search = Endgame(board.shape, axes(width, height)), None
    moves: list[Any] = []
    while judge.open_cells(state):
        if judge.empties(state) <= PLAIN_EMPTIES:
            cell, _ = plain.best_move(*judge.own_and_other(state))
        else:
            search = search or Search(board)
            found = search.best_cell(state, start + seconds - perf_counter())
            if found is None:
                return Solution("unknown", (), search.nodes, perf_counter() - start)
            cell = found
        moves.append(judge.move_at(cell, width))
        state = judge.apply(state, moves[-1])
    first, second = judge.scores(state)
    value = first - second
    ahead = value if seat == 0 else -value
    return Solution(
        "yes" if ahead > 0 else "no",
        tuple(moves),
        plain.nodes + (search.nodes if search else 0),
        perf_counter() - start,
        {"value": value},
    )


class Search:
    """Exact search in Numba on one board; what was found out helps from move to move."""

    def __init__(self, board: Board) -> None:
        from engines.games.reversi.kernels import workspace

        self.ground = workspace.make_ground(board.rules, board.shape)
        self.table = workspace.make_table(TABLE_BITS)
        self.nodes = 0

    def best_cell(self, state: State, seconds: float) -> int | None:
        """The cell of the best move; None if it was not found in time."""
        from engines.games.reversi.kernels.endgame import solve_position
        from engines.games.reversi.kernels.workspace import four_words

        discs, limit = four_words(*judge.own_and_other(state)), SLICE
        start = perf_counter()
        while True:
            before = perf_counter()
            cell, _, looked_at, done = solve_position(self.ground, self.table, discs, limit)
            self.nodes += looked_at
            if done:
                return int(cell)
            took = perf_counter() - before
            if before + took - start + 2 * took > seconds:  # the next slice would take too long
                return None
            limit *= 2

    def values(self, state: State) -> dict[int, int]:
        """The exact value of every legal move to the player to move, by cell."""
        import numpy as np

        from engines.games.reversi.discs import cells_in
        from engines.games.reversi.kernels.endgame import move_values
        from engines.games.reversi.kernels.workspace import four_words

        found = np.zeros(self.ground.weights.shape[0], np.int64)
        discs = four_words(*judge.own_and_other(state))
        move_values(self.ground, self.table, discs, found)
        return {cell: int(found[cell]) for cell in cells_in(judge.open_cells(state))}
