"""Sets of up to 256 lines: four words of 64 bits."""

from __future__ import annotations

from typing import Any

import numpy as np
from numba import uint64

from engines.compiled import inline, popcount
from engines.games.dots_and_boxes.kernels.workspace import WORDS

ONE = np.uint64(1)
NONE = np.uint64(0)


@inline
def clear(some: Any) -> None:
    for word in range(WORDS):
        some[word] = NONE


@inline
def include(some: Any, line: int) -> None:
    some[line >> 6] |= ONE << uint64(line & 63)


@inline
def exclude(some: Any, line: int) -> None:
    some[line >> 6] &= ~(ONE << uint64(line & 63))


@inline
def holds(some: Any, line: int) -> Any:
    return some[line >> 6] >> uint64(line & 63) & ONE != NONE


@inline
def size(some: Any) -> int:
    count = 0
    for word in range(WORDS):
        count += popcount(some[word])
    return count
