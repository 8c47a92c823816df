"""Rules drawn at random, for several tests."""

from __future__ import annotations

import random

from engines.games.enclosure.types import Rules


def random_rules(rng: random.Random, largest: int) -> Rules:
    while True:
        rows, cols = rng.randint(1, largest), rng.randint(1, largest)
        border = rng.choice(["open", "drawn"])
        if rows * cols > 1 or border == "open":
            return Rules(
                rows=rows,
                cols=cols,
                border=border,
                capture=rng.choice(["area", "box"]),
                extra_turn=rng.random() < 0.5,
            )
