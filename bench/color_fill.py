"""Color fill: greedy solves per second against the article's program in Node, and proofs."""

from __future__ import annotations

import json
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from statistics import fmean, median
from time import perf_counter, thread_time

from bench.tables import Table
from engines.games.color_fill import GAME
from engines.games.color_fill.generator import make_board
from engines.games.color_fill.lines import best_known_line
from engines.games.color_fill.rules import initial_state
from engines.games.color_fill.solver import hint, solve
from engines.games.color_fill.types import Rules
from engines.randomness import BOARD, Stream

simulate = GAME.simulate

PEER = Path(__file__).parent / "peers" / "color_fill.mjs"
ROUNDS = 5
SIZES = [
    (Rules(width=8, height=8, colors=4), 4_000, 400_000),
    (Rules(width=12, height=12, colors=6), 800, 100_000),
]
PROOFS = [
    (Rules(width=8, height=8, colors=4), 200),
    (Rules(width=12, height=12, colors=6), 200),
    (Rules(width=14, height=14, colors=6), 300),
    (Rules(width=14, height=14, colors=8), 100),
    (Rules(width=19, height=19, colors=6, start="centre"), 60),
    (Rules(width=19, height=19, colors=6), 40),
]
SECONDS = 20.0

CHILD = """
import json, sys
from engines.games.color_fill.generator import make_board
from engines.games.color_fill.lines import best_known_line
from engines.games.color_fill.rules import initial_state
from engines.games.color_fill.solver import solve
from engines.games.color_fill.types import Rules
from engines.randomness import BOARD, Stream

def memory():
    try:
        lines = open("/proc/self/status").read().splitlines()
        return next(int(line.split()[1]) / 1024 for line in lines if line.startswith("VmHWM"))
    except (OSError, StopIteration):
        import resource
        return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 2**20

rules, boards, seconds = Rules(**json.loads(sys.argv[1])), int(sys.argv[2]), float(sys.argv[3])
for trial in range(boards):
    solve(initial_state(make_board(rules, Stream(1, trial, BOARD))), seconds)
print(json.dumps(memory()))
"""


def run() -> Iterator[Table]:
    simulate(Rules(), "greedy", 1, 0, 1)  # compile, or load what was compiled
    yield against_node()
    yield players()
    yield proofs()
    yield hints()


def name(rules: Rules) -> str:
    start = ", from the centre" if rules.start == "centre" else ""
    return f"{rules.width}x{rules.height}, {rules.colors} colours{start}"


def against_node() -> Table:
    """The same kind of boards solved by both, turn by turn."""
    node = shutil.which("node")
    rows = []
    for rules, peer_solves, solves in SIZES:
        theirs, ours = [], []
        for _ in range(ROUNDS):
            if node:
                theirs.append(_node_seconds(node, rules, peer_solves) / peer_solves)
            ours.append(seconds_of(rules, "greedy", solves) / solves)
        rows.append(
            [
                name(rules),
                f"{1 / median(theirs):,.0f}" if node else "-",
                f"{1 / median(ours):,.0f}",
                f"{median(theirs) / median(ours):.0f}" if node else "-",
                f"{min(ours) * 1e9:,.0f} … {max(ours) * 1e9:,.0f}",
            ]
        )
    note = (
        f"Medians of {ROUNDS} runs, turn by turn, one thread each, processor time. Both draw "
        "their boards while the clock runs. Tsumi counts all metrics, and proves the shortest "
        "line of one board in 512."
    )
    if not node:
        note = "node was not found on PATH, so there is nothing to compare with.\n\n" + note
    columns = ["board", "Node solves/s", "Tsumi solves/s", "ratio", "ns a solve"]
    return Table("Color fill, greedy, against Node", columns, rows, note)


def players() -> Table:
    """Every player, on the boards of the hard level."""
    rules = Rules(width=12, height=12, colors=6, slack=2)
    rows = []
    for policy, trials in (
        ("random_visible", 50_000),
        ("greedy", 50_000),
        ("greedy_noisy", 50_000),
        ("greedy_lookahead", 5_000),
        ("greedy_lookahead(depth=3)", 2_000),
        ("hint_follower", 2_000),
    ):
        took = min(seconds_of(rules, policy, trials) for _ in range(3)) / trials
        counts = simulate(rules, policy, 1, 0, trials).counts
        rows.append(
            [
                policy,
                f"{took * 1e6:,.1f}",
                f"{counts['moves'][1] / trials:.2f}",
                f"{counts['over_optimal'][1] / counts['over_optimal'][0]:.2f}",
                f"{100 * counts['stuck'][0] / trials:.1f} %",
            ]
        )
    columns = ["12x12, 6 colours, slack 2", "µs a play", "moves", "over the shortest", "stuck"]
    return Table("Color fill: players", columns, rows, "Best of 3, one thread.")


