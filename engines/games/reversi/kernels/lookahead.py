"""What a move leads to some moves later: `engines.games.reversi.lookahead` in Numba."""

from __future__ import annotations

from typing import Any

from numba import int64

from engines.compiled import inline, stage
from engines.games.reversi.kernels.discs import NONE, bit, count, legal_cells, pull, turned_over
from engines.games.reversi.lookahead import BOUND, MOBILITY, OVER


@inline
def gain(ground: Any, cell: Any, lo: Any, hi: Any) -> Any:
    """By how much turning lo, hi over changes the mover's weights less the other player's."""
    total = int64(0)
    while lo | hi != NONE:
        turned, lo, hi = pull(lo, hi)
        total += ground.weights[turned]
    return ground.weights[cell] + 2 * total


@stage
def worth(
    ground: Any,
    own_lo: Any,
    own_hi: Any,
    other_lo: Any,
    other_hi: Any,
    score: Any,
    depth: Any,
    low: Any,
    high: Any,
) -> Any:
    """What the position is worth to the player to move, exact between low and high."""
    lo, hi = legal_cells(ground, own_lo, own_hi, other_lo, other_hi)
    able = count(lo, hi)
    if able == 0 or depth == 0:
        a, b = legal_cells(ground, other_lo, other_hi, own_lo, own_hi)
        replies = count(a, b)
        if able == 0 and replies == 0:
            return OVER * (count(own_lo, own_hi) - count(other_lo, other_hi))
        if depth == 0:
            return score + MOBILITY * (able - replies)
        return -worth(ground, other_lo, other_hi, own_lo, own_hi, -score, depth, -high, -low)
    best = int64(-BOUND)
    while lo | hi != NONE and best < high:
        cell, lo, hi = pull(lo, hi)
        a, b = turned_over(ground, cell, own_lo, own_hi, other_lo, other_hi)
        c, d = bit(cell)
        best = max(
            best,
            -worth(
                ground,
                other_lo & ~a,
                other_hi & ~b,
                own_lo | a | c,
                own_hi | b | d,
                -score - gain(ground, cell, a, b),
                depth - 1,
                -high,
                -max(low, best),
            ),
        )
    return best


@stage
def best_cells(
    ground: Any,
    ties: Any,
    own_lo: Any,
    own_hi: Any,
    other_lo: Any,
    other_hi: Any,
    lo: Any,
    hi: Any,
    depth: Any,
) -> Any:
    """Put those of the legal cells lo, hi that are best into ties: how many they are."""
    best, found = int64(-BOUND), int64(0)
    while lo | hi != NONE:
        cell, lo, hi = pull(lo, hi)
        a, b = turned_over(ground, cell, own_lo, own_hi, other_lo, other_hi)
        c, d = bit(cell)
        value = -worth(
            ground,
            other_lo & ~a,
            other_hi & ~b,
            own_lo | a | c,
            own_hi | b | d,
            -gain(ground, cell, a, b),
            depth - 1,
            int64(-BOUND),
            1 - best,
        )
        if value > best:
            best, found = value, int64(0)
        if value == best:
            ties[found] = cell
            found += 1
    return found
