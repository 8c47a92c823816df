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

from engines.games.sliding import GAME
from engines.games.sliding.geometry import manhattan, neighbors
from engines.games.sliding.solver.tables import distance_table, ranks
from engines.games.sliding.types import Rules

simulate = GAME.simulate

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
    """The blank's walk on a small board, as probabilities, exactly."""

    def __init__(self, width: int, height: int, *, no_backtrack: bool):
        self.beside, self.strict = neighbors(width, height), no_backtrack
        cells = width * height
        table = distance_table(width, height)
        reached = np.flatnonzero(table < 255)
        index = np.full(len(table), -1)
        index[reached] = np.arange(len(reached))
        self.lengths = table[reached].astype(float)
        self.home = int(np.flatnonzero(self.lengths == 0)[0])
        positions = np.array([unrank(int(rank), cells) for rank in reached], np.uint8)
        self.manhattan = np.array([manhattan(width, tiles) for tiles in positions.tolist()], float)
        blanks = np.argmin(positions, axis=1)
        self.moves = []  # (positions, from cell, positions after, to cell)
        for blank in range(cells):
            at = np.flatnonzero(blanks == blank)
            for cell in self.beside[blank]:
                child = positions[at].copy()
                child[:, blank], child[:, cell] = child[:, cell], 0
                self.moves.append((at, blank, index[ranks(child)], cell))

    def after(self, steps: int):
        """(cells + 1, positions): their probabilities, by the cell before; the last row: none."""
        chance = np.zeros((len(self.beside) + 1, len(self.lengths)))
        chance[-1, self.home] = 1.0
        for _ in range(steps):
            chance = self.step(chance)
        return chance

    def step(self, chance):
        following = np.zeros_like(chance)
        for at, blank, to, cell in self.moves:
            ways = self.beside[blank]
            for before in (*ways, len(self.beside)):
                came = self.strict and before in ways
                if not (came and before == cell):
                    following[blank, to] += chance[before, at] / (len(ways) - came)
        return following

    def handed_out(self, chance):
        """(positions,) the same after the further step of boards that came out solved."""
        solved = np.zeros_like(chance)
        solved[:, self.home] = chance[:, self.home]
        return (chance - solved + self.step(solved)).sum(axis=0)


def unrank(rank: int, cells: int) -> list[int]:
    left, digits = list(range(cells)), []
    for base in range(1, cells + 1):
        rank, digit = divmod(rank, base)
        digits.append(digit)
    return [left.pop(digit) for digit in reversed(digits)]


def test_the_exact_values_follow_from_the_rules():
    walk = Walk(3, 3, no_backtrack=True)
    for steps in (20, 60):
        exact = REFERENCE["sliding_exact_3x3"][str(steps)]
        chance = walk.after(steps).sum(axis=0)
        assert chance.sum() == pytest.approx(1, abs=1e-9)
        assert chance[walk.home] == pytest.approx(exact["p_solved"], rel=1e-9)
        assert chance @ walk.manhattan == pytest.approx(exact["mean_manhattan"], rel=1e-9)
        assert chance @ walk.lengths == pytest.approx(exact["mean_opt"], rel=1e-9)


@pytest.mark.parametrize("no_backtrack", [True, False])
@pytest.mark.parametrize("size", [(2, 2), (2, 3), (3, 2), (4, 2)])
def test_any_small_board_meets_its_exact_values(size, no_backtrack):
    width, height = size
    walk = Walk(width, height, no_backtrack=no_backtrack)
    for steps, goal in ((1, "blank-last"), (12, "blank-first"), (25, "blank-last")):
        rules = Rules(
            width=width, height=height, steps=steps, no_backtrack=no_backtrack, goal=goal, budget=1
        )
        counts = simulate(rules, "random_walk", 20_260_603, 0, 20_000).counts
        reached = walk.after(steps)
        chance = walk.handed_out(reached)
        for key, values in (("manhattan", walk.manhattan), ("optimal", walk.lengths)):
            mean = chance @ values
            error = sqrt(max(0.0, chance @ values**2 - mean**2) / 20_000)
            assert abs(mean_and_error(counts[key])[0] - mean) <= LIMIT * error + 1e-9, (key, steps)
        p = reached[:, walk.home].sum()
        seen = counts["scramble_solved"][0]
        assert abs(seen - p * 20_000) <= LIMIT * sqrt(p * (1 - p) * 20_000) + 1e-6


def test_a_wrong_mean_would_be_noticed():
    row = dict(REFERENCE["sliding"][0])
    counts = simulate(rules_of(row), "random_walk", 20_260_601, 0, TRIALS).counts["manhattan"]
    mean, error = mean_and_error(counts)
    assert abs(mean - row["mean_manhattan"] - 0.05) > LIMIT * sqrt(error**2 + row["se"] ** 2)
