"""Exact values: tables and searches against plain recursion and a plain table, everywhere."""

from __future__ import annotations

import random
from functools import cache

import numba
import numpy as np
import pytest

from engines.games.dots_and_boxes import rules as judge
from engines.games.dots_and_boxes.solver.chains import openings, strip
from engines.games.dots_and_boxes.solver.endings import ending
from engines.games.dots_and_boxes.solver.oracles import OutOfReach
from engines.games.dots_and_boxes.solver.search import Search
from engines.games.dots_and_boxes.solver.small_search import SmallSearch
from engines.games.dots_and_boxes.solver.tables import big_table, small_table
from engines.games.dots_and_boxes.types import Board, Rules

both_rules = pytest.mark.parametrize("extra_turn", [True, False], ids=["extra", "no-extra"])


def never() -> bool:
    return False


# Oracles that use no theory ---------------------------------------------------------------


def value_by_recursion(state, known) -> int:
    """What who is to move scores from here on less what the other one does, by the rules."""
    if state.lines not in known:
        best = None
        for move in judge.legal_moves(state):
            after = judge.apply(state, move)
            closed = sum(after.scores) - sum(state.scores)
            later = value_by_recursion(after, known)
            worth = closed + (later if after.to_move == state.to_move else -later)
            best = worth if best is None else max(best, worth)
        known[state.lines] = best or 0
    return known[state.lines]


@numba.njit
def _fill(values, boxes, extra_turn):
    for free in range(1, len(values)):
        best = -127
        for place in range(32):
            if not free >> place & 1:
                continue
            closed = 0
            for box in boxes:
                closed += box & free == 1 << place
            later = values[free ^ 1 << place]
            best = max(best, closed + later if extra_turn and closed else closed - later)
        values[free] = best


@cache
def plain_table(rows, cols, extra_turn):
    """The value of every set of free lines."""
    left = ending(rows, cols, 0)
    values = np.zeros(1 << len(left.numbers), np.int8)
    _fill(values, np.array(left.boxes), extra_turn)
    return values


def some_positions(rows, cols, count, seed=1):
    """Sets of free lines, many of them with few lines left."""
    free, rng = ending(rows, cols, 0).free, random.Random(seed)
    for _ in range(count):
        lines = rng.getrandbits(free.bit_length())
        yield lines & rng.getrandbits(free.bit_length()) if rng.random() < 0.5 else lines


@both_rules
def test_the_plain_table_says_what_recursion_by_the_rules_says(extra_turn):
    rules = Rules(rows=2, cols=2, extra_turn=extra_turn)
    known: dict[int, int] = {}
    value_by_recursion(judge.initial_state(Board(rules)), known)
    assert len(known) == 2**12
    table = plain_table(2, 2, extra_turn)
    assert all(table[0xFFF & ~lines] == value for lines, value in known.items())


@both_rules
@pytest.mark.parametrize("size", [(2, 3), (3, 3)])
def test_so_it_does_in_endings_of_larger_grids(size, extra_turn):
    rows, cols = size
    table, rng = plain_table(rows, cols, extra_turn), random.Random(2)
    rules, full = Rules(rows=rows, cols=cols, extra_turn=extra_turn), len(table) - 1
    for _ in range(10):
        free = sum(1 << place for place in rng.sample(range(full.bit_length()), 6))
        grid = judge.geometry_of(rules)
        closed = sum(not around & free for around in grid.around)
        board = Board(rules, full & ~free, (closed, 0))
        assert value_by_recursion(judge.initial_state(board), {}) == table[free]


# What is faster says the same -------------------------------------------------------------


@both_rules
@pytest.mark.parametrize("size", [(1, 1), (1, 3), (2, 2), (2, 3)])
def test_tables_hold_the_value_of_every_position(size, extra_turn):
    values, left = plain_table(*size, extra_turn), ending(*size, 0)
    small, big = small_table(left, extra_turn), big_table(left, extra_turn, never)
    assert big.nodes <= small.nodes
    for free in range(left.free + 1):
        assert small.value(free) == values[free]
        assert big.value(free) == values[free]


