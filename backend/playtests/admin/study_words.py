"""How the arms of a study differ, in words that claim no more than the interval."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from backend.lab.admin.words.numbers import decimals, outward, p_value, signed, upward
from backend.lab.statistics.planning import detectable, error_of
from backend.playtests.statistics.clustered import SampleRatio
from backend.playtests.statistics.survival import LogRank
from backend.playtests.studies.results import Comparison

SHOWN_BELOW = 0.05

DID = {"stuck": "got stuck", "stalled": "stalled", "gave_up": "gave up"}


def sentence(one: Comparison, arm: str, first: str, comparisons: int) -> str:
    """One comparison of an arm with the first one; shares are of sessions."""
    low, d, high = (
        end * 100 for end in (one.found.estimate.low, one.found.estimate.value,
                              one.found.estimate.high)
    )  # fmt: skip
    digits, did = decimals(low, high), DID[one.key]
    if low <= 0 <= high:
        down, up = outward(low, high, digits)
        missed, n = upward(detectable(error_of(low, high))), one.found.estimate.n
        return (
            f"No difference seen in how often people {did} in “{arm}” and “{first}”: anything "
            f"from {down.lstrip('-')} points less often to {up} points more often would fit. With "
            f"{n:,} sessions a difference under {missed} points is easily missed."
        )
    if low > 0:
        size, (near, far), way = d, outward(low, high, digits), "more often"
    else:
        size, (near, far), way = -d, outward(-high, -low, digits), "less often"
    told = (
        f"people {did} {size:.{digits}f} points {way} in “{arm}” than in “{first}” "
        f"({near} to {far})"
    )
    if one.p_holm < SHOWN_BELOW:
        return told[0].upper() + told[1:] + "."
    return (
        f"Perhaps {told}; but among {comparisons} comparisons chance alone brings that about too "
        f"often to call it shown (adjusted {p_text(one.p_holm)})."
    )


def difference(one: Comparison) -> dict[str, Any]:
    """A comparison for a table: points, their interval, adjusted p."""
    low, d, high = (
        end * 100 for end in (one.found.estimate.low, one.found.estimate.value,
                              one.found.estimate.high)
    )  # fmt: skip
    digits = decimals(low, high)
    near, far = outward(low, high, digits)
    return {
        "value": signed(f"{d:.{digits}f}"),
        "interval": f"{signed(near)} to {signed(far)}",
        "p": p_value(one.p_holm),
        "shown": one.p_holm < SHOWN_BELOW and not low <= 0 <= high,
    }


def p_text(p: float) -> str:
    told = p_value(p)
    return f"p {told}" if told.startswith("<") else f"p = {told}"


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
