"""The kernels and the plain-Python reference are two tellings of one game."""

from __future__ import annotations

import random
from itertools import pairwise
from math import prod
from typing import Any

import pytest

from engines.errors import EngineError, UnknownName
from engines.games.color_fill import GAME
from engines.games.color_fill import rules as judge
from engines.games.color_fill.generator import board_from_cells, make_board
from engines.games.color_fill.kernels import trials as kernels
from engines.games.color_fill.kernels import workspace
from engines.games.color_fill.metrics import METRICS, SAMPLE_EVERY
from engines.games.color_fill.policies import play
from engines.games.color_fill.solver import solve
from engines.games.color_fill.types import Board, Rules
from engines.metrics import make_counters
from engines.randomness import BOARD, MAX_SEED, PLAY, Stream
from engines.shared.grown import GROWTHS
from engines.shared.grown_numba import make_garden

replay_trial, simulate = GAME.replay_trial, GAME.simulate

KEYS = [
    "random_visible",
    "greedy",
    "greedy_noisy",
    "greedy_noisy(epsilon=0.7)",
    "greedy_lookahead",
    "greedy_lookahead(depth=1)",
    "greedy_lookahead(depth=3)",
    "hint_follower",
]


def random_rules(rng: random.Random, largest: int) -> Rules:
    width, height = rng.randint(2, largest), rng.randint(2, largest)
    shape: dict[str, Any] = {}
    if rng.random() < 0.35:
        cells = rng.choice([0, rng.randint(4, width * height)])
        shape = {"shape": "grown", "cells": cells, "growth": rng.choice(GROWTHS)}
    return Rules(
        width=width,
        height=height,
        **shape,
        colors=rng.randint(3, 10 if largest < 10 else 6),
        slack=rng.randint(0, 4),
        start=rng.choice(["top-left", "centre"]),
    )


def kernel_trial(rules: Rules, policy: str, seed: int, trial: int, board: Board | None):
    """One trial by the kernel: cells, colours chosen, counters."""
    ws = kernels.make_workspace(rules, 1)
    if board is not None:
        workspace.load_board(ws.field, board)
    counters = make_counters(
        kernels.Counters, METRICS, rules, 1, last_taken=workspace.zero_places(ws.field)
    )
    setting = workspace.make_setting(rules, policy, (0,) if board is None else board.cells)
    if board is None and rules.shape == "grown":
        garden = make_garden(rules.width, rules.height, rules.growth)
        centre = rules.start == "centre"
        kernels.run_grown_trials(ws, garden, centre, setting, seed, trial, 1, MAX_SEED, 1, counters)
    else:
        fixed = int(board is not None)
        kernels.run_trials(ws, setting, seed, trial, 1, fixed, MAX_SEED, 1, counters)
    grid = workspace.on_the_board(ws.field.cells, rules.width, rules.height)
    cells = [-1 if color == workspace.OFF else color for color in grid.ravel().tolist()]
    moves = int(counters.moves[1])
    return tuple(cells), ws.field.line[:moves].tolist(), counters


def played_to_the_end(board: Board, policy: str, seed: int, trial: int):
    """(moves, the state in which the limit is passed or the end, the cells taken last)."""
    moves = play(board, policy, Stream(seed, trial, PLAY))
    longer = Board(board.rules, board.cells, len(moves))
    in_time = judge.replay(longer, moves[: board.limit])
    return [move.color for move in moves], in_time, judge.replay(longer, moves).gained


