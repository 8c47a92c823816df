"""The kernels and the plain-Python reference are two tellings of one game."""

from __future__ import annotations

import random
from itertools import pairwise
from math import prod

import numpy as np
import pytest
from numba import njit

from engines import summarise
from engines.errors import EngineError, UnknownName
from engines.games.reversi import GAME
from engines.games.reversi import rules as judge
from engines.games.reversi.discs import axes, cells_in, legal_cells, opening, turned_over
from engines.games.reversi.generator import make_board
from engines.games.reversi.kernels import boards
from engines.games.reversi.kernels import discs as fast
from engines.games.reversi.kernels.perft import perft
from engines.games.reversi.kernels.workspace import four_words, make_ground
from engines.games.reversi.metrics import METRICS, MOST_MOBILE
from engines.games.reversi.types import Board, Rules
from engines.games.reversi.weights import cell_weights
from engines.randomness import BOARD, MAX_SEED, Stream
from tests.engines.games.reversi.oracle import random_rules

replay_trial, simulate = GAME.replay_trial, GAME.simulate

PERFT = [4, 12, 56, 244, 1_396, 8_200, 55_092, 390_216, 3_005_288]
POLICIES = [
    "random,random",
    "greedy,random",
    "positional,greedy",
    "positional,positional",
    "lookahead(depth=1),lookahead(depth=2)",
    "lookahead,random",
    "endgame(empties=5),positional",
    "random,endgame(empties=6)",
]


def test_lines_from_the_opening():
    ground, shape = make_ground(Rules()), (1 << 64) - 1
    discs = four_words(*opening(8, 8, shape))
    assert [perft(ground, discs, depth) for depth in range(1, 8)] == PERFT[:7]


@pytest.mark.slow
def test_more_lines_from_the_opening_with_the_first_passes():
    ground, shape = make_ground(Rules()), (1 << 64) - 1
    discs = four_words(*opening(8, 8, shape))
    assert [perft(ground, discs, depth) for depth in (8, 9)] == PERFT[7:]
    assert perft(ground, discs, 10) == 24_571_284


@njit
def _unlike_fast(ground, discs):
    """Legal cells, and for each of them what it turns over: rows of (cell, lo, hi)."""
    rows = np.zeros((128, 3), np.uint64)
    lo, hi = fast.legal_cells(ground, discs[0], discs[1], discs[2], discs[3])
    n = 0
    while lo | hi != fast.NONE:
        cell, lo, hi = fast.pull(lo, hi)
        a, b = fast.turned_over(ground, cell, discs[0], discs[1], discs[2], discs[3])
        rows[n, 0], rows[n, 1], rows[n, 2] = cell, a, b
        n += 1
    return rows[:n]


def test_legal_cells_and_discs_turned_over_on_any_position():
    """Random discs on random shapes, in one word and in two."""
    rng = random.Random(8)
    for _ in range(1_500):
        rules = random_rules(rng)
        width, height = rules.field
        shape = make_board(rules, Stream(rng.getrandbits(60), 0, BOARD)).shape
        full = rng.choice([0.3, 0.6, 0.9])
        own = other = 0
        for cell in cells_in(shape):
            if rng.random() < full:
                mine = rng.random() < 0.5
                own, other = own | mine << cell, other | (not mine) << cell
        lines = axes(width, height)
        able = list(cells_in(legal_cells(own, other, shape, lines)))
        rows = _unlike_fast(make_ground(rules, shape), four_words(own, other)).tolist()
        assert [row[0] for row in rows] == able
        assert [row[1] | row[2] << 64 for row in rows] == [
            turned_over(cell, own, other, lines) for cell in able
        ]


def test_weights_of_any_shape():
    rng = random.Random(4)
    for trial in range(200):
        rules = random_rules(rng)
        width, height = rules.field
        shape = make_board(rules, Stream(4, trial, BOARD)).shape
        board = np.array([shape >> i & 1 for i in range(width * height)], np.uint8)
        weights, closed = np.zeros(len(board), np.int64), np.zeros(len(board), np.int64)
        boards.weigh_cells(board, width, closed, weights)
        assert tuple(weights.tolist()) == cell_weights(width, height, shape)


def late_board(rng: random.Random, rules: Rules) -> Board:
    """A position in the middle of a game, either seat to move."""
    state = judge.initial_state(make_board(rules, Stream(rng.getrandbits(60), 0, BOARD)))
    for _ in range(rng.randint(0, rules.size - 4)):
        moves = judge.legal_moves(state)
        if not moves:
            break
        state = judge.apply(state, rng.choice(moves))
    return Board(rules, state.board.shape, state.first, state.second, state.to_move)


