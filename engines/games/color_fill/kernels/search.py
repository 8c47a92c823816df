"""The shortest line, proven: A* over positions.

A position's estimate is the moves made and the bound of those left. The lowest estimate goes
first, of equals the one with most moves made. When no position is left whose estimate is below
the best line known, that line is the shortest.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from engines.compiled import entry, inline, stage
from engines.games.color_fill.kernels.beam import hash_set, same_set
from engines.games.color_fill.kernels.bound import is_finished, least_moves, whole_color
from engines.games.color_fill.kernels.patches import TAKEN, take

COUNT, UPPER, LAST, CHOICE, LOWER, NODES = range(6)
PROVEN, PAUSED, FULL = range(3)


class Store(NamedTuple):
    """N positions at most, lines of D moves at most."""

    pairs: NDArray[np.uint64]  # (N, 2, W)
    made: NDArray[np.int16]  # (N,) moves made; negative: a shorter way here was found
    parents: NDArray[np.int32]  # (N,)
    choices: NDArray[np.int8]  # (N,) the colour chosen to come here
    below: NDArray[np.int32]  # (N,) the next position of the same pile, -1: none
    piles: NDArray[np.int32]  # (D + 2, D + 2) estimate, moves made -> top of the pile
    table: NDArray[np.int32]  # (power of two,) position by hash of what is taken, -1: none
    scratch: NDArray[np.uint64]  # (3, W)
    status: NDArray[np.int64]  # (6,) see COUNT … NODES


def make_store(positions: int, depth: int, words: int) -> Store:
    """Room for a search of lines of at most `depth` moves."""
    return Store(
        pairs=np.zeros((positions, 2, words), np.uint64),
        made=np.zeros(positions, np.int16),
        parents=np.zeros(positions, np.int32),
        choices=np.zeros(positions, np.int8),
        below=np.zeros(positions, np.int32),
        piles=np.full((depth + 2, depth + 2), -1, np.int32),
        table=np.full(1 << (2 * positions - 1).bit_length(), -1, np.int32),
        scratch=np.zeros((3, words), np.uint64),
        status=np.zeros(6, np.int64),
    )


def bytes_for(words: int) -> int:
    """Memory that one position takes, its share of the table included."""
    return 16 * words + 2 + 4 + 1 + 4 + 16


def enlarge(store: Store, positions: int) -> Store:
    """The same search with room for more positions."""
    count = int(store.status[COUNT])
    larger = make_store(positions, store.piles.shape[0] - 2, store.pairs.shape[2])
    for name in ("pairs", "made", "parents", "choices", "below"):
        getattr(larger, name)[:count] = getattr(store, name)[:count]
    larger.piles[:] = store.piles
    larger.status[:] = store.status
    fill_table(larger)
    return larger


@entry
def fill_table(store: Any) -> None:
    """Enter all positions into an empty table, the ones with a shorter way last."""
    words = store.pairs.shape[2]
    for at in range(store.status[COUNT]):
        slot = find_slot(store, store.pairs[at, TAKEN], words)
        store.table[slot] = at


@stage
def find_slot(store: Any, taken: Any, words: int) -> Any:
    """Where the table has the position, or where it would go."""
    mask = np.uint64(store.table.shape[0] - 1)
    slot = hash_set(taken, words) & mask
    while store.table[slot] >= 0 and not same_set(
        store.pairs[store.table[slot], TAKEN], taken, words
    ):
        slot = (slot + np.uint64(1)) & mask
    return slot


@inline
def push(store: Any, estimate: int, at: int) -> None:
    made = store.made[at]
    store.below[at] = store.piles[estimate, made]
    store.piles[estimate, made] = at


@stage
def begin(graph: Any, store: Any, first: Any, colors: int, words: int, shorter: int) -> None:
    """Start a search, below a line of `shorter` moves that is known already."""
    for estimate in range(shorter + 1):
        for made in range(shorter + 1):
            store.piles[estimate, made] = -1
    for slot in range(store.table.shape[0]):
        store.table[slot] = -1
    for place in range(store.status.shape[0]):
        store.status[place] = 0
    store.status[UPPER], store.status[LAST] = shorter, -1
    for word in range(words):
        store.pairs[0, 0, word] = first[0, word]
        store.pairs[0, 1, word] = first[1, word]
    store.made[0], store.parents[0] = 0, -1
    store.status[COUNT] = 1
    store.table[find_slot(store, store.pairs[0, TAKEN], words)] = 0
    least = least_moves(graph, first, store.scratch, colors, words, shorter)
    store.status[LOWER] = least
    if least < shorter:
        push(store, least, 0)


@stage
def go_on(graph: Any, store: Any, colors: int, words: int, nodes: int) -> int:
    """Go on for about `nodes` positions: PROVEN, PAUSED or FULL."""
    status, piles, made = store.status, store.piles, store.made
    room = store.pairs.shape[0] - colors - 1
    until = status[NODES] + nodes
    estimate = status[LOWER]
    while estimate < status[UPPER]:
        status[LOWER] = estimate
        done = estimate  # moves made can't be more than the estimate
        while done >= 0 and piles[estimate, done] < 0:
            done -= 1
        if done < 0:
            estimate += 1
            continue
        if status[NODES] >= until:
            return PAUSED
        if status[COUNT] >= room:
            return FULL
        at = np.int64(piles[estimate, done])
        piles[estimate, done] = store.below[at]
        if made[at] < 0:
            continue
        status[NODES] += 1
        expand(graph, store, at, estimate, colors, words)
    status[LOWER] = status[UPPER]
    return PROVEN


@stage
def expand(graph: Any, store: Any, at: int, estimate: int, colors: int, words: int) -> None:
    """Try every colour that makes sense at a position."""
    status, made = store.status, store.made
    before = store.pairs[at]
    moves = np.int64(made[at]) + 1
    only = whole_color(graph, before, colors, words)
    for color in range(colors):
        if only >= 0 and color != only:
            continue
        new = status[COUNT]
        after = store.pairs[new]
        if take(graph, before, after, color, words) == 0:
            continue
        if is_finished(graph, after, words):
            if moves < status[UPPER]:
                status[UPPER], status[LAST], status[CHOICE] = moves, at, color
            continue
        slot = find_slot(store, after[TAKEN], words)
        old = np.int64(store.table[slot])
        if old >= 0 and made[old] <= moves:
            continue
        room = status[UPPER] - moves  # a bound of so many moves is no use
        value = max(estimate, moves + least_moves(graph, after, store.scratch, colors, words, room))
        if value >= status[UPPER]:
            continue
        if old >= 0:
            made[old] = -1
        store.table[slot] = new
        made[new], store.parents[new], store.choices[new] = moves, at, color
        status[COUNT] = new + 1
        push(store, value, new)


@stage
def read_line(store: Any, line: Any) -> int:
    """Write the colours of the line found: its length, -1 if none was found."""
    at = store.status[LAST]
    if at < 0:
        return -1
    length = store.status[UPPER]
    line[length - 1] = store.status[CHOICE]
    for depth in range(length - 2, -1, -1):
        line[depth] = store.choices[at]
        at = np.int64(store.parents[at])
    return length


@entry
def start_search(graph: Any, store: Any, first: Any, colors: int, words: int, shorter: int) -> None:
    begin(graph, store, first, colors, words, shorter)


@entry
def continue_search(graph: Any, store: Any, colors: int, words: int, nodes: int, line: Any) -> int:
    """Go on with a search; a line that was found goes to `line`."""
    answer = go_on(graph, store, colors, words, nodes)
    read_line(store, line)
    return answer
