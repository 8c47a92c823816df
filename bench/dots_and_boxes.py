"""Dots and boxes: games per second against the article's program in Node and against OpenSpiel."""

from __future__ import annotations

import json
import random
import shutil
import subprocess
from collections.abc import Iterator
from pathlib import Path
from statistics import median
from time import perf_counter, thread_time
from typing import Any

from bench.tables import Table
from engines.games.dots_and_boxes import GAME
from engines.games.dots_and_boxes import rules as judge
from engines.games.dots_and_boxes.policies import choose, read_player
from engines.games.dots_and_boxes.types import Board, Rules
from engines.randomness import PLAY, Stream

simulate = GAME.simulate

PEER = Path(__file__).parent / "peers" / "dots_and_boxes.mjs"
ROUNDS = 5
GAMES = 400_000
MATCH_UPS = [
    (Rules(), "careful,greedy", 6_000),
    (Rules(), "random,random", 20_000),
    (Rules(extra_turn=False), "random,random", 20_000),
    (Rules(rows=3, cols=3), "careful,greedy", 12_000),
    (Rules(rows=5, cols=5), "careful,greedy", 3_000),
]
INSTALL = "python -m pip install 'open_spiel>=2,<3'"


def run() -> Iterator[Table]:
    for policy in ("random", "chain"):
        simulate(Rules(), policy, 1, 0, 1)  # compile, or load what was compiled
    yield against_node()
    yield against_open_spiel()
    yield players()
    yield bots()


def name(rules: Rules) -> str:
    turn = "" if rules.extra_turn else ", no extra turn"
    return f"{rules.rows}x{rules.cols}{turn}"


def against_node() -> Table:
    """The same match-ups by both, turn by turn."""
    node = shutil.which("node")
    rows = []
    for rules, policy, peer_games in MATCH_UPS:
        theirs, ours = [], []
        for _ in range(ROUNDS):
            if node:
                theirs.append(_node_seconds(node, rules, policy, peer_games) / peer_games)
            ours.append(seconds_of(rules, policy, GAMES) / GAMES)
        rows.append(
            [
                f"{name(rules)}, {policy}",
                f"{1 / median(theirs):,.0f}" if node else "-",
                f"{1 / median(ours):,.0f}",
                f"{median(theirs) / median(ours):.0f}" if node else "-",
                f"{min(ours) * 1e9:,.0f} … {max(ours) * 1e9:,.0f}",
            ]
        )
    note = (
        f"Medians of {ROUNDS} runs, turn by turn, one thread each, processor time. Tsumi counts "
        "all metrics, and checks that the scores of every game add up."
    )
    if not node:
        note = "node was not found on PATH, so there is nothing to compare with.\n\n" + note
    columns = ["match-up", "Node games/s", "Tsumi games/s", "ratio", "ns a game"]
    return Table("Dots and boxes against Node", columns, rows, note)


def against_open_spiel() -> Table:
    """Random games on 4x4, OpenSpiel driven from Python and by its own C++ rollouts."""
    columns = ["4x4, random,random", "games/s", "Tsumi games/s", "ratio"]
    title = "Dots and boxes against OpenSpiel"
    try:
        import pyspiel  # type: ignore[import-not-found]
    except ImportError:
        note = f"OpenSpiel is not installed, so this part is left out. For it: {INSTALL}"
        return Table(title, columns, [], note)
    game = pyspiel.load_game("dots_and_boxes(num_rows=4,num_cols=4)")
    driven, rollouts, ours = [], [], []
    for _ in range(ROUNDS):
        driven.append(_driven_seconds(game, 2_000) / 2_000)
        rollouts.append(_rollout_seconds(pyspiel, game, 10_000) / 10_000)
        ours.append(seconds_of(Rules(), "random", GAMES) / GAMES)
    rows = [
        [
            who,
            f"{1 / median(t):,.0f}",
            f"{1 / median(ours):,.0f}",
            f"{median(t) / median(ours):.0f}",
        ]
        for who, t in (("driven from Python", driven), ("its C++ rollouts", rollouts))
    ]
    note = (
        f"Medians of {ROUNDS} runs, turn by turn, one thread each, processor time. The rollouts "
        "are those of its Monte Carlo search; they begin after the first line."
    )
    return Table(title, columns, rows, note)


