"""A sentence never claims more than its interval."""

from __future__ import annotations

import pytest

from backend.playtests.admin.study_words import difference, ratio, sentence, stalls_differ
from backend.playtests.admin.words import why_untested
from backend.playtests.studies.results import Comparison
from backend.statistics.chi_squared import ChiSquared
from backend.statistics.estimates import Difference, Estimate
from backend.statistics.sample_ratio import sample_ratio


def comparison(low: float, value: float, high: float, p_holm: float) -> Comparison:
    found = Difference(Estimate(value, low, high, 400), p_holm, "proportions")
    return Comparison(1, "stuck", found, p_holm)


@pytest.mark.parametrize(
    ("told", "words"),
    [
        (
            comparison(-0.331, -0.212, -0.089, 0.002),
            "People got stuck 21 points less often in “Five” than in “Four” (8 to 34).",
        ),
        (
            comparison(0.005, 0.101, 0.197, 0.04),
            "People got stuck 10.1 points more often in “Five” than in “Four” (0.5 to 19.7).",
        ),
        (
            comparison(0.005, 0.101, 0.197, 0.12),
            "Perhaps people got stuck 10.1 points more often in “Five” than in “Four” "
            "(0.5 to 19.7); but among 3 comparisons chance alone brings that about too often to "
            "call it shown (adjusted p = 0.12).",
        ),
        (
            comparison(-0.05, 0.02, 0.09, 0.6),
            "No difference seen in how often people got stuck in “Five” and “Four”: anything from "
            "5.0 points less often to 9.0 points more often would fit. With 400 sessions "
            "and 3 comparisons a difference under 12 points is easily missed.",
        ),
        (
            # The test alone is not enough where the interval holds no difference.
            comparison(-0.001, 0.08, 0.16, 0.04),
            "No difference seen in how often people got stuck in “Five” and “Four”: anything from "
            "0.1 points less often to 16.0 points more often would fit. With 400 sessions "
            "and 3 comparisons a difference under 14 points is easily missed.",
        ),
    ],
)
def test_sentences(told, words) -> None:
    assert sentence(told, "Five", "Four", 3) == words


def test_a_table_says_the_same() -> None:
    assert difference(comparison(-0.331, -0.212, -0.089, 0.002)) == {
        "value": "−21", "interval": "−34 to −8", "p": "0.002", "shown": True
    }  # fmt: skip
    assert not difference(comparison(-0.05, 0.02, 0.09, 0.01))["shown"]
    assert not difference(comparison(0.05, 0.07, 0.09, 0.06))["shown"]


def test_the_log_rank_test_in_words() -> None:
    told = stalls_differ(ChiSquared(5.2, 1, 0.0226))
    assert told == (
        "The arms differ in how soon people first stall "
        "(log-rank test: χ² = 5.20, 1 d.f., p = 0.023)."
    )
    assert stalls_differ(ChiSquared(1.0, 1, 0.32)).startswith("No difference seen")


@pytest.mark.parametrize(
    ("groups", "said"),
    [
        ([[(4, False)], [(5, False)]], "Nobody stalled, so there is nothing to test."),
        ([[(1, True)] * 3, [(1, True)] * 2], "in each of two arms"),
        ([[(4, False)], []], ""),
        ([], ""),
    ],
)
def test_why_there_is_no_test_is_said(groups, said) -> None:
    told = why_untested(groups, "arms")
    assert said in told
    assert bool(said) == bool(told)


def test_lopsided_arms_are_warned_of_in_words() -> None:
    fair, bad = sample_ratio([52, 48]), sample_ratio([150, 80])
    assert fair is not None
    assert bad is not None
    assert "as large as chance lets them" in ratio("joined", fair, ["A", "B"])["words"]
    told = ratio("played", bad, ["A", "B"])
    assert told["warns"]
    assert told["counted"] == [("A", 150), ("B", 80)]
    assert "before you believe any difference" in told["words"]
