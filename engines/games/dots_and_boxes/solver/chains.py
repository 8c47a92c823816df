"""What chains say about best play: `kernels.exact_chains` in plain Python, its reasons there."""

from __future__ import annotations

from typing import NamedTuple

from engines.games.dots_and_boxes.solver.endings import NOWHERE, Ending


class Opening(NamedTuple):
    """A way to go on from a quiet position: draw a line, and the other one takes what it can."""

    rest: int  # what is left then: quiet again
    gain: int  # the boxes taken
    keep: int  # boxes that the other one can leave instead: 0, 2 or 4
    place: int


def strip(left: Ending, free: int) -> tuple[int, int, int]:
    """Take all that can be taken: (the rest, boxes taken, boxes that can be left instead)."""
    boxes, beside = left.boxes, left.beside
    ready = [box for box, around in enumerate(boxes) if _is_one(free & around)]
    if not ready:
        return free, 0, 0
    exits: dict[int, int] = {}  # box taken -> the box that its last line led to
    size, tall, long = [1] * len(boxes), [1] * len(boxes), [1] * len(boxes)
    keep = 0
    while ready:
        box = ready.pop()
        last = free & boxes[box]
        if not last:  # taken together with its neighbour
            continue
        free ^= last
        one, two = beside[last.bit_length() - 1]
        other = two if one == box else one
        exits[box] = other
        if other == NOWHERE:
            continue
        through, around = tall[box] + tall[other], free & boxes[other]
        if not around:  # the tree's last two boxes: it hangs on nothing
            exits[other] = box
            if max(through, long[box], long[other]) >= 4:
                keep = 4
            continue
        long[other] = max(long[other], long[box], through)
        tall[other] = max(tall[other], tall[box] + 1)
        size[other] += size[box]
        if _is_one(around):
            ready.append(other)
    if any(size[box] > 1 and other not in exits for box, other in exits.items()):
        keep = 2
    return free, len(exits), keep


def openings(left: Ending, free: int) -> list[Opening]:
    """All moves of a quiet position that differ: those that give least, and are most central,
    first."""
    found = []
    todo = free
    for group in left.groups:  # of lines that may stand for each other the last one is enough
        for place in [place for place in group if free >> place & 1][:-1]:
            todo &= ~(1 << place)
    while todo:
        place = (todo & -todo).bit_length() - 1
        todo &= todo - 1
        if not _in_chain(left, free, place):
            found.append(Opening(free ^ 1 << place, 0, 0, place))
            continue
        chain, opener = _follow(left, free, place)
        todo &= ~chain
        found.append(Opening(*strip(left, free ^ 1 << opener), opener))
    found.sort(key=lambda opening: (opening.gain, left.afar[opening.place], opening.place))
    return found


def _follow(left: Ending, free: int, place: int) -> tuple[int, int]:
    """The lines of the chain through a place, and the best one to open it with."""
    chain, count = 1 << place, 0
    for box in left.beside[place]:
        here = place
        while box != NOWHERE and _is_two(free & left.boxes[box]):
            on = free & left.boxes[box] & ~(1 << here)
            if chain & on:
                return chain, place  # a loop: any line will do
            count += 1
            chain |= on
            here = on.bit_length() - 1
            one, two = left.beside[here]
            box = two if one == box else one
    if count == 2:
        for middle, near in enumerate(left.beside):
            if chain >> middle & 1 and all(
                box != NOWHERE and _is_two(free & left.boxes[box]) for box in near
            ):
                return chain, middle
    return chain, place


def _in_chain(left: Ending, free: int, place: int) -> bool:
    one, two = left.beside[place]
    return _is_two(free & left.boxes[one]) or (two != NOWHERE and _is_two(free & left.boxes[two]))


def _is_one(lines: int) -> bool:
    return lines != 0 and not lines & (lines - 1)


def _is_two(lines: int) -> bool:
    return _is_one(lines & (lines - 1))
