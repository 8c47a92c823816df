"""The kernels and the plain-Python reference are two tellings of one game."""

from __future__ import annotations

import random
import subprocess
import sys
from collections import Counter
from itertools import pairwise
from math import prod
from pathlib import Path
from typing import Any

import pytest

from engines import compiled
from engines.errors import EngineError, UnknownName
from engines.games.map_coloring import GAME
from engines.games.map_coloring.generator import board_from_cells, make_board
from engines.games.map_coloring.kernels import trials as kernels
from engines.games.map_coloring.kernels import workspace
from engines.games.map_coloring.metrics import METRICS, most_regions
from engines.games.map_coloring.policies import POLICIES, play
from engines.games.map_coloring.solver import color_board
from engines.games.map_coloring.types import Board, Rules
from engines.metrics import make_counters
from engines.randomness import BOARD, MAX_SEED, PLAY, Stream
from engines.shared.grown import GROWTHS
from engines.shared.grown_numba import make_garden

replay_trial, simulate = GAME.replay_trial, GAME.simulate

KEYS = [policy.key for policy in POLICIES]
PLAYERS = [*KEYS, "lookahead(epsilon=0.3)"]


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
        seeds=rng.choice([1, 2, 5, 14, 24, 40, 62, 63, 64, 65, 90]),
        colors=rng.randint(2, 9),
        adjacency=rng.choice(["edge", "corner"]),
        regions=rng.choice(["merged", "split"]),
        order=rng.choice(["free", "free", "random", "degree"]),
    )


def kernel_trial(
    rules: Rules, policy: str, seed: int, trial: int, board: Board | None = None
) -> tuple[list[tuple[int, int]], int | None, int, Any, kernels.Counters]:
    """One trial by the kernel: moves, stuck region, steps, regions by cell, counters."""
    setting = workspace.make_setting(rules, policy)
    counters = make_counters(
        kernels.Counters, METRICS, rules, 1, stuck_at=workspace.zero_cells(rules)
    )
    if board is None and rules.shape == "grown":
        ws = workspace.make_workspace(rules, most_regions(rules))
        garden = make_garden(rules.width, rules.height, rules.growth)
        kernels.run_grown_trials(ws, garden, rules.size, setting, seed, trial, 1, 0, counters)
    elif board is None:
        ws = workspace.make_workspace(rules, most_regions(rules))
        kernels.run_trials(ws, setting, seed, trial, 1, 0, counters)
    else:
        ws = workspace.make_workspace(rules, len(board.neighbors))
        workspace.load_board(ws, board)
        real = sum(size > 0 for size in board.sizes)
        kernels.run_plays(ws, setting, len(board.neighbors), real, seed, trial, 1, 0, counters)
    steps, stuck = ws.last.tolist()
    cells = ws.field.labels if board is None and setting.split else ws.field.cells
    places = workspace.on_the_map(cells, rules).tolist()
    grid = [[-1 if region == workspace.OFF else region for region in row] for row in places]
    sizes = Counter(region for row in grid for region in row)
    visited = [r for r in ws.paint.order[:steps].tolist() if sizes[r]]
    moves = [(region, int(ws.paint.colors[region])) for region in visited]
    return moves, None if stuck < 0 else stuck, steps, grid, counters


def assert_same_trial(
    rules: Rules, policy: str, seed: int, trial: int, board: Board | None = None
) -> None:
    own = make_board(rules, Stream(seed, trial, BOARD)) if board is None else board
    wanted = play(own, policy, Stream(seed, trial, PLAY))
    moves, stuck, steps, grid, counters = kernel_trial(rules, policy, seed, trial, board)
    case = (rules, policy, seed, trial)
    assert grid == [list(row) for row in own.cells], case
    assert moves == [(move.region, move.color) for move in wanted.moves], case
    assert (stuck, steps) == (wanted.stuck_region, wanted.steps), case
    if board is None:
        assert counters.pieces[1] == own.pieces, case
        assert counters.regions[1] == sum(size > 0 for size in own.sizes), case
        assert counters.borders[1] == sum(map(len, own.neighbors)) // 2, case
    if stuck is not None:
        assert counters.stuck_degree[len(own.neighbors[stuck])] == 1, case


