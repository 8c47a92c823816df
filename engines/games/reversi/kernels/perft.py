"""How many lines of so many moves there are: the usual check of rules for reversi."""

from __future__ import annotations

from typing import Any

import numpy as np

from engines.compiled import entry, stage
from engines.games.reversi.kernels.discs import NONE, bit, count, legal_cells, pull, turned_over


@stage
def _lines(ground: Any, own_lo: Any, own_hi: Any, lo: Any, hi: Any, depth: Any) -> Any:
    able_lo, able_hi = legal_cells(ground, own_lo, own_hi, lo, hi)
    if able_lo | able_hi == NONE:
        if depth == 1:
            return np.int64(1)
        a, b = legal_cells(ground, lo, hi, own_lo, own_hi)
        if a | b == NONE:
            return np.int64(1)
        return _lines(ground, lo, hi, own_lo, own_hi, depth - 1)
    if depth == 1:
        return count(able_lo, able_hi)
    total = np.int64(0)
    while able_lo | able_hi != NONE:
        cell, able_lo, able_hi = pull(able_lo, able_hi)
        a, b = turned_over(ground, cell, own_lo, own_hi, lo, hi)
        c, d = bit(cell)
        total += _lines(ground, lo & ~a, hi & ~b, own_lo | a | c, own_hi | b | d, depth - 1)
    return total


@entry
def perft(ground: Any, discs: Any, depth: Any) -> Any:
    """Lines of `depth` ≥ 1 moves from discs (4,): own lo, hi, the other's lo, hi.

    A pass counts as a move; a game that is over sooner counts as one line.
    """
    return _lines(ground, discs[0], discs[1], discs[2], discs[3], depth)
