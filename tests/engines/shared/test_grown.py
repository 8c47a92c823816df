"""Grown boards: they hang together, have their size, and grow the same in Numba."""

from __future__ import annotations

import random
from collections import Counter

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from numba import njit

from engines.randomness import BOARD, Stream
from engines.randomness_numba import below, open_stream
from engines.shared.grids import connected_pieces
from engines.shared.grown import GROWTHS, WEIGHTS, centre_cells, grow, side_neighbors
from engines.shared.grown_numba import grow as grow_fast
from engines.shared.grown_numba import make_garden


@st.composite
def boards(draw):
    width, height = draw(st.integers(2, 12)), draw(st.integers(2, 12))
    cells = draw(st.integers(4, width * height))
    return width, height, cells, draw(st.sampled_from(GROWTHS)), draw(st.integers(0, 2**63 - 1))


@given(boards())
def test_a_grown_board_has_its_cells_and_no_islands(case):
    width, height, cells, growth, seed = case
    board = grow(width, height, cells, growth, Stream(seed, 0, BOARD))
    assert list(board) == sorted(set(board))
    assert len(board) == cells
    assert set(centre_cells(width, height)) <= set(board)
    grid = [[int(y * width + x in board) for x in range(width)] for y in range(height)]
    labels, _ = connected_pieces(grid)
    assert len({labels[cell // width][cell % width] for cell in board}) == 1


def test_a_full_field_is_all_of_it():
    for growth in GROWTHS:
        assert grow(5, 3, 15, growth, Stream(1, 0, BOARD)) == tuple(range(15))
        assert grow(2, 2, 4, growth, Stream(1, 0, BOARD)) == (0, 1, 2, 3)


@pytest.mark.parametrize(
    ("size", "centre"),
    [((8, 8), (27, 28, 35, 36)), ((5, 3), (1, 2, 6, 7)), ((2, 2), (0, 1, 2, 3))],
)
def test_the_centre(size, centre):
    assert centre_cells(*size) == centre


def test_neighbors_are_beside_and_in_the_field():
    assert list(side_neighbors(0, 3, 2)) == [1, 3]
    assert list(side_neighbors(4, 3, 2)) == [3, 5, 1]


@pytest.mark.parametrize("growth", GROWTHS)
def test_the_next_cell_is_drawn_in_proportion_to_its_weight(growth):
    """The third cell after the centre, against the exact chances worked out from the rules."""
    weights, trials, width, height = WEIGHTS[growth], 40_000, 6, 6

    def chances(board: frozenset, left: int) -> Counter:
        if left == 0:
            return Counter({board: 1.0})
        rim = {
            cell: weights[sum(n in board for n in side_neighbors(cell, width, height)) - 1]
            for cell in {n for c in board for n in side_neighbors(c, width, height)} - board
        }
        found: Counter = Counter()
        for cell, weight in rim.items():
            for then, chance in chances(board | {cell}, left - 1).items():
                found[then] += chance * weight / sum(rim.values())
        return found

    wanted = chances(frozenset(centre_cells(width, height)), 2)
    seen = Counter(
        frozenset(grow(width, height, 6, growth, Stream(7, trial, BOARD)))
        for trial in range(trials)
    )
    assert seen.keys() <= wanted.keys()
    chi = sum((seen[b] - trials * p) ** 2 / (trials * p) for b, p in wanted.items())
    assert chi < len(wanted) + 4 * (2 * len(wanted)) ** 0.5


def test_shapes_differ_as_their_names_say():
    def sides(growth: str) -> float:
        total = 0
        for trial in range(50):
            board = set(grow(20, 20, 60, growth, Stream(3, trial, BOARD)))
            total += sum(n in board for c in board for n in side_neighbors(c, 20, 20))
        return total

    assert sides("compact") > 1.1 * sides("even") > 1.2 * sides("branching")


@njit
def _grow_and_draw(garden, cells, seed, trial):
    state = grow_fast(garden, cells, open_stream(seed, trial, 0))
    return below(state, 1 << 30)[0]


def test_the_same_boards_and_the_same_stream_afterwards():
    rng = random.Random(5)
    for _ in range(300):
        width, height = rng.randint(2, 11), rng.randint(2, 11)
        growth = rng.choice(GROWTHS)
        garden = make_garden(width, height, growth)
        for _ in range(3):  # one garden for many boards
            cells = rng.randint(4, width * height)
            seed, trial = rng.getrandbits(63), rng.getrandbits(40)
            stream = Stream(seed, trial, BOARD)
            board = grow(width, height, cells, growth, stream)
            after = _grow_and_draw(garden, cells, seed, trial)
            assert tuple(np.flatnonzero(garden.board).tolist()) == board
            assert after == stream.below(1 << 30)
