"""A position as walls: what closes, what it cuts off, and what is safe.

Drawn lines that hang together are one wall. A line closes something just if both its ends touch
the same wall. Where no line does, two lines that join the same two walls are a danger: after one
of them the other closes. So both questions are answered without a look at the cells, which
matters, because most lines of a game close nothing.

What is cut off is found by one depth-first search, as in `cuts`.
"""

from __future__ import annotations

from typing import Any

from numba import int64

from engines.compiled import inline, stage


@inline
def closes(ends: Any, wall: Any, line: int) -> bool:
    return wall[ends[line, 0]] == wall[ends[line, 1]]


@inline
def lines_left(around: Any, free: Any, cell: int) -> Any:
    """How many of a cell's lines are not drawn."""
    above, below = int64(free[around[cell, 0]]), int64(free[around[cell, 1]])
    return above + below + int64(free[around[cell, 2]]) + int64(free[around[cell, 3]])


@stage
def find_gains(shape: Any, ps: Any, scratch: Any, at: int) -> Any:
    """What each free line of position `at` takes; the most of it."""
    free, gain, wall, left = ps.free[at], ps.gain[at], ps.wall[at], scratch.left
    lines, most, closing, ends = free.shape[0], int64(0), 0, shape.ends
    if shape.boxes:
        sides = shape.sides
        count_left(shape.around, free, left)
        for line in range(lines):
            a, b = sides[line, 0], sides[line, 1]
            gain[line] = free[line] * (int64(left[a] == 1) + int64(left[b] == 1))
            most = max(most, gain[line])
        return most
    for line in range(lines):
        gain[line] = 0
        closing += free[line] & closes(ends, wall, line)
    if closing == 0:
        return most
    search(shape, ps, scratch, at)
    for line in range(lines):
        if free[line] & closes(ends, wall, line):
            gain[line] = gain_of_bridge(shape, ps, at, line)
            most = max(most, gain[line])
    return most


@inline
def count_left(around: Any, free: Any, left: Any) -> None:
    """How many of each cell's lines are not drawn."""
    for cell in range(around.shape[0]):
        left[cell] = lines_left(around, free, cell)


@inline
def gain_of_bridge(shape: Any, ps: Any, at: int, line: int) -> Any:
    part, whole = ps.size[at, ps.below[at, line]], ps.area[at]
    gain = part
    if shape.from_outside == 0:
        if ps.areas[at] == 2:
            gain = whole
        elif 2 * part == whole:
            gain = 0
        else:
            gain = min(part, whole - part)
    return gain


@stage
def search(shape: Any, ps: Any, scratch: Any, at: int) -> None:
    """Put the vertices of position `at` in order and find its bridges."""
    place, free, around = ps.place[at], ps.free[at], shape.around
    for vertex in range(shape.cells + 1):
        place[vertex] = -1
    count = int64(0)
    if shape.from_outside:
        ps.area[at] = search_from(shape, ps, scratch, at, shape.cells, count)
        return
    areas = 0
    for cell in range(shape.cells):
        if place[cell] < 0 and lines_left(around, free, cell) > 0:
            whole = search_from(shape, ps, scratch, at, cell, count)
            ps.area[at] = whole
            count += whole
            areas += 1
    ps.areas[at] = areas


@stage
def search_from(shape: Any, ps: Any, scratch: Any, at: int, root: int, count: int) -> Any:
    """Search from a vertex, which gets place `count`: how many vertices it reaches."""
    free, order, place, size = ps.free[at], ps.order[at], ps.place[at], ps.size[at]
    stack, via, cursor, earliest = scratch.stack, scratch.via, scratch.cursor, scratch.earliest
    first, lines, others, below = shape.first, shape.line, shape.other, ps.below[at]
    start, depth = count, 0
    stack[0], via[0] = root, -1
    order[count], place[root], earliest[root], cursor[root] = root, count, count, first[root]
    count += 1
    while depth >= 0:
        vertex = stack[depth]
        index = cursor[vertex]
        if index < first[vertex + 1]:
            cursor[vertex] = index + 1
            line, other = lines[index], others[index]
            if free[line] and line != via[depth]:
                if place[other] < 0:
                    depth += 1
                    stack[depth], via[depth] = other, line
                    order[count], place[other], earliest[other] = other, count, count
                    cursor[other] = first[other]
                    count += 1
                else:
                    earliest[vertex] = min(earliest[vertex], place[other])
        else:
            size[vertex] = count - place[vertex]
            if depth > 0:
                above = stack[depth - 1]
                if earliest[vertex] > place[above]:
                    below[via[depth]] = vertex
                earliest[above] = min(earliest[above], earliest[vertex])
            depth -= 1
    return count - start


