"""A board seen as a graph: each patch of one colour is a vertex, sets of them are bits.

The region that grows only ever takes whole patches, so a position is two sets: the patches
*taken*, and the *rim* of patches that touch them. To choose colour c takes the rim's patches
of colour c. The region's own colour does not matter: no patch of the rim has it.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache

from engines.games.color_fill.rules import neighbors, start_cell
from engines.games.color_fill.types import Board, Rules, State


@dataclass(frozen=True, slots=True)
class Patches:
    """The patches of a board, numbered by their first cell. A set of patches is an int."""

    colors: tuple[int, ...]  # patch -> colour
    sizes: tuple[int, ...]  # patch -> cells
    touching: tuple[int, ...]  # patch -> set of patches beside it
    of_color: tuple[int, ...]  # colour -> set of patches
    everything: int  # the set of all patches
    start: int  # the patch that the region grows from


@dataclass(frozen=True, slots=True)
class Position:
    """What the region has taken, what it touches, and how many cells it has."""

    taken: int
    rim: int
    size: int


@lru_cache(maxsize=512)
def make_patches(rules: Rules, cells: tuple[int, ...]) -> Patches:
    """The patches of a grid."""
    patch_of, colors, sizes = [-1] * len(cells), list[int](), list[int]()
    for first, color in enumerate(cells):
        if patch_of[first] >= 0 or color < 0:
            continue
        patch, waiting, size = len(colors), [first], 0
        patch_of[first] = patch
        while waiting:
            cell = waiting.pop()
            size += 1
            for other in neighbors(cell, rules.width, len(cells)):
                if patch_of[other] < 0 and cells[other] == color:
                    patch_of[other] = patch
                    waiting.append(other)
        colors.append(color)
        sizes.append(size)
    touching = [0] * len(colors)
    for cell, patch in enumerate(patch_of):
        for other in neighbors(cell, rules.width, len(cells)):
            if patch >= 0 and patch_of[other] >= 0:
                touching[patch] |= 1 << patch_of[other]
    for patch in range(len(colors)):
        touching[patch] &= ~(1 << patch)
    of_color = [0] * rules.colors
    for patch, color in enumerate(colors):
        of_color[color] |= 1 << patch
    return Patches(
        tuple(colors),
        tuple(sizes),
        tuple(touching),
        tuple(of_color),
        (1 << len(colors)) - 1,
        patch_of[start_cell(rules, cells)],
    )


def patches_of(place: Board | State) -> Patches:
    """The patches of a board, or of a board as it looks now."""
    rules = place.rules if isinstance(place, Board) else place.board.rules
    return make_patches(rules, place.cells)


def first_position(patches: Patches) -> Position:
    """Nothing but the start's own patch is taken."""
    return Position(
        1 << patches.start, patches.touching[patches.start], patches.sizes[patches.start]
    )


def members(patches: int) -> Iterator[int]:
    """The patches of a set, ascending."""
    while patches:
        lowest = patches & -patches
        yield lowest.bit_length() - 1
        patches ^= lowest


def touching_any(patches: Patches, some: int) -> int:
    """The patches beside any patch of the set `some`."""
    found = 0
    while some:
        lowest = some & -some
        found |= patches.touching[lowest.bit_length() - 1]
        some ^= lowest
    return found


def touching_colors(patches: Patches, position: Position) -> list[int]:
    """The colours, ascending, that gain something."""
    return [color for color, some in enumerate(patches.of_color) if some & position.rim]


def take(patches: Patches, position: Position, color: int) -> Position:
    """The position after choosing a colour."""
    new = position.rim & patches.of_color[color]
    taken = position.taken | new
    rim = (position.rim | touching_any(patches, new)) & ~taken
    return Position(taken, rim, position.size + sum(patches.sizes[p] for p in members(new)))


def is_finished(patches: Patches, position: Position) -> bool:
    return position.taken == patches.everything
