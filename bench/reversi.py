"""Reversi: positions and games per second, in Numba and in plain Python, and exact endgames."""

from __future__ import annotations

from collections.abc import Iterator
from statistics import median
from time import perf_counter, thread_time

from bench.tables import Table
from engines.games.reversi import GAME
from engines.games.reversi import rules as judge
from engines.games.reversi.discs import axes, cells_in, legal_cells, opening, turned_over
from engines.games.reversi.endgame import Endgame
from engines.games.reversi.levels import late_position, puzzle_board
from engines.games.reversi.policies import choose_move
from engines.games.reversi.solver import Search
from engines.games.reversi.types import Rules
from engines.randomness import BOARD, PLAY, Stream

replay_trial, simulate = GAME.replay_trial, GAME.simulate

ROUNDS = 5
SQUARE, GROWN, LARGE = Rules(), Rules(shape="grown"), Rules(width=10, height=10)
NAMES = {SQUARE: "8x8", GROWN: "64 grown cells", LARGE: "10x10"}
DEPTH = {SQUARE: 9, LARGE: 8}


def run() -> Iterator[Table]:
    simulate(SQUARE, "random", 1, 0, 1)  # compile, or load what was compiled
    yield lines()
    yield games()
    yield endgames()
    yield bots()


def lines() -> Table:
    """All lines of so many moves from the opening: rules and nothing else."""
    from engines.games.reversi.kernels.perft import perft
    from engines.games.reversi.kernels.workspace import four_words, make_ground

    rows = []
    for rules, depth in DEPTH.items():
        shape = (1 << rules.size) - 1
        own, other = opening(*rules.field, shape)
        ground, discs = make_ground(rules), four_words(own, other)
        found = perft(ground, discs, depth)
        fast = []
        for _ in range(ROUNDS):
            start = thread_time()
            perft(ground, discs, depth)
            fast.append(found / (thread_time() - start))
        start = thread_time()
        few = _plain_lines(own, other, shape, axes(*rules.field), 6)
        plain = few / (thread_time() - start)
        rows.append(
            [
                f"{NAMES[rules]}, {depth} moves",
                f"{found:,}",
                f"{median(fast) / 1e6:.1f}",
                f"{plain / 1e6:.3f}",
                f"{median(fast) / plain:,.0f}",
            ]
        )
    return Table(
        "Reversi: lines from the opening",
        ["board", "lines", "million/s, Numba", "million/s, Python", "ratio"],
        rows,
        f"One thread, processor time, medians of {ROUNDS} runs; plain Python counts 6 moves once.",
    )


def _plain_lines(own: int, other: int, shape: int, lines: object, depth: int) -> int:
    able = legal_cells(own, other, shape, lines)
    if not able or depth == 1:
        return able.bit_count() or 1
    total = 0
    for cell in cells_in(able):
        turned = turned_over(cell, own, other, lines)
        total += _plain_lines(other & ~turned, own | turned | 1 << cell, shape, lines, depth - 1)
    return total


def games() -> Table:
    """Whole games, each on a board of its own, with all metrics counted."""
    sizes = {
        "random": (20_000, 20),
        "greedy": (10_000, 10),
        "positional": (10_000, 10),
        "lookahead": (100, 1),
        "endgame": (100, 1),
    }
    rows = []
    for rules in (SQUARE, GROWN, LARGE):
        for policy, (many, few) in sizes.items():
            fast = []
            for round_ in range(3):
                start = thread_time()
                simulate(rules, policy, 1, round_ * many, many)
                fast.append(many / (thread_time() - start))
            start = thread_time()
            for trial in range(few):
                replay_trial(rules, policy, 1, trial)
            plain = few / (thread_time() - start)
            rows.append(
                [
                    f"{NAMES[rules]}, {policy} against itself",
                    f"{median(fast):,.0f}",
                    f"{plain:,.1f}",
                    f"{median(fast) / plain:,.0f}",
                ]
            )
    return Table(
        "Reversi: games per second",
        ["game", "Numba", "Python", "ratio"],
        rows,
        "One thread, processor time, medians of 3 runs in Numba, one in plain Python.",
    )


def endgames() -> Table:
    """The best move of late positions, proven."""
    rows = []
    for empties, count in ((8, 40), (10, 40), (12, 40), (14, 10)):
        states = list(_late(SQUARE, empties, count))
        search = Search(states[0].board)
        search.best_cell(states[0], 60)
        fast, plain = [], []
        for state in states:
            search = Search(state.board)
            start = perf_counter()
            search.best_cell(state, 600)
            fast.append(1000 * (perf_counter() - start))
            if empties <= 10:
                start = perf_counter()
                exact = Endgame(state.board.shape, axes(*state.board.rules.field))
                exact.best_move(*judge.own_and_other(state))
                plain.append(1000 * (perf_counter() - start))
        shown = [f"{median(fast):.2f}", f"{max(fast):.2f}"]
        shown += [f"{median(plain):.0f}", f"{max(plain):.0f}"] if plain else ["-", "-"]
        rows.append([f"{empties} empty cells", str(count), *shown])
    return Table(
        "Reversi: exact endgames on 8x8",
        ["position", "positions", "ms, Numba", "at most", "ms, Python", "at most"],
        rows,
        "Medians of elapsed time, each position with an empty table.",
    )


def bots() -> Table:
    """How long a person waits for a bot's move."""
    rows = []
    for rules in (SQUARE, GROWN, LARGE):
        for bot in ("positional", "lookahead", "endgame"):
            times = []
            for trial in range(2):
                play = replay_trial(rules, "positional,greedy", 3, trial)
                state = judge.initial_state(play.board)
                for move in play.moves:
                    start = perf_counter()
                    choose_move(state, bot, 1, trial)
                    times.append(1000 * (perf_counter() - start))
                    state = judge.apply(state, move)
            rows.append([f"{NAMES[rules]}, {bot}", f"{median(times):.1f}", f"{max(times):.0f}"])
    for empties in (8, 9, 10):
        times = []
        for state in _late(SQUARE, empties, 40):
            puzzle = judge.initial_state(puzzle_board(state))
            start = perf_counter()
            choose_move(puzzle, "optimal", 1, 0)
            times.append(1000 * (perf_counter() - start))
        name = f"8x8 puzzle, optimal, {empties} empty"
        rows.append([name, f"{median(times):.1f}", f"{max(times):.0f}"])
    return Table(
        "Reversi: a bot's move in plain Python",
        ["bot", "ms, median", "at most"],
        rows,
        "Elapsed time.",
    )


def _late(rules: Rules, empties: int, count: int) -> Iterator[object]:
    trial = 0
    while count:
        streams = [Stream(11, trial, purpose) for purpose in (BOARD, PLAY)]
        state = late_position(rules, empties, *streams)
        trial += 1
        if state is not None and judge.open_cells(state):
            count -= 1
            yield state
