"""Exact play of endgames, in plain Python: quick up to about ten empty cells.

Alpha-beta (fail-soft) with the moves that leave the other player fewest replies first, and
a table of positions seen.
"""

from __future__ import annotations

from engines.games.reversi.discs import Axes, cells_in, legal_cells, turned_over

MOST = 128
"""More than any difference of discs."""
KEPT_FROM = 4
"""Positions with so many empty cells or more are kept in the table."""

Bounds = tuple[int, int]
Child = tuple[int, int, int, int, int]  # replies, cell, and own, other, replies of whose turn it is


class Endgame:
    """Exact values on one board's shape; what was found out is kept for the next question."""

    def __init__(self, shape: int, lines: Axes) -> None:
        self.shape, self.lines = shape, lines
        self.seen: dict[tuple[int, int], Bounds] = {}
        self.nodes = 0

    def best_move(self, own: int, other: int) -> tuple[int, int]:
        """(cell, value): the move with the highest own discs less the other's at the end.

        Of several, the first in the order in which they are looked at: fewest replies of the
        other player, then the lowest cell. There must be a move.
        """
        best, chosen = -MOST, -1
        for _, cell, then, others, replies in self._children(own, other):
            value = -self._value(then, others, replies, -MOST, -best)
            if value > best:
                best, chosen = value, cell
        return chosen, best

    def value(self, own: int, other: int) -> int:
        """Own discs less the other's after best play of both, with own to move (or to pass)."""
        able = legal_cells(own, other, self.shape, self.lines)
        return self._value(own, other, able, -MOST, MOST)

    def _children(self, own: int, other: int, able: int | None = None) -> list[Child]:
        """Every move with the position after it, as the other player sees it; best first."""
        shape, lines = self.shape, self.lines
        if able is None:
            able = legal_cells(own, other, shape, lines)
        found = []
        for cell in cells_in(able):
            turned = turned_over(cell, own, other, lines)
            then, others = other & ~turned, own | turned | 1 << cell
            replies = legal_cells(then, others, shape, lines)
            found.append((replies.bit_count(), cell, then, others, replies))
        found.sort()
        return found

    def _value(self, own: int, other: int, able: int, low: int, high: int) -> int:
        """Exact between low and high; else a bound on its side of them."""
        self.nodes += 1
        if not able:
            replies = legal_cells(other, own, self.shape, self.lines)
            if not replies:
                return own.bit_count() - other.bit_count()
            return -self._value(other, own, replies, -high, -low)
        kept = (self.shape & ~(own | other)).bit_count() >= KEPT_FROM
        least, most = -MOST, MOST
        if kept:
            least, most = self.seen.get((own, other), (-MOST, MOST))
            if least >= high or least == most:
                return least
            if most <= low:
                return most
            low, high = max(low, least), min(high, most)
        best, floor = -MOST, low
        for _, _, then, others, replies in self._children(own, other, able):
            best = max(best, -self._value(then, others, replies, -high, -floor))
            if best >= high:
                break
            floor = max(floor, best)
        if kept:
            bounds = (
                (least, best) if best <= low else (best, most) if best >= high else (best, best)
            )
            self.seen[own, other] = bounds
        return best
