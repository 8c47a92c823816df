"""Sets of vertices and of colours: the bits of Python integers."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass


def bits(mask: int) -> Iterator[int]:
    """The numbers of the bits set, ascending."""
    while mask:
        low = mask & -mask
        yield low.bit_length() - 1
        mask ^= low


@dataclass(slots=True)
class Graph:
    """Vertices to colour: the bits of their neighbours among them, and of colours left."""

    near: dict[int, int]
    left: dict[int, int]
    k: int
