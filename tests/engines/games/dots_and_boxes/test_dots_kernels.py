"""The kernels and the plain-Python reference are two tellings of one game."""

from __future__ import annotations

import random

import numpy as np
import pytest
from numba import njit

from engines.counting import count_plays
from engines.errors import EngineError, UnknownName
from engines.games.dots_and_boxes import GAME
from engines.games.dots_and_boxes.geometry import geometry
from engines.games.dots_and_boxes.kernels import bits, workspace
from engines.games.dots_and_boxes.kernels import trials as kernels
from engines.games.dots_and_boxes.measuring import measure
from engines.games.dots_and_boxes.metrics import METRICS
from engines.games.dots_and_boxes.policies import check_policy
from engines.games.dots_and_boxes.types import Board, Rules
from engines.metrics import make_counters
from engines.randomness import MAX_SEED

replay_trial, simulate = GAME.replay_trial, GAME.simulate

SIZES = [(1, 1), (1, 2), (2, 1), (2, 3), (3, 3), (4, 4), (1, 10), (10, 1), (5, 5), (4, 6)]
LARGE = [(5, 6), (3, 9), (7, 7), (10, 10)]
QUICK = ["random,random", "greedy,greedy", "careful,careful", "careful,greedy", "random,careful"]
THINKING = ["chain,chain", "chain,careful", "greedy,chain", "lookahead(depth=1),random"]
THINKING += ["lookahead,chain"]
extra_or_not = pytest.mark.parametrize("extra_turn", [True, False])


def assert_same_trials(
    rules: Rules, policy: str, seed: int, first: int, trials: int, board: Board | None = None
) -> None:
    """Every metric of every single trial is the same."""
    for trial in range(first, first + trials):
        fast = simulate(rules, policy, seed, trial, 1, board)
        play = replay_trial(rules, policy, seed, trial, board)
        slow = count_plays(METRICS, rules, [measure(play)])
        assert fast == slow, (rules, policy, seed, trial)


@extra_or_not
@pytest.mark.parametrize(("rows", "cols"), SIZES)
@pytest.mark.parametrize("policy", QUICK)
def test_quick_players_play_the_same_trials(rows, cols, extra_turn, policy):
    rules = Rules(rows=rows, cols=cols, extra_turn=extra_turn)
    assert_same_trials(rules, policy, 5, 1000, 40 if rows * cols < 20 else 12)


@extra_or_not
@pytest.mark.parametrize(("rows", "cols"), SIZES)
@pytest.mark.parametrize("policy", THINKING)
def test_thinking_players_play_the_same_trials(rows, cols, extra_turn, policy):
    rules = Rules(rows=rows, cols=cols, extra_turn=extra_turn)
    trials = 16 if rows * cols < 12 else 3
    assert_same_trials(rules, policy, 6, 0, trials if "look" in policy else 3 * trials)


@extra_or_not
@pytest.mark.parametrize(("rows", "cols"), LARGE)
@pytest.mark.parametrize("policy", [*QUICK, "chain,careful"])
def test_grids_of_more_lines_than_a_word_has_bits(rows, cols, extra_turn, policy):
    assert_same_trials(Rules(rows=rows, cols=cols, extra_turn=extra_turn), policy, 7, 3, 2)


@extra_or_not
def test_who_looks_far_ahead_plays_the_same_trials(extra_turn):
    for rows, cols in ((2, 2), (2, 3), (1, 6)):
        rules = Rules(rows=rows, cols=cols, extra_turn=extra_turn)
        for policy in ("lookahead(depth=3),random", "lookahead(depth=4),greedy"):
            assert_same_trials(rules, policy, 8, 0, 6)


@pytest.mark.slow
@extra_or_not
def test_thousands_of_random_cases(extra_turn):
    rng = random.Random(f"dots {extra_turn}")
    for _ in range(60):
        rules = Rules(rows=rng.randint(1, 5), cols=rng.randint(1, 5), extra_turn=extra_turn)
        players = [rng.choice(["random", "greedy", "careful", "chain"]) for _ in range(2)]
        assert_same_trials(rules, ",".join(players), rng.randint(0, MAX_SEED), 0, 20)


