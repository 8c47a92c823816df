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

    scratch (3, W) is written: patches that are out of reach, the rim, what a step takes.
    """
    alive = np.int64((1 << colors) - 1)  # colours of which a patch may not touch yet
    moves = 0
    hidden, rim, new = scratch[0], scratch[1], scratch[2]
    for word in range(words):
        rim[word] = pair[RIM, word]
        hidden[word] = graph.everything[word] & ~(pair[TAKEN, word] | rim[word])
    while moves < enough:
        chosen = False
        for word in range(words):
            new[word] = NONE  # what is taken by this step
        for color in range(colors):
            if alive >> color & 1:
                far, near = NONE, NONE
                for word in range(words):
                    far |= graph.of_color[color, word] & hidden[word]
                    near |= graph.of_color[color, word] & rim[word]
                if far == NONE:
                    alive &= ~(1 << color)
                    if near != NONE:
                        chosen = True
                        moves += 1
                        for word in range(words):
                            new[word] |= graph.of_color[color, word] & rim[word]
        if alive == 0:
            break  # all that is left was counted
        if not chosen:
            moves += 1
            for word in range(words):
                new[word] = rim[word]
        for word in range(words):
            some = new[word]
            rim[word] &= ~some
            while some != NONE:
                patch = (word << 6) + lowest_bit(some)
                some &= some - ONE
                for other in range(words):
                    found = graph.touching[patch, other] & hidden[other]
                    rim[other] |= found
                    hidden[other] ^= found
    return moves
