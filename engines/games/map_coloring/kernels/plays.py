"""One play of a map: `policies` told in Numba, with sets of regions as bits.

`classes[c]` is the set of regions of colour c, so colour c is legal for a region when it
shares nothing with the region's neighbours.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numba import int64, uint64
from numpy.typing import NDArray

from engines.compiled import borrowing, lowest_bit, popcount
from engines.games.map_coloring.kernels.maps import shuffled_order, sort_by_degree
from engines.games.map_coloring.kernels.workspace import (
    DEGREE,
    DSATUR,
    FREE,
    LOOKAHEAD,
    SWEEP,
    UNCOLORED,
)
from engines.randomness_numba import below, shuffle
from engines.shared.named import MILLION

ONE = np.uint64(1)
NONE = np.uint64(0)


def _nth_colors() -> NDArray[np.uint8]:
    """[mask of colours, n] -> the n-th colour in it."""
    table = np.zeros((512, 16), np.uint8)
    for mask in range(512):
        colors = [color for color in range(9) if mask >> color & 1]
        table[mask, : len(colors)] = colors
    return table


NTH_COLOR = _nth_colors()


@borrowing.inline
def legal_mask(graph: Any, paint: Any, region: int, colors: int, words: int) -> Any:
    """The legal colours of a region, colour c as bit c."""
    mask = NONE
    if words == 1:
        # Shifted in one by one, so that the compiler makes no vector of them: reading that
        # would wait until the set changed last has reached memory.
        for color in range(colors - 1, -1, -1):
            free = graph.adjacency[region, 0] & paint.classes[color, 0] == NONE
            mask = mask << ONE | uint64(free)
    else:
        for color in range(colors):
            taken = graph.adjacency[region, 0] & paint.classes[color, 0]
            for word in range(1, words):
                taken |= graph.adjacency[region, word] & paint.classes[color, word]
            mask |= uint64(taken == NONE) << uint64(color)
    return mask


@borrowing.inline
def nth_color(mask: Any, n: int) -> int:
    """The n-th (from 0) colour of a mask, ascending."""
    return int64(NTH_COLOR[mask, n])


@borrowing.inline
def is_real(real: Any, region: int) -> Any:
    return (real[region >> 6] >> uint64(region & 63)) & ONE != NONE


@borrowing.inline
def put_color(paint: Any, region: int, color: int) -> None:
    bit = ONE << uint64(region & 63)
    paint.classes[color, region >> 6] |= bit
    paint.classes[UNCOLORED, region >> 6] &= ~bit
    paint.colors[region] = color


@borrowing.splice
def start(graph: Any, paint: Any, colors: int, words: int) -> None:
    """No region has a colour."""
    for word in range(words):
        for color in range(colors):
            paint.classes[color, word] = NONE
        paint.classes[UNCOLORED, word] = graph.real[word]


@borrowing.stage
def safe_mask(graph: Any, paint: Any, region: int, legal: Any, colors: int, words: int) -> Any:
    """The legal colours that leave every uncoloured neighbour at least one."""
    for word in range(words):
        open_ = graph.adjacency[region, word] & paint.classes[UNCOLORED, word]
        while open_ != NONE:
            other = (word << 6) + lowest_bit(open_)
            open_ &= open_ - ONE
            left = legal_mask(graph, paint, other, colors, words)
            if left & (left - ONE) == NONE:  # one colour left, or none
                legal &= NONE if left == NONE else ~left
    return legal


@borrowing.inline
def play_in_order(graph: Any, paint: Any, setting: Any, places: int, words: int, state: Any) -> Any:
    """Colour order[:places] one after the other: (steps, stuck region or -1).

    A region's colour is put into `classes` after the next region's legal colours were read
    from there, and is then taken from these if the two are neighbours: waiting for each
    other's memory would take longer.
    """
    last, color = int64(0), int64(0)
    bit = NONE  # of the last region in its word of a set; none before there is one
    steps, stuck = places, -1
    for step in range(places):
        region = int64(paint.order[step])
        if is_real(graph.real, region):
            legal = legal_mask(graph, paint, region, setting.colors, words)
            neighbors = graph.adjacency[region, last >> 6] & bit != NONE
            legal &= ~(uint64(neighbors) << uint64(color))
            if bit != NONE:
                put_color(paint, last, color)
            if legal == NONE:
                steps, stuck, bit = step, region, NONE
                break
            slip = setting.policy != LOOKAHEAD
            if setting.slips > 0:
                n, state = below(state, MILLION)
                slip = n < setting.slips
            if not slip:
                safe = safe_mask(graph, paint, region, legal, setting.colors, words)
                if safe != NONE:
                    legal = safe
            n, state = below(state, popcount(legal))
            last, color = region, nth_color(legal, n)
            bit = ONE << uint64(region & 63)
    if bit != NONE:
        put_color(paint, last, color)
    return steps, stuck


@borrowing.stage
def play_by_choice(graph: Any, paint: Any, setting: Any, real: int, words: int, state: Any) -> Any:
    """Choose a region, colour it, and so on: (steps, stuck region or -1).

    The candidates are put into order[step:], so that order[:steps] ends up as visited.
    """
    region = -1
    for step in range(real):
        if setting.policy == DSATUR:
            count = most_constrained(graph, paint, setting.colors, words, step)
        else:
            count = wandering(graph, paint, region, words, step)
        n, state = below(state, count)
        region = int64(paint.order[step + n])
        paint.order[step] = region
        legal = legal_mask(graph, paint, region, setting.colors, words)
        if legal == NONE:
            return step, region
        n, state = below(state, popcount(legal))
        put_color(paint, region, nth_color(legal, n))
    return real, -1


@borrowing.stage
def most_constrained(graph: Any, paint: Any, colors: int, words: int, step: int) -> int:
    """Uncoloured regions with fewest legal colours, of those the ones with most neighbours.

    Written ascending to order[step:]; how many there are.
    """
    least, count = int64(1) << 40, 0
    for word in range(words):
        open_ = paint.classes[UNCOLORED, word]
        while open_ != NONE:
            region = (word << 6) + lowest_bit(open_)
            open_ &= open_ - ONE
            legal = popcount(legal_mask(graph, paint, region, colors, words))
            rank = (legal << 32) - graph.degree[region]
            if rank < least:
                least, count = rank, 0
            if rank == least:
                paint.order[step + count] = region
                count += 1
    return count


@borrowing.stage
def wandering(graph: Any, paint: Any, region: int, words: int, step: int) -> int:
    """Uncoloured neighbours of the region coloured last, or all uncoloured regions.

    Written ascending to order[step:]; how many there are.
    """
    count = 0
    if region >= 0:
        for word in range(words):
            count = append(paint, word, graph.adjacency[region, word], step, count)
    if count == 0:
        for word in range(words):
            count = append(paint, word, ~NONE, step, count)
    return count


@borrowing.inline
def append(paint: Any, word: int, among: Any, step: int, count: int) -> int:
    """Append the uncoloured regions of one word of the set `among`."""
    among &= paint.classes[UNCOLORED, word]
    while among != NONE:
        paint.order[step + count] = (word << 6) + lowest_bit(among)
        among &= among - ONE
        count += 1
    return count


@borrowing.splice
def play_map(
    graph: Any, paint: Any, setting: Any, regions: int, real: int, words: int, state: Any
) -> Any:
    """Play the map in the workspace: (steps, stuck region or -1)."""
    start(graph, paint, setting.colors, words)
    policy = setting.policy
    if setting.order == FREE and policy in (DSATUR, SWEEP):
        steps, region = play_by_choice(graph, paint, setting, real, words, state)
    else:
        if setting.order == FREE:
            regions, state = choose_order(graph, paint, policy, regions, words, state)
        if words == 1:  # the usual case, compiled apart
            steps, region = play_in_order(graph, paint, setting, regions, 1, state)
        else:
            steps, region = play_in_order(graph, paint, setting, regions, words, state)
    return steps, region


@borrowing.splice
def choose_order(graph: Any, paint: Any, policy: int, regions: int, words: int, state: Any) -> Any:
    """Put a policy's order into paint.order: (its length, next state)."""
    if policy == LOOKAHEAD:
        regions = 0
        for word in range(words):
            regions = append(paint, word, ~NONE, 0, regions)
        state = shuffle(paint.order, regions, state)
    else:
        state = shuffled_order(paint.order, regions, state)
    if policy == DEGREE:
        sort_by_degree(paint.order, graph.degree, paint.scratch, regions)
    return regions, state