@extra_or_not
@pytest.mark.parametrize("policy", ["careful,greedy", "random,chain", "lookahead(depth=1),chain"])
def test_boards_that_are_played_from(extra_turn, policy):
    rng = random.Random(policy)
    for rows, cols in ((3, 3), (4, 4), (2, 5), (6, 6)):
        rules = Rules(rows=rows, cols=cols, extra_turn=extra_turn)
        grid = geometry(rows, cols)
        for _ in range(4):
            lines = rng.getrandbits(len(grid.names))
            closed = sum(not around & ~lines for around in grid.around)
            first = rng.randint(0, closed)
            board = Board(rules, lines, (first, closed - first), rng.randint(0, 1))
            assert_same_trials(rules, policy, 9, 0, 3, board)


def test_nothing_is_left_to_play():
    rules = Rules(rows=1, cols=1)
    tally = simulate(rules, "chain", 1, 0, 3, Board(rules, 15, (0, 1)))
    assert tally.counts["advantage"] == (3, -3, 3)
    assert tally.counts["moves"] == (3, 0, 0)


@pytest.mark.parametrize("policy", ["careful,greedy", "chain,careful"])
def test_a_tally_is_the_sum_of_its_slices(policy):
    rules = Rules()
    whole = simulate(rules, policy, 11, 5, 96)
    parts = [simulate(rules, policy, 11, 5 + at, size) for at, size in ((0, 1), (1, 40), (41, 55))]
    assert whole.vector() == [
        sum(numbers) for numbers in zip(*(p.vector() for p in parts), strict=True)
    ]
    assert whole.headline == b"".join(part.headline for part in parts)
    assert list(whole.counts) == [metric.key for metric in METRICS]


@pytest.mark.parametrize("policy", QUICK)
def test_both_ways_through_the_kernels_agree(policy):
    """Where the lines fit one word, both could play."""
    for extra_turn in (True, False):
        rules = Rules(rows=5, cols=5, extra_turn=extra_turn)
        small, large = (
            make_counters(kernels.Counters, METRICS, rules, 200, wrong=kernels.no_game())
            for _ in range(2)
        )
        kernels.run_small(workspace.make_workspace(Board(rules), policy), 3, 10, 200, small)
        kernels.run_large(workspace.make_workspace(Board(rules), policy), 3, 10, 200, large)
        for one, other in zip(small, large, strict=True):
            assert one.tolist() == other.tolist()


@pytest.mark.parametrize("rows", [4, 6])  # lines that fit one word, and some that don't
def test_a_simulation_whose_scores_do_not_add_up_is_refused(rows, monkeypatch):
    whole = workspace.make_workspace

    def broken(board, policy):
        ws = whole(board, policy)
        ws.table[0] |= np.uint64(1 << 63)  # the first box lacks a line that nobody draws
        ws.position.missing[0] += 1
        return ws

    monkeypatch.setattr(workspace, "make_workspace", broken)
    with pytest.raises(ArithmeticError, match="do not add up"):
        simulate(Rules(rows=rows, cols=rows), "random", 1, 0, 100)


def test_the_nth_bit_is_found_both_ways():
    @njit
    def find(words, numbers, way):
        found = np.zeros(len(words), np.int64)
        for i in range(len(words)):
            if way == 0:
                found[i] = bits.nth_bit(words[i], numbers[i])
            else:
                found[i] = bits.nth_by_counting(words[i], numbers[i])
        return found

    rng = random.Random(3)
    words, numbers, wanted = [], [], []
    for _ in range(3000):
        places = sorted(rng.sample(range(64), rng.randint(1, 64)))
        n = rng.randrange(len(places))
        words.append(sum(1 << place for place in places))
        numbers.append(n)
        wanted.append(places[n])
    arrays = np.array(words, np.uint64), np.array(numbers, np.int64)
    assert find(*arrays, 0).tolist() == wanted
    assert find(*arrays, 1).tolist() == wanted


def test_what_can_not_be_simulated_is_said():
    rules = Rules()
    with pytest.raises(UnknownName):
        simulate(rules, "nobody", 1, 0, 1)
    with pytest.raises(EngineError, match="other rules"):
        simulate(rules, "random", 1, 0, 1, Board(Rules(rows=3)))
    for wrong in ((-1, 0, 1), (MAX_SEED + 1, 0, 1), (1, -1, 1), (1, 0, -1), (1, MAX_SEED, 1)):
        with pytest.raises(ValueError, match=r"must be|numbered"):
            simulate(rules, "random", *wrong)
    assert check_policy("Careful , greedy") == "careful,greedy"
    assert simulate(rules, "random", 1, 0, 0).trials == 0