@both_rules
def test_a_big_table_of_an_ending_needs_no_mirrors(extra_turn):
    """What is left may look the same from nowhere else."""
    whole, drawn = plain_table(3, 3, extra_turn), 0b1000_0000_0010_0001
    left = ending(3, 3, drawn)
    assert not left.mirrors
    table = big_table(left, extra_turn, never)
    for free in some_positions(3, 3, 2_000):
        free &= ~drawn
        places = left.places_of(free)
        assert table.value(places) == whole[free]


@both_rules
def test_a_big_table_holds_positions_whichever_way_they_are_looked_at(extra_turn):
    values, left = plain_table(3, 3, extra_turn), ending(3, 3, 0)
    assert len(left.mirrors) == 7
    table = big_table(left, extra_turn, never)
    for free in some_positions(3, 3, 20_000):
        assert table.value(free) == values[free]


@pytest.mark.parametrize("size", [(1, 3), (2, 2), (2, 3)])
def test_searches_find_the_value_of_positions(size):
    values, left = plain_table(*size, True), ending(*size, 0)
    search, positions = Search(left, never), range(left.free + 1)
    for free in positions if len(positions) < 5_000 else some_positions(*size, 600):
        small, value = SmallSearch(left, 10**6), int(values[free])
        assert search.value(free) == small.value(free) == value
        for oracle in (search, SmallSearch(left, 10**6)):
            assert oracle.reaches(free, value - 1)
            assert oracle.reaches(free, value)
            assert not oracle.reaches(free, value + 1)


def test_searches_find_the_value_of_positions_of_three_by_three():
    values, left = plain_table(3, 3, True), ending(3, 3, 0)
    search = Search(left, never)
    for at, free in enumerate(some_positions(3, 3, 5_000)):
        assert search.value(free) == values[free]
        if at < 200:
            assert SmallSearch(left, 10**6).value(free) == values[free]


def test_both_tellings_of_chains_say_the_same():
    from engines.games.dots_and_boxes.kernels import exact_search
    from engines.games.dots_and_boxes.kernels.exact_chains import list_moves

    for rows, cols in ((3, 3), (4, 4), (1, 7)):
        left = ending(rows, cols, 0)
        search = exact_search.make_search(left, 2)
        for free in some_positions(rows, cols, 1_000):
            rest, gain, keep = strip(left, free)
            assert exact_search.strip_position(search, np.uint64(free)) == (rest, gain, keep)
            # As a search does: of lines that may stand for each other the first are free.
            for group in left.groups:
                count = sum(rest >> place & 1 for place in group)
                rest &= ~sum(1 << place for place in group)
                rest |= sum(1 << place for place in group[:count])
            count = list_moves(search.net, search.moves, 0, np.uint64(rest))
            listed = zip(*(part[0, :count].tolist() for part in search.moves[:3]), strict=True)
            assert sorted(listed) == sorted(opening[:3] for opening in openings(left, rest))


# What chains say is true everywhere -------------------------------------------------------


def test_what_chains_say_is_true_of_every_position_of_two_by_three():
    values, left = plain_table(2, 3, True), ending(2, 3, 0)
    for free in range(left.free + 1):
        rest, gain, keep = strip(left, free)
        if gain:
            assert values[free] == gain + best_after_taking(values[rest], keep)
            continue
        found = [
            -(opening.gain + best_after_taking(values[opening.rest], opening.keep))
            for opening in openings(left, free)
        ]
        assert values[free] == max(found, default=0)


def best_after_taking(value, keep):
    return max(value, -2 * keep - value) if keep else value


