"""A short line, quickly: of all positions after n moves the most promising ones go on.

A position is the more promising the fewer moves it needs at least (`bound`), and among equals
the fewer patches are left. `solver` tells the same in plain Python.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from engines.compiled import entry, inline, popcount, stage
from engines.games.color_fill.kernels.bound import is_finished, least_moves, whole_color
from engines.games.color_fill.kernels.patches import NONE, TAKEN, take

HASH = np.uint64(0x9E3779B97F4A7C15)
LOW_32 = np.int64((1 << 32) - 1)


class Beam(NamedTuple):
    """B positions a layer, K = B × colours candidates, D layers at most."""

    layers: NDArray[np.uint64]  # (2, B, 2, W) positions of this layer and the next
    candidates: NDArray[np.uint64]  # (K, 2, W)
    keys: NDArray[np.int64]  # (K,) how promising, lowest first; the candidate's number below
    parents: NDArray[np.int64]  # (K,)
    choices: NDArray[np.int64]  # (K,)
    table: NDArray[np.int64]  # (power of two,) candidate by hash of what is taken, -1: none
    trail: NDArray[np.int64]  # (D, B, 2) parent and colour
    scratch: NDArray[np.uint64]  # (3, W)


def make_beam(width: int, colors: int, depth: int, words: int) -> Beam:
    candidates = width * colors
    return Beam(
        layers=np.zeros((2, width, 2, words), np.uint64),
        candidates=np.zeros((candidates + 1, 2, words), np.uint64),
        keys=np.zeros(candidates, np.int64),
        parents=np.zeros(candidates, np.int64),
        choices=np.zeros(candidates, np.int64),
        table=np.zeros(1 << (2 * candidates).bit_length(), np.int64),
        trail=np.zeros((depth + 1, width, 2), np.int64),
        scratch=np.zeros((3, words), np.uint64),
    )


@inline
def hash_set(some: Any, words: int) -> Any:
    """A hash of a set of patches (uint64)."""
    value = NONE
    for word in range(words):
        value = (value ^ some[word]) * HASH
        value ^= value >> np.uint64(29)
    return value


@inline
def same_set(one: Any, other: Any, words: int) -> Any:
    differ = NONE
    for word in range(words):
        differ |= one[word] ^ other[word]
    return differ == NONE


@stage
def is_new(beam: Any, count: int, words: int) -> Any:
    """Whether no earlier candidate has taken the same; if so it is remembered."""
    mask = np.uint64(beam.table.shape[0] - 1)
    slot = hash_set(beam.candidates[count, TAKEN], words) & mask
    while beam.table[slot] >= 0:
        if same_set(beam.candidates[beam.table[slot], TAKEN], beam.candidates[count, TAKEN], words):
            return False
        slot = (slot + np.uint64(1)) & mask
    beam.table[slot] = count
    return True


@stage
def find_line(
    graph: Any, beam: Any, first: Any, colors: int, words: int, shorter: int, width: int
) -> int:
    """The length of a line shorter than `shorter`, -1 if none is met.

    `width` positions a layer, B at most. The line can be read by `read_line`.
    """
    now, count, depth = 0, 1, 0
    for word in range(words):
        beam.layers[0, 0, 0, word] = first[0, word]
        beam.layers[0, 0, 1, word] = first[1, word]
    while depth + 1 < shorter:
        for slot in range(beam.table.shape[0]):
            beam.table[slot] = -1
        found = 0
        for i in range(count):
            before = beam.layers[now, i]
            only = whole_color(graph, before, colors, words)
            for color in range(colors):
                if only >= 0 and color != only:
                    continue
                after = beam.candidates[found]
                if take(graph, before, after, color, words) == 0:
                    continue
                if is_finished(graph, after, words):
                    beam.trail[depth, 0, 0], beam.trail[depth, 0, 1] = i, color
                    return depth + 1
                if is_new(beam, found, words):
                    room = shorter - 1 - depth - 1
                    least = least_moves(graph, after, beam.scratch, colors, words, room + 1)
                    if least <= room:
                        left = 0
                        for word in range(words):
                            left += popcount(graph.everything[word] & ~after[TAKEN, word])
                        beam.keys[found] = (least << 48) | (left << 32) | found
                        beam.parents[found] = i
                        beam.choices[found] = color
                        found += 1
                    else:
                        forget(beam, found, words)
        if found == 0:
            return -1
        sort(beam.keys, found)
        count = min(width, found)
        now ^= 1
        for i in range(count):
            at = beam.keys[i] & LOW_32
            for word in range(words):
                beam.layers[now, i, 0, word] = beam.candidates[at, 0, word]
                beam.layers[now, i, 1, word] = beam.candidates[at, 1, word]
            beam.trail[depth, i, 0], beam.trail[depth, i, 1] = beam.parents[at], beam.choices[at]
        depth += 1
    return -1


@stage
def sort(keys: Any, count: int) -> None:
    """Put keys[:count] in ascending order: Shell's sort, with Ciura's gaps."""
    for gap in (701, 301, 132, 57, 23, 10, 4, 1):
        for i in range(gap, count):
            key, at = keys[i], i
            while at >= gap and keys[at - gap] > key:
                keys[at] = keys[at - gap]
                at -= gap
            keys[at] = key


@inline
def forget(beam: Any, count: int, words: int) -> None:
    """Take the newest candidate out of the table again: its place is used for another."""
    mask = np.uint64(beam.table.shape[0] - 1)
    slot = hash_set(beam.candidates[count, TAKEN], words) & mask
    while beam.table[slot] != count:
        slot = (slot + np.uint64(1)) & mask
    beam.table[slot] = -1  # it was the last of its chain


@stage
def read_line(beam: Any, length: int, line: Any) -> None:
    """Write the colours of the line that `find_line` found."""
    at = 0
    for depth in range(length - 1, -1, -1):
        line[depth] = beam.trail[depth, at, 1]
        at = beam.trail[depth, at, 0]


@entry
def beam_line(
    graph: Any, beam: Any, first: Any, colors: int, words: int, shorter: int, line: Any
) -> int:
    """Find a line shorter than `shorter`: its length, or -1. Its colours go to `line`."""
    length = find_line(graph, beam, first, colors, words, shorter, beam.layers.shape[1])
    if length > 0:
        read_line(beam, length, line)
    return length
