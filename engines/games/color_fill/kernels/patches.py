"""A board as a graph of patches, with sets of patches as bits; and the player who looks ahead.

The sets of a position lie side by side in rows of `pairs`: TAKEN, what the region has taken,
and RIM, what touches it.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from engines.compiled import inline, lowest_bit, stage
from engines.games.color_fill.kernels.workspace import OFF

TAKEN, RIM = 0, 1
ONE = np.uint64(1)
NONE = np.uint64(0)


@stage
def find_patches(field: Any, graph: Any, setting: Any) -> int:
    """Write the graph of the board in the field; how many patches it has."""
    cells, patch_of, waiting = field.cells, field.patch_of, field.rim[0]
    width, height = setting.width, setting.height
    stride = width + 1
    words = graph.everything.shape[0]
    for place in range(patch_of.shape[0]):
        patch_of[place] = -1
    for word in range(words):
        graph.everything[word] = NONE
        for shade in range(setting.colors):
            graph.of_color[shade, word] = NONE
    patches = 0
    for y in range(1, height + 1):
        for x in range(1, width + 1):
            first = y * stride + x
            if patch_of[first] >= 0 or cells[first] == OFF:
                continue
            color = np.int64(cells[first])
            head, tail = 0, 1
            waiting[0] = first
            patch_of[first] = patches
            while head < tail:
                at = np.int64(waiting[head])
                head += 1
                for other in (at - 1, at + 1, at - stride, at + stride):
                    if patch_of[other] < 0 and cells[other] == color:
                        patch_of[other] = patches
                        waiting[tail] = other
                        tail += 1
            bit = ONE << np.uint64(patches & 63)
            graph.of_color[color, patches >> 6] |= bit
            graph.everything[patches >> 6] |= bit
            graph.colors[patches] = color
            graph.sizes[patches] = tail
            for word in range(words):
                graph.touching[patches, word] = NONE
            patches += 1
    for y in range(1, height + 1):
        for x in range(1, width + 1):
            at = y * stride + x
            here = np.int64(patch_of[at])
            for other in (at + 1, at + stride):
                there = np.int64(patch_of[other])
                if there >= 0 and here >= 0 and there != here:
                    graph.touching[here, there >> 6] |= ONE << np.uint64(there & 63)
                    graph.touching[there, here >> 6] |= ONE << np.uint64(here & 63)
    return patches


@inline
def words_for(patches: int) -> int:
    return (patches + 63) >> 6


@inline
def set_first(graph: Any, pair: Any, start: int, words: int) -> int:
    """The position in which only patch `start` is taken: how many cells it has."""
    for word in range(words):
        pair[TAKEN, word] = NONE
        pair[RIM, word] = graph.touching[start, word]
    pair[TAKEN, start >> 6] |= ONE << np.uint64(start & 63)
    return graph.sizes[start]


@stage
def take(graph: Any, before: Any, after: Any, color: int, words: int) -> int:
    """Write the position after choosing a colour: how many cells it gains (0: not touching)."""
    for word in range(words):
        after[RIM, word] = before[RIM, word]
        after[TAKEN, word] = before[TAKEN, word]
    gained = 0
    for word in range(words):
        new = before[RIM, word] & graph.of_color[color, word]
        after[TAKEN, word] |= new
        while new != NONE:
            patch = (word << 6) + lowest_bit(new)
            new &= new - ONE
            gained += graph.sizes[patch]
            for other in range(words):
                after[RIM, other] |= graph.touching[patch, other]
    for word in range(words):
        after[RIM, word] &= ~after[TAKEN, word]
    return gained


@stage
def look_ahead(graph: Any, ladder: Any, sizes: Any, at: Any, setting: Any, words: int) -> int:
    """The first of the `depth` moves that make the region largest, the lowest on a tie.

    `ladder[0]` is the position; ladder (6, 2, W), sizes and at (6,) are written.
    """
    total = setting.cells
    best, most, depth = -1, -1, 0
    sizes[0] = 0
    for word in range(words):
        taken = ladder[0, TAKEN, word]
        while taken != NONE:
            sizes[0] += graph.sizes[(word << 6) + lowest_bit(taken)]
            taken &= taken - ONE
    at[0] = -1
    while depth >= 0:
        at[depth] += 1
        if at[depth] == setting.colors:
            depth -= 1
            continue
        gained = take(graph, ladder[depth], ladder[depth + 1], at[depth], words)
        if gained == 0:
            continue
        size = sizes[depth] + gained
        depth += 1
        if depth == setting.depth or size == total:
            value = size + (setting.depth - depth)
            if value > most:  # colours are tried ascending: the first is the lowest
                best, most = at[0], value
            depth -= 1
        else:
            sizes[depth] = size
            at[depth] = -1
    return best


@stage
def play_ahead(
    graph: Any,
    ladder: Any,
    sizes: Any,
    at: Any,
    setting: Any,
    start: int,
    words: int,
    limit: int,
    line: Any,
) -> Any:
    """(moves, size of the region after `limit` moves or at the end) of the player who looks
    ahead. The patches that the last move took are left in ``ladder[1, TAKEN]``."""
    total = setting.cells
    size, moves = set_first(graph, ladder[0], start, words), 0
    in_time = size
    while size < total:
        color = look_ahead(graph, ladder, sizes, at, setting, words)
        size += take(graph, ladder[0], ladder[1], color, words)
        for word in range(words):
            last = ladder[1, TAKEN, word] & ~ladder[0, TAKEN, word]
            ladder[0, TAKEN, word] = ladder[1, TAKEN, word]
            ladder[0, RIM, word] = ladder[1, RIM, word]
            ladder[1, TAKEN, word] = last
        line[moves] = color
        moves += 1
        if moves <= limit:
            in_time = size
    return moves, in_time


@stage
def follow(graph: Any, ladder: Any, line: Any, moves: int, start: int, words: int) -> None:
    """Play a line; the patches that its last move took are left in ``ladder[1, TAKEN]``."""
    set_first(graph, ladder[0], start, words)
    for move in range(moves):
        take(graph, ladder[0], ladder[1], np.int64(line[move]), words)
        for word in range(words):
            last = ladder[1, TAKEN, word] & ~ladder[0, TAKEN, word]
            ladder[0, TAKEN, word] = ladder[1, TAKEN, word]
            ladder[0, RIM, word] = ladder[1, RIM, word]
            ladder[1, TAKEN, word] = last
