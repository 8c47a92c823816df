"""What chains say about best play, where who closes a box draws again.

Boxes are the vertices of a graph whose edges are the free lines; a line at the rim leads to the
ground. A box with one free line can be taken. Taking whatever can be taken, one after another,
strips trees of boxes from the graph, in whichever order the same ones. What is left, the *rest*,
is *quiet*: nothing in it can be taken. Who is to move does one of two things at best:

- takes all, and then moves in the rest
- takes all but two boxes, which it leaves so that one line takes both, and so has the other one
  move in the rest: if a tree of two boxes or more hangs on the ground or on the rest; else all
  but four boxes, two and two: if a tree that hangs on nothing is four boxes long

In a quiet position all lines of a chain (boxes with two free lines each, in a row) open the same
boxes, so one of them is enough to look at: in a chain of two boxes the one in the middle, as the
other one can't leave any then.

E. R. Berlekamp, "The Dots and Boxes Game", 2000; J. K. Barker & R. E. Korf, "Solving
Dots-And-Boxes", AAAI 2012. Tests hold it against tables of every position of 2×3 and 3×3 boxes.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from engines.compiled import lowest_bit, popcount, stage
from engines.games.dots_and_boxes.solver.endings import Ending

ONE, NONE = np.uint64(1), np.uint64(0)
SIZE, TALL, LONG, EXIT = range(4)


class Net(NamedTuple):
    """An `Ending` of L places (64 at most) and B boxes as arrays."""

    boxes: NDArray[np.uint64]  # (B,) the places round a box
    beside: NDArray[np.int64]  # (L, 2) the boxes a place touches, -1: the ground
    instead: NDArray[np.uint64]  # (L,) places further on that may stand for this one
    afar: NDArray[np.int64]  # (L,) distance from the grid's centre
    mirrors: NDArray[np.uint64]  # (G, bytes of L, 256) a byte's image
    trees: NDArray[np.int64]  # (4, B) scratch


class Moves(NamedTuple):
    """Ways to go on from positions at depths 0 … L: M of them for each."""

    rest: NDArray[np.uint64]  # (L + 1, M) what is left when all that is opened is taken
    gain: NDArray[np.int64]  # (L + 1, M) the boxes taken: who moves next takes them
    keep: NDArray[np.int64]  # (L + 1, M) boxes which that one can leave instead: 0, 2 or 4
    order: NDArray[np.int64]  # (L + 1, M) the most promising first


def make_net(left: Ending) -> Net:
    count = len(left.numbers)
    instead = [0] * count
    for group in left.groups:
        for at, place in enumerate(group):
            instead[place] = sum(1 << other for other in group[at + 1 :])
    mirrors = np.zeros((len(left.mirrors), (count + 7) // 8, 256), np.uint64)
    for number, mirror in enumerate(left.mirrors):
        for place, image in enumerate(mirror):
            has = np.arange(256) >> place % 8 & 1 == 1
            mirrors[number, place // 8, has] |= np.uint64(1 << image)
    return Net(
        boxes=np.array(left.boxes, np.uint64),
        beside=np.array(left.beside, np.int64).reshape(-1, 2),
        instead=np.array(instead, np.uint64),
        afar=np.array(left.afar, np.int64),
        mirrors=mirrors,
        trees=np.zeros((4, len(left.boxes)), np.int64),
    )


def make_moves(left: Ending) -> Moves:
    shape = (len(left.numbers) + 1, len(left.numbers))
    return Moves(np.zeros(shape, np.uint64), *(np.zeros(shape, np.int64) for _ in range(3)))


@stage
def first_image(net: Any, lines: Any) -> Any:
    """The lowest of a position's mirror images: they all have the same value."""
    first = lines
    for mirror in range(net.mirrors.shape[0]):
        image = NONE
        for byte in range(net.mirrors.shape[1]):
            image |= net.mirrors[mirror, byte, np.int64(lines >> np.uint64(8 * byte)) & 255]
        first = min(first, image)
    return first


