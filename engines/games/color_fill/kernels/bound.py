"""How many moves a position needs at least.

Two things are true of the shortest line from any position:

1. More is never worse: a position that has taken all that another has, and perhaps more, does
   not need more moves.
2. A colour all of whose patches touch the region may be chosen at once: it must be chosen some
   time, and when it is chosen now, every later position has at least as much. So the shortest
   line is one move and the shortest line from there.

Where there is no such colour, the next move takes a part of the rim. So it needs at least one
move and what it needs when all the rim, of every colour, is taken. Repeated, these two steps
give a bound that is never too high. (The idea of combining them is Aaron Puchert's, see the
README.)
"""

from __future__ import annotations

from typing import Any

import numpy as np

from engines.compiled import inline, lowest_bit, stage
from engines.games.color_fill.kernels.patches import NONE, ONE, RIM, TAKEN


@stage
def whole_color(graph: Any, pair: Any, colors: int, words: int) -> int:
    """The first colour with patches left, all of which touch the region; -1: there is none."""
    for color in range(colors):
        left, hidden = NONE, NONE
        for word in range(words):
            some = graph.of_color[color, word] & ~pair[TAKEN, word]
            left |= some
            hidden |= some & ~pair[RIM, word]
        if left != NONE and hidden == NONE:
            return color
    return -1


@inline
def is_finished(graph: Any, pair: Any, words: int) -> Any:
    left = NONE
    for word in range(words):
        left |= graph.everything[word] & ~pair[TAKEN, word]
    return left == NONE


@stage
def least_moves(graph: Any, pair: Any, scratch: Any, colors: int, words: int, enough: int) -> int:
    """A lower bound on the moves left; not worked out any further once it is `enough`.

    scratch (3, W) is written.
    """
    alive = np.int64((1 << colors) - 1)
    moves = 0
    for word in range(words):
        scratch[TAKEN, word] = pair[TAKEN, word]
        scratch[RIM, word] = pair[RIM, word]
    while moves < enough:
        chosen = False
        for word in range(words):
            scratch[2, word] = NONE  # what is taken by this step
        for color in range(colors):
            if alive >> color & 1:
                left, hidden = NONE, NONE
                for word in range(words):
                    some = graph.of_color[color, word] & ~scratch[TAKEN, word]
                    left |= some
                    hidden |= some & ~scratch[RIM, word]
                if left == NONE:
                    alive &= ~(1 << color)
                elif hidden == NONE:
                    chosen = True
                    moves += 1
                    alive &= ~(1 << color)
                    for word in range(words):
                        some = graph.of_color[color, word] & ~scratch[TAKEN, word]
                        scratch[2, word] |= some
        if alive == 0 and not chosen:
            break
        if not chosen:
            moves += 1
            for word in range(words):
                scratch[2, word] = scratch[RIM, word]
        for word in range(words):
            scratch[TAKEN, word] |= scratch[2, word]
        for word in range(words):
            new = scratch[2, word]
            while new != NONE:
                patch = (word << 6) + lowest_bit(new)
                new &= new - ONE
                for other in range(words):
                    scratch[RIM, other] |= graph.touching[patch, other]
        for word in range(words):
            scratch[RIM, word] &= ~scratch[TAKEN, word]
    return moves