@stage
def find_cut(shape: Any, ps: Any, at: int, line: int, cut: Any) -> Any:
    """Put the cells of a line that takes some into `cut`, after `find_gains`; how many."""
    gain, taken = ps.gain[at, line], int64(0)
    if shape.boxes:
        around, free = shape.around, ps.free[at]
        for side in range(2):
            cell = shape.sides[line, side]
            if cell < shape.cells and lines_left(around, free, cell) == 1:
                cut[taken] = cell
                taken += 1
        return taken
    vertex, whole = ps.below[at, line], ps.area[at]
    start = ps.place[at, vertex]
    stop = start + ps.size[at, vertex]
    if shape.from_outside == 0 and ps.areas[at] == 2:
        start = whole if start >= whole else int64(0)
        stop = start + whole
    elif shape.from_outside == 0 and stop - start > gain:  # the other piece is smaller
        for i in range(start):
            cut[taken] = ps.order[at, i]
            taken += 1
        start, stop = stop, whole
    for i in range(start, stop):
        cut[taken] = ps.order[at, i]
        taken += 1
    return taken


@inline
def draw(shape: Any, free: Any, wall: Any, line: int, cut: Any, taken: int) -> None:
    """Draw a line, in place: its ends are one wall now, and what was taken has no free lines."""
    free[line] = 0
    if shape.boxes == 0:
        ends, around = shape.ends, shape.around
        a, b = wall[ends[line, 0]], wall[ends[line, 1]]
        if a != b:
            for dot in range(wall.shape[0]):
                if wall[dot] == b:
                    wall[dot] = a
        for i in range(taken):
            for side in range(4):
                free[around[cut[i], side]] = 0


@stage
def go_to(shape: Any, ps: Any, at: int, line: int) -> Any:
    """Make position at + 1 the one after drawing a line in position `at`; what it takes."""
    free, wall, cut = ps.free[at + 1], ps.wall[at + 1], ps.cut[at + 1]
    copy(ps.free[at], free)
    copy(ps.wall[at], wall)
    taken = int64(0)
    if ps.gain[at, line] > 0:
        taken = find_cut(shape, ps, at, line, cut)
    draw(shape, free, wall, line, cut, taken)
    return taken


@inline
def copy(source: Any, target: Any) -> None:  # a slice's assignment takes a second to compile
    for i in range(source.shape[0]):
        target[i] = source[i]


@stage
def find_safe(shape: Any, ps: Any, scratch: Any, at: int) -> Any:
    """Mark the free lines after which nothing can be taken, where nothing can be taken now;
    how many they are. Position at + 1 is overwritten."""
    free, safe, wall = ps.free[at], ps.safe[at], ps.wall[at]
    lines, pairs, count, ends = free.shape[0], scratch.pairs, int64(0), shape.ends
    if shape.boxes:
        left, sides = scratch.left, shape.sides
        count_left(shape.around, free, left)
        for line in range(lines):
            a, b = sides[line, 0], sides[line, 1]
            safe[line] = free[line] & (left[a] != 2) & (left[b] != 2)
            count += safe[line]
        return count
    for line in range(lines):
        if free[line]:
            pairs[pair_of(ends, wall, line)] += 1
    halves = can_halve(shape, ps, scratch, at)
    for line in range(lines):
        safe[line] = 0
        if free[line]:
            alike = pairs[pair_of(ends, wall, line)]
            if closes(ends, wall, line) or (alike == 2 and halves):
                go_to(shape, ps, at, line)
                safe[line] = find_gains(shape, ps, scratch, at + 1) == 0
            else:
                safe[line] = alike == 1
            count += safe[line]
    for line in range(lines):
        if free[line]:
            pairs[pair_of(ends, wall, line)] = 0
    return count


@stage
def can_halve(shape: Any, ps: Any, scratch: Any, at: int) -> bool:
    """Whether a line might cut the one area of position `at` into equal halves, which takes
    nothing. Of the two lines left of three that join the same walls, one at most can."""
    if shape.from_outside:
        return False
    search(shape, ps, scratch, at)
    return ps.areas[at] == 1 and ps.area[at] % 2 == 0


@inline
def pair_of(ends: Any, wall: Any, line: int) -> Any:
    """A number for the two walls that a line joins."""
    a, b = int64(wall[ends[line, 0]]), int64(wall[ends[line, 1]])
    return min(a, b) * wall.shape[0] + max(a, b)
