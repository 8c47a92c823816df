"""Map colouring: simulated maps per second against the source article's program in Node."""

from __future__ import annotations

import json
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from statistics import median
from time import thread_time

from bench.tables import Table
from engines.games.map_coloring import GAME
from engines.games.map_coloring.types import Rules

simulate = GAME.simulate

PEER = Path(__file__).parent / "peers" / "map_coloring.mjs"
ROUNDS = 7
SIZES = [
    (Rules(), 20_000, 300_000),
    (Rules(width=20, height=20, seeds=40), 5_000, 100_000),
]

CHILD = """
import json, sys
from engines.games.map_coloring import GAME
from engines.games.map_coloring.types import Rules

simulate = GAME.simulate

def memory():
    try:
        lines = open("/proc/self/status").read().splitlines()
        return next(int(line.split()[1]) / 1024 for line in lines if line.startswith("VmHWM"))
    except (OSError, StopIteration):
        import resource
        return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 2**20

trials = int(sys.argv[1])
if trials:
    simulate(Rules(), "random", 1, 0, trials)
print(json.dumps(memory()))
"""


def run() -> Iterator[Table]:
    simulate(Rules(), "random", 1, 0, 1)  # compile, or load what was compiled
    yield against_node()
    yield growth()
    yield policies()
    yield memory()


def against_node() -> Table:
    """The same maps and plays by both, turn by turn."""
    node = shutil.which("node")
    rows = []
    for rules, peer_trials, trials in SIZES:
        theirs, ours = [], []
        for _ in range(ROUNDS):
            if node:
                theirs.append(_node_seconds(node, rules, peer_trials) / peer_trials)
            ours.append(seconds_of(rules, "random", trials) / trials)
        ratio = f"{median(theirs) / median(ours):.1f}" if node else "-"
        rows.append(
            [
                f"{rules.width}x{rules.height}, {rules.seeds} seeds, {rules.colors} colours",
                f"{1 / median(theirs):,.0f}" if node else "-",
                f"{1 / median(ours):,.0f}",
                ratio,
                f"{min(ours) * 1e9:,.0f} … {max(ours) * 1e9:,.0f}",
            ]
        )
    note = (
        f"Medians of {ROUNDS} runs, turn by turn, one thread each, processor time of that thread "
        "(elapsed time where the system does not tell). Node counts stuck plays only; Tsumi "
        "counts all metrics, with an exact answer whether each map can be coloured."
    )
    if not node:
        note = "node was not found on PATH, so there is nothing to compare with.\n\n" + note
    return Table(
        "Map colouring against Node",
        ["map", "Node maps/s", "Tsumi maps/s", "ratio", "ns a map"],
        rows,
        note,
    )


def growth() -> Table:
    """One thing grows at a time."""
    base = Rules(width=16, height=16, seeds=20)
    grown = [base.model_copy(update={"width": n, "height": n}) for n in (8, 16, 32, 64)]
    grown += [base.model_copy(update={"seeds": n}) for n in (10, 20, 40, 80, 160, 320)]
    rows = []
    for rules in grown:
        trials = max(500, 60_000_000 // (rules.width * rules.height * (rules.seeds + 20)))
        rows.append(
            [
                f"{rules.width}x{rules.height} cells, {rules.seeds} seeds",
                f"{trials:,}",
                f"{per_map(rules, 'random', trials) * 1e6:,.2f}",
            ]
        )
    for trials in (10_000, 100_000, 1_000_000):
        rows.append(
            [
                "12x12 cells, 14 seeds",
                f"{trials:,}",
                f"{per_map(Rules(), 'random', trials) * 1e6:,.2f}",
            ]
        )
    return Table("Growth", ["map", "trials", "µs a map"], rows, "Random player, best of 3.")


def policies() -> Table:
    """Every player, and every rule that changes the map."""
    rules = Rules()
    cases = [
        (f"{key} player", rules, key)
        for key in ("random", "degree", "dsatur", "sweep", "lookahead")
    ]
    for change in ({"adjacency": "corner"}, {"regions": "split"}, {"order": "degree"}):
        name = " ".join(f"{key}={value}" for key, value in change.items())
        cases.append((name, rules.model_copy(update=change), "random"))
    rows = [[name, f"{per_map(r, key, 100_000) * 1e6:,.2f}"] for name, r, key in cases]
    return Table("Players and rules", ["12x12, 14 seeds, 4 colours", "µs a map"], rows)


def memory() -> Table:
    """Peak memory of a process that imports, compiles nothing new and simulates."""
    rows = []
    for trials in (0, 100_000, 1_000_000, 10_000_000):
        done = subprocess.run(
            [sys.executable, "-c", CHILD, str(trials)], check=True, capture_output=True, text=True
        )
        name = f"{trials:,} trials" if trials else "rules and policies only, no kernel"
        rows.append([name, f"{json.loads(done.stdout):,.0f}"])
    note = "Machine code compiled before; 12x12, 14 seeds. The first compilation takes more."
    return Table("Memory of a simulation", ["process", "peak MB"], rows, note)


def per_map(rules: Rules, policy: str, trials: int) -> float:
    """Seconds a map, best of 3."""
    return min(seconds_of(rules, policy, trials) for _ in range(3)) / trials


def seconds_of(rules: Rules, policy: str, trials: int) -> float:
    """Processor time of this thread for one simulation."""
    start = thread_time()
    simulate(rules, policy, 1, 0, trials)
    return thread_time() - start


def _node_seconds(node: str, rules: Rules, trials: int) -> float:
    numbers = (rules.width, rules.height, rules.seeds, rules.colors, trials)
    done = subprocess.run(
        [node, str(PEER), *map(str, numbers)], check=True, capture_output=True, text=True
    )
    answer = json.loads(done.stdout)
    mine = simulate(rules, "random", 1, 0, 20_000).counts["stuck"]
    if abs(answer["stuck"] / trials - mine[0] / mine[1]) > 0.03:
        raise RuntimeError(f"Node and Tsumi disagree about {rules}: {answer}, {mine}")
    return float(answer["seconds"])