@pytest.mark.slow
@pytest.mark.parametrize("size", [(3, 3), (2, 4), (1, 7)])
def test_what_chains_say_is_true_of_every_position_of(size):
    from engines.games.dots_and_boxes.kernels.exact_chains import (
        list_moves,
        make_moves,
        make_net,
        strip,
    )

    @numba.njit
    def first_wrong(net, moves, values):
        for free in range(1, len(values)):
            rest, gain, keep = strip(net, np.uint64(free))
            if gain > 0:
                later = np.int64(values[np.int64(rest)])
                found = gain + (max(later, -2 * keep - later) if keep else later)
            else:
                found = -127
                for at in range(list_moves(net, moves, 0, np.uint64(free))):
                    later = np.int64(values[np.int64(moves.rest[0, at])])
                    keep = moves.keep[0, at]
                    other = max(later, -2 * keep - later) if keep else later
                    found = max(found, -moves.gain[0, at] - other)
            if found != values[free]:
                return free
        return -1

    left = ending(*size, 0)
    assert first_wrong(make_net(left), make_moves(left), plain_table(*size, True)) == -1


def test_without_extra_turn_it_is_not():
    """So nothing is searched by it there."""
    values, left = plain_table(2, 2, False), ending(2, 2, 0)
    wrong = 0
    for free in range(1, left.free + 1):
        rest, gain, keep = strip(left, free)
        wrong += bool(gain) and values[free] != gain + best_after_taking(values[rest], keep)
    assert wrong > 100


# Whole games ------------------------------------------------------------------------------

KNOWN = {
    True: {
        (1, 1): -1, (1, 2): 0, (1, 3): -1, (2, 2): 2, (2, 3): -2, (3, 3): -3, (2, 4): 2, (2, 5): -2
    },
    False: {
        (1, 1): -1, (1, 2): 2, (1, 3): -1, (2, 2): -2, (2, 3): 2, (3, 3): -3, (2, 4): -2, (2, 5): 4
    },
}  # fmt: skip


@pytest.mark.parametrize("size", KNOWN[True])
def test_whole_games_have_the_values_known_with_extra_turn(size):
    for rows, cols in (size, size[::-1]):
        left = ending(rows, cols, 0)
        assert Search(left, never).value(left.free) == KNOWN[True][size]


@both_rules
@pytest.mark.parametrize("size", KNOWN[True])
def test_whole_games_have_the_values_known(size, extra_turn):
    left = ending(*size, 0)
    assert big_table(left, extra_turn, never).value(left.free) == KNOWN[extra_turn][size]


@pytest.mark.long
def test_three_by_four_has_the_same_value_both_ways_of_working_it_out():
    left = ending(3, 4, 0)
    assert Search(left, never).value(left.free) == 0
    assert big_table(left, True, never).value(left.free) == 0
    assert big_table(left, False, never).value(left.free) == 4


# Limits -----------------------------------------------------------------------------------


def test_who_runs_out_of_time_knows_bounds():
    left = ending(3, 3, 0)
    for ask in (
        lambda: SmallSearch(left, 50).value(left.free),
        lambda: big_table(left, False, lambda: True),
    ):
        with pytest.raises(OutOfReach) as caught:
            ask()
        assert -9 <= caught.value.lower <= -3 <= caught.value.upper <= 9


def test_a_table_that_would_be_too_large_is_not_begun():
    for rows, cols in ((4, 4), (1, 20), (10, 10)):
        with pytest.raises(OutOfReach):
            big_table(ending(rows, cols, 0), False, never)


def test_a_search_that_looks_at_the_clock_goes_on_where_it_was(monkeypatch):
    monkeypatch.setattr("engines.games.dots_and_boxes.solver.search.SLICE", 100)
    left, looks = ending(3, 3, 0), []

    def look() -> bool:
        looks.append(1)
        return False

    assert Search(left, look).value(left.free) == -3
    assert len(looks) > 5

    calls = iter([False] * 3 + [True])
    with pytest.raises(OutOfReach) as caught:
        Search(left, lambda: next(calls)).value(left.free)
    assert -9 <= caught.value.lower <= -3 <= caught.value.upper <= 9
