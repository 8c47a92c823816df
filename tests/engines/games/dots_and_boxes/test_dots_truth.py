"""The simulation agrees with figures measured by an independent program.

`reference.json`: an independent C implementation of the article's players, 10,000,000 games a
row. Means are compared with the spread of both samples.
"""

from __future__ import annotations

import json
from math import sqrt
from pathlib import Path
from typing import Any

import pytest

from engines.games.dots_and_boxes import GAME
from engines.games.dots_and_boxes.types import Rules

simulate = GAME.simulate

REFERENCE = json.loads((Path(__file__).parent / "reference.json").read_text())
GAMES = 200_000
LIMIT = 4.0


def name(row: dict[str, Any]) -> str:
    turn = "" if row["extra_turn"] else "-no-extra-turn"
    return f"{row['boxes']}-{row['first']}-{row['second']}{turn}"


def z_scores(row: dict[str, Any], games: int) -> list[float]:
    """How many standard errors off the first score, the share of wins and that of draws are."""
    rules = Rules(rows=row["boxes"], cols=row["boxes"], extra_turn=row["extra_turn"])
    counts = simulate(rules, f"{row['first']},{row['second']}", 20_261_129, 0, games).counts
    n, total, squares = counts["first_score"]
    mean = total / n
    found = [(mean - row["mean_first"]) / sqrt((squares / n - mean**2) / n + row["se"] ** 2)]
    for key, share in (("first_wins", row["first_wins"]), ("draws", row["draws"])):
        count, n = counts[key]
        spread = sqrt(max(share * (1 - share), 1 / n) * (1 / n + 1 / row["games"]))
        found.append((count / n - share) / spread)
    return found


@pytest.mark.parametrize("row", REFERENCE, ids=name)
def test_scores_and_wins_are_those_of_the_reference(row):
    assert max(map(abs, z_scores(row, GAMES))) < LIMIT


@pytest.mark.long
@pytest.mark.parametrize("row", REFERENCE, ids=name)
def test_ten_million_games_agree(row):
    assert max(map(abs, z_scores(row, 10_000_000))) < LIMIT


def test_without_extra_turn_the_second_player_is_ahead():
    n, total, squares = simulate(Rules(extra_turn=False), "random", 3, 0, GAMES).counts["advantage"]
    error = sqrt((squares / n - (total / n) ** 2) / n)
    assert total / n < -100 * error
    assert total / n == pytest.approx(2 * 7.584341 - 16, abs=5 * error)


def test_chains_are_worth_knowing():
    """In both seats, against each of the others."""
    for other in ("random", "greedy", "careful"):
        for policy, sign in ((f"chain,{other}", 1), (f"{other},chain", -1)):
            _, total, _ = simulate(Rules(), policy, 3, 0, 500).counts["advantage"]
            assert sign * total > 3 * 500, policy
    _, total, _ = simulate(Rules(extra_turn=False), "chain,careful", 3, 0, 4000).counts["advantage"]
    _, swapped, _ = simulate(Rules(extra_turn=False), "careful,chain", 3, 0, 4000).counts[
        "advantage"
    ]
    assert total - swapped > 0
