"""The kernels and the plain-Python reference are two tellings of one game."""

from __future__ import annotations

import random

import numpy as np
import pytest

from engines.errors import EngineError, UnknownName
from engines.games.sliding import GAME, policies
from engines.games.sliding import rules as judge
from engines.games.sliding.generator import make_board, scramble
from engines.games.sliding.geometry import canonical, manhattan
from engines.games.sliding.kernels import trials as kernels
from engines.games.sliding.kernels import workspace
from engines.games.sliding.metrics import METRICS
from engines.games.sliding.policies import POLICIES, play
from engines.games.sliding.solver.tables import distance
from engines.games.sliding.types import Rules
from engines.metrics import make_counters
from engines.randomness import BOARD, MAX_SEED, PLAY, Stream

replay_trial, simulate = GAME.replay_trial, GAME.simulate

KEYS = [policy.key for policy in POLICIES]


def random_rules(rng: random.Random, policy: str) -> Rules:
    width, height = rng.randint(2, 6), rng.randint(2, 6)
    while policy == "optimal" and width * height > 16:
        width, height = rng.randint(2, 6), rng.randint(2, 6)
    small = width * height <= 9
    return Rules(
        width=width,
        height=height,
        steps=rng.choice([1, 2, 11, 12, 24, 40])
        if policy == "optimal"
        else rng.choice([0, 12, 300]),
        no_backtrack=rng.random() < 0.7,
        goal=rng.choice(["blank-last", "blank-first"]),
        aim=rng.choice([8, 14]),
        tolerance=rng.choice([99, 99, 7, 1]) if small else 99,
        budget=rng.choice([1, 30, 200, 1000]),
        sample=0 if policy != "optimal" else 1,
    )


def kernel_trial(rules: Rules, policy: str, seed: int, trial: int, board=None):
    """One trial by the kernel: path, tiles at the end, solved, length (-1: none), redraws."""
    setting = workspace.make_setting(rules, policy)
    ws = workspace.make_workspace(rules, policy)
    counters = make_counters(kernels.Counters, METRICS, rules, 1)
    if board is None:
        kernels.run_trials(ws, setting, seed, trial, 1, counters)
    else:
        workspace.load_board(ws, canonical(rules, board.tiles))
        kernels.run_plays(ws, setting, seed, trial, 1, counters)
    moves, solved, length, redraws = ws.scratch.last.tolist()
    path = tuple(ws.scratch.path[:moves].tolist())
    return path, tuple(ws.scratch.tiles.tolist()), bool(solved), length, redraws, counters


def assert_same_trial(rules: Rules, policy: str, seed: int, trial: int) -> None:
    made = scramble(rules, Stream(seed, trial, BOARD))
    board = make_board(rules, Stream(seed, trial, BOARD))
    assert canonical(rules, board.tiles) == made.tiles
    wanted = play(board, policy, Stream(seed, trial, PLAY))
    path, tiles, solved, length, redraws, counters = kernel_trial(rules, policy, seed, trial)
    case = (rules, policy, seed, trial)
    assert path == wanted.path, case
    assert tiles == wanted.tiles, case
    assert (solved, redraws) == (wanted.solved, made.redraws), case
    assert counters.manhattan[1] == manhattan(rules.width, made.tiles), case
    assert counters.scramble_solved[0] == made.came_out_solved, case
    if rules.cells <= 9:
        assert length == distance(rules.width, rules.height, made.tiles), case
    if not solved:
        wrong = judge.State(board, canonical(rules, tiles), len(path))
        goal = judge.goal_tiles(rules)
        away = [int(a != b) for a, b in zip(wrong.tiles, goal, strict=True)]
        assert counters.misplaced_at.tolist() == away, case


@pytest.mark.parametrize("policy", [key for key in KEYS if key != "optimal"])
def test_trials_agree_move_for_move(policy):
    rng = random.Random(policy)
    for _ in range(60):
        assert_same_trial(
            random_rules(rng, policy), policy, rng.randrange(MAX_SEED), rng.randrange(10**6)
        )