@stage
def strip(net: Any, lines: Any) -> Any:
    """Take all that can be taken: (the rest, boxes taken, boxes that can be left instead)."""
    trees, boxes = net.trees, net.boxes
    for box in range(boxes.shape[0]):
        trees[SIZE, box] = trees[TALL, box] = trees[LONG, box] = 1
    gain, keep, taken, again = 0, 0, NONE, True
    while again:
        again = False
        for box in range(boxes.shape[0]):
            last = lines & boxes[box]
            if last == NONE or last & (last - ONE) != NONE:
                continue
            again = True
            lines ^= last
            gain += 1
            taken |= ONE << np.uint64(box)
            place = lowest_bit(last)
            other = net.beside[place, 0] + net.beside[place, 1] - box
            trees[EXIT, box] = other
            if other < 0:
                continue
            through = trees[TALL, box] + trees[TALL, other]
            if lines & boxes[other] == NONE:  # the tree's last two boxes: it hangs on nothing
                gain += 1
                taken |= ONE << np.uint64(other)
                trees[EXIT, other] = box
                if keep == 0 and max(through, trees[LONG, box], trees[LONG, other]) >= 4:
                    keep = 4
            else:
                trees[LONG, other] = max(trees[LONG, other], trees[LONG, box], through)
                trees[TALL, other] = max(trees[TALL, other], trees[TALL, box] + 1)
                trees[SIZE, other] += trees[SIZE, box]
    for box in range(boxes.shape[0]):
        if taken >> np.uint64(box) & ONE and trees[SIZE, box] >= 2:
            other = trees[EXIT, box]
            if other < 0 or not taken >> np.uint64(other) & ONE:
                keep = 2
    return lines, gain, keep


@stage
def follow_chain(net: Any, lines: Any, place: int) -> Any:
    """The lines of the chain through a place, and the best one to open it with."""
    chain, opener, count = ONE << np.uint64(place), place, 0
    for side in range(2):
        here = np.int64(place)
        box = net.beside[place, side]
        while box >= 0 and popcount(lines & net.boxes[box]) == 2:
            on = lines & net.boxes[box] & ~(ONE << np.uint64(here))
            if chain & on != NONE:
                return chain, place  # a loop: any line will do
            count += 1
            chain |= on
            here = lowest_bit(on)
            box = net.beside[here, 0] + net.beside[here, 1] - box
    if count == 2:
        rest = chain
        while rest != NONE:
            here = lowest_bit(rest)
            rest &= rest - ONE
            if is_inside(net, lines, here):
                opener = here
    return chain, opener


@stage
def is_inside(net: Any, lines: Any, place: int) -> bool:
    """Whether both boxes beside have two free lines."""
    for side in range(2):
        box = net.beside[place, side]
        if box < 0 or popcount(lines & net.boxes[box]) != 2:
            return False
    return True


@stage
def opens(net: Any, lines: Any, place: int) -> bool:
    """Whether a box could be taken after drawing the line in a quiet position."""
    for side in range(2):
        box = net.beside[place, side]
        if box >= 0 and popcount(lines & net.boxes[box]) == 2:
            return True
    return False


@stage
def list_moves(net: Any, moves: Any, depth: int, lines: Any) -> int:
    """All moves of a quiet position that differ: those that give least, and are most central,
    first."""
    rests, gains = moves.rest[depth], moves.gain[depth]
    keeps, orders = moves.keep[depth], moves.order[depth]
    count, todo = 0, lines
    while todo != NONE:
        place = lowest_bit(todo)
        todo &= todo - ONE
        if lines & net.instead[place] != NONE:
            continue
        rest, gain, keep = lines ^ (ONE << np.uint64(place)), 0, 0
        if opens(net, lines, place):
            chain, opener = follow_chain(net, lines, place)
            todo &= ~chain
            rest, gain, keep = strip(net, lines ^ (ONE << np.uint64(opener)))
        order, at = (gain << 16) + net.afar[place], count
        while at > 0 and orders[at - 1] > order:
            rests[at], gains[at] = rests[at - 1], gains[at - 1]
            keeps[at], orders[at] = keeps[at - 1], orders[at - 1]
            at -= 1
        rests[at], gains[at], keeps[at], orders[at] = rest, gain, keep, order
        count += 1
    return count
