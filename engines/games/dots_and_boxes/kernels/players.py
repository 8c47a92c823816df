"""What each player wants to draw, in a position of any size: `policies` told in Numba.

Each function puts the set of lines into `scratch.wanted`.
"""

from __future__ import annotations

from typing import Any

from numba import int64

from engines.compiled import stage
from engines.games.dots_and_boxes.chains import CHAIN_COST, LOOP_COST
from engines.games.dots_and_boxes.kernels.looking import want_best
from engines.games.dots_and_boxes.kernels.positions import (
    NO_LIMIT,
    any_free,
    any_safe,
    close_all,
    close_on,
    draw,
    is_safe,
    take_back,
    value_of_openings,
)
from engines.games.dots_and_boxes.kernels.sets import clear, exclude, holds, include, size
from engines.games.dots_and_boxes.kernels.workspace import (
    CAREFUL,
    CHAIN,
    LOOKAHEAD,
    RANDOM,
    WORDS,
)
from engines.games.dots_and_boxes.policies import FEW_SAFE


@stage
def want(setting: Any, position: Any, scratch: Any, player: int, depth: int) -> None:
    """The lines that the player would draw, of which there is at least one."""
    wanted, now = scratch.wanted, scratch.now
    closing = size(now.closing)
    if player == LOOKAHEAD:
        want_best(position, scratch, setting.extra_turn, depth, size(now.free))
    elif player == RANDOM:
        wanted[:] = now.free
    elif closing > 0:
        wanted[:] = now.closing
        if player == CHAIN and setting.extra_turn:
            leave_an_end(position, scratch)
        elif player == CHAIN:
            keep_most_closing(position, wanted)
    else:
        clear(wanted)
        if player >= CAREFUL:
            for word in range(WORDS):
                wanted[word] = now.free[word] & ~now.unsafe[word]
        safe = size(wanted)
        if player == CHAIN and safe == 0:
            want_openings(position, scratch, setting.extra_turn)
        elif player == CHAIN and setting.extra_turn and safe <= FEW_SAFE:
            plan(position, scratch)
        elif safe == 0:
            wanted[:] = now.free


# The chain player ---------------------------------------------------------------------------


@stage
def leave_an_end(position: Any, scratch: Any) -> None:
    """Of the closing lines, which are wanted so far, those to draw; or the line that leaves
    the end of a run."""
    wanted, kept = scratch.wanted, scratch.kept
    lines = position.drawn.shape[0]
    end, _ = close_all(position, 0)
    worth = 0
    if any_free(position) and not any_safe(position):
        worth = value_of_openings(position, scratch, end)
    take_back(position, end, 0)
    cost, count, size_kept = NO_LIMIT, 0, 0
    for line in range(lines):
        scratch.seen[line] = 0
    for line in range(lines):
        if worth > 0 and holds(scratch.now.closing, line) and scratch.seen[line] == 0:
            end, closed = draw(position, line, 0)
            end, more = close_on(position, 0, end, NO_LIMIT)
            closed += more
            this = NO_LIMIT
            if end == closed and closed >= CHAIN_COST:
                this = CHAIN_COST
            elif end < closed and closed >= LOOP_COST:
                this = LOOP_COST
            for i in range(end):
                scratch.seen[position.trail[i]] = 1
            if this < cost:
                cost, count, size_kept = this, end, closed
                for i in range(end):
                    kept[i] = position.trail[i]
            take_back(position, end, 0)
    if worth > cost:
        before = size(wanted)
        ends = 0
        for i in range(count):
            ends += int64(holds(scratch.now.closing, kept[i]))
        if ends < before:  # first take all other runs
            for i in range(count):
                exclude(wanted, kept[i])
        elif size_kept == cost:
            clear(wanted)
            for i in range(count):
                if not holds(scratch.now.closing, kept[i]):
                    include(wanted, kept[i])


@stage
def keep_most_closing(position: Any, wanted: Any) -> None:
    """Of the closing lines only those that close two boxes, if there are any."""
    missing, beside = position.missing, position.beside
    double = False
    for line in range(position.drawn.shape[0]):
        here, there = missing[beside[line, 0]], missing[beside[line, 1]]
        if position.drawn[line] == 0 and here == there == 1:
            if not double:
                clear(wanted)
            double = True
            include(wanted, line)


@stage
def want_openings(position: Any, scratch: Any, extra_turn: int) -> None:
    """The lines that open the run which costs least."""
    wanted, missing, beside = scratch.wanted, position.missing, position.beside
    best, between = NO_LIMIT, False
    for line in range(position.drawn.shape[0]):
        if position.drawn[line] == 0:
            middle = missing[beside[line, 0]] == missing[beside[line, 1]] == 2
            end, _ = draw(position, line, 0)
            end, closed = close_on(position, 0, end, NO_LIMIT)
            moves = end - 1
            take_back(position, end, 0)
            rank = closed
            if extra_turn == 0:
                rank += (2 if moves < closed else closed & 1) << 16
            middle = middle and extra_turn == 1 and closed == CHAIN_COST
            if rank < best or (rank == best and middle and not between):
                clear(wanted)
                best, between = rank, middle
            if rank == best and middle == between:
                include(wanted, line)


@stage
def plan(position: Any, scratch: Any) -> None:
    """Of the safe lines, which are wanted so far, those after which the endgame promises most."""
    wanted = scratch.wanted
    lines = position.drawn.shape[0]
    best = -NO_LIMIT
    for line in range(lines):
        if position.drawn[line] == 0 and is_safe(position, line):
            value = 0
            begun, _ = draw(position, line, 0)
            for way in range(2):
                tail = begun
                for step in range(lines):
                    other = step if way == 0 else lines - 1 - step
                    if position.drawn[other] == 0 and is_safe(position, other):
                        tail, _ = draw(position, other, tail)
                worth = value_of_openings(position, scratch, tail)
                value += -worth if (tail - begun) & 1 else worth
                take_back(position, tail, begun)
            take_back(position, begun, 0)
            if value > best:
                best = value
                clear(wanted)
            if value == best:
                include(wanted, line)
