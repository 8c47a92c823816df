"""Whether the value of a quiet position reaches a goal, where who closes a box draws again.

Depth-first, with what is proven of positions kept in a table; mirror images count as one.
See `exact_chains` for what is not looked at, and why.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from engines.compiled import entry, inline, popcount
from engines.games.dots_and_boxes.kernels.exact_chains import (
    Moves,
    Net,
    first_image,
    list_moves,
    make_moves,
    make_net,
    strip,
)
from engines.games.dots_and_boxes.solver.endings import Ending

NO, YES, PAUSED = range(3)
NODES, LIMIT = range(2)
NONE = np.uint64(0)


class Store(NamedTuple):
    """N positions at most, two to a pair of slots: the one with more lines, and the latest."""

    keys: NDArray[np.uint64]  # (N,) 0: none
    lower: NDArray[np.int8]  # (N,) bounds of the value
    upper: NDArray[np.int8]  # (N,)
    counts: NDArray[np.int64]  # (2,) positions looked at so far, and how many are allowed


class Search(NamedTuple):
    net: Net
    moves: Moves
    store: Store


def make_search(left: Ending, positions: int) -> Search:
    """A search of this ending; `positions`, a power of two, are kept: 10 bytes each."""
    store = Store(
        np.zeros(positions, np.uint64),
        np.zeros(positions, np.int8),
        np.zeros(positions, np.int8),
        np.zeros(2, np.int64),
    )
    return Search(make_net(left), make_moves(left), store)


@entry
def strip_position(search: Any, lines: Any) -> Any:
    return strip(search.net, lines)


@entry
def reaches(search: Any, lines: Any, boxes: int, goal: int, depth: int) -> int:
    """Whether a quiet position of so many open boxes has at least the value `goal`: YES or NO,
    or PAUSED when the positions allowed are used up. What was proven till then is kept.
    """
    if lines == NONE:
        return YES if goal <= 0 else NO
    goal += (goal - boxes) & 1  # a value is even if the boxes are
    if goal <= -boxes:
        return YES
    if goal > boxes:
        return NO
    store, moves = search.store, search.moves
    lines = first_image(search.net, lines)
    slot = find(store, lines)
    if slot >= 0:
        if store.lower[slot] >= goal:
            return YES
        if store.upper[slot] < goal:
            return NO
    if store.counts[NODES] >= store.counts[LIMIT]:
        return PAUSED
    store.counts[NODES] += 1
    count = list_moves(search.net, moves, depth, lines)
    answer = YES if is_known(search, depth, count, goal) else NO
    at = 0
    while answer == NO and at < count:
        rest, gain, keep = moves.rest[depth, at], moves.gain[depth, at], moves.keep[depth, at]
        at += 1
        # The other one gains `gain` and then the better of moving in the rest itself and, if it
        # can, leaving `keep` boxes to have us move there. Neither may be too good.
        if keep > 0 and keep - gain < goal:
            continue
        found = reaches(search, rest, boxes - gain, 1 - gain - goal, depth + 1)
        if found == NO and keep > 0:
            found = reaches(search, rest, boxes - gain, gain + goal - 2 * keep, depth + 1)
            found = YES - found if found != PAUSED else PAUSED
        if found == PAUSED:
            return PAUSED
        if found == NO:
            answer = YES
    write(store, lines, boxes, goal, answer)
    return answer


@inline
def is_known(search: Any, depth: int, count: int, goal: int) -> bool:
    """Whether what is kept is enough to see that some move reaches the goal."""
    store, moves = search.store, search.moves
    for at in range(count):
        rest, gain, keep = moves.rest[depth, at], moves.gain[depth, at], moves.keep[depth, at]
        if rest == NONE or (keep > 0 and keep - gain < goal):
            continue
        slot = find(store, first_image(search.net, rest))
        if (
            slot >= 0
            and store.upper[slot] <= -gain - goal
            and (keep == 0 or store.lower[slot] >= gain + goal - 2 * keep)
        ):
            return True
    return False


@inline
def pair_of(store: Any, lines: Any) -> Any:
    """The first of the two slots where a position may be."""
    mixed = lines * np.uint64(0x9E3779B97F4A7C15)
    mixed ^= mixed >> np.uint64(29)
    mixed *= np.uint64(0xBF58476D1CE4E5B9)
    return np.int64(mixed >> np.uint64(20)) & (store.keys.shape[0] - 2)


@inline
def find(store: Any, lines: Any) -> Any:
    """Where a position is kept, -1: nowhere."""
    slot = pair_of(store, lines)
    if store.keys[slot] == lines:
        return slot
    return slot + 1 if store.keys[slot + 1] == lines else -1


@inline
def write(store: Any, lines: Any, boxes: int, goal: int, answer: int) -> None:
    """Keep what was found of a position."""
    slot = find(store, lines)
    if slot < 0:
        slot = pair_of(store, lines)
        if popcount(store.keys[slot]) > popcount(lines):
            slot += 1
        else:
            store.keys[slot + 1] = store.keys[slot]
            store.lower[slot + 1], store.upper[slot + 1] = store.lower[slot], store.upper[slot]
        store.keys[slot], store.lower[slot], store.upper[slot] = lines, -boxes, boxes
    if answer == YES:
        store.lower[slot] = max(np.int64(store.lower[slot]), goal)
    else:
        store.upper[slot] = min(np.int64(store.upper[slot]), goal - 2)
