"""One play of a field: `policies` told in Numba, with sets of circles as two words."""

from __future__ import annotations

from typing import Any

import numpy as np
from numba import uint64

from engines.compiled import inline, stage
from engines.games.number_hunt.kernels.workspace import RANDOM_LOOK, SCAN, X, Y
from engines.randomness_numba import below

ONE = np.uint64(1)
NONE = np.uint64(0)
INDEX_BITS = 7  # a circle's number fits, so that a key's ties go to the lower one
X_BITS = 10


@inline
def squared(circles: Any, i: int, j: int) -> int:
    dx, dy = circles[X, i] - circles[X, j], circles[Y, i] - circles[Y, j]
    return dx * dx + dy * dy


@inline
def has(low: Any, high: Any, i: int) -> bool:
    """Whether circle i is in the set of these two words."""
    word = low if i < 64 else high
    return (word >> uint64(i & 63)) & ONE != NONE


@stage
def see_windows(ws: Any, setting: Any) -> None:
    """Fill `sights` for the circles of the workspace."""
    circles, sights, reach, n = ws.circles, ws.sights, ws.reach, setting.circles
    for i in range(n):
        sights[i, 0] = sights[i, 1] = NONE
        sights[i, i >> 6] = ONE << uint64(i & 63)
    if setting.window:
        for i in range(n):
            nearest = -1
            for j in range(n):
                if i != j:
                    distance = squared(circles, i, j)
                    if nearest < 0 or distance < nearest:
                        nearest = distance
            reach[i] = 4 * nearest
        for i in range(n):
            for j in range(n):
                if squared(circles, i, j) <= reach[j]:
                    sights[i, j >> 6] |= ONE << uint64(j & 63)


@stage
def read_strips(ws: Any, setting: Any) -> None:
    """Fill `reading` and `place_of` for the circles of the workspace."""
    keys, n = ws.keys, setting.circles
    edge = (1 << X_BITS) - 1
    for i in range(n):
        strip, x = ws.circles[Y, i] // setting.strip, ws.circles[X, i]
        if strip & 1:
            x = edge - x
        key = ((strip << X_BITS | x) << INDEX_BITS) | i
        place = i
        while place > 0 and keys[place - 1] > key:
            keys[place] = keys[place - 1]
            place -= 1
        keys[place] = key
    for place in range(n):
        circle = keys[place] & ((1 << INDEX_BITS) - 1)
        ws.reading[place] = circle
        ws.place_of[circle] = place


@stage
def random_looks(ws: Any, n: int, state: Any) -> None:
    sights = ws.sights
    for target in range(n):
        count, found = 0, False
        while not found:
            pick, state = below(state, n - target)
            at = target + pick
            count += 1
            found = has(sights[at, 0], sights[at, 1], target)
        ws.looks[target] = count


@stage
def scan(ws: Any, n: int, state: Any) -> None:
    sights, reading = ws.sights, ws.reading
    place, state = below(state, n)
    for target in range(n):
        count, low, high = 0, NONE, NONE
        while not has(low, high, target):
            at = reading[place]
            if at >= target and not has(low, high, at):
                count += 1
                low |= sights[at, 0]
                high |= sights[at, 1]
            place += 1
            if place == n:
                place = 0
        ws.looks[target] = count
        place = ws.place_of[target]


@stage
def nearest_first(ws: Any, n: int, state: Any) -> None:
    sights, keys = ws.sights, ws.keys
    eye, state = below(state, n)
    for target in range(n):
        for i in range(target, n):
            keys[i] = squared(ws.circles, i, eye)
        count, low, high = 0, NONE, NONE
        while not has(low, high, target):
            at = -1
            for i in range(target, n):
                if not has(low, high, i) and (at < 0 or keys[i] < keys[at]):
                    at = i
            count += 1
            low |= sights[at, 0]
            high |= sights[at, 1]
        ws.looks[target] = count
        eye = target


@stage
def prepare(ws: Any, setting: Any) -> None:
    """What a play needs to know of the circles of the workspace."""
    see_windows(ws, setting)
    if setting.policy == SCAN:
        read_strips(ws, setting)


@stage
def play_field(ws: Any, setting: Any, state: Any) -> None:
    """Find all numbers in order; fills `looks`."""
    if setting.policy == RANDOM_LOOK:
        random_looks(ws, setting.circles, state)
    elif setting.policy == SCAN:
        scan(ws, setting.circles, state)
    else:
        nearest_first(ws, setting.circles, state)
