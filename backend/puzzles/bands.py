"""What measured difficulties of some boards say about a band: pure figures."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

LEAST_SHARE = 0.05
"""Of boards inside a level's band: with fewer, making a puzzle would take too long."""
LEAST_BOARDS = 30
"""Measured before a band can be chosen."""


@dataclass(frozen=True, slots=True)
class Band:
    """How many of the measured boards lie in a band, both ends included."""

    inside: int
    boards: int

    @property
    def share(self) -> float:
        return self.inside / self.boards if self.boards else 0.0

    @property
    def is_common(self) -> bool:
        """Whether enough boards lie in it to make puzzles of it."""
        return self.share >= LEAST_SHARE

    @property
    def tries(self) -> float | None:
        """Boards tried for one puzzle, on average; None where none fits."""
        return self.boards / self.inside if self.inside else None


def band_of(difficulties: Sequence[float], low: float, high: float) -> Band:
    return Band(sum(low <= one <= high for one in difficulties), len(difficulties))


def quantile(difficulties: Sequence[float], share: float) -> float:
    """The value of which `share` (0 to 1) of the boards have at most so much: one of them."""
    ordered = sorted(difficulties)
    return ordered[min(len(ordered) - 1, int(share * len(ordered)))]


def usual_band(difficulties: Sequence[float]) -> tuple[float, float]:
    """From the tenth to the ninetieth percentile, in four figures at most."""
    low, high = quantile(difficulties, 0.1), quantile(difficulties, 0.9)
    return float(f"{low:.4g}"), float(f"{high:.4g}")


def band_words(band: Band) -> str:
    """``120 of 200 boards lie in the band; about 1.7 tries a puzzle.``"""
    lie = "lies" if band.inside == 1 else "lie"
    said = f"{band.inside} of {band.boards} boards {lie} in the band"
    if band.tries is None:
        return f"{said}."
    tries = f"{band.tries:.1f}".removesuffix(".0")
    return f"{said}; about {tries} {'try' if tries == '1' else 'tries'} a puzzle."
