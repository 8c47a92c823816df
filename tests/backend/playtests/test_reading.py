"""Readings of histories, against plain restatements of what a stall is."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from statistics import median
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from backend.playtests.reading import (
    Entry,
    Threshold,
    passed,
    read,
    since_the_board_changed,
)

USUAL = Threshold(seconds=5, factor=3)
LOCI = ("a", "b", "c")

entries = st.lists(
    st.tuples(
        st.sampled_from(["move", "move", "move", "undo", "hint", "bot"]),
        st.sampled_from(LOCI),
        st.sampled_from(["playing", "playing", "stuck"]),
        st.none() | st.integers(0, 60_000),
    ),
    max_size=40,
).map(lambda rows: [Entry(number, *row) for number, row in enumerate(rows, 1)])


def moves(*times: int | None) -> list[Entry]:
    return [Entry(n, "move", f"r{n}", "playing", ms) for n, ms in enumerate(times, 1)]


def test_a_pause_is_measured_by_the_players_own_pace() -> None:
    quick = read(moves(1000, 1000, 1000, 4999, 5000), USUAL)
    slow = read(moves(4000, 4000, 4000, 11_999, 12_000), USUAL)
    assert [(stall.move, stall.locus) for stall in quick.stalls] == [(5, "r5")]
    assert [(stall.move, stall.locus) for stall in slow.stalls] == [(5, "r5")]
    assert (quick.threshold_ms, slow.threshold_ms) == (5000, 12_000)


def test_unmeasured_moves_count_for_nothing() -> None:
    found = read(moves(None, 1000, None, 1000, 9000), USUAL)
    assert found.decisions == "-t-ts"
    assert found.timed == 3
    assert found.moves == 5
    assert set(found.loci) == {"r2", "r4", "r5"}


def test_nothing_measured_is_no_stall() -> None:
    found = read(moves(None, None), USUAL)
    assert (found.stalls, found.median_ms, found.threshold_ms) == ((), None, None)


def test_a_session_that_got_stuck_went_back_and_was_left() -> None:
    history = [
        Entry(1, "move", "a", "playing", 900),
        Entry(2, "move", "b", "stuck", 900, ("c", "d")),
        Entry(3, "hint", "", "stuck", 900, ("c", "d")),
        Entry(4, "undo", "b", "playing", 900),
        Entry(5, "move", "b", "stuck", 900, ("e",)),
    ]
    found = read(history, USUAL, gave_up=True)
    assert found.stuck_at == ("c", "d", "e")
    assert found.first_stuck == 2
    assert found.recovered
    assert found.gave_up_at == "e"
    assert found.undone_at == ("b",)
    assert read(history[:3], USUAL).recovered is False
    assert read(history, USUAL).gave_up_at == ""


def hinted(*told: tuple[str, int | None, int | None]) -> list[Entry]:
    """A history of (kind, think time, server's time since the entry before)."""
    return [
        Entry(n, kind, f"r{n}", "playing", think, passed_ms=gap)
        for n, (kind, think, gap) in enumerate(told, 1)
    ]


def test_the_time_before_a_hint_is_time_before_the_move() -> None:
    history = hinted(
        ("move", 900, 900),
        ("hint", 4_000, 4_000),
        ("hint", 1_000, 1_000),
        ("move", 300, 300),
        ("move", 800, 800),
        ("hint", 9_000, 9_000),
        ("undo", 100, 100),  # no move came of it
        ("move", 700, 700),
    )
    found = read(history, USUAL)
    (stall,) = found.stalls
    assert (stall.number, stall.move, stall.think_ms) == (4, 2, 5_300)
    assert found.decisions == "tstt"
    assert found.median_ms == median([900, 5_300, 800, 700])


@pytest.mark.parametrize(
    ("hint", "move", "gap", "counted"),
    [
        (4_000, 4_300, 300, 4_300),  # told from when the board last changed: not twice
        (4_000, 300, None, 4_300),
        (None, 4_300, 300, 4_300),
        (None, 300, 300, 300),
        (4_000, None, 300, None),
    ],
)
def test_it_counts_once(hint: Any, move: Any, gap: Any, counted: Any) -> None:
    found = since_the_board_changed(hinted(("hint", hint, 4_000), ("move", move, gap)))
    assert [entry.think_ms for entry in found] == [hint, counted]


def test_what_passed_is_told_without_what_was_hidden() -> None:
    begun = datetime(2026, 3, 1, 12, tzinfo=UTC)
    moments = [(begun + timedelta(seconds=at), hidden) for at, hidden in [(1, None), (9, 5_000)]]
    assert list(passed(begun, moments)) == [1_000, 3_000]


@given(entries)
def test_stalls_are_just_the_long_pauses_before_moves(history: list[Entry]) -> None:
    found = read(history, USUAL)
    played = [one for one in since_the_board_changed(history) if one.kind == "move"]
    before = {one.number: history[one.number - 2].kind for one in played if one.number > 1}
    for one in played:
        if before.get(one.number) != "hint":
            assert one in history
    times = [one.think_ms for one in played if one.think_ms is not None]
    long = [
        one.number
        for one in played
        if one.think_ms is not None and one.think_ms >= max(5000, 3 * median(times))
    ]
    assert [stall.number for stall in found.stalls] == long
    assert len(found.decisions) == found.moves == len(played)
    assert found.decisions.count("s") == len(long)
    assert found.first_stall == (found.decisions.index("s") + 1 if long else None)


@given(entries)
def test_the_loci_add_up_to_the_session(history: list[Entry]) -> None:
    found = read(history, USUAL)
    assert sum(one.timed for one in found.loci.values()) == found.timed
    assert sum(one.stalls for one in found.loci.values()) == len(found.stalls)
    assert all(0 <= one.stalls <= one.timed for one in found.loci.values())


@given(entries, st.integers(1, 5))
def test_a_slower_player_with_a_slower_clock_stalls_at_the_same_places(
    history: list[Entry], times: int
) -> None:
    """Without the floor of seconds, stalls do not depend on the pace."""
    slow = [
        Entry(
            one.number,
            one.kind,
            one.locus,
            one.outcome,
            None if one.think_ms is None else one.think_ms * times,
        )
        for one in history
    ]
    pace = Threshold(seconds=0, factor=3)
    assert read(slow, pace).decisions == read(history, pace).decisions


@given(entries, st.floats(0, 20), st.floats(1, 10))
def test_a_stricter_threshold_finds_fewer(
    history: list[Entry], seconds: float, factor: float
) -> None:
    loose = {stall.number for stall in read(history, Threshold(seconds, factor)).stalls}
    strict = {stall.number for stall in read(history, Threshold(seconds + 1, factor + 1)).stalls}
    assert strict <= loose
