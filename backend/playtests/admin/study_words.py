"""How the arms of a study differ, in words that claim no more than the interval."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from backend.lab.admin.words.comparisons import among
from backend.lab.admin.words.differences import in_a_table, sized, would_fit
from backend.lab.admin.words.numbers import p_text, p_value, upward
from backend.lab.statistics.planning import detectable, error_of
from backend.playtests.statistics.clustered import SampleRatio
from backend.playtests.statistics.survival import LogRank
from backend.playtests.studies.results import Comparison

SHOWN_BELOW = 0.05

DID = {"stuck": "got stuck", "stalled": "stalled", "gave_up": "gave up"}


def sentence(one: Comparison, arm: str, first: str, comparisons: int) -> str:
    """One comparison of an arm with the first one; shares are of sessions."""
    d, low, high = _points(one)
    did = DID[one.key]
    less, more = " points less often", " points more often"
    if low <= 0 <= high:
        missed = upward(detectable(error_of(low, high), comparisons=comparisons))
        n = one.found.estimate.n
        return (
            f"No difference seen in how often people {did} in “{arm}” and “{first}”: "
            f"{would_fit(low, high, less, more)}. With {n:,} sessions{among(comparisons)} a "
            f"difference under {missed} points is easily missed."
        )
    size, between = sized(d, low, high)
    way = more if low > 0 else less
    told = f"people {did} {size}{way} in “{arm}” than in “{first}” ({between})"
    if one.p_holm < SHOWN_BELOW:
        return told[0].upper() + told[1:] + "."
    return (
        f"Perhaps {told}; but among {comparisons} comparisons chance alone brings that about too "
        f"often to call it shown (adjusted {p_text(one.p_holm)})."
    )


def difference(one: Comparison) -> dict[str, Any]:
    """A comparison for a table: points, their interval, adjusted p."""
    d, low, high = _points(one)
    return {
        **in_a_table(d, low, high),
        "p": p_value(one.p_holm),
        "shown": one.p_holm < SHOWN_BELOW and not low <= 0 <= high,
    }


def _points(one: Comparison) -> tuple[float, float, float]:
    """The difference and the ends of its interval."""
    found = one.found.estimate
    return found.value * 100, found.low * 100, found.high * 100


def stalls_differ(found: LogRank) -> str:
    """Whether the arms differ in how soon people first stall."""
    told = f"log-rank test: χ² = {found.chi2:.2f}, {found.df} d.f., {p_text(found.p)}"
    if found.p < SHOWN_BELOW:
        return f"The arms differ in how soon people first stall ({told})."
    return f"No difference seen in how soon people first stall ({told})."


RATIO_OF = {"joined": "those who joined", "played": "those who have made a move"}


def ratio(key: str, test: SampleRatio, titles: Sequence[str]) -> dict[str, Any]:
    """A sample-ratio test for people; `titles` are the arms'."""
    found = f"χ² = {test.chi2:.2f}, {test.df} d.f., {p_text(test.p)}"
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