def assert_same_trial(
    rules: Rules, policy: str, seed: int, trial: int, board: Board | None = None
) -> None:
    own = make_board(rules, Stream(seed, trial, BOARD)) if board is None else board
    line, in_time, last = played_to_the_end(own, policy, seed, trial)
    cells, found, counters = kernel_trial(rules, policy, seed, trial, board)
    case = (rules, policy, seed, trial)
    assert cells == own.cells, case
    assert found == line, case
    assert counters.limit[1] == own.limit, case
    grid = workspace.on_the_board(counters.last_taken, rules.width, rules.height).ravel()
    assert [cell for cell, count in enumerate(grid) if count] == list(last), case
    stuck = len(line) > own.limit
    assert counters.stuck.tolist() == [int(stuck), 1], case
    percent = 100 * len(in_time.region) // rules.size
    assert [i for i, n in enumerate(counters.progress) if n] == ([percent] if stuck else []), case


@pytest.mark.parametrize("policy", KEYS)
def test_same_trial_move_for_move(policy):
    """Many trials over random rules, on fresh boards and on given ones."""
    rng = random.Random(policy)
    for _ in range(150):
        rules = random_rules(rng, rng.choice([4, 9, 13]))
        for _ in range(3):
            seed, trial = rng.getrandbits(63), rng.getrandbits(rng.choice([1, 20, 62]))
            assert_same_trial(rules, policy, seed, trial)
        board = make_board(rules, Stream(seed, trial, BOARD))
        assert_same_trial(rules, policy, seed, rng.getrandbits(62), board)


@pytest.mark.parametrize("policy", ["random_visible", "greedy", "greedy_noisy", "hint_follower"])
@pytest.mark.parametrize(
    "rules",
    [
        Rules(width=32, height=32, colors=10, start="centre"),
        Rules(width=32, height=2, colors=3),
        Rules(width=2, height=32, colors=6, slack=0),
        Rules(width=32, height=32, colors=10, shape="grown", cells=900, growth="branching"),
        Rules(width=3, height=3, colors=3, slack=0, shape="grown", cells=4, start="centre"),
        Rules(width=2, height=2, colors=3, slack=100, start="centre"),
    ],
    ids=str,
)
def test_same_trial_at_the_bounds(rules, policy):
    for trial in (0, MAX_SEED - 1):
        assert_same_trial(rules, policy, MAX_SEED, trial)


