"""Simulated plays of a puzzle's very board, to hold beside people's."""

from __future__ import annotations

import time
from collections import Counter

from backend.playtests.models import StuckMap
from backend.puzzles.boards import load_board
from backend.puzzles.models import Puzzle
from engines import read_rules

SECONDS = 2.0
MAX_TRIALS = 2_000
SEED = 0


def simulate_stuck(*, puzzle: Puzzle, policy: str, seconds: float = SECONDS) -> StuckMap:
    """Where this policy gets stuck on this board; stored, in place of an earlier one.

    At most `MAX_TRIALS` plays in plain Python (no kernel tells loci), or as many as `seconds`
    allow. Raises `UnknownName` and `Conflict`.
    """
    game, board = load_board(puzzle)
    rules = read_rules(game, puzzle.rules)
    policy = game.check_play(rules, policy)
    stuck, loci, trials = 0, Counter[str](), 0
    until = time.monotonic() + seconds
    while trials < MAX_TRIALS and (not trials or time.monotonic() < until):
        play = game.replay_trial(rules, policy, SEED, trials, board=board)
        trials += 1
        if play.outcome.status == "stuck":
            stuck += 1
            loci.update(play.outcome.loci)
    made, _ = StuckMap.objects.update_or_create(
        puzzle=puzzle,
        policy=policy,
        defaults={"trials": trials, "stuck": stuck, "loci": dict(loci)},
    )
    return made
