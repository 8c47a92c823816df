"""A game between random, greedy and careful players where the lines fit one word.

Nothing but a table is read from memory, and hardly anything is decided by a jump that a
processor could not foresee.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numba import int64, uint64

from engines.compiled import inline, popcount, splice
from engines.games.dots_and_boxes.kernels.bits import nth_bit
from engines.games.dots_and_boxes.kernels.workspace import CAREFUL, GREEDY
from engines.randomness_numba import below

NONE = np.uint64(0)
ONE = np.uint64(1)


@inline
def all_if(condition: Any) -> Any:
    """All bits, or none."""
    return NONE - uint64(condition)


@splice
def play_small(setting: Any, sets: Any, table: Any, state: Any) -> Any:
    """One game: (the first player's score, the second's, set of boxes the first took, lines
    drawn when none was safe any more, longest turn, lead changes).

    A box has two free lines left: they are unsafe from now on. It has one: that closes it.
    A line that stays in `unsafe` when its box has one left is in `closing` too, and who asks
    for safe lines asks for closing ones before.
    """
    full = (ONE << uint64(setting.lines)) - ONE
    drawn = full & ~sets.free[0]
    closing, unsafe = sets.closing[0], sets.unsafe[0]
    takes = all_if(setting.first >= GREEDY)
    takes_differ = takes ^ all_if(setting.second >= GREEDY)
    cares = all_if(setting.first == CAREFUL)
    cares_differ = cares ^ all_if(setting.second == CAREFUL)
    seat = uint64(setting.to_move)
    taken, boxes = int64(0), NONE
    ahead = int64(setting.first_score - setting.second_score)
    leader = int64(ahead > 0) - int64(ahead < 0)
    safe_until, turn, longest, changes = int64(setting.drawn), int64(0), int64(0), int64(0)
    for _ in range(setting.lines - setting.drawn):
        second = NONE - seat
        free = full & ~drawn
        safe = free & ~unsafe
        safe_until += int64(safe != NONE)
        closes = closing & free & (takes ^ (takes_differ & second))
        safe &= cares ^ (cares_differ & second)
        wanted = closes if closes != NONE else (safe if safe != NONE else free)
        n, state = below(state, popcount(wanted))
        line = uint64(nth_bit(wanted, n))
        drawn |= ONE << line
        at = line << uint64(2)
        here, there = table[at] & ~drawn, table[at + ONE] & ~drawn
        closing |= here if here & (here - ONE) == NONE else NONE
        closing |= there if there & (there - ONE) == NONE else NONE
        unsafe |= here if popcount(here) <= 2 else NONE
        unsafe |= there if popcount(there) <= 2 else NONE
        got_here, got_there = uint64(here == NONE), uint64(there == NONE)
        got = int64(got_here + got_there)
        taken += got
        won = got_here << table[at + uint64(2)] | got_there << table[at + uint64(3)]
        boxes |= won & ~second
        ahead += got - 2 * got * int64(seat)
        turn += got
        longest = max(longest, turn)
        now = int64(ahead > 0) - int64(ahead < 0)
        changes += int64(now * leader < 0)
        leader = now + leader * int64(now == 0)
        stays = setting.extra_turn & ((got + 1) >> 1)
        seat ^= uint64(1 - stays)
        turn *= stays
    first = (taken + setting.first_score + setting.second_score + ahead) >> 1
    return first, first - ahead, boxes, safe_until, longest, changes
