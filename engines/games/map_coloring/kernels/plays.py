"""One play of a map: `policies` told in Numba, with sets of regions as bits.

`classes[c]` is the set of regions of colour c, so colour c is legal for a region when it
shares nothing with the region's neighbours.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numba import int64, uint64
from numpy.typing import NDArray

from engines.compiled import inline, lowest_bit, popcount, stage
from engines.games.map_coloring.kernels.maps import shuffled_order
from engines.games.map_coloring.kernels.workspace import (
    DEGREE,
    DSATUR,
    FREE,
    LOOKAHEAD,
    SWEEP,
)
from engines.randomness_numba import below, shuffle

ONE = np.uint64(1)
NONE = np.uint64(0)
UNCOLORED = 9  # the row of `classes` with the real regions that have no colour yet


def _nth_colors() -> NDArray[np.uint8]:
    """[mask of colours, n] -> the n-th colour in it."""
    table = np.zeros((512, 16), np.uint8)
    for mask in range(512):
        colors = [color for color in range(9) if mask >> color & 1]
        table[mask, : len(colors)] = colors
    return table


NTH_COLOR = _nth_colors()


@inline
def legal_mask(ws: Any, region: int, colors: int, words: int) -> Any:
    """The legal colours of a region, colour c as bit c."""
    mask = NONE
    for color in range(colors):
        taken = NONE
        for word in range(words):
            taken |= ws.adjacency[region, word] & ws.classes[color, word]
        mask |= uint64(taken == NONE) << uint64(color)
    return mask


@inline
def nth_color(mask: Any, n: int) -> int:
    """The n-th (from 0) colour of a mask, ascending."""
    return int64(NTH_COLOR[mask, n])


@inline
def is_real(ws: Any, region: int) -> Any:
    return (ws.real[region >> 6] >> uint64(region & 63)) & ONE != NONE


@inline
def put_color(ws: Any, region: int, color: int) -> None:
    bit = ONE << uint64(region & 63)
    ws.classes[color, region >> 6] |= bit
    ws.classes[UNCOLORED, region >> 6] &= ~bit
    ws.colors[region] = color


@inline
def start(ws: Any, colors: int, words: int) -> None:
    """No region has a colour."""
    for word in range(words):
        for color in range(colors):
            ws.classes[color, word] = NONE
        ws.classes[UNCOLORED, word] = ws.real[word]


@stage
def safe_mask(ws: Any, region: int, legal: Any, colors: int, words: int) -> Any:
    """The legal colours that leave every uncoloured neighbour at least one."""
    for word in range(words):
        open_ = ws.adjacency[region, word] & ws.classes[UNCOLORED, word]
        while open_ != NONE:
            other = (word << 6) + lowest_bit(open_)
            open_ &= open_ - ONE
            left = legal_mask(ws, other, colors, words)
            if left & (left - ONE) == NONE:  # one colour left, or none
                legal &= NONE if left == NONE else ~left
    return legal


@inline
def play_in_order(ws: Any, setting: Any, places: int, words: int, state: Any) -> Any:
    """Colour order[:places] one after the other: (steps, stuck region or -1)."""
    for step in range(places):
        region = ws.order[step]
        if is_real(ws, region):
            legal = legal_mask(ws, region, setting.colors, words)
            if legal == NONE:
                return step, region
            if setting.policy == LOOKAHEAD:
                safe = safe_mask(ws, region, legal, setting.colors, words)
                if safe != NONE:
                    legal = safe
            n, state = below(state, popcount(legal))
            put_color(ws, region, nth_color(legal, n))
    return places, -1


@stage
def play_by_choice(ws: Any, setting: Any, real: int, words: int, state: Any) -> Any:
    """Choose a region, colour it, and so on: (steps, stuck region or -1).

    The candidates are put into order[step:], so that order[:steps] ends up as visited.
    """
    region = -1
    for step in range(real):
        if setting.policy == DSATUR:
            count = most_constrained(ws, setting.colors, words, step)
        else:
            count = wandering(ws, region, words, step)
        n, state = below(state, count)
        region = ws.order[step + n]
        ws.order[step] = region
        legal = legal_mask(ws, region, setting.colors, words)
        if legal == NONE:
            return step, region
        n, state = below(state, popcount(legal))
        put_color(ws, region, nth_color(legal, n))
    return real, -1


@stage
def most_constrained(ws: Any, colors: int, words: int, step: int) -> int:
    """Uncoloured regions with fewest legal colours, of those the ones with most neighbours.

    Written ascending to order[step:]; how many there are.
    """
    least, count = int64(1) << 40, 0
    for word in range(words):
        open_ = ws.classes[UNCOLORED, word]
        while open_ != NONE:
            region = (word << 6) + lowest_bit(open_)
            open_ &= open_ - ONE
            legal = popcount(legal_mask(ws, region, colors, words))
            rank = (legal << 32) - ws.degree[region]
            if rank < least:
                least, count = rank, 0
            if rank == least:
                ws.order[step + count] = region
                count += 1
    return count


@stage
def wandering(ws: Any, region: int, words: int, step: int) -> int:
    """Uncoloured neighbours of the region coloured last, or all uncoloured regions.

    Written ascending to order[step:]; how many there are.
    """
    count = 0
    if region >= 0:
        for word in range(words):
            count = append(ws, word, ws.adjacency[region, word], step, count)
    if count == 0:
        for word in range(words):
            count = append(ws, word, ~NONE, step, count)
    return count


@inline
def append(ws: Any, word: int, among: Any, step: int, count: int) -> int:
    """Append the uncoloured regions of one word of the set `among`."""
    among &= ws.classes[UNCOLORED, word]
    while among != NONE:
        ws.order[step + count] = (word << 6) + lowest_bit(among)
        among &= among - ONE
        count += 1
    return count


@stage
def play_map(ws: Any, setting: Any, regions: int, real: int, words: int, state: Any) -> Any:
    """Play the map in the workspace: (steps, stuck region or -1)."""
    start(ws, setting.colors, words)
    policy = setting.policy
    if setting.order == FREE:
        if policy in (DSATUR, SWEEP):
            return play_by_choice(ws, setting, real, words, state)
        if policy == LOOKAHEAD:
            regions = 0
            for word in range(words):
                regions = append(ws, word, ~NONE, 0, regions)
            state = shuffle(ws.order, regions, state)
        else:
            state = shuffled_order(ws, regions, policy == DEGREE, state)
    if words == 1:  # the usual case, compiled apart
        return play_in_order(ws, setting, regions, 1, state)
    return play_in_order(ws, setting, regions, words, state)