def reference_tally(rules: Rules, policy: str, seed: int, first: int, trials: int, board=None):
    """The counters, counted again from replayed games, and the headline."""
    counts = {m.key: [0] * prod(m.shape(rules)) for m in METRICS}
    headline = []

    def add(key: str, value: int) -> None:
        for power in range(3):
            counts[key][power] += value**power

    for trial in range(first, first + trials):
        play = replay_trial(rules, policy, seed, trial, board)
        state, leads = judge.initial_state(play.board), []
        for number, move in enumerate(play.moves):
            able = len(judge.legal_moves(state))
            add("mobility", able)
            columns = rules.size - 4
            counts["mobility_by_move"][min(able, MOST_MOBILE) * columns + number] += 1
            state = judge.apply(state, move)
            one, other = judge.scores(state)
            leads += [one > other] if one != other else []
        one, other = judge.scores(state)
        headline.append(one - other)
        add("advantage", one - other)
        add("first_score", one)
        add("second_score", other)
        for key, so in (
            ("first_wins", one > other),
            ("draws", one == other),
            ("second_wins", one < other),
            ("wipe_outs", not one or not other),
        ):
            counts[key][0] += so
            counts[key][1] += 1
        add("moves", len(play.moves))
        add("lead_changes", sum(a != b for a, b in pairwise(leads)))
        add("passes", state.passes)
        counts["margin"][abs(one - other)] += 1
        for cell in cells_in(state.first):
            counts["first_cells"][cell] += 1
    return counts, headline


def assert_same(rules: Rules, policy: str, seed: int, first: int, trials: int, board=None):
    tally = simulate(rules, policy, seed, first, trials, board)
    counts, headline = reference_tally(rules, policy, seed, first, trials, board)
    case = (rules, policy, seed, first, board)
    assert list(np.frombuffer(tally.headline, np.int8)) == headline, case
    assert {key: list(some) for key, some in tally.counts.items()} == counts, case


@pytest.mark.parametrize("policy", POLICIES)
def test_same_games_on_boards_of_their_own_and_on_given_ones(policy):
    """Every counter of many games: the final position cell by cell, moves, passes, leads."""
    rng = random.Random(policy)
    ahead = "lookahead" in policy or "endgame" in policy
    for _ in range(12 if ahead else 40):
        rules = random_rules(rng, 6 if ahead else 10)
        assert_same(rules, policy, rng.getrandbits(63), rng.getrandbits(50), 2)
        board = late_board(rng, rules)
        assert_same(rules, policy, rng.getrandbits(63), rng.getrandbits(50), 1, board)


def test_same_games_at_the_bounds():
    largest = Rules(width=10, height=10)
    assert_same(largest, "positional,greedy", MAX_SEED, MAX_SEED - 3, 3)
    assert_same(largest, "endgame(empties=3),lookahead(depth=1)", 0, 0, 1)
    assert_same(Rules(shape="grown", cells=5), "endgame(empties=14),random", 1, 0, 20)
    assert_same(Rules(), "lookahead,endgame(empties=6)", 3, 0, 1)


def test_chunks_add_up():
    for rules in (Rules(width=5, height=6), Rules(width=5, height=6, shape="grown")):
        whole = simulate(rules, "positional,random", 9, 100, 300)
        parts = [
            simulate(rules, "positional,random", 9, 100 + a, b - a)
            for a, b in pairwise([0, 0, 1, 250, 300])
        ]
        for key, counts in whole.counts.items():
            assert tuple(map(sum, zip(*(p.counts[key] for p in parts), strict=True))) == counts
        assert b"".join(part.headline for part in parts) == whole.headline


def test_better_players_win():
    def wins(policy: str, **rules: object) -> float:
        return simulate(Rules(**rules), policy, 1, 0, 200).counts["first_wins"][0] / 200

    for rules in ({}, {"shape": "grown"}):
        assert wins("positional,random", **rules) > 0.7
        assert wins("random,positional", **rules) < 0.3
        assert wins("lookahead,positional", **rules) > 0.8


def test_the_heatmap_of_moves_and_the_mean_say_the_same():
    tally = simulate(Rules(), "random", 2, 0, 500)
    mobility = next(m for m in METRICS if m.key == "mobility_by_move")
    grid = summarise(mobility, Rules(), tally.counts["mobility_by_move"])["grid"]
    n, total, _ = tally.counts["mobility"]
    assert sum(map(sum, grid)) == n
    assert sum(able * sum(row) for able, row in enumerate(grid)) <= total  # the last row: or more
    assert grid[4][0] == 500


def test_wrong_calls_are_refused():
    board = make_board(Rules(), Stream(1, 0, BOARD))
    for call in (
        lambda: simulate(Rules(width=6), "greedy", 1, 0, 1, board=board),
        lambda: replay_trial(Rules(width=6), "greedy", 1, 0, board=board),
    ):
        with pytest.raises(EngineError, match="other rules"):
            call()
    for unknown in ("genius", "optimal", "lookahead(depth=6)", "endgame(empties=15)", "random()x"):
        with pytest.raises(UnknownName):
            simulate(Rules(), unknown, 1, 0, 1)
    for wrong in ((-1, 0, 1), (MAX_SEED + 1, 0, 1), (1, -1, 1), (1, 0, -1), (1, MAX_SEED, 1)):
        with pytest.raises(ValueError, match=r"must be|numbered"):
            simulate(Rules(), "greedy", *wrong)
