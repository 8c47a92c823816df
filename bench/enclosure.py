"""Enclosure: games per second in Numba and in plain Python, and what a bot's move takes."""

from __future__ import annotations

from collections.abc import Iterator
from statistics import median
from time import perf_counter, thread_time

from bench.tables import Table
from engines.games.enclosure import GAME
from engines.games.enclosure import rules as judge
from engines.games.enclosure.bots import choose_move
from engines.games.enclosure.levels import LEVELS, generate_level
from engines.games.enclosure.solver import hint
from engines.games.enclosure.types import Board, Rules

replay_trial, simulate = GAME.replay_trial, GAME.simulate

RULES = (
    ("5x5, areas, border open", Rules()),
    ("5x5, areas, border drawn", Rules(border="drawn")),
    ("5x5, single boxes", Rules(capture="box")),
)
POLICIES = (
    ("random", 20_000, 20),
    ("greedy", 20_000, 20),
    ("careful,greedy", 10_000, 5),
    ("lookahead", 1_000, 3),
    ("lookahead(depth=3)", 50, 1),
)
ROUNDS = 3


def run() -> Iterator[Table]:
    simulate(Rules(), "random", 1, 0, 1)  # compile, or load what was compiled
    yield games()
    yield moves()


def games() -> Table:
    """The same games by both tellings, turn by turn."""
    rows = []
    for name, rules in RULES:
        for policy, trials, replays in POLICIES:
            ours, plain = [], []
            for _ in range(ROUNDS):
                start = thread_time()
                simulate(rules, policy, 1, 0, trials)
                ours.append((thread_time() - start) / trials)
                start = thread_time()
                for trial in range(replays):
                    replay_trial(rules, policy, 1, trial)
                plain.append((thread_time() - start) / replays)
            fast, slow = median(ours), median(plain)
            ratio = f"{slow / fast:.0f}"
            rows.append([name, policy, f"{1 / fast:,.0f}", f"{1 / slow:,.1f}", ratio])
    columns = ["rules", "players", "Numba games/s", "plain Python games/s", "ratio"]
    note = f"Medians of {ROUNDS} runs, one thread, processor time. All metrics are counted."
    return Table("Enclosure: games", columns, rows, note)


def moves() -> Table:
    """What a web process does for a bot's move or a hint, in plain Python."""
    rows = []
    board = judge.empty_board(Rules())
    for bot in ("random", "greedy", "careful", "lookahead"):
        rows.append(["5x5", bot, *_times(board, bot)])
    for level in LEVELS:
        for seed in range(3):
            puzzle = generate_level(level.key, seed).board
            rows.append([f"{level.key}, seed {seed}", "optimal", *_times(puzzle, "optimal")])
    columns = ["board", "bot", "ms a move, median", "most", "ms a hint, most"]
    return Table("Enclosure: bots and hints", columns, rows, "Every move of one game.")


def _times(board: Board, bot: str) -> list[str]:
    state, took, hints, turn = judge.initial_state(board), [], [], 0
    while judge.legal_moves(state):
        start = perf_counter()
        move = choose_move(state, bot, 1, turn)
        took.append(perf_counter() - start)
        start = perf_counter()
        hint(state)
        hints.append(perf_counter() - start)
        state, turn = judge.apply(state, move), turn + 1
    return [f"{1000 * seconds:,.1f}" for seconds in (median(took), max(took), max(hints))]
