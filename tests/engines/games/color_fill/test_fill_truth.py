"""The simulation agrees with figures measured by an independent program.

`reference.json`: an independent C implementation of the article's greedy player, cross-checked
against the article's own JavaScript. Means are compared with the spread of both samples.
"""

from __future__ import annotations

import json
from math import sqrt
from pathlib import Path
from typing import Any

import pytest

from engines.games.color_fill import GAME
from engines.games.color_fill.types import Rules

simulate = GAME.simulate

REFERENCE = json.loads((Path(__file__).parent / "reference.json").read_text())
TRIALS = 200_000
LIMIT = 4.0


def z_of(row: dict[str, Any], trials: int) -> tuple[float, float]:
    """(z of the means, simulated standard deviation)."""
    rules = Rules(width=row["size"], height=row["size"], colors=row["colors"])
    # An odd first trial: few boards are solved exactly on the way.
    n, total, squares = simulate(rules, "greedy", 20_240_601, 1, trials).counts["moves"]
    mean = total / n
    variance = squares / n - mean * mean
    spread = sqrt(variance / n + row["sd"] ** 2 / row["boards"])
    return (mean - row["mean_moves"]) / spread, sqrt(variance)


@pytest.mark.parametrize("row", REFERENCE, ids=lambda row: f"{row['size']}-{row['colors']}")
def test_the_greedy_player_needs_as_many_moves_as_the_reference_says(row):
    z, sd = z_of(row, TRIALS)
    assert abs(z) < LIMIT
    assert sd == pytest.approx(row["sd"], rel=0.01)


def test_a_wrong_mean_would_be_noticed():
    """A fiftieth of a move is far outside the limit."""
    row = dict(REFERENCE[0])
    row["mean_moves"] += 0.02
    assert abs(z_of(row, TRIALS)[0]) > LIMIT