def players() -> Table:
    """Every player against a careful one, on the default grid."""
    rows = []
    for player, games in (
        ("random", GAMES),
        ("greedy", GAMES),
        ("careful", GAMES),
        ("chain", 4_000),
        ("lookahead", 1_000),
        ("lookahead(depth=3)", 200),
    ):
        policy = f"{player},careful"
        simulate(Rules(), policy, 1, 0, 1)
        took = min(seconds_of(Rules(), policy, games) for _ in range(3)) / games
        counts = simulate(Rules(), policy, 1, 0, games).counts
        rows.append(
            [
                policy,
                f"{took * 1e6:,.1f}",
                f"{counts['first_score'][1] / games:.2f}",
                f"{100 * counts['first_wins'][0] / games:.0f} %",
            ]
        )
    columns = ["4x4", "µs a game", "boxes of 16", "wins"]
    return Table("Dots and boxes: players", columns, rows, "Best of 3, one thread.")


def bots() -> Table:
    """What a web process does for a bot's move, in plain Python."""
    rows = []
    for side, games in ((4, 4), (5, 4), (10, 1)):
        for player in ("careful", "chain", "lookahead", "lookahead(depth=3)"):
            took = [t for trial in range(games) for t in _bot_seconds(side, player, trial)]
            rows.append(
                [f"{side}x{side}, {player}", f"{median(took) * 1e3:.1f}", f"{max(took) * 1e3:.0f}"]
            )
    columns = ["bot", "ms a move, median", "most"]
    return Table("Dots and boxes: bots", columns, rows, "Elapsed time; games against itself.")


def _bot_seconds(side: int, player: str, trial: int) -> list[float]:
    named, stream = read_player(player), Stream(1, trial, PLAY)
    state, took = judge.initial_state(Board(Rules(rows=side, cols=side))), []
    while not judge.is_over(state):
        start = perf_counter()
        line = choose(state, named, stream)
        took.append(perf_counter() - start)
        state = judge.apply(state, line)
    return took


def seconds_of(rules: Rules, policy: str, games: int) -> float:
    """Processor time of this thread for one simulation."""
    start = thread_time()
    simulate(rules, policy, 1, 0, games)
    return thread_time() - start


def _driven_seconds(game: Any, games: int) -> float:
    chance = random.Random(1)
    start = thread_time()
    for _ in range(games):
        state = game.new_initial_state()
        while not state.is_terminal():
            actions = state.legal_actions()
            state.apply_action(actions[int(chance.random() * len(actions))])
    return thread_time() - start


def _rollout_seconds(pyspiel: Any, game: Any, games: int) -> float:
    evaluator = pyspiel.RandomRolloutEvaluator(games, 1)
    bot = pyspiel.MCTSBot(game, evaluator, 2.0, 1, 100, False, 1, False)
    state = game.new_initial_state()
    start = thread_time()
    bot.step(state)
    return thread_time() - start


def _node_seconds(node: str, rules: Rules, policy: str, games: int) -> float:
    extra = "true" if rules.extra_turn else "false"
    done = subprocess.run(
        [node, str(PEER), str(rules.rows), extra, *policy.split(","), str(games)],
        check=True,
        capture_output=True,
        text=True,
    )
    answer = json.loads(done.stdout)
    n, total, squares = simulate(rules, policy, 1, 0, 100_000).counts["first_score"]
    spread = (squares / n - (total / n) ** 2) ** 0.5
    if abs(answer["first"] / games - total / n) > 6 * spread / games**0.5:
        raise RuntimeError(f"Node and Tsumi disagree about {rules}, {policy}: {answer}")
    return float(answer["seconds"])
