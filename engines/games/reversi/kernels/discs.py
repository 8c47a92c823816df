"""Where discs may go and what they turn over: `engines.games.reversi.discs` in Numba.

Lines are followed for all discs at once by doubling: what is reached over one cell, two,
four, six, eight of the other player's discs; no line on ten cells passes over more. A field
of up to 64 cells takes one word, which is twice as fast as two.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numba import uint64

from engines.compiled import inline, lowest_bit, popcount, stage

ONE = np.uint64(1)
NONE = np.uint64(0)


# Sets of cells ----------------------------------------------------------------------------


@inline
def bit(cell: Any) -> Any:
    """The set of one cell: (lo, hi)."""
    if cell < 64:
        return ONE << uint64(cell), NONE
    return NONE, ONE << uint64(cell - 64)


@inline
def count(lo: Any, hi: Any) -> Any:
    return popcount(lo) + popcount(hi)


@inline
def pull(lo: Any, hi: Any) -> Any:
    """(lowest cell, lo, hi without it) of a set that is not empty."""
    if lo != NONE:
        return lowest_bit(lo), lo & (lo - ONE), hi
    return lowest_bit(hi) + 64, lo, hi & (hi - ONE)


@inline
def _left(lo: Any, hi: Any, n: Any) -> Any:
    return lo << n, (hi << n) | (lo >> (uint64(64) - n))


@inline
def _right(lo: Any, hi: Any, n: Any) -> Any:
    return (lo >> n) | (hi << (uint64(64) - n)), hi >> n


# One word ---------------------------------------------------------------------------------


@inline
def _up_one(start: Any, between: Any, step: Any) -> Any:
    """The cells of `between` that runs from `start` pass over, towards higher numbers."""
    two = step + step
    run = between & (start << step)
    run |= between & (run << step)
    pair = between & (between << step)
    run |= pair & (run << two)
    run |= pair & (run << two)
    return run | (pair & (run << two))


@inline
def _down_one(start: Any, between: Any, step: Any) -> Any:
    two = step + step
    run = between & (start >> step)
    run |= between & (run >> step)
    pair = between & (between >> step)
    run |= pair & (run >> two)
    run |= pair & (run >> two)
    return run | (pair & (run >> two))


@inline
def _ends_one(own: Any, between: Any, step: Any) -> Any:
    return (_up_one(own, between, step) << step) | (_down_one(own, between, step) >> step)


@inline
def _turned_one(start: Any, own: Any, between: Any, step: Any) -> Any:
    turned = NONE
    run = _up_one(start, between, step)
    if (run << step) & own != NONE:
        turned |= run
    run = _down_one(start, between, step)
    if (run >> step) & own != NONE:
        turned |= run
    return turned


# Two words --------------------------------------------------------------------------------


@inline
def _up_two(start_lo: Any, start_hi: Any, lo: Any, hi: Any, step: Any) -> Any:
    """As `_up_one`; lo and hi are `between`."""
    two = step + step
    a, b = _left(start_lo, start_hi, step)
    a, b = a & lo, b & hi
    c, d = _left(a, b, step)
    a, b = a | (c & lo), b | (d & hi)
    pair_lo, pair_hi = _left(lo, hi, step)
    pair_lo, pair_hi = pair_lo & lo, pair_hi & hi
    for _ in range(3):
        c, d = _left(a, b, two)
        a, b = a | (c & pair_lo), b | (d & pair_hi)
    return a, b


@inline
def _down_two(start_lo: Any, start_hi: Any, lo: Any, hi: Any, step: Any) -> Any:
    two = step + step
    a, b = _right(start_lo, start_hi, step)
    a, b = a & lo, b & hi
    c, d = _right(a, b, step)
    a, b = a | (c & lo), b | (d & hi)
    pair_lo, pair_hi = _right(lo, hi, step)
    pair_lo, pair_hi = pair_lo & lo, pair_hi & hi
    for _ in range(3):
        c, d = _right(a, b, two)
        a, b = a | (c & pair_lo), b | (d & pair_hi)
    return a, b


@inline
def _legal_two(own_lo: Any, own_hi: Any, lo: Any, hi: Any, inner: Any, width: Any) -> Any:
    """The ends of all runs over the other player's discs lo, hi; on and off the board."""
    found_lo, found_hi = NONE, NONE
    for axis in range(4):
        step, m_lo, m_hi = uint64(1), lo & inner[0], hi & inner[1]
        if axis == 1:
            step, m_lo, m_hi = width, lo, hi
        elif axis > 1:
            step = width + uint64(axis) * uint64(2) - uint64(5)  # width - 1, width + 1
        a, b = _up_two(own_lo, own_hi, m_lo, m_hi, step)
        a, b = _left(a, b, step)
        found_lo, found_hi = found_lo | a, found_hi | b
        a, b = _down_two(own_lo, own_hi, m_lo, m_hi, step)
        a, b = _right(a, b, step)
        found_lo, found_hi = found_lo | a, found_hi | b
    return found_lo, found_hi


