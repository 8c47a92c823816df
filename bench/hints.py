"""What a web request may ask of a game, on the largest rules: processor time of each call.

Hints (new ones, the way back from a play gone wrong, and steps of a plan), bots, judging and
views, in positions of random and of careful play, over several seeds.
"""

from __future__ import annotations

import random
from collections import defaultdict
from collections.abc import Callable, Iterator
from statistics import median
from time import process_time
from typing import Any

from bench.tables import Table
from engines import Game, GenerationFailed, get_game
from engines.advice import advise

LARGEST: dict[str, tuple[dict[str, Any], ...]] = {
    "color_fill": (
        {"width": 32, "height": 32, "colors": 10},
        {"width": 32, "height": 32, "colors": 3},
        {"width": 32, "height": 32, "colors": 6, "slack": 0},
    ),
    "dots_and_boxes": (
        {"rows": 10, "cols": 10},
        {"rows": 10, "cols": 10, "extra_turn": False},
        {"rows": 8, "cols": 8},
        {"rows": 4, "cols": 4},
    ),
    "enclosure": (
        {"rows": 10, "cols": 10},
        {"rows": 10, "cols": 10, "border": "drawn"},
        {"rows": 10, "cols": 10, "capture": "box", "extra_turn": True},
    ),
    "map_coloring": (
        {"width": 64, "height": 64, "seeds": 400},
        {"width": 64, "height": 64, "seeds": 400, "order": "random"},
        {"width": 64, "height": 64, "seeds": 400, "colors": 5, "adjacency": "corner"},
    ),
    "number_hunt": (
        {"circles": 100, "width": 1000, "height": 1000, "min_radius": 20, "max_radius": 40},
    ),
    "reversi": (
        {"width": 10, "height": 10},
        {"width": 8, "height": 8, "shape": "grown", "cells": 100},
    ),
    "sliding": (
        {"width": 6, "height": 6},
        {"width": 5, "height": 5},
        {"width": 4, "height": 4},
        {"width": 6, "height": 2},
    ),
}
SEEDS = 3
MOST_MOVES = 400
PLACES = 12
"""Positions looked at along a play."""


def run() -> Iterator[Table]:
    yardstick = _yardstick()
    for slug, rules in LARGEST.items():
        game = get_game(slug)
        for changed in rules:
            yield _table(game, changed, yardstick)
        if game.players == 2:
            yield _endings(game, yardstick)


def _yardstick() -> float:
    """Seconds that a million additions take in plain Python, the median of five times."""

    def count() -> int:
        total = 0
        for number in range(1_000_000):
            total += number
        return total

    return median(_timed(count)[0] for _ in range(5))


def _timed(call: Callable[..., Any], *args: Any) -> tuple[float, Any]:
    start = process_time()
    value = call(*args)
    return process_time() - start, value


class _Calls:
    """Processor times by name. The first call of each is not counted apart: it is one of them."""

    def __init__(self) -> None:
        self.seconds: dict[str, list[float]] = defaultdict(list)

    def __call__(self, name: str, call: Callable[..., Any], *args: Any) -> Any:
        seconds, value = _timed(call, *args)
        self.seconds[name].append(seconds)
        return value

    def table(self, title: str, yardstick: float) -> Table:
        rows = [
            [
                name,
                str(len(seconds)),
                f"{1000 * median(seconds):,.2f}",
                f"{1000 * max(seconds):,.1f}",
                f"{max(seconds) / yardstick:,.2f}",
            ]
            for name, seconds in self.seconds.items()
        ]
        columns = ["call", "calls", "ms, median", "ms, most", "most / yardstick"]
        note = "Processor time. The yardstick is a million additions in plain Python in this run."
        return Table(title, columns, rows, note)


def _table(game: Game, changed: dict[str, Any], yardstick: float) -> Table:
    calls, rules = _Calls(), game.Rules(**changed)
    for seed in range(SEEDS):
        try:
            puzzle = calls("generate", game.generate, rules, seed)
        except GenerationFailed:
            continue
        for careful in (False, True):
            _along(game, puzzle, seed, careful, calls)
    return calls.table(f"{game.title}: {changed}", yardstick)


def _endings(game: Game, yardstick: float) -> Table:
    calls = _Calls()
    for level in game.levels:
        for seed in range(SEEDS):
            puzzle = game.generate_level(level.key, seed)
            for careful in (False, True):
                _along(game, puzzle, seed, careful, calls)
    return calls.table(f"{game.title}: endings to win", yardstick)


def _along(game: Game, puzzle: Any, seed: int, careful: bool, calls: _Calls) -> None:
    """One play: at random, or as the certificate and the usual bot go."""
    rng, two = random.Random(seed), game.two_players
    states, line = [game.initial_state(puzzle.board)], list(puzzle.certificate)
    while len(states) <= MOST_MOVES and (legal := game.legal_moves(states[-1])):
        move = line[len(states) - 1] if careful and len(states) <= len(line) else None
        if move not in legal:
            move = rng.choice(list(legal))
        states.append(calls("apply", game.apply, states[-1], move))
    step = max(1, len(states) // PLACES)
    for at in sorted({*range(0, len(states), step), len(states) - 1}):
        state = states[at]
        calls("legal moves", game.legal_moves, state)
        calls("outcome", game.outcome, state)
        calls("view", game.view, state)
        if game.outcome(state).status in ("solved", "finished"):
            continue
        asked = [one for one in states[: at + 1] if not two or _same_seat(game, one, states[0])]
        if asked and asked[-1] is state:
            advice, plan = calls("hint", advise, game, asked, puzzle.certificate)
            calls("hint, followed", advise, game, asked, puzzle.certificate, plan)
            if advice.advice == "undo":
                calls("hint, undo", advise, game, asked, puzzle.certificate)
        if two and game.legal_moves(state):
            for bot in two.bots(puzzle.board):
                calls(f"bot {bot}", two.choose_move, state, bot, seed, at)


def _same_seat(game: Game, state: Any, first: Any) -> bool:
    assert game.two_players
    return game.two_players.to_move(state) == game.two_players.to_move(first)
