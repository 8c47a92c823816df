"""How the arms of a study differ, in words that claim no more than the interval."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from backend.lab.admin.words.comparisons import among, not_shown
from backend.lab.admin.words.differences import in_a_table, sized, would_fit
from backend.lab.admin.words.numbers import p_text, p_value, upward
from backend.playtests.studies.results import Comparison
from backend.statistics.chi_squared import ChiSquared
from backend.statistics.multiplicity import LEVEL, is_shown
from backend.statistics.planning import detectable, error_of
from backend.statistics.sample_ratio import SampleRatio

DID = {"stuck": "got stuck", "stalled": "stalled", "gave_up": "gave up"}


def sentence(one: Comparison, arm: str, first: str, comparisons: int) -> str:
    """One comparison of an arm with the first one; shares are of sessions."""
    d, low, high = _points(one)
    did = DID[one.key]
    less, more = " points less often", " points more often"
    if low <= 0 <= high:
        missed = detectable(error_of(low, high), comparisons=comparisons)
        with_so_many = f"With {one.found.estimate.n:,} sessions{among(comparisons)}"
        text = (
            f"No difference seen in how often people {did} in “{arm}” and “{first}”: "
            f"{would_fit(low, high, less, more)}. "
        )
        if missed >= 100:
            return f"{text}{with_so_many} any difference may be missed."
        size = upward(missed)
        return f"{text}{with_so_many} a difference under {size} points is easily missed."
    size, between = sized(d, low, high)
    way = more if low > 0 else less
    told = f"people {did} {size}{way} in “{arm}” than in “{first}” ({between})"
    if one.p_holm < LEVEL:
        return told[0].upper() + told[1:] + "."
    return f"Perhaps {told}; {not_shown(one.p_holm, comparisons)}."


def difference(one: Comparison) -> dict[str, Any]:
    """A comparison for a table: points, their interval, adjusted p."""
    d, low, high = _points(one)
    return {
        **in_a_table(d, low, high),
        "p": p_value(one.p_holm),
        "shown": is_shown(low, high, one.p_holm),
    }


def _points(one: Comparison) -> tuple[float, float, float]:
    """The difference and the ends of its interval."""
    found = one.found.estimate
    return found.value * 100, found.low * 100, found.high * 100


def stalls_differ(found: ChiSquared) -> str:
    """Whether the arms differ in how soon people first stall."""
    told = f"log-rank test: χ² = {found.chi2:.2f}, {found.df} d.f., {p_text(found.p)}"
    if found.p < LEVEL:
        return f"The arms differ in how soon people first stall ({told})."
    return f"No difference seen in how soon people first stall ({told})."


RATIO_OF = {"joined": "those who joined", "played": "those who have made a move"}


def ratio(key: str, test: SampleRatio, titles: Sequence[str]) -> dict[str, Any]:
    """A sample-ratio test for people; `titles` are the arms'."""
    exact = "exact " if test.is_exact else ""
    found = f"χ² = {test.chi2:.2f}, {test.df} d.f., {exact}{p_text(test.p)}"
    if test.warns:
        words = (
            f"Among {RATIO_OF[key]} the arms are not as large as the draw makes them ({found}). "
            "Something kept people out of an arm or lost them there, and who is missing may be "
            "what the arms seem to differ in. Find out why before you believe any difference."
        )
    else:
        words = f"Among {RATIO_OF[key]} the arms are as large as chance lets them be ({found})."
    counted = list(zip(titles, test.counts, strict=True))
    return {"counted": counted, "warns": test.warns, "words": words}
