"""Exact play of endgames: `engines.games.reversi.endgame` in Numba."""

from __future__ import annotations

from typing import Any

from numba import int64, uint64

from engines.compiled import entry, inline, stage
from engines.games.reversi.endgame import MOST
from engines.games.reversi.kernels.discs import NONE, bit, count, legal_cells, pull, turned_over
from engines.randomness_numba import mix64

KEPT_FROM = 6
"""Positions with so many empty cells or more are kept in the table."""
SORTED_FROM = 4
"""With so many empty cells or more, moves that leave fewest replies are looked at first."""
STAMP, NODES, LIMIT = range(3)  # see `Table.counts`
NO_LIMIT = 1 << 62


@inline
def _place(table: Any, own_lo: Any, own_hi: Any, other_lo: Any, other_hi: Any) -> Any:
    """Where in the table a position is kept."""
    z = mix64(mix64(own_lo) ^ (other_lo + (own_hi << uint64(17)) + (other_hi << uint64(41))))
    return int64(z & uint64(table.stamps.shape[0] - 1))


@inline
def _known(table: Any, at: Any, own_lo: Any, own_hi: Any, other_lo: Any, other_hi: Any) -> bool:
    keys = table.keys
    return (
        table.stamps[at] == table.counts[STAMP]
        and keys[at, 0] == own_lo
        and keys[at, 1] == own_hi
        and keys[at, 2] == other_lo
        and keys[at, 3] == other_hi
    )


@inline
def _keep(
    table: Any,
    at: Any,
    own_lo: Any,
    own_hi: Any,
    other_lo: Any,
    other_hi: Any,
    least: Any,
    most: Any,
) -> None:
    keys = table.keys
    keys[at, 0], keys[at, 1], keys[at, 2], keys[at, 3] = own_lo, own_hi, other_lo, other_hi
    table.bounds[at, 0], table.bounds[at, 1] = least, most
    table.stamps[at] = table.counts[STAMP]


@stage
def sort_moves(
    ground: Any,
    own_lo: Any,
    own_hi: Any,
    other_lo: Any,
    other_hi: Any,
    lo: Any,
    hi: Any,
    ordered: Any,
) -> Any:
    """Put the legal cells lo, hi into `ordered`, those that leave fewest replies first and
    the lower one first of two alike: how many they are. An entry is replies * 128 + cell."""
    found = int64(0)
    while lo | hi != NONE:
        cell, lo, hi = pull(lo, hi)
        a, b = turned_over(ground, cell, own_lo, own_hi, other_lo, other_hi)
        c, d = bit(cell)
        a, b = legal_cells(ground, other_lo & ~a, other_hi & ~b, own_lo | a | c, own_hi | b | d)
        key = count(a, b) * 128 + cell
        at = found
        while at > 0 and ordered[at - 1] > key:
            ordered[at] = ordered[at - 1]
            at -= 1
        ordered[at] = key
        found += 1
    return found


