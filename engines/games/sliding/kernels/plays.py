"""Scrambles, and plays of the policies: `generator` and `policies` told in Numba."""

from __future__ import annotations

from typing import Any

import numpy as np
from numba import int64, uint64

from engines.compiled import inline, popcount, splice, stage
from engines.games.sliding.kernels.search import DEPTH, begin_at, search
from engines.games.sliding.kernels.workspace import (
    GREEDY,
    NOWHERE,
    OPTIMAL,
    RANDOM_WALK_FREE,
    ROW_BY_ROW,
)
from engines.randomness_numba import below

ONE = np.uint64(1)
FAR = 1 << 40
UNREACHED = 255


@inline
def slide(tiles: Any, blank: int, cell: int) -> None:
    tiles[blank] = tiles[cell]
    tiles[cell] = 0


@inline
def is_home(tiles: Any, cells: int) -> Any:
    """Whether every tile is home."""
    wrong = 0
    for cell in range(cells - 1):
        wrong += int64(tiles[cell] != cell + 1)
    return wrong == 0


@inline
def scramble(tiles: Any, ways: Any, onward: Any, cells: int, steps: int, state: Any) -> Any:
    """Walk the blank from the solved board: (1 if it came out solved, blank, next state).

    `ways` and `onward` are those of walks that may or may not step straight back.
    """
    for cell in range(cells - 1):
        tiles[cell] = cell + 1
    blank = cells - 1
    tiles[blank] = 0
    walk = 5 * blank + NOWHERE
    for _ in range(steps):
        turn, state = below(state, ways[walk])
        walk = onward[walk, turn]
        cell = walk // 5
        slide(tiles, blank, cell)
        blank = cell
    solved = 0
    if blank == cells - 1 and is_home(tiles, cells):
        solved = 1
        turn, state = below(state, ways[walk])
        cell = onward[walk, turn] // 5
        slide(tiles, blank, cell)
        blank = cell
    return solved, blank, state


@inline
def manhattan(tiles: Any, away: Any, cells: int) -> int:
    total = 0
    for cell in range(cells):
        total += away[tiles[cell], cell]
    return total


@inline
def rank(tiles: Any, cells: int) -> int:
    """`solver.tables.rank_of`."""
    result, used = 0, uint64(0)
    for i in range(cells):
        bit = ONE << uint64(tiles[i])
        result = result * (cells - i) + tiles[i] - popcount(used & (bit - ONE))
        used |= bit
    return result


@stage
def shortest(ws: Any, tiles: Any) -> int:
    """The length of a shortest solution, found by search and left in the hunt's path."""
    ws.hunt.tiles[:] = tiles
    begin_at(ws.guide, ws.hunt)
    search(ws.guide, ws.hunt, FAR, FAR)
    return int64(ws.hunt.control[DEPTH])


@inline
def nearest(scratch: Any, away: Any, blank: int, count: int) -> int:
    """Keep of choice[:count] the cells that leave the least Manhattan distance; how many."""
    least, kept = 2, 0
    for i in range(count):
        cell = scratch.choice[i]
        tile = scratch.tiles[cell]
        change = away[tile, blank] - away[tile, cell]
        if change < least:
            least, kept = change, 0
        if change == least:
            scratch.choice[kept] = cell
            kept += 1
    return kept


@inline
def stage_place(maps: Any, where: Any, number: int, cells: int, blank: int) -> int:
    first, second = maps.stage_tiles[number, 0], maps.stage_tiles[number, 1]
    other = where[second] if second else 0
    return int64(maps.stage_offset[number] + blank + cells * (where[first] + cells * other))