@pytest.mark.parametrize("policy", PLAYERS)
def test_same_trial_move_for_move(policy: str) -> None:
    """Thousands of trials over random rules, on fresh maps and on given ones."""
    rng = random.Random(policy)
    for _ in range(500):
        rules = random_rules(rng, 12)
        for _ in range(2):
            seed, trial = rng.getrandbits(63), rng.getrandbits(rng.choice([1, 20, 62]))
            assert_same_trial(rules, policy, seed, trial)
        board = make_board(rules, Stream(seed, trial, BOARD))
        assert_same_trial(rules, policy, seed, rng.getrandbits(62), board)


@pytest.mark.parametrize("policy", KEYS)
@pytest.mark.parametrize(
    "rules",
    [
        Rules(width=64, height=64, seeds=400),
        Rules(width=64, height=64, seeds=400, adjacency="corner", regions="split"),
        Rules(width=64, height=2, seeds=400, colors=9, regions="split"),
        Rules(width=2, height=64, seeds=3, colors=2),
        Rules(width=2, height=2, seeds=400, colors=2, order="degree"),
        Rules(width=2, height=2, seeds=1, colors=2),
        Rules(width=64, height=64, seeds=400, shape="grown", regions="split", adjacency="corner"),
        Rules(width=2, height=3, seeds=9, shape="grown", cells=4),
        Rules(width=24, height=24, seeds=60, regions="split"),  # 64 regions are passed at times
    ],
)
def test_same_trial_at_the_bounds(rules: Rules, policy: str) -> None:
    for trial in (0, MAX_SEED - 1):
        assert_same_trial(rules, policy, MAX_SEED, trial)


def reference_tally(
    rules: Rules, policy: str, seed: int, first: int, trials: int
) -> dict[str, list[int]]:
    """The counters, counted again from the plain-Python players and solver."""
    bins = most_regions(rules)
    counts = {m.key: [0] * prod(m.shape(rules)) for m in METRICS}
    assert len(counts["stuck_step"]) == bins
    for trial in range(first, first + trials):
        points = make_board(
            rules.model_copy(update={"regions": "merged", "order": "free"}),
            Stream(seed, trial, BOARD),
        )
        board = make_board(rules, Stream(seed, trial, BOARD))
        real = sum(size > 0 for size in board.sizes)
        in_pieces = points.pieces > sum(size > 0 for size in points.sizes)
        played = play(board, policy, Stream(seed, trial, PLAY))
        borders = sum(map(len, board.neighbors)) // 2
        no_way = color_board(board).answer == "no"
        stuck = played.stuck_region
        for key, hit in (
            ("stuck", stuck is not None),
            ("uncolorable", no_way),
            ("fragmented", in_pieces),
        ):
            counts[key][0] += hit
            counts[key][1] += 1
        for key, value in (("regions", real), ("pieces", board.pieces), ("borders", borders)):
            for power in range(3):
                counts[key][power] += value**power
        if stuck is not None:
            counts["stuck_step"][played.steps] += 1
            counts["stuck_degree"][len(board.neighbors[stuck])] += 1
            for place, region in enumerate(r for row in board.cells for r in row):
                counts["stuck_at"][place] += region == stuck
    return counts


@pytest.mark.parametrize("policy", PLAYERS)
def test_same_tally(policy: str) -> None:
    rng = random.Random(policy)
    for _ in range(12):
        rules = random_rules(rng, 12)
        seed, first = rng.getrandbits(63), rng.getrandbits(40)
        tally = simulate(rules, policy, seed, first, 25)
        wanted = reference_tally(rules, policy, seed, first, 25)
        assert {key: list(counts) for key, counts in tally.counts.items()} == wanted, rules


def test_uncolorable_is_exact() -> None:
    """Corner neighbours at K = 4 and K = 3 give many maps that can't be coloured."""
    for rules in (
        Rules(adjacency="corner", seeds=40, colors=4),
        Rules(seeds=14, colors=3),
        Rules(width=20, height=20, seeds=90, adjacency="corner", regions="split"),
    ):
        for trial in range(60):
            count, known = simulate(rules, "random", 3, trial, 1).counts["uncolorable"]
            board = make_board(rules, Stream(3, trial, BOARD))
            assert known == 1
            assert count == (color_board(board).answer == "no")