@pytest.mark.parametrize("policy", KEYS)
def test_thousands_of_small_trials_agree(policy):
    rules = Rules(width=3, height=3, budget=120)
    tally = simulate(rules, policy, 11, 1_000, 400)
    stuck = set(tally.headline_trials())
    moves = 0
    for trial in range(400):
        board = make_board(rules, Stream(11, 1_000 + trial, BOARD))
        played = play(board, policy, Stream(11, 1_000 + trial, PLAY))
        assert played.solved != (trial in stuck)
        moves += len(played.path) if played.solved else 0
    assert tally.counts["moves"][1] == moves
    assert tally.counts["stuck"] == (len(stuck), 400)


def test_shortest_solutions_agree_move_for_move():
    rng = random.Random(5)
    for _ in range(20):
        rules = random_rules(rng, "optimal")
        assert_same_trial(rules, "optimal", rng.randrange(MAX_SEED), rng.randrange(10**6))


@pytest.mark.parametrize("policy", KEYS)
def test_a_given_board_is_played_alike(policy):
    for size, goal in (((3, 3), "blank-first"), ((4, 4), "blank-last")):
        rules = Rules(width=size[0], height=size[1], goal=goal, budget=150, steps=40)
        board = make_board(rules, Stream(3, 3, BOARD))
        for trial in range(5):
            path, tiles, solved, *_ = kernel_trial(rules, policy, 4, trial, board)
            wanted = play(board, policy, Stream(4, trial, PLAY))
            assert (path, tiles, solved) == (wanted.path, wanted.tiles, wanted.solved)


def test_the_sample_is_every_nth_trial_however_it_is_cut():
    rules = Rules(steps=30, sample=5, budget=10)
    whole = simulate(rules, "greedy", 1, 3, 40)
    parts = [simulate(rules, "greedy", 1, first, 8) for first in range(3, 43, 8)]
    assert whole.counts["optimal"][0] == 8  # trials 5, 10, … 40
    assert whole.vector() == np.sum([part.vector() for part in parts], axis=0).tolist()
    assert sum(whole.counts["optimal_length"]) == 8
    assert simulate(Rules(steps=30, sample=0), "greedy", 1, 3, 40).counts["optimal"] == (0, 0, 0)


def test_on_a_given_board_what_is_known_is_counted_for_every_trial():
    rules = Rules(width=3, height=3)
    board = make_board(rules, Stream(3, 3, BOARD))
    length = distance(3, 3, board.tiles)
    tally = simulate(rules, "greedy", 1, 0, 50, board=board)
    assert tally.counts["optimal"] == (50, 50 * length, 50 * length**2)
    assert tally.counts["scramble_solved"] == (0, 0)


def test_all_metrics_have_counters():
    assert [m.key for m in METRICS] == [f for f in kernels.Counters._fields if f != "headline"]


def test_what_cannot_be_simulated_is_refused():
    board = make_board(Rules(), Stream(1, 1, BOARD))
    with pytest.raises(UnknownName):
        simulate(Rules(), "genius", 1, 0, 1)
    with pytest.raises(EngineError, match="up to 16 cells"):
        simulate(Rules(width=5, height=5), "optimal", 1, 0, 1)
    with pytest.raises(EngineError, match="up to 16 cells"):
        replay_trial(Rules(width=5, height=5), "optimal", 1, 0)
    with pytest.raises(EngineError, match="other rules"):
        simulate(Rules(steps=3), "greedy", 1, 0, 1, board=board)
    impossible = judge.Board(Rules(width=2, height=2), (2, 1, 3, 0))
    with pytest.raises(EngineError, match="can't be solved"):
        simulate(Rules(width=2, height=2), "greedy", 1, 0, 1, board=impossible)
    for numbers in ((-1, 0, 1), (1, -1, 1), (1, 0, -1), (1, MAX_SEED, 1)):
        with pytest.raises(ValueError, match=r"must be|numbered"):
            simulate(Rules(), "greedy", *numbers)


def test_policies_do_what_they_say():
    rules = Rules(width=3, height=3)
    for trial in range(20):
        board = make_board(rules, Stream(1, trial, BOARD))
        length = distance(3, 3, board.tiles)
        played = {key: policies.play(board, key, Stream(1, trial, PLAY)) for key in KEYS}
        assert len(played["optimal"].path) == length
        assert played["row_by_row"].solved
        assert len(played["row_by_row"].path) >= length
        for key in ("random_walk", "greedy"):
            way = [board.tiles.index(0), *played[key].path]
            assert all(a != b for a, b in zip(way, way[2:], strict=False))
