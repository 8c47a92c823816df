"""Sentences of differences, which never claim more than interval and test."""

from __future__ import annotations

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from backend.lab.admin import words
from backend.lab.differences import Change
from tests.support.words import ADVANTAGE, STUCK, between

BY_OTHERS = ", but by other rules: no whole number lies between."


@pytest.mark.parametrize(
    ("baseline", "variant", "said"),
    [
        ((616, 1000), (146, 1000), "47.0 points less often than the baseline (43.1 to 50.7)."),
        ((616, 1000), (874, 1000), "25.8 points more often than the baseline (22.1 to 29.5)."),
    ],
)
def test_a_clear_difference_is_said_with_its_interval(baseline, variant, said):
    assert words.compared(STUCK, between(variant, baseline), 1000) == said


def test_no_difference_is_not_called_sameness():
    said = words.compared(STUCK, between((510, 1000), (500, 1000), 0.65), 1000)
    assert said.startswith("no difference to the baseline seen")
    assert "3.4 points less often to 5.4 points more often" in said
    assert "With 1,000 plays of each, a difference under 6.3 points is easily missed." in said
    among_many = words.compared(STUCK, between((510, 1000), (500, 1000), 0.65), 1000, 23)
    missed = "With 1,000 plays of each and 23 comparisons, a difference under 8.8 points is easily"
    assert missed in among_many


def test_what_may_be_chance_among_many_is_not_called_shown():
    found = between((560, 1000), (500, 1000), 0.081)
    said = words.compared(STUCK, found, 1000, comparisons=12)
    assert said.startswith("perhaps 6.0 points more often than the baseline")
    assert "among 12 comparisons" in said
    assert "(adjusted p = 0.081)" in said
    assert words.difference(STUCK, found)["shown"] is False
    assert words.difference(STUCK, {**found, "p_holm": 0.04})["shown"] is True


@given(
    counts=st.tuples(st.integers(0, 500), st.integers(0, 500)), p=st.floats(0, 1), n=st.just(500)
)
def test_a_sentence_never_claims_more_than_interval_and_test(counts, p, n):
    found = between((counts[0], n), (counts[1], n), p)
    said = words.compared(STUCK, found, n)
    claims = not said.startswith(("no difference", "perhaps"))
    assert claims == (not found["low"] <= 0 <= found["high"] and p < 0.05)
    if claims:
        assert ("more often" in said) == (found["low"] > 0)
        one, other = (float(x) for x in re.findall(r"\((.*) to (.*)\)", said)[0])
        ends = sorted(abs(found[end]) * 100 for end in ("low", "high"))
        assert one <= ends[0] + 1e-9
        assert other >= ends[1] - 1e-9


def test_a_table_shows_a_difference_with_its_sign():
    told = words.difference(STUCK, between((146, 1000), (616, 1000), 0.00001))
    assert told == {
        "value": "−47.0",
        "unit": "points",
        "interval": "−50.7 to −43.1",
        "p": "< 0.0001",
        "shown": True,
    }


@pytest.mark.parametrize(
    ("change", "low", "high", "said"),
    [
        (
            Change("Colours", "4", "5"),
            -0.47,
            -0.45,
            BY_OTHERS,
        ),
        (
            Change("Colours", "5", "4"),
            0.2,
            0.25,
            " between Colours 4 and 5" + BY_OTHERS,
        ),
        (Change("Colours", "4", "6"), -0.47, -0.45, " between Colours 4 and 6."),
        (Change("Colours", "4", "5"), -0.09, -0.04, ""),
        (Change("Adjacency", "edge", "corner"), 0.3, 0.4, ""),
        (None, 0.3, 0.4, ""),
    ],
)
def test_room_to_tune_is_seen_between_neighbouring_values(change, low, high, said):
    found = {"low": low, "high": high, "p_holm": 0.001}
    assert words.room(STUCK, found, change).endswith(said)
    assert bool(words.room(STUCK, found, change)) == bool(said)
    assert words.room(STUCK, {**found, "p_holm": 0.3}, change) == ""


def test_verdicts_and_bands_are_said_in_words():
    assert words.verdict({"band": "often", "more": None}) == "often"
    assert words.verdict({"band": None, "more": 1234}) == "undecided: about 1,300 more plays"
    assert words.verdict({"band": None, "more": None}) == "undecided: it lies on a border"
    assert words.band_ranges([0.05, 0.2]) == [
        ("hardly ever", "below 5 %"),
        ("sometimes", "5 % to 20 %"),
        ("often", "20 % and more"),
    ]


@pytest.mark.parametrize(
    ("p", "said"),
    [
        (0.4, "as chance lets them (χ² = 1.50, 2 d.f., p = 0.4)"),
        (0.02, "more than chance mostly lets them (χ² = 1.50, 2 d.f., p = 0.02)"),
        (1e-9, "far more than chance lets them: something is not as it should be"),
    ],
)
def test_scatter_is_held_against_chance(p, said):
    assert words.spread({"chi2": 1.5, "df": 2, "p": p, "p_holm": p}).startswith(said)


def test_scatter_is_judged_by_the_p_value_that_allows_for_the_number_of_variants():
    said = words.spread({"chi2": 6.2, "df": 2, "p": 0.045, "p_holm": 1.0})
    assert said == "as chance lets them (χ² = 6.20, 2 d.f., p = 0.045, adjusted p = 1)"


def test_a_difference_larger_than_any_rate_s_is_not_named():
    found = {"value": 0.0, "low": -0.9, "high": 0.9, "p_holm": 1.0}
    assert words.compared(STUCK, found, 30).endswith(" 30 plays of each may miss any difference.")


def test_plays_that_were_all_the_same_are_not_called_a_difference_too_small_to_see():
    found = {"value": 0.0, "low": 0.0, "high": 0.0, "p_holm": 1.0}
    said = words.compared(ADVANTAGE, found, 1200)
    assert said == "just as in the baseline in each of 1,200 plays."


def test_the_baseline_is_called_so():
    assert words.baseline("20 steps") == "20 steps (baseline)"
    assert words.baseline("Baseline: 14 seeds") == "Baseline: 14 seeds"


def test_advantages_are_compared_for_one_side_or_the_other():
    found = {"value": 1.0, "low": 0.855, "high": 1.145, "p_holm": 0.0}
    assert words.compared(ADVANTAGE, found, 90) == (
        "1.00 boxes better for the first player than the baseline (0.85 to 1.15)."
    )
    other = {"value": -1.0, "low": -1.2, "high": -0.8, "p_holm": 0.0}
    assert "better for the second player" in words.compared(ADVANTAGE, other, 90)
    same = {"value": 0.0, "low": -0.15, "high": 0.15, "p_holm": 1.0}
    said = words.compared(ADVANTAGE, same, 90)
    assert said.startswith("no difference to the baseline seen: anything from 0.15 boxes better")
    assert "stuck" not in said
