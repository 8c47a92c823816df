"""Whether a map can be coloured at all: exact, without recursion.

Regions with fewer neighbours than colours are peeled off first, again and again: they can
always be coloured last. What is left is searched, most constrained region first (Brélaz,
"New methods to color the vertices of a graph", CACM 22, 1979), at most one colour not used
so far, and on a dead end straight back to the latest choice that had a part in it
(conflict-directed backjumping: Prosser, Computational Intelligence 9, 1993).
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numba import int64, uint64

from engines.compiled import lowest_bit, popcount, stage
from engines.games.map_coloring.kernels.plays import UNCOLORED, legal_mask, put_color

ONE = np.uint64(1)
NONE = np.uint64(0)

NO, YES, UNKNOWN = 0, 1, -1


@stage
def colorable(ws: Any, colors: int, words: int, budget: int) -> Any:
    """YES or NO for the map in the workspace; UNKNOWN when `budget` steps did not decide."""
    if peel(ws, colors, words):
        return YES
    for word in range(words):
        for color in range(colors):
            ws.classes[color, word] = NONE
        ws.classes[UNCOLORED, word] = ws.alive[word]
    return search(ws, colors, words, budget)


@stage
def peel(ws: Any, colors: int, words: int) -> bool:
    """Put what can't be peeled into `alive`; True when nothing is left."""
    alive = ws.alive
    for word in range(words):
        alive[word] = ws.real[word]
    peeled = True
    while peeled:
        peeled, left = False, NONE
        for word in range(words):
            todo = alive[word]
            while todo != NONE:
                bit = todo & (NONE - todo)
                todo ^= bit
                region = (word << 6) + lowest_bit(bit)
                degree = 0
                for w in range(words):
                    degree += popcount(ws.adjacency[region, w] & alive[w])
                if degree < colors:
                    alive[word] ^= bit
                    peeled = True
            left |= alive[word]
        if left == NONE:
            return True
    return False


@stage
def search(ws: Any, colors: int, words: int, budget: int) -> int:
    """Colour the regions of classes[UNCOLORED], all other classes being empty."""
    picked, untried, depth_of, used, blame = ws.picked, ws.untried, ws.depth, ws.used, ws.blame
    depth, steps, forward = 0, 0, True
    used[0] = 0
    while True:
        if forward:
            region = pick(ws, colors, words)
            if region < 0:
                return YES
            picked[depth] = region
            depth_of[region] = depth
            allowed = min(colors, used[depth] + 1)
            untried[depth] = int64(legal_mask(ws, region, allowed, words))
            for word in range(words):
                colored = ws.alive[word] & ~ws.classes[UNCOLORED, word]
                blame[depth, word] = ws.adjacency[region, word] & colored
        if untried[depth]:
            steps += 1
            if steps > budget:
                return UNKNOWN
            color = lowest_bit(uint64(untried[depth]))
            untried[depth] &= untried[depth] - 1
            put_color(ws, picked[depth], color)
            used[depth + 1] = max(used[depth], color + 1)
            depth += 1
            forward = True
            continue
        target = latest(blame, depth, depth_of, words)
        if target < 0:
            return NO
        for at in range(target, depth):
            take_color(ws, picked[at])
        for word in range(words):
            blame[target, word] |= blame[depth, word]
        region = picked[target]
        blame[target, region >> 6] &= ~(ONE << uint64(region & 63))
        depth = target
        forward = False


@stage
def pick(ws: Any, colors: int, words: int) -> int:
    """An uncoloured region with fewest legal colours, then most neighbours; -1: none left."""
    best, least = -1, int64(1) << 40
    for word in range(words):
        open_ = ws.classes[UNCOLORED, word]
        while open_ != NONE:
            region = (word << 6) + lowest_bit(open_)
            open_ &= open_ - ONE
            legal = popcount(legal_mask(ws, region, colors, words))
            rank = (legal << 32) - ws.degree[region]
            if rank < least:
                best, least = region, rank
    return best


@stage
def latest(blame: Any, depth: int, depth_of: Any, words: int) -> int:
    """The greatest depth of a region in blame[depth]; -1 where there is none."""
    deepest = -1
    for word in range(words):
        blamed = blame[depth, word]
        while blamed != NONE:
            deepest = max(deepest, depth_of[(word << 6) + lowest_bit(blamed)])
            blamed &= blamed - ONE
    return deepest


@stage
def take_color(ws: Any, region: int) -> None:
    """Undo `put_color`."""
    bit = ONE << uint64(region & 63)
    ws.classes[ws.colors[region], region >> 6] &= ~bit
    ws.classes[UNCOLORED, region >> 6] |= bit
