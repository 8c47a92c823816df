"""Whether a map can be coloured at all: exact, without recursion.

Regions with fewer neighbours than colours are peeled off first, again and again: they can
always be coloured last. What is left is searched, most constrained region first (Brélaz,
"New methods to color the vertices of a graph", CACM 22, 1979), at most one colour not used
so far, and on a dead end straight back to the latest choice that had a part in it
(conflict-directed backjumping: Prosser, Computational Intelligence 9, 1993). A region that
ran out of colours gains weight and comes earlier, and the search starts afresh after longer
and longer runs (Boussemart et al., ECAI 2004): a small knot that can't be coloured is found
soon, instead of once for each colouring of everything else.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numba import int64, uint64

from engines.compiled import borrowing, lowest_bit, popcount
from engines.games.map_coloring.kernels.maps import count_real
from engines.games.map_coloring.kernels.plays import legal_mask, put_color
from engines.games.map_coloring.kernels.workspace import UNCOLORED

ONE = np.uint64(1)
NONE = np.uint64(0)

NO, YES, UNKNOWN = 0, 1, -1
FIRST_RUN = 200
"""Steps before the first fresh start; each run may take half as many again."""


@borrowing.splice
def colorable(
    graph: Any, paint: Any, search_: Any, regions: int, colors: int, words: int, budget: int
) -> Any:
    """YES or NO for the map in the workspace; UNKNOWN when `budget` steps did not decide."""
    answer = YES
    if not peel(graph, search_.alive, regions, colors, words):
        for word in range(words):
            for color in range(colors):
                paint.classes[color, word] = NONE
            paint.classes[UNCOLORED, word] = search_.alive[word]
        answer = search(graph, paint, search_, colors, words, budget)
    return answer


@borrowing.splice
def peel(graph: Any, alive: Any, regions: int, colors: int, words: int) -> Any:
    """Put what can't be peeled into `alive`; True when all can be peeled."""
    for word in range(words):
        alive[word] = graph.real[word]
    peeled, left = True, count_real(alive, words)
    while peeled and left > colors:
        peeled, left = False, 0
        for word in range(words):
            first = word << 6
            last = min(regions, first + 64)
            if words == 1:  # the usual case, compiled apart
                kept = crowded(graph.adjacency, alive, 0, regions, colors, 1)
            else:
                kept = crowded(graph.adjacency, alive, first, last, colors, words)
            kept &= alive[word]
            peeled |= kept != alive[word]
            alive[word] = kept
            left += popcount(kept)
    return left <= colors


@borrowing.inline
def crowded(adjacency: Any, alive: Any, first: int, last: int, colors: int, words: int) -> Any:
    """The regions first … last - 1 with at least `colors` neighbours alive, as bits."""
    bits = NONE
    for region in range(first, last):
        degree = popcount(adjacency[region, 0] & alive[0])
        for word in range(1, words):
            degree += popcount(adjacency[region, word] & alive[word])
        bits |= uint64(degree >= colors) << uint64(region - first)
    return bits


@borrowing.stage
def search(graph: Any, paint: Any, search_: Any, colors: int, words: int, budget: int) -> int:
    """Colour the regions of classes[UNCOLORED], all other classes being empty."""
    alive, picked, depth_of, untried, used, blame, weight = search_
    depth, forward = 0, True
    steps, run, restart = 0, FIRST_RUN, FIRST_RUN
    used[0] = 0
    for region in range(weight.shape[0]):
        weight[region] = 1
    while True:
        if forward:
            region = pick(graph, paint, weight, colors, words)
            if region < 0:
                return YES
            picked[depth] = region
            depth_of[region] = depth
            allowed = min(colors, used[depth] + 1)
            untried[depth] = legal_mask(graph, paint, region, allowed, words)
            for word in range(words):
                colored = alive[word] & ~paint.classes[UNCOLORED, word]
                blame[depth, word] = graph.adjacency[region, word] & colored
        if untried[depth] != NONE:
            steps += 1
            if steps > budget:
                return UNKNOWN
            color = lowest_bit(untried[depth])
            untried[depth] &= untried[depth] - ONE
            put_color(paint, picked[depth], color)
            used[depth + 1] = max(used[depth], color + 1)
            depth += 1
            forward = True
            continue
        weight[picked[depth]] += 1
        target = latest(blame, depth, depth_of, words)
        if target < 0:
            return NO
        forward = steps > restart
        if forward:  # start afresh, the regions that made trouble first
            run += run >> 1
            restart, target = steps + run, 0
        for at in range(target, depth):
            take_color(paint, picked[at])
        if not forward:
            for word in range(words):
                blame[target, word] |= blame[depth, word]
            region = picked[target]
            blame[target, region >> 6] &= ~(ONE << uint64(region & 63))
        depth = target


@borrowing.stage
def pick(graph: Any, paint: Any, weight: Any, colors: int, words: int) -> int:
    """The uncoloured region with fewest legal colours for its weight, then most neighbours.

    -1 when all have a colour.
    """
    best, least = -1, int64(1) << 40
    for word in range(words):
        open_ = paint.classes[UNCOLORED, word]
        while open_ != NONE:
            region = (word << 6) + lowest_bit(open_)
            open_ &= open_ - ONE
            legal = popcount(legal_mask(graph, paint, region, colors, words))
            rank = (legal << 32) // weight[region] - graph.degree[region]
            if rank < least:
                best, least = region, rank
    return best


@borrowing.stage
def latest(blame: Any, depth: int, depth_of: Any, words: int) -> int:
    """The greatest depth of a region in blame[depth]; -1 where there is none."""
    deepest = -1
    for word in range(words):
        blamed = blame[depth, word]
        while blamed != NONE:
            deepest = max(deepest, depth_of[(word << 6) + lowest_bit(blamed)])
            blamed &= blamed - ONE
    return deepest


@borrowing.stage
def take_color(paint: Any, region: int) -> None:
    """Undo `put_color`."""
    bit = ONE << uint64(region & 63)
    paint.classes[paint.colors[region], region >> 6] &= ~bit
    paint.classes[UNCOLORED, region >> 6] |= bit