@stage
def stage_choice(maps: Any, scratch: Any, cells: int, blank: int, number: int) -> Any:
    """(how many cells bring the stage's tiles home soonest, in choice[:]; the stage)."""
    where, tiles = scratch.where, scratch.tiles
    left = 0
    while left == 0:
        if number == maps.stage_tiles.shape[0]:
            return 0, number
        left = int64(maps.stage_moves[stage_place(maps, where, number, cells, blank)])
        if left == UNREACHED:
            return 0, number
        if left == 0:
            number += 1
    count = 0
    for i in range(4):
        cell = maps.beside[blank, i]
        if cell < 0:
            break
        if maps.stage_locked[number, cell]:
            continue
        tile = tiles[cell]
        where[tile] = blank
        if int64(maps.stage_moves[stage_place(maps, where, number, cells, cell)]) == left - 1:
            scratch.choice[count] = cell
            count += 1
        where[tile] = cell
    return count, number


@stage
def play_by_choice(maps: Any, scratch: Any, setting: Any, state: Any) -> Any:
    """Play scratch.tiles move by move: (moves, 1 if solved)."""
    cells, policy = setting.cells, setting.policy
    tiles, where, choice, away = scratch.tiles, scratch.where, scratch.choice, maps.away
    blank, before, wrong, number = 0, -1, 0, 0
    for cell in range(cells):
        tile = tiles[cell]
        where[tile] = cell
        if tile == 0:
            blank = cell
        else:
            wrong += int64(tile != cell + 1)
    moves = 0
    while wrong and moves < setting.budget:
        count = 0
        if policy == ROW_BY_ROW:
            count, number = stage_choice(maps, scratch, cells, blank, number)
            if count == 0:
                break
        else:
            for i in range(4):
                cell = maps.beside[blank, i]
                if cell < 0:
                    break
                if cell != before or policy == RANDOM_WALK_FREE:
                    choice[count] = cell
                    count += 1
            if policy == GREEDY:
                count = nearest(scratch, away, blank, count)
        turn, state = below(state, count)
        cell = choice[turn]
        tile = tiles[cell]
        wrong += int64(tile == cell + 1) - int64(tile == blank + 1)
        slide(tiles, blank, cell)
        where[tile], where[0] = blank, cell
        before, blank = blank, cell
        scratch.path[moves] = cell
        moves += 1
    return moves, int64(wrong == 0)


@inline
def blank_of(tiles: Any, cells: int) -> int:
    for cell in range(cells):
        if tiles[cell] == 0:
            return cell
    return -1


@stage
def play_table(maps: Any, scratch: Any, setting: Any) -> Any:
    """Play a shortest solution by the table: (moves, 1 if solved)."""
    cells, tiles = setting.cells, scratch.tiles
    blank = blank_of(tiles, cells)
    left = int64(maps.distances[rank(tiles, cells)])
    if left == UNREACHED:
        return 0, 0
    moves = 0
    while left and moves < setting.budget:
        for i in range(4):
            cell = maps.beside[blank, i]
            slide(tiles, blank, cell)
            if int64(maps.distances[rank(tiles, cells)]) == left - 1:
                blank = cell
                break
            slide(tiles, cell, blank)
        scratch.path[moves] = blank
        moves += 1
        left -= 1
    return moves, int64(left == 0)


@stage
def play_search(ws: Any, setting: Any) -> Any:
    """Play a shortest solution by search: (moves, 1 if solved)."""
    tiles = ws.scratch.tiles
    length = shortest(ws, tiles)
    blank = blank_of(tiles, setting.cells)
    moves = min(length, setting.budget)
    for i in range(moves):
        cell = ws.hunt.path[i]
        slide(tiles, blank, cell)
        blank = cell
        ws.scratch.path[i] = cell
    return moves, int64(moves == length)


@splice
def play_board(ws: Any, setting: Any, state: Any) -> Any:
    """Play scratch.tiles: (moves, 1 if solved)."""
    if setting.policy != OPTIMAL:
        moves, solved = play_by_choice(ws.maps, ws.scratch, setting, state)
    elif setting.table:
        moves, solved = play_table(ws.maps, ws.scratch, setting)
    else:
        moves, solved = play_search(ws, setting)
    return moves, solved
