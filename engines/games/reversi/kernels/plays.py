"""One decision of each simulated player: `policies` in Numba."""

from __future__ import annotations

from typing import Any

from numba import int64

from engines.compiled import inline, stage
from engines.games.reversi.kernels.discs import NONE, count, pull, turned_over
from engines.games.reversi.kernels.endgame import best_exact
from engines.games.reversi.kernels.lookahead import best_cells, gain
from engines.games.reversi.kernels.workspace import ENDGAME, GREEDY, POSITIONAL, RANDOM
from engines.randomness_numba import below


@inline
def choose(
    ground: Any,
    ws: Any,
    players: Any,
    seat: Any,
    own_lo: Any,
    own_hi: Any,
    other_lo: Any,
    other_hi: Any,
    lo: Any,
    hi: Any,
    state: Any,
) -> Any:
    """(cell, next state): the seat's choice among the legal cells lo, hi."""
    kind = players.kinds[seat]
    if kind == RANDOM:
        n, state = below(state, count(lo, hi))
        cell, lo, hi = pull(lo, hi)
        while n > 0:
            cell, lo, hi = pull(lo, hi)
            n -= 1
        return cell, state
    if kind == ENDGAME:
        empty = ground.size - count(own_lo | other_lo, own_hi | other_hi)
        if empty <= players.empties[seat]:
            cell, _ = best_exact(ground, ws.table, own_lo, own_hi, other_lo, other_hi)
            return cell, state
    if kind in (GREEDY, POSITIONAL):
        found = highest(ground, ws.ties, kind == GREEDY, own_lo, own_hi, other_lo, other_hi, lo, hi)
    else:
        depth = players.depths[seat]
        found = best_cells(ground, ws.ties, own_lo, own_hi, other_lo, other_hi, lo, hi, depth)
    n, state = below(state, found)
    return ws.ties[n], state


@stage
def highest(
    ground: Any,
    ties: Any,
    by_number: Any,
    own_lo: Any,
    own_hi: Any,
    other_lo: Any,
    other_hi: Any,
    lo: Any,
    hi: Any,
) -> Any:
    """Put the legal cells that turn over most, or gain most weight, into ties: how many."""
    best, found = int64(-1 << 30), int64(0)
    while lo | hi != NONE:
        cell, lo, hi = pull(lo, hi)
        a, b = turned_over(ground, cell, own_lo, own_hi, other_lo, other_hi)
        value = count(a, b) if by_number else gain(ground, cell, a, b)
        if value > best:
            best, found = value, int64(0)
        if value == best:
            ties[found] = cell
            found += 1
    return found