@inline
def _turned_two(
    start_lo: Any, start_hi: Any, own_lo: Any, own_hi: Any, lo: Any, hi: Any, inner: Any, width: Any
) -> Any:
    turned_lo, turned_hi = NONE, NONE
    for axis in range(4):
        step, m_lo, m_hi = uint64(1), lo & inner[0], hi & inner[1]
        if axis == 1:
            step, m_lo, m_hi = width, lo, hi
        elif axis > 1:
            step = width + uint64(axis) * uint64(2) - uint64(5)
        a, b = _up_two(start_lo, start_hi, m_lo, m_hi, step)
        c, d = _left(a, b, step)
        if (c & own_lo) | (d & own_hi) != NONE:
            turned_lo, turned_hi = turned_lo | a, turned_hi | b
        a, b = _down_two(start_lo, start_hi, m_lo, m_hi, step)
        c, d = _right(a, b, step)
        if (c & own_lo) | (d & own_hi) != NONE:
            turned_lo, turned_hi = turned_lo | a, turned_hi | b
    return turned_lo, turned_hi


# Either -----------------------------------------------------------------------------------


@stage
def legal_cells(ground: Any, own_lo: Any, own_hi: Any, other_lo: Any, other_hi: Any) -> Any:
    """The cells where a disc would turn over at least one of the other player's: (lo, hi)."""
    width = uint64(ground.width)
    if ground.narrow:
        inner = other_lo & ground.inner_lo
        lo = (
            _ends_one(own_lo, inner, ONE)
            | _ends_one(own_lo, other_lo, width)
            | _ends_one(own_lo, inner, width - ONE)
            | _ends_one(own_lo, inner, width + ONE)
        )
        hi = NONE
    else:
        inner_words = (ground.inner_lo, ground.inner_hi)
        lo, hi = _legal_two(own_lo, own_hi, other_lo, other_hi, inner_words, width)
    return lo & ground.shape_lo & ~(own_lo | other_lo), hi & ground.shape_hi & ~(own_hi | other_hi)


@stage
def turned_over(
    ground: Any, cell: Any, own_lo: Any, own_hi: Any, other_lo: Any, other_hi: Any
) -> Any:
    """The other player's discs that a disc on an empty cell turns over: (lo, hi)."""
    width = uint64(ground.width)
    start_lo, start_hi = bit(cell)
    if ground.narrow:
        inner = other_lo & ground.inner_lo
        lo = (
            _turned_one(start_lo, own_lo, inner, ONE)
            | _turned_one(start_lo, own_lo, other_lo, width)
            | _turned_one(start_lo, own_lo, inner, width - ONE)
            | _turned_one(start_lo, own_lo, inner, width + ONE)
        )
        hi = NONE
    else:
        inner_words = (ground.inner_lo, ground.inner_hi)
        lo, hi = _turned_two(
            start_lo, start_hi, own_lo, own_hi, other_lo, other_hi, inner_words, width
        )
    return lo, hi
