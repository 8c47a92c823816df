"""The simulation agrees with figures measured and worked out by independent programs.

`reference.json`: an independent C implementation (`sliding`), and exact values for 3x3
(`sliding_exact_3x3`) before the extra step of boards that came out solved.
"""

from __future__ import annotations

import json
from math import sqrt
from pathlib import Path

import numpy as np
import pytest

from engines.games.sliding.geometry import neighbors
from engines.games.sliding.simulation import simulate
from engines.games.sliding.solver.tables import distance_table, ranks
from engines.games.sliding.types import Rules

REFERENCE = json.loads((Path(__file__).parent / "reference.json").read_text())
TRIALS = 300_000
LIMIT = 4.0


def mean_and_error(counts):
    n, total, squares = counts
    mean = total / n
    return mean, sqrt((squares / n - mean * mean) / n)


def rules_of(row) -> Rules:
    return Rules(width=row["size"], height=row["size"], steps=row["steps"], sample=0, budget=1)


@pytest.mark.parametrize("row", REFERENCE["sliding"], ids=lambda row: f"{row['size']}")
def test_manhattan_after_the_scramble(row):
    tally = simulate(rules_of(row), "random_walk", 20_260_601, 0, TRIALS)
    mean, error = mean_and_error(tally.counts["manhattan"])
    assert abs(mean - row["mean_manhattan"]) < LIMIT * sqrt(error**2 + row["se"] ** 2)
    assert error * sqrt(TRIALS) == pytest.approx(row["sd_manhattan"], rel=0.01)
    expected = row["fixups"] / row["scrambles"]
    seen = tally.counts["scramble_solved"][0]
    assert abs(seen - expected * TRIALS) <= LIMIT * sqrt(expected * TRIALS + 1)


@pytest.mark.parametrize("steps", [20, 60])
def test_the_simulation_meets_the_exact_values(steps):
    exact = REFERENCE["sliding_exact_3x3"][str(steps)]
    rules = Rules(width=3, height=3, steps=steps, budget=1)
    counts = simulate(rules, "random_walk", 20_260_602, 0, TRIALS).counts
    # Boards that came out solved take one more step, which the exact values leave out: that
    # adds p_solved to the mean of both.
    for key in ("manhattan", "optimal"):
        mean, error = mean_and_error(counts[key])
        name = {"manhattan": "mean_manhattan", "optimal": "mean_opt"}[key]
        assert abs(mean - exact[name] - exact["p_solved"]) < LIMIT * error, key
    p = exact["p_solved"]
    seen, n = counts["scramble_solved"]
    assert n == TRIALS
    assert abs(seen - p * n) < LIMIT * sqrt(p * n + 1)


class Walk:
    """The blank's walk on 3x3 that never steps straight back, as probabilities, exactly."""

    def __init__(self):
        self.table = distance_table(3, 3)
        reached = np.flatnonzero(self.table < 255)
        self.index = np.full(len(self.table), -1)
        self.index[reached] = np.arange(len(reached))
        positions = np.array([unrank(int(rank)) for rank in reached], np.uint8)
        self.positions, self.lengths = positions, self.table[reached].astype(float)
        blanks = np.argmin(positions, axis=1)
        self.moves = []  # (positions, from cell, positions after, to cell)
        for blank in range(9):
            at = np.flatnonzero(blanks == blank)
            for cell in neighbors(3, 3)[blank]:
                child = positions[at].copy()
                child[:, blank], child[:, cell] = child[:, cell], 0
                self.moves.append((at, blank, self.index[ranks(child)], cell))

    def after(self, steps: int):
        """(positions,) their probabilities."""
        chance = np.zeros((10, len(self.positions)))  # by the cell before; 9: none
        chance[9, self.index[int(ranks(np.array([[*range(1, 9), 0]], np.uint8))[0])]] = 1.0
        for _ in range(steps):
            following = np.zeros_like(chance)
            for at, blank, to, cell in self.moves:
                ways = len(neighbors(3, 3)[blank])
                for before in (*neighbors(3, 3)[blank], 9):
                    if before != cell:
                        options = ways - (before != 9)
                        following[blank, to] += chance[before, at] / options
            chance = following
        return chance.sum(axis=0)


def unrank(rank: int) -> list[int]:
    left, digits = list(range(9)), []
    for base in range(1, 10):
        rank, digit = divmod(rank, base)
        digits.append(digit)
    return [left.pop(digit) for digit in reversed(digits)]


def test_the_exact_values_follow_from_the_rules():
    walk = Walk()
    home = np.abs(np.subtract.outer(np.arange(9), np.arange(9)))
    away = np.zeros((9, 9))
    for tile in range(1, 9):
        for cell in range(9):
            away[tile, cell] = abs((tile - 1) // 3 - cell // 3) + abs((tile - 1) % 3 - cell % 3)
    assert home.shape == away.shape
    manhattan = sum(away[walk.positions[:, cell], cell] for cell in range(9))
    for steps in (20, 60):
        exact = REFERENCE["sliding_exact_3x3"][str(steps)]
        chance = walk.after(steps)
        assert chance.sum() == pytest.approx(1, abs=1e-9)
        assert chance[walk.lengths == 0].sum() == pytest.approx(exact["p_solved"], rel=1e-9)
        assert chance @ manhattan == pytest.approx(exact["mean_manhattan"], rel=1e-9)
        assert chance @ walk.lengths == pytest.approx(exact["mean_opt"], rel=1e-9)


def test_a_wrong_mean_would_be_noticed():
    row = dict(REFERENCE["sliding"][0])
    counts = simulate(rules_of(row), "random_walk", 20_260_601, 0, TRIALS).counts["manhattan"]
    mean, error = mean_and_error(counts)
    assert abs(mean - row["mean_manhattan"] - 0.05) > LIMIT * sqrt(error**2 + row["se"] ** 2)
