"""Lines of moves that make a board one colour, found quickly, in plain Python.

The greedy line sets a board's limit; the best line known is what a hint follows.
"""

from __future__ import annotations

from functools import lru_cache

from engines.games.color_fill.regions import (
    Patches,
    Position,
    first_position,
    is_finished,
    make_patches,
    take,
    touching_any,
    touching_colors,
)
from engines.games.color_fill.types import Rules

HINT_WORK = 30_000
"""Bounds how many positions a hint looks at, for its answer to come well under a second."""


def greedy_color(patches: Patches, position: Position) -> int:
    """The colour that makes the region largest, the lowest one on a tie."""
    return look_ahead(patches, position, 1)


def look_ahead(patches: Patches, position: Position, depth: int) -> int:
    """The first of the `depth` moves that make the region largest, the lowest on a tie."""
    values = {
        color: _value(patches, take(patches, position, color), depth - 1)
        for color in touching_colors(patches, position)
    }
    best = max(values.values())
    return min(color for color, value in values.items() if value == best)


def _value(patches: Patches, position: Position, depth: int) -> int:
    """The largest region after `depth` more moves; moves left over count as a cell each."""
    if is_finished(patches, position):
        return position.size + depth
    if depth == 0:
        return position.size
    return max(
        _value(patches, take(patches, position, color), depth - 1)
        for color in touching_colors(patches, position)
    )


def greedy_line(rules: Rules, cells: tuple[int, ...]) -> tuple[int, ...]:
    """The greedy player's colours on a grid, until it has one colour."""
    patches = make_patches(rules, cells)
    position = first_position(patches)
    line = []
    while not is_finished(patches, position):
        color = greedy_color(patches, position)
        line.append(color)
        position = take(patches, position, color)
    return tuple(line)


def whole_color(patches: Patches, position: Position) -> int | None:
    """The first colour with patches left, all of which touch the region.

    To choose it at once is never worse than anything else: see `kernels.bound`.
    """
    for color, some in enumerate(patches.of_color):
        left = some & ~position.taken
        if left and not left & ~position.rim:
            return color
    return None


def least_moves(patches: Patches, position: Position, enough: int | None = None) -> int:
    """A lower bound on the moves left: see `kernels.bound`.

    Not worked out any further once it is `enough`.
    """
    taken, rim, moves = position.taken, position.rim, 0
    while enough is None or moves < enough:
        new, left_over = 0, False
        for some in patches.of_color:
            left = some & ~taken
            left_over = left_over or left != 0
            if left and not left & ~rim:
                new |= left
                moves += 1
        if not left_over:
            break
        if not new:
            new = rim
            moves += 1
        taken |= new
        rim = (rim | touching_any(patches, new)) & ~taken
    return moves


def beam_line(
    patches: Patches, first: Position, width: int, shorter: int
) -> tuple[int, ...] | None:
    """Colours of a line of fewer than `shorter` moves, None if none is met.

    `kernels.beam` finds the same line: of all positions after n moves the `width` most
    promising go on, those that need the fewest moves at least; of equals those with fewest
    patches left; of equals those met first.
    """
    layer: list[tuple[Position, tuple[int, ...]]] = [(first, ())]
    for depth in range(shorter - 1):
        room = shorter - 1 - depth - 1
        seen: set[int] = set()
        found: list[tuple[int, int, int, Position, tuple[int, ...]]] = []
        for position, line in layer:
            only = whole_color(patches, position)
            for color in touching_colors(patches, position) if only is None else (only,):
                after = take(patches, position, color)
                if is_finished(patches, after):
                    return (*line, color)
                if after.taken in seen:
                    continue
                least = least_moves(patches, after, room + 1)
                if least <= room:
                    seen.add(after.taken)
                    left = (patches.everything & ~after.taken).bit_count()
                    found.append((least, left, len(found), after, (*line, color)))
        found.sort(key=lambda entry: entry[:3])
        layer = [(position, line) for *_, position, line in found[:width]]
    return None


def hint_width(patches: int) -> int:
    """Positions a layer of the beam search for a hint: the fewer, the more patches there are."""
    return max(1, min(24, int(HINT_WORK / patches**1.5)))


@lru_cache(maxsize=1024)
def best_known_line(rules: Rules, cells: tuple[int, ...]) -> tuple[int, ...]:
    """The shortest line that a quick search finds; never longer than the greedy one."""
    greedy = greedy_line(rules, cells)
    patches = make_patches(rules, cells)
    found = beam_line(
        patches, first_position(patches), hint_width(len(patches.colors)), len(greedy)
    )
    return greedy if found is None else found


def line_within(
    rules: Rules, cells: tuple[int, ...], most: int, *, quick: bool = False
) -> tuple[int, ...] | None:
    """The best line known of at most so many moves; None if none is.

    `quick` is content with the greedy line, or an eighth of the search where that is too long.
    """
    greedy = greedy_line(rules, cells)
    if len(greedy) <= most:
        return greedy if quick else best_known_line(rules, cells)
    patches = make_patches(rules, cells)
    width = hint_width(len(patches.colors)) // (8 if quick else 1)
    return beam_line(patches, first_position(patches), width, most + 1) if width else None
