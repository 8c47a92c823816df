"""Sliding puzzle: scrambles per second against Node; what shortest solutions cost."""

from __future__ import annotations

import json
import random
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path
from statistics import mean, median
from time import perf_counter, thread_time

from bench.tables import Table
from engines import get_game
from engines.games.sliding import GAME, solver
from engines.games.sliding.geometry import turned
from engines.games.sliding.kernels import search, trials, workspace
from engines.games.sliding.metrics import METRICS
from engines.games.sliding.policies import POLICIES, row_by_row
from engines.games.sliding.solver.kept import get_patterns
from engines.games.sliding.solver.layers import find_shortest
from engines.games.sliding.types import Rules
from engines.metrics import make_counters

simulate = GAME.simulate

PEER = Path(__file__).parent / "peers" / "sliding.mjs"
ROUNDS = 7
SIZES = [(3, 60, 30_000, 1_000_000), (4, 140, 15_000, 400_000), (5, 240, 8_000, 200_000)]

# The first ten of Korf's hundred boards, blank first, and their shortest lengths.
KORF = [
    ("14 13 15 7 11 12 9 5 6 0 2 1 4 8 10 3", 57),
    ("13 5 4 10 9 12 8 14 2 3 7 1 0 15 11 6", 55),
    ("14 7 8 2 13 11 10 4 9 12 5 0 3 6 1 15", 59),
    ("5 12 10 7 15 11 14 0 8 2 1 13 3 4 9 6", 56),
    ("4 7 14 13 10 3 9 12 11 5 6 15 1 2 8 0", 56),
    ("14 7 1 9 12 3 6 15 8 11 2 5 10 0 4 13", 52),
    ("2 11 15 5 13 4 6 7 12 8 10 1 9 3 14 0", 52),
    ("12 11 15 3 8 0 4 2 6 13 9 5 14 1 10 7", 50),
    ("3 14 9 11 5 4 8 2 13 12 6 7 10 1 15 0", 46),
    ("13 11 8 9 0 15 7 10 4 3 6 14 5 12 2 1", 59),
]

CHILD = """
import json, sys, time
from engines.games.sliding.solver.kept import get_patterns
start = time.perf_counter()
get_patterns(4, 4, make=True)
made = time.perf_counter() - start
from engines.games.sliding.kernels.search import shortest_path
path, nodes = shortest_path(get_patterns(4, 4, make=True), json.loads(sys.argv[1]))
lines = open("/proc/self/status").read().splitlines()
peak = next(int(line.split()[1]) / 1024 for line in lines if line.startswith("VmHWM"))
print(json.dumps([made, peak, len(path)]))
"""


def run() -> Iterator[Table]:
    yield against_node()
    yield players()
    yield tables()
    yield known_boards()
    yield random_boards()
    yield levels()


def against_node() -> Table:
    """The same scrambles by both, turn by turn."""
    node = shutil.which("node")
    rows = []
    for size, steps, peer_count, count in SIZES:
        theirs, ours = [], []
        expected = scramble_seconds(size, steps, count)[1]
        for _ in range(ROUNDS):
            if node:
                theirs.append(_node_seconds(node, size, steps, peer_count, expected) / peer_count)
            ours.append(scramble_seconds(size, steps, count)[0] / count)
        rows.append(
            [
                f"{size}x{size}, {steps} steps",
                f"{1 / median(theirs):,.0f}" if node else "-",
                f"{1 / median(ours):,.0f}",
                f"{median(theirs) / median(ours):.1f}" if node else "-",
                f"{min(ours) * 1e9:,.0f} … {max(ours) * 1e9:,.0f}",
            ]
        )
    note = (
        f"Medians of {ROUNDS} runs, turn by turn, one thread each, processor time. Both scramble "
        "and add up the Manhattan distance."
    )
    if not node:
        note = "node was not found on PATH, so there is nothing to compare with.\n\n" + note
    columns = ["board", "Node scrambles/s", "Tsumi scrambles/s", "ratio", "ns a scramble"]
    return Table("Scrambles against Node", columns, rows, note)


def scramble_seconds(size: int, steps: int, count: int) -> tuple[float, float]:
    """(processor time, mean Manhattan distance) of so many scrambles."""
    rules = Rules(width=size, height=size, steps=steps, sample=0)
    setting = workspace.make_setting(rules, "greedy")
    ws = workspace.make_workspace(rules, "greedy")
    counters = make_counters(trials.Counters, METRICS, rules, 1)
    trials.run_scrambles(ws, setting, 1, 0, 1, counters)  # compile, or load what was compiled
    start = thread_time()
    trials.run_scrambles(ws, setting, 1, 1, count, counters)
    n, total, _ = counters.manhattan
    return thread_time() - start, total / n