def proofs() -> Table:
    """The shortest line with proof: what it costs, and what quicker ways miss."""
    rows = []
    for rules, boards in PROOFS:
        found, took = [], []
        for trial in range(boards):
            state = initial_state(make_board(rules, Stream(1, trial, BOARD)))
            start = perf_counter()
            found.append(solve(state, SECONDS))
            took.append(perf_counter() - start)
        took.sort()
        nodes = sorted(solution.nodes for solution in found)
        proven = [solution.figures for solution in found if solution.figures["proven"]]
        fast = sum(solution.figures["proven"] and solution.seconds < 1 for solution in found)
        rows.append(
            [
                name(rules),
                f"{100 * len(proven) / boards:.0f} %",
                f"{100 * fast / boards:.0f} %",
                f"{fmean(f['optimal'] for f in proven):.2f}",
                f"{fmean(f['greedy'] for f in proven):.2f}",
                f"{nodes[boards // 2]:,}",
                f"{nodes[int(boards * 0.95)]:,}",
                f"{took[boards // 2] * 1000:,.0f}",
                f"{took[int(boards * 0.95)] * 1000:,.0f}",
                f"{took[-1] * 1000:,.0f}",
                f"{_memory(rules, boards):,.0f}",
            ]
        )
    columns = ["board", "proven", "under 1 s", "shortest", "greedy"]
    columns += ["positions, median", "95 %", "ms, median", "95 %", "most", "peak MB"]
    note = (
        f"Boards of seed 1, trials 0, 1, …; {SECONDS:g} s at most a board; elapsed time. Memory "
        "is that of a process which does nothing else."
    )
    return Table("Color fill: shortest lines with proof", columns, rows, note)


def hints() -> Table:
    """What a web process does for a hint, in plain Python, and how good it is."""
    rows = []
    for rules, boards in (
        (Rules(width=8, height=8, colors=4), 60),
        (Rules(width=12, height=12, colors=6), 60),
        (Rules(width=14, height=14, colors=6), 60),
        (Rules(width=32, height=32, colors=6), 5),
        (Rules(width=32, height=32, colors=10), 5),
    ):
        took, lines, best = [], [], []
        for trial in range(boards):
            board = make_board(rules, Stream(1, trial, BOARD))
            start = perf_counter()
            hint(initial_state(board))
            took.append(perf_counter() - start)
            lines.append(len(best_known_line(rules, board.cells)))
            if rules.width < 32:
                best.append(solve(initial_state(board), SECONDS).figures["upper"])
        over = f"{100 * (sum(lines) / sum(best) - 1):.1f} %" if best else "-"
        rows.append([name(rules), f"{median(took) * 1000:,.0f}", f"{max(took) * 1000:,.0f}", over])
    columns = ["board", "ms, median", "most", "over the shortest"]
    return Table("Color fill: hints", columns, rows, "First hint of a fresh board.")


def seconds_of(rules: Rules, policy: str, trials: int) -> float:
    """Processor time of this thread for one simulation."""
    start = thread_time()
    simulate(rules, policy, 1, 0, trials)
    return thread_time() - start


def _memory(rules: Rules, boards: int) -> float:
    done = subprocess.run(
        [sys.executable, "-c", CHILD, rules.model_dump_json(), str(min(boards, 60)), str(SECONDS)],
        check=True,
        capture_output=True,
        text=True,
    )
    return float(json.loads(done.stdout))


def _node_seconds(node: str, rules: Rules, solves: int) -> float:
    done = subprocess.run(
        [node, str(PEER), str(rules.width), str(rules.colors), str(solves)],
        check=True,
        capture_output=True,
        text=True,
    )
    answer = json.loads(done.stdout)
    _, total, _ = simulate(rules, "greedy", 1, 0, 20_000).counts["moves"]
    if abs(answer["moves"] / solves - total / 20_000) > 0.3:
        raise RuntimeError(f"Node and Tsumi disagree about {rules}: {answer}, {total / 20_000}")
    return float(answer["seconds"])
