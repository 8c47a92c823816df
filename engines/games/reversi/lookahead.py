"""What a move leads to some moves later: the search of the player who looks ahead."""

from __future__ import annotations

from collections.abc import Sequence

from engines.games.reversi.discs import Axes, cells_in, legal_cells, turned_over

MOBILITY = 5
"""What a legal move more than the other player has is worth, beside the cells' weights."""
OVER = 10_000
"""What a disc is worth in a game that is over: more than all weights together."""
BOUND = 1 << 30


def gain(cell: int, turned: int, weights: Sequence[int]) -> int:
    """By how much a move changes the mover's cells' weights less the other player's."""
    return weights[cell] + 2 * sum(weights[c] for c in cells_in(turned))


def best_cells(
    own: int, other: int, shape: int, lines: Axes, weights: Sequence[int], depth: int
) -> list[int]:
    """The cells, ascending, that are best when looking `depth` moves ahead, the own one counted.

    A position is worth the weights of the own discs less the other's, and `MOBILITY` for each
    legal move more than the other player has. A pass takes no depth.
    """
    best = -BOUND
    found: list[int] = []
    for cell in cells_in(legal_cells(own, other, shape, lines)):
        turned = turned_over(cell, own, other, lines)
        worth = -_worth(
            other & ~turned,
            own | turned | 1 << cell,
            -gain(cell, turned, weights),
            depth - 1,
            -BOUND,
            1 - best,  # so that one as good as the best is seen to be
            shape,
            lines,
            weights,
        )
        if worth > best:
            best, found = worth, []
        if worth == best:
            found.append(cell)
    return found


def _worth(
    own: int,
    other: int,
    score: int,
    depth: int,
    low: int,
    high: int,
    shape: int,
    lines: Axes,
    weights: Sequence[int],
) -> int:
    """What the position is worth to the player to move, exact between low and high.

    `score` is the weights' part of it, as far as the moves looked at have changed it.
    """
    able = legal_cells(own, other, shape, lines)
    if not able or depth == 0:
        replies = legal_cells(other, own, shape, lines)
        if not able and not replies:
            return OVER * (own.bit_count() - other.bit_count())
        if depth == 0:
            return score + MOBILITY * (able.bit_count() - replies.bit_count())
        return -_worth(other, own, -score, depth, -high, -low, shape, lines, weights)
    best = -BOUND
    for cell in cells_in(able):
        turned = turned_over(cell, own, other, lines)
        worth = -_worth(
            other & ~turned,
            own | turned | 1 << cell,
            -score - gain(cell, turned, weights),
            depth - 1,
            -high,
            -max(low, best),
            shape,
            lines,
            weights,
        )
        best = max(best, worth)
        if best >= high:
            break
    return best
