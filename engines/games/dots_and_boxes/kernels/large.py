"""A game of any size between any players."""

from __future__ import annotations

from typing import Any

from numba import int64

from engines.compiled import inline, popcount, stage
from engines.games.dots_and_boxes.kernels.bits import nth_bit
from engines.games.dots_and_boxes.kernels.players import want
from engines.games.dots_and_boxes.kernels.positions import draw, last_line
from engines.games.dots_and_boxes.kernels.sets import NONE, exclude, holds, include, size
from engines.games.dots_and_boxes.kernels.workspace import WORDS
from engines.randomness_numba import below


@stage
def play_large(ws: Any, owners: Any, state: Any) -> Any:
    """One game, as `small.play_small` tells it; the boxes' owners (0, 1, or as they were) are
    written down instead."""
    setting, sets, position, scratch = ws.setting, ws.sets, ws.position, ws.scratch
    now = scratch.now
    now.free[:], now.closing[:], now.unsafe[:] = sets.free, sets.closing, sets.unsafe
    seat = int64(setting.to_move)
    first, second = int64(setting.first_score), int64(setting.second_score)
    leader = int64(first > second) - int64(first < second)
    safe_until, turn, longest, changes = int64(setting.drawn), int64(0), int64(0), int64(0)
    for _ in range(setting.lines - setting.drawn):
        safe_until += int64(some_safe(now))
        player = setting.first if seat == 0 else setting.second
        depth = setting.first_depth if seat == 0 else setting.second_depth
        want(setting, position, scratch, player, depth)
        line, state = pick(scratch.wanted, state)
        _, closed = draw(position, line, 0)
        note(position, now, line)
        for i in range(2):
            box = position.beside[line, i]
            if position.missing[box] == 0:
                owners[box] = seat
        if seat == 0:
            first += closed
        else:
            second += closed
        turn += closed
        longest = max(longest, turn)
        leads = int64(first > second) - int64(first < second)
        changes += int64(leads * leader < 0)
        leader = leads + leader * int64(leads == 0)
        if setting.extra_turn == 0 or closed == 0:
            seat, turn = 1 - seat, int64(0)
    begin_again(position, sets)
    return first, second, safe_until, longest, changes


@inline
def some_safe(now: Any) -> Any:
    some = NONE
    for word in range(WORDS):
        some |= now.free[word] & ~now.unsafe[word]
    return some != NONE


@inline
def pick(wanted: Any, state: Any) -> Any:
    """(a line of the set, each one equally likely; next state)."""
    n, state = below(state, size(wanted))
    word = 0
    while n >= popcount(wanted[word]):
        n -= popcount(wanted[word])
        word += 1
    return (word << 6) + nth_bit(wanted[word], n), state


@inline
def note(position: Any, now: Any, line: int) -> None:
    """Bring the sets up to a line that was just drawn."""
    exclude(now.free, line)
    exclude(now.closing, line)
    for i in range(2):
        box = position.beside[line, i]
        if position.missing[box] == 1:
            include(now.closing, last_line(position, box))
        elif position.missing[box] == 2:
            for j in range(4):
                other = position.around[box, j]
                if position.drawn[other] == 0:
                    include(now.unsafe, other)


@inline
def begin_again(position: Any, sets: Any) -> None:
    """Take back every line that was free at the start."""
    for line in range(position.drawn.shape[0]):
        if holds(sets.free, line):
            position.drawn[line] = 0
            position.missing[position.beside[line, 0]] += 1
            position.missing[position.beside[line, 1]] += 1
