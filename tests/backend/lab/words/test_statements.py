"""Sentences of what one variant does, and of who is ahead."""

from __future__ import annotations

import pytest

from backend.lab.admin import words
from engines import summarise
from engines.intervals import t95
from tests.support.words import ADVANTAGE, BOXES, STUCK, rate


def test_nothing_counted_is_said():
    nothing = {"value": None, "low": 0.0, "high": 1.0}
    assert words.stated(STUCK, nothing) == "stuck: nothing counted yet"


def test_none_and_all_are_counted_out():
    assert words.stated(STUCK, rate(0, 1200)) == "stuck in none of 1,200 plays (0.00–0.32 %)"
    assert words.stated(STUCK, rate(1200, 1200)) == "stuck in all 1,200 plays (99.68–100.00 %)"


def test_what_never_varied_is_said_to_be_so():
    always = {"value": -3.0, "low": -3.0, "high": -3.0, "n": 1200}
    said = words.stated(ADVANTAGE, always)
    assert said == "first player −3 boxes (in each of 1,200 plays): the second player is ahead"


@pytest.mark.parametrize(
    ("n", "said"),
    [
        (1, "first player −2 boxes (1 play: too few plays to say (fewer than 30))"),
        (29, "first player −2 boxes (29 plays: too few plays to say (fewer than 30))"),
        (30, "first player −2 boxes (in each of 30 plays): the second player is ahead"),
    ],
)
def test_nobody_is_said_to_be_ahead_after_a_few_plays(n, said):
    summary = summarise(ADVANTAGE, None, (n, -2 * n, 4 * n))
    assert words.stated(ADVANTAGE, summary) == said


@pytest.mark.parametrize(
    ("count", "n", "said"),
    [
        (0, 1, "stuck in none of 1 play ("),
        (1, 1, "stuck in the only play ("),
        (0, 2, "stuck in none of 2 plays ("),
    ],
)
def test_a_single_play_is_one(count, n, said):
    assert words.stated(STUCK, rate(count, n)).startswith(said)


def test_a_lead_of_few_plays_is_held_against_student_s_distribution():
    # Three and a half standard errors: once in 2,150 times by the normal one.
    few = {"value": 3.5, "low": 3.5 - t95(29), "high": 3.5 + t95(29), "n": 30}
    assert "may be ahead (chance alone shows as much once in 656 times)" in words.stated(
        ADVANTAGE, few
    )
    many = {"value": 3.5, "low": 3.5 - t95(10**6), "high": 3.5 + t95(10**6), "n": 10**6}
    assert words.stated(ADVANTAGE, many).endswith("the first player is ahead")


def test_what_is_not_done_is_not_judged():
    ahead = {"value": 1.2, "low": 1.1, "high": 1.3}
    said = words.stated(ADVANTAGE, ahead, partial=True)
    assert said == "first player +1.20 boxes (+1.10 to +1.30)"


@pytest.mark.parametrize(
    ("found", "said"),
    [
        ((1.0, 0.9, 1.1), "the better player is “Makes no mistake”, by 1.00 boxes a game (0.90 to"),
        ((-1.0, -1.1, -0.9), "the better player is “Random”, by 1.00 boxes a game (0.90 to 1.10)"),
        ((0.06, 0.004, 0.116), "perhaps the better player is “Makes no mistake”, by 0.060 boxes"),
        (
            (0.05, -0.1, 0.2),
            "who plays better is not seen: anything from 0.10 boxes a game in favour of “Random” "
            "to 0.20 boxes in favour of “Makes no mistake” would fit",
        ),
    ],
)
def test_over_both_seats_players_are_named_and_no_lead_is_claimed_too_soon(found, said):
    pair = dict(zip(("value", "low", "high"), found, strict=True))
    told = words.over_both_seats(ADVANTAGE, {**pair, "players": ["Makes no mistake", "Random"]})
    assert told.startswith(said)


def test_what_moving_first_is_worth():
    told = words.moving_first(ADVANTAGE, {"value": -0.5, "low": -0.6, "high": -0.4})
    assert told == "it helps to move second, by 0.50 boxes a game (0.40 to 0.60)"
    open_ = words.moving_first(ADVANTAGE, {"value": 0.0, "low": -0.15, "high": 0.15})
    assert open_ == (
        "whether it helps to move first is not seen: anything from 0.15 boxes a game in favour of "
        "moving second to 0.15 boxes in favour of moving first would fit"
    )


def test_failed_parts_are_counted_in_words():
    assert words.failed(0, 0) == ""
    assert words.failed(1, 1) == ("1 part of the work failed 3 times: the result will be partial.")
    assert words.failed(1_234, 5).endswith("The first 5:")


def test_means_are_said_with_their_unit():
    low = {"value": 4.2, "low": 4.1, "high": 4.3}
    assert words.stated(BOXES, low) == "boxes of the first player: 4.20 (4.10–4.30)"
    found = {"value": 1.0, "low": 0.9, "high": 1.1, "p_holm": 0.0}
    assert words.compared(BOXES, found, 90).startswith("1.00 boxes more than the baseline")


@pytest.mark.parametrize(
    ("value", "low", "high", "said"),
    [
        (0.021, -0.02, 0.06, "first player +0.021 boxes (−0.020 to +0.060): no advantage seen"),
        (1.2, 1.1, 1.3, "first player +1.20 boxes (+1.10 to +1.30): the first player is ahead"),
        (
            -0.5,
            -0.75,
            -0.25,
            "first player −0.50 boxes (−0.75 to −0.25): the second player is ahead",
        ),
        (
            -1.5,
            -3.0,
            -0.04,
            "first player −1.50 boxes (−3.00 to −0.04): the second player may be ahead (chance "
            "alone shows as much once in 23 times)",
        ),
        (0.0, 0.0, 0.0, "first player 0 boxes (0 to 0): no advantage seen"),
        (
            0.025,
            0.002,
            0.048,
            "first player +0.025 boxes (+0.002 to +0.048): the first player may be ahead "
            "(chance alone shows as much once in 30 times)",
        ),
    ],
)
def test_an_advantage_says_who_is_ahead_and_no_more_than_the_interval(value, low, high, said):
    assert words.stated(ADVANTAGE, {"value": value, "low": low, "high": high}) == said


@pytest.mark.parametrize(
    ("exact", "told"),
    [
        (1.0, {"inside": True}),
        (1.12, {"inside": False, "rare": False, "once_in": "54"}),
        (1.30, {"inside": False, "rare": True}),
    ],
)
def test_a_miss_of_the_exact_value_is_told_with_how_rare_it_is(exact, told):
    summary = {"value": 1.0, "low": 0.9, "high": 1.1}
    said = words.exact(ADVANTAGE, exact, summary)
    said_here = {key: said[key] for key in told}
    assert said_here == told


def test_a_mean_that_may_be_negative_has_a_minus_sign_and_no_dash():
    summary = {"value": -0.5, "low": -0.6, "high": 0.4}
    assert words.figure(BOXES, summary) == "−0.50"
    assert words.interval(BOXES, summary) == "−0.60 to 0.40"
    assert words.whole(ADVANTAGE, 3) == "+3 boxes"
    assert words.whole(ADVANTAGE, -3) == "−3 boxes"
    assert words.whole(ADVANTAGE, 0) == "0 boxes"


@pytest.mark.parametrize(
    ("seconds", "said"),
    [
        (None, ""),
        (0.2, "less than a second"),
        (12.4, "about 12 s"),
        (600, "about 10 min"),
        (7800, "about 2 h 10 min"),
    ],
)
def test_durations(seconds, said):
    assert words.duration(seconds) == said