def test_a_map_too_hard_to_decide_is_left_out_not_guessed() -> None:
    """With no steps allowed the search says unknown, and n is less than the trials."""
    rules = Rules(adjacency="corner", seeds=40)
    setting = workspace.make_setting(rules, "random")
    counters = make_counters(
        kernels.Counters, METRICS, rules, 500, stuck_at=workspace.zero_cells(rules)
    )
    ws = workspace.make_workspace(rules, most_regions(rules))
    kernels.run_trials(ws, setting, 1, 0, 500, 0, counters)
    exact = simulate(rules, "random", 1, 0, 500).counts["uncolorable"]
    count, known = counters.uncolorable.tolist()
    assert exact[0] > 0
    assert exact[1] == 500
    assert count == 0
    assert known <= 500 - exact[0]


@pytest.mark.parametrize("policy", KEYS)
@pytest.mark.parametrize("own_board", [False, True])
def test_chunks_add_up(policy: str, own_board: bool) -> None:
    """However the trials are cut, the sums and the headline bits are the same."""
    rules = Rules(regions="split", adjacency="corner")
    board = make_board(rules, Stream(1, 0, BOARD)) if own_board else None
    whole = simulate(rules, policy, 9, 1000, 500, board)
    for cuts in ([0, 500], [0, 0, 1, 8, 17, 250, 499, 500, 500]):
        parts = [
            simulate(rules, policy, 9, 1000 + start, stop - start, board)
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


def test_headline_trials_replay_as_stuck() -> None:
    tally = simulate(Rules(), "random", 4, 50, 100)
    stuck = set(tally.headline_trials())
    for offset in range(100):
        replay = replay_trial(Rules(), "random", 4, 50 + offset)
        assert (replay.outcome.status == "stuck") == (offset in stuck)


def test_the_same_maps_under_other_colors_and_policies() -> None:
    """What is paired: the maps come from streams of their own."""
    keys = ("regions", "pieces", "borders", "fragmented")
    tallies = [
        simulate(Rules(colors=colors), policy, 5, 0, 300)
        for colors in (4, 5)
        for policy in ("random", "sweep")
    ]
    assert len({tuple(t.counts[key] for key in keys) for t in tallies}) == 1


def test_shape_of_a_tally() -> None:
    rules = Rules(width=7, height=3, seeds=5)
    tally = simulate(rules, "random", 1, 0, 20)
    assert list(tally.counts) == [metric.key for metric in METRICS]
    for metric in METRICS:
        assert len(tally.counts[metric.key]) == prod(metric.shape(rules))
        assert all(type(n) is int for n in tally.counts[metric.key])
    assert len(tally.headline) == 3
    assert [m.key for m in METRICS if m.headline] == ["stuck"]
    nothing = simulate(rules, "random", 1, 5, 0)
    assert nothing.trials == 0
    assert nothing.headline == b""
    assert not any(nothing.vector())


def test_one_given_map() -> None:
    rules = Rules()
    board = make_board(rules, Stream(1, 0, BOARD))
    counts = simulate(rules, "random", 2, 0, 400, board).counts
    real = sum(size > 0 for size in board.sizes)
    assert counts["regions"] == (400, 400 * real, 400 * real * real)
    assert counts["pieces"] == (400, 400 * board.pieces, 400 * board.pieces**2)
    assert counts["fragmented"] == (400 * (board.pieces > real), 400)
    assert counts["uncolorable"] == (0, 400)
    split = Rules(regions="split")
    board = make_board(split, Stream(1, 0, BOARD))
    assert simulate(split, "random", 2, 0, 10, board).counts["fragmented"] == (0, 0)


def test_one_given_map_that_nobody_can_color() -> None:
    rules = Rules(width=2, height=2, seeds=4, colors=3, adjacency="corner")
    board = board_from_cells(rules, [[0, 1], [2, 3]])
    counts = simulate(rules, "lookahead", 2, 0, 50, board).counts
    assert counts["stuck"] == (50, 50)
    assert counts["uncolorable"] == (50, 50)


def test_no_count_of_a_long_simulation_overflows() -> None:
    """Every play is stuck at the last region of the order, more often than 16 bits hold."""
    rules = Rules(width=2, height=2, seeds=4, colors=3, adjacency="corner", order="random")
    board = board_from_cells(rules, [[0, 1], [2, 3]], order=(2, 0, 3, 1))
    trials = 70_000
    assert simulate(rules, "random", 2, 0, trials, board).counts["stuck_at"] == (0, trials, 0, 0)


def test_bad_arguments() -> None:
    rules = Rules()
    with pytest.raises(UnknownName, match="policy"):
        simulate(rules, "clever", 1, 0, 1)
    for seed, first, trials in ((-1, 0, 1), (MAX_SEED + 1, 0, 1), (1, -1, 1), (1, 0, -1)):
        with pytest.raises(ValueError, match=r"must be|numbered"):
            simulate(rules, "random", seed, first, trials)
    with pytest.raises(ValueError, match="numbered"):
        simulate(rules, "random", 1, MAX_SEED, 1)
    board = make_board(Rules(colors=5), Stream(1, 0, BOARD))
    with pytest.raises(EngineError, match="other rules"):
        simulate(rules, "random", 1, 0, 1, board)
    with pytest.raises(EngineError, match="other rules"):
        replay_trial(rules, "random", 1, 0, board)


def test_a_board_with_more_regions_than_the_rules_can_give() -> None:
    rules = Rules(width=4, height=4, seeds=1, regions="split")
    cells = [[4 * y + x for x in range(4)] for y in range(4)]
    with pytest.raises(EngineError, match="16 regions"):
        simulate(rules, "random", 1, 0, 1, board_from_cells(rules, cells))


def test_only_simulating_imports_numba() -> None:
    code = (
        "import sys\n"
        "from engines.games.map_coloring import GAME\n"
        "simulate, replay_trial = GAME.simulate, GAME.replay_trial\n"
        "from engines.games.map_coloring.types import Rules\n"
        "replay_trial(Rules(), 'random', 1, 0)\n"
        "assert 'numba' not in sys.modules and 'numpy' not in sys.modules\n"
        "simulate(Rules(), 'random', 1, 0, 1)\n"
        "assert 'numba' in sys.modules\n"
    )
    subprocess.run([sys.executable, "-c", code], check=True)


def test_a_read_only_install_still_runs(tmp_path: Path, monkeypatch: Any) -> None:
    """Without a folder to keep machine code in, a kernel is compiled for the process alone."""
    monkeypatch.setenv("NUMBA_CACHE_DIR", "/proc/nowhere")
    monkeypatch.setenv("XDG_CACHE_HOME", "/proc/nowhere")
    compiled._cache_folder.cache_clear()
    source = tmp_path / "kernel.py"
    source.write_text("def twice(n):\n    return 2 * n\n")
    names: dict[str, Any] = {}
    exec(compile(source.read_text(), str(source), "exec"), names)
    try:
        assert compiled._cache_folder(tmp_path) is None
        assert compiled.entry(names["twice"])(21) == 42
    finally:
        compiled._cache_folder.cache_clear()


def test_a_changed_source_is_compiled_anew(tmp_path: Path) -> None:
    (tmp_path / "a.py").write_text("1")
    before = compiled._fingerprint(tmp_path)
    assert compiled._fingerprint(tmp_path) == before
    (tmp_path / "a.py").write_text("2")
    assert compiled._fingerprint(tmp_path) != before


def test_a_changed_constant_elsewhere_is_compiled_anew(tmp_path: Path, monkeypatch: Any) -> None:
    monkeypatch.setattr(compiled, "ENGINES", tmp_path / "engines")
    kernels = tmp_path / "engines" / "kernels"
    kernels.mkdir(parents=True)
    (kernels / "trials.py").write_text("from engines.weights import CORNER\n")
    weights, unrelated = tmp_path / "engines" / "weights.py", tmp_path / "engines" / "words.py"
    weights.write_text("CORNER = 1\n")
    before = compiled._fingerprint(kernels)
    unrelated.write_text("GREETING = 'hello'\n")
    assert compiled._fingerprint(kernels) == before
    weights.write_text("CORNER = 2\n")
    assert compiled._fingerprint(kernels) != before
