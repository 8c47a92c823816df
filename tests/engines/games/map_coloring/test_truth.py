"""The simulation agrees with figures measured by an independent program.

`reference.json`: an independent C implementation of the article's rules, cross-checked
against the article's own JavaScript. Rates are compared as two binomial samples, means
with the simulation's own spread for both samples; |z| stays below 4.5, which chance alone
breaks once in about 150,000 comparisons.
"""

from __future__ import annotations

import json
from math import sqrt
from pathlib import Path
from typing import Any

import pytest

from engines.games.map_coloring import GAME
from engines.games.map_coloring.types import Rules

simulate = GAME.simulate

REFERENCE = json.loads((Path(__file__).parent / "reference.json").read_text())
TRIALS = 300_000
LIMIT = 4.5


def rate_z(count: int, n: int, count2: int, n2: int) -> float:
    """z of the difference of two proportions, pooled; 0 when neither was seen."""
    pooled = (count + count2) / (n + n2)
    spread = sqrt(pooled * (1 - pooled) * (1 / n + 1 / n2))
    return (count / n - count2 / n2) / spread if spread else 0.0


def mean_z(n: int, total: int, squares: int, mean2: float, n2: int) -> float:
    """z of the difference of two means of the same spread."""
    mean = total / n
    variance = squares / n - mean * mean
    return (mean - mean2) / sqrt(variance * (1 / n + 1 / n2))


def z_scores(row: dict[str, Any], policy: str, order: str, trials: int) -> dict[str, float]:
    """Every figure of one row of the reference against a simulation of `trials` plays."""
    rules = Rules(
        width=row["width"],
        height=row["height"],
        seeds=row["seeds"],
        colors=row["colors"],
        adjacency=row["adjacency"],
        regions=row["regions"],
        order=order,
    )
    tally = simulate(rules, policy, 20_240_601, 0, trials)
    n = row["trials"]
    scores = {"stuck": rate_z(*tally.counts["stuck"], row["stuck"], n)}
    bins = tally.counts["stuck_step"]
    steps = [sum(count * step**power for step, count in enumerate(bins)) for power in range(3)]
    scores["stuck_step"] = mean_z(
        steps[0], steps[1], steps[2], row["mean_stuck_step0"], row["stuck"]
    )
    if "uncolorable" in row:
        count, known = tally.counts["uncolorable"]
        assert known == trials
        scores["uncolorable"] = rate_z(count, known, row["uncolorable"], n)
        fragmented = round(row["frac_maps_disconnected"] * n)
        scores["fragmented"] = rate_z(*tally.counts["fragmented"], fragmented, n)
        for key, name in (
            ("regions", "mean_nonempty"),
            ("pieces", "mean_components"),
            ("borders", "mean_edges"),
        ):
            count, total, squares = tally.counts[key]
            scores[key] = mean_z(count, total, squares, row[name], n)
    return scores


def cases() -> list[Any]:
    found = []
    for row in REFERENCE:
        name = "{width}x{height} N={seeds} K={colors} {order} {adjacency} {regions}".format(**row)
        policy = {"random": "random", "degree": "degree"}[row["order"]]
        found.append(pytest.param(row, policy, "free", id=name))
        if row["order"] == "degree":
            found.append(pytest.param(row, "random", "degree", id=name + " (dictated)"))
        elif row["seeds"] == 14 and row["width"] == 12:
            found.append(pytest.param(row, "random", "random", id=name + " (dictated)"))
    return found


@pytest.mark.parametrize(("row", "policy", "order"), cases())
def test_agrees_with_reference(row: dict[str, Any], policy: str, order: str) -> None:
    scores = z_scores(row, policy, order, TRIALS)
    assert all(abs(z) < LIMIT for z in scores.values()), scores


def test_a_wrong_rate_would_be_noticed() -> None:
    """Half a percentage point off the baseline's stuck rate is far outside the limit."""
    row = dict(REFERENCE[3])
    assert (row["width"], row["seeds"], row["colors"]) == (12, 14, 4)
    row["stuck"] += row["trials"] // 200
    assert abs(z_scores(row, "random", "free", TRIALS)["stuck"]) > LIMIT
