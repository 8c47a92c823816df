"""Chains and loops: what a line gives away, and what keeping control is worth.

A box with one free line left can be closed; closing it may leave the next box with one, and so
on. Such a *run* is a chain if every line closes one box, a loop if the last one closes two.
Where no line is safe, whoever has to draw opens a run, and the other one takes it.

Who takes a run of three or more may decline its end: of a chain the last two boxes, of a loop
the last four are left, in pairs that one line closes (a double-cross). The other one takes
them and has to draw again: control is kept. What that is worth follows from what remains:
E. Berlekamp, "The Dots and Boxes Game" (A K Peters, 2000); M. Buzzard & R. Ciere, "Playing
simple loops and chains games optimally" (2014).
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from engines.games.dots_and_boxes.geometry import Geometry, numbers_in

LONG = 3
"""A run of so many boxes can be left at its end; shorter ones are opened so that they can't."""
CHAIN_COST, LOOP_COST = 2, 4


class Run(NamedTuple):
    """Boxes that can be closed one after the other."""

    boxes: int
    moves: int  # lines that close them; fewer than the boxes where one closes two
    after: int  # the set of lines drawn when all are closed


class Taken(NamedTuple):
    """A run that can be taken now."""

    run: Run
    closing: int  # the set of lines that begin it: one, or both its ends
    cost: int  # boxes left by keeping control; 0: it can't be left


def run_after(grid: Geometry, lines: int, boxes: Iterable[int], most: int = 1 << 30) -> Run:
    """What can be closed, beginning with any of these boxes; stops at `most` boxes."""
    waiting = list(boxes)
    count = moves = 0
    while waiting and count < most:
        left = grid.around[waiting.pop()] & ~lines
        if left and not left & (left - 1):
            lines |= left
            moves += 1
            for other in grid.beside[left.bit_length() - 1]:
                if grid.around[other] & ~lines:
                    waiting.append(other)
                else:
                    count += 1
    return Run(count, moves, lines)


def closing_lines(grid: Geometry, lines: int) -> int:
    """The set of free lines that close a box."""
    found = 0
    for around in grid.around:
        left = around & ~lines
        if not left & (left - 1):
            found |= left
    return found


def safe_lines(grid: Geometry, lines: int) -> int:
    """The set of free lines that touch only boxes with at most one line drawn."""
    found = grid.full & ~lines
    for around in grid.around:
        left = around & ~lines
        if left.bit_count() <= 2:
            found &= ~left
    return found


def opened_by(grid: Geometry, lines: int, number: int, most: int = 1 << 30) -> Run:
    """The run that drawing a line which closes nothing gives away."""
    return run_after(grid, lines | 1 << number, grid.beside[number], most)


def openings(grid: Geometry, lines: int) -> list[Run]:
    """The runs in the order in which they are opened when no line is safe and none closes:
    always the shortest next, the one with the lowest line on a tie."""
    found = []
    while free := grid.full & ~lines:
        best = None
        for number in numbers_in(free):
            run = opened_by(grid, lines, number, 1 << 30 if best is None else best.boxes)
            if best is None or run.boxes < best.boxes:
                best = run
        assert best is not None
        found.append(best)
        lines = best.after
    return found


def answer_value(runs: Sequence[Run]) -> int:
    """What answering these openings is worth: boxes of who takes the first run less boxes of
    who opens it, if each run is left at its end exactly where that is worth more."""
    value = 0
    for run in reversed(runs):
        if run.boxes < LONG:
            value = run.boxes - value
        else:
            cost = LOOP_COST if run.moves < run.boxes else CHAIN_COST
            value = run.boxes - cost + abs(value - cost)
    return value


def runs_to_take(grid: Geometry, lines: int, closing: int) -> list[Taken]:
    """The runs that begin with these closing lines, by their lowest line."""
    found: list[Taken] = []
    for number in numbers_in(closing):
        if any(taken.closing >> number & 1 for taken in found):
            continue
        run = run_after(grid, lines, grid.beside[number])
        cost = 0
        if run.moves == run.boxes >= CHAIN_COST:
            cost = CHAIN_COST
        elif run.moves < run.boxes and run.boxes >= LOOP_COST:
            cost = LOOP_COST
        found.append(Taken(run, closing & run.after, cost))
    return found