@stage
def exact(
    ground: Any,
    table: Any,
    own_lo: Any,
    own_hi: Any,
    other_lo: Any,
    other_hi: Any,
    low: Any,
    high: Any,
) -> Any:
    """Own discs less the other's after best play of both, exact between low and high, else a
    bound on its side of them. Says nothing once more than table.counts[LIMIT] positions were
    looked at."""
    table.counts[NODES] += 1
    lo, hi = legal_cells(ground, own_lo, own_hi, other_lo, other_hi)
    if lo | hi == NONE:
        a, b = legal_cells(ground, other_lo, other_hi, own_lo, own_hi)
        if a | b == NONE:
            return count(own_lo, own_hi) - count(other_lo, other_hi)
        return -exact(ground, table, other_lo, other_hi, own_lo, own_hi, -high, -low)
    empty = ground.size - count(own_lo | other_lo, own_hi | other_hi)
    best = int64(-MOST)
    if empty < SORTED_FROM:
        while lo | hi != NONE and best < high:
            cell, lo, hi = pull(lo, hi)
            a, b = turned_over(ground, cell, own_lo, own_hi, other_lo, other_hi)
            c, d = bit(cell)
            value = -exact(
                ground,
                table,
                other_lo & ~a,
                other_hi & ~b,
                own_lo | a | c,
                own_hi | b | d,
                -high,
                -max(low, best),
            )
            best = max(best, value)
        return best
    least, most = int64(-MOST), int64(MOST)
    kept, at = empty >= KEPT_FROM, int64(0)
    if kept:
        at = _place(table, own_lo, own_hi, other_lo, other_hi)
        if _known(table, at, own_lo, own_hi, other_lo, other_hi):
            least, most = table.bounds[at, 0], table.bounds[at, 1]
            if least >= high or least == most:
                return least
            if most <= low:
                return most
            low, high = max(low, least), min(high, most)
    ordered = table.ordered[empty]
    moves = sort_moves(ground, own_lo, own_hi, other_lo, other_hi, lo, hi, ordered)
    for i in range(moves):
        cell = ordered[i] & 127
        a, b = turned_over(ground, cell, own_lo, own_hi, other_lo, other_hi)
        c, d = bit(cell)
        value = -exact(
            ground,
            table,
            other_lo & ~a,
            other_hi & ~b,
            own_lo | a | c,
            own_hi | b | d,
            -high,
            -max(low, best),
        )
        if table.counts[NODES] > table.counts[LIMIT]:
            return int64(0)
        best = max(best, value)
        if best >= high:
            break
    if kept:
        if best > low:
            least = best
        if best < high:
            most = best
        _keep(table, at, own_lo, own_hi, other_lo, other_hi, least, most)
    return best


@stage
def best_exact(
    ground: Any, table: Any, own_lo: Any, own_hi: Any, other_lo: Any, other_hi: Any
) -> Any:
    """(cell, value) of the best move, the first in the order of `sort_moves` on a tie; there
    must be one. Says nothing if too many positions were looked at, see `exact`."""
    lo, hi = legal_cells(ground, own_lo, own_hi, other_lo, other_hi)
    ordered = table.ordered[ground.size - count(own_lo | other_lo, own_hi | other_hi)]
    moves = sort_moves(ground, own_lo, own_hi, other_lo, other_hi, lo, hi, ordered)
    best, chosen = int64(-MOST), int64(-1)
    for i in range(moves):
        cell = ordered[i] & 127
        a, b = turned_over(ground, cell, own_lo, own_hi, other_lo, other_hi)
        c, d = bit(cell)
        value = -exact(
            ground,
            table,
            other_lo & ~a,
            other_hi & ~b,
            own_lo | a | c,
            own_hi | b | d,
            int64(-MOST),
            -best,
        )
        if value > best:
            best, chosen = value, cell
    return chosen, best


@entry
def solve_position(ground: Any, table: Any, discs: Any, limit: Any) -> Any:
    """(cell, value, positions looked at, done) for discs (4,): own lo, hi, the other's.

    `done` is False when `limit` positions did not do; what was found out stays in the table.
    """
    table.counts[NODES], table.counts[LIMIT] = 0, limit
    cell, value = best_exact(ground, table, discs[0], discs[1], discs[2], discs[3])
    return cell, value, table.counts[NODES], table.counts[NODES] <= limit


@entry
def move_values(ground: Any, table: Any, discs: Any, values: Any) -> None:
    """The exact value of every legal move: into values (cells of the field,), by cell."""
    table.counts[LIMIT] = NO_LIMIT
    own_lo, own_hi, other_lo, other_hi = discs[0], discs[1], discs[2], discs[3]
    lo, hi = legal_cells(ground, own_lo, own_hi, other_lo, other_hi)
    while lo | hi != NONE:
        cell, lo, hi = pull(lo, hi)
        a, b = turned_over(ground, cell, own_lo, own_hi, other_lo, other_hi)
        c, d = bit(cell)
        values[cell] = -exact(
            ground,
            table,
            other_lo & ~a,
            other_hi & ~b,
            own_lo | a | c,
            own_hi | b | d,
            int64(-MOST),
            int64(MOST),
        )