def reference_tally(rules: Rules, policy: str, seed: int, first: int, trials: int):
    """The counters, counted again from the plain-Python players and the solver."""
    counts = {m.key: [0] * prod(m.shape(rules)) for m in METRICS}

    def add(key: str, value: int) -> None:
        for power in range(3):
            counts[key][power] += value**power

    for trial in range(first, first + trials):
        board = make_board(rules, Stream(seed, trial, BOARD))
        line, in_time, last = played_to_the_end(board, policy, seed, trial)
        counts["stuck"][0] += len(line) > board.limit
        counts["stuck"][1] += 1
        if len(line) > board.limit:
            counts["progress"][100 * len(in_time.region) // rules.size] += 1
        for cell in last:
            counts["last_taken"][cell] += 1
        add("moves", len(line))
        add("limit", board.limit)
        if trial % SAMPLE_EVERY == 0:
            optimal = solve(judge.initial_state(board), 60).figures["optimal"]
            counts["proven"][0] += 1
            counts["proven"][1] += 1
            add("optimal", optimal)
            add("over_optimal", len(line) - optimal)
    return counts


@pytest.mark.parametrize("policy", KEYS)
def test_same_tally(policy):
    rng = random.Random(policy)
    for _ in range(6):
        rules = random_rules(rng, 9)
        seed, first = rng.getrandbits(63), SAMPLE_EVERY * rng.getrandbits(30) - 8
        tally = simulate(rules, policy, seed, first, 20)
        wanted = reference_tally(rules, policy, seed, first, 20)
        assert {key: list(counts) for key, counts in tally.counts.items()} == wanted, rules


@pytest.mark.parametrize("policy", ["greedy_noisy", "greedy_lookahead", "hint_follower"])
@pytest.mark.parametrize("own_board", [False, True])
def test_chunks_add_up(policy, own_board):
    """However the trials are cut, the sums and the headline bits are the same."""
    rules = Rules(width=7, height=6, slack=0)
    board = make_board(rules, Stream(1, 0, BOARD)) if own_board else None
    first = 1000
    whole = simulate(rules, policy, 9, first, 700, board)
    assert whole.counts["proven"][1] == 2  # trials 1024 and 1536
    for cuts in ([0, 700], [0, 0, 1, 8, 17, 250, 699, 700, 700]):
        parts = [
            simulate(rules, policy, 9, first + start, stop - start, board)
            for start, stop in pairwise(cuts)
        ]
        added = {
            key: tuple(map(sum, zip(*(part.counts[key] for part in parts), strict=True)))
            for key in whole.counts
        }
        assert added == whole.counts
        hits = [
            start + offset
            for start, part in zip(cuts, parts, strict=False)
            for offset in part.headline_trials()
        ]
        assert hits == whole.headline_trials()
    assert len(whole.headline_trials()) == whole.counts["stuck"][0]


def test_headline_trials_replay_as_stuck():
    rules = Rules(slack=1)
    stuck = set(simulate(rules, "greedy_noisy", 4, 50, 100).headline_trials())
    assert 5 < len(stuck) < 95
    for offset in range(100):
        replayed = replay_trial(rules, "greedy_noisy", 4, 50 + offset)
        assert (replayed.outcome.status == "stuck") == (offset in stuck)
        assert len(replayed.moves) <= replayed.board.limit


def test_a_proof_that_takes_too_long_is_left_out_not_guessed():
    rules = Rules(width=14, height=14, colors=6)
    counters = []
    for nodes in (1, 20_000):
        ws = kernels.make_workspace(rules, nodes)
        counted = make_counters(
            kernels.Counters, METRICS, rules, 10, last_taken=workspace.zero_places(ws.field)
        )
        setting = workspace.make_setting(rules, "greedy")
        kernels.run_trials(ws, setting, 1, 0, 10, 0, 1, nodes, counted)
        counters.append(counted)
    few, many = counters
    assert many.proven.tolist()[1] == few.proven.tolist()[1] == 10
    assert few.proven[0] < many.proven[0]
    assert few.optimal[0] == few.proven[0]
    assert few.moves.tolist() == many.moves.tolist()


def test_the_greedy_player_is_never_stuck_and_others_meet_the_same_boards():
    tallies = {key: simulate(Rules(slack=0), key, 5, 0, 500) for key in KEYS}
    assert tallies["greedy"].counts["stuck"] == (0, 500)
    assert len({tally.counts["limit"] for tally in tallies.values()}) == 1
    assert tallies["greedy"].counts["moves"] == tallies["greedy"].counts["limit"]


def test_a_board_of_one_colour_takes_no_move():
    rules = Rules(width=2, height=2, colors=3)
    board = board_from_cells(rules, (1, 1, 1, 1))
    for policy in KEYS:
        tally = simulate(rules, policy, 1, 0, 8, board=board)
        assert tally.counts["moves"] == (8, 0, 0)
        assert sum(tally.counts["last_taken"]) == 0
        assert tally.counts["optimal"] == (1, 0, 0)


def test_wrong_calls_are_refused():
    board = make_board(Rules(), Stream(1, 0, BOARD))
    with pytest.raises(EngineError, match="other rules"):
        simulate(Rules(slack=9), "greedy", 1, 0, 1, board=board)
    with pytest.raises(EngineError, match="other rules"):
        replay_trial(Rules(slack=9), "greedy", 1, 0, board=board)
    with pytest.raises(UnknownName):
        simulate(Rules(), "genius", 1, 0, 1)
    for wrong in ((-1, 0, 1), (MAX_SEED + 1, 0, 1), (1, -1, 1), (1, 0, -1), (1, MAX_SEED, 1)):
        with pytest.raises(ValueError, match=r"must be|numbered"):
            simulate(Rules(), "greedy", *wrong)