def _node_seconds(node: str, size: int, steps: int, count: int, expected: float) -> float:
    done = subprocess.run(
        [node, str(PEER), *map(str, (size, steps, count))],
        check=True,
        capture_output=True,
        text=True,
    )
    answer = json.loads(done.stdout)
    if abs(answer["manhattan"] - expected) > 0.3:
        raise RuntimeError(f"Node and Tsumi disagree about {size}x{size}: {answer}, {expected}")
    return float(answer["seconds"])


def players() -> Table:
    """Whole trials: scramble, shortest length where the rules say so, play."""
    rows = []
    for size, count in ((3, 20_000), (4, 20_000)):
        for policy in POLICIES:
            rules = Rules(width=size, height=size, sample=0)
            some = 200 if policy.key == "optimal" and size == 4 else count
            simulate(rules, policy.key, 1, 0, 1)
            start = thread_time()
            simulate(rules, policy.key, 1, 0, some)
            each = (thread_time() - start) / some
            rows.append([f"{size}x{size} {policy.key}", f"{some:,}", f"{each * 1e6:,.1f}"])
    return Table("Plays", ["board and player", "trials", "µs a trial"], rows)


def tables() -> Table:
    """The 4x4 tables made from nothing, in a process and a cache of their own."""
    board = list(turned([int(word) for word in KORF[0][0].split()]))
    rows = []
    with tempfile.TemporaryDirectory() as folder:
        for name in ("made, kernels compiled", "loaded"):
            done = subprocess.run(
                [sys.executable, "-c", CHILD, json.dumps(board)],
                check=True,
                capture_output=True,
                text=True,
                env={"NUMBA_CACHE_DIR": folder, "PATH": "/usr/bin:/bin"},
            )
            seconds, peak, length = json.loads(done.stdout)
            assert length == KORF[0][1]
            rows.append([name, f"{seconds:.2f}", f"{peak:,.0f}"])
    return Table("Pattern databases of 4x4", ["tables", "seconds", "peak MB of the process"], rows)


def known_boards() -> Table:
    """Korf's boards, each proven shortest by the kernel alone."""
    patterns = get_patterns(4, 4, make=True)
    rows, times = [], []
    for number, (text, length) in enumerate(KORF, start=1):
        tiles = turned([int(word) for word in text.split()])
        start = perf_counter()
        path, nodes = search.shortest_path(patterns, tiles)
        times.append(perf_counter() - start)
        assert path is not None
        assert len(path) == length
        rows.append([f"Korf {number}", str(length), f"{nodes:,}", f"{times[-1] * 1000:,.1f}"])
    note = f"Together {sum(times):.2f} s, median {median(times) * 1000:.0f} ms; one thread."
    return Table("Shortest solutions, 4x4", ["board", "moves", "nodes", "ms"], rows, note)


def random_boards() -> Table:
    """A hundred uniformly random 4x4 boards, by the kernel and by NumPy alone (as for hints)."""
    patterns, rng = get_patterns(4, 4, make=True), random.Random(1)
    boards: list[list[int]] = []
    while len(boards) < 100:
        tiles = list(range(16))
        rng.shuffle(tiles)
        if row_by_row(Rules(), tiles) is not None:
            boards.append(tiles)
    lengths, nodes, kernel, arrays, proven = [], [], [], [], 0
    for tiles in boards:
        start = perf_counter()
        path, count = search.shortest_path(patterns, tiles)
        kernel.append(perf_counter() - start)
        assert path is not None
        lengths.append(len(path))
        nodes.append(count)
        start = perf_counter()
        found = find_shortest(patterns, tiles, solver.HINT_NODES)
        arrays.append(perf_counter() - start)
        proven += found.path is not None
        assert found.path in (None, path)
    rows = [
        [name, f"{median(t) * 1000:,.0f}", f"{mean(t) * 1000:,.0f}", f"{max(t) * 1000:,.0f}", done]
        for name, t, done in (
            ("kernel, to the end", kernel, "100"),
            ("NumPy, as far as a hint goes", arrays, str(proven)),
        )
    ]
    note = (
        f"{mean(lengths):.2f} moves and {mean(nodes):,.0f} nodes on average; the kernel took "
        f"{sum(kernel):.1f} s for all hundred. The lengths agree."
    )
    columns = ["search", "median ms", "mean ms", "longest ms", "proven of 100"]
    return Table("A hundred random 4x4 boards", columns, rows, note)


def levels() -> Table:
    """Puzzles of each level, made as for the daily set."""
    game = get_game("sliding")
    rows = []
    for level in game.levels:
        game.generate_level(level.key, 0)
        times = []
        for seed in range(1, 13):
            start = perf_counter()
            game.generate_level(level.key, seed)
            times.append(perf_counter() - start)
        rows.append([level.key, f"{mean(times) * 1000:,.0f}", f"{max(times) * 1000:,.0f}"])
    return Table("Puzzles of a level", ["level", "mean ms", "longest ms of 12"], rows)
