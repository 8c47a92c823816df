"""Figures for people."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from backend.lab.admin.words.numbers import outward
from backend.statistics.chi_squared import LEAST_EXPECTED
from backend.statistics.clusters import LEAST_PLAYERS, Clustered
from backend.statistics.survival import Survived, Wait, any_event
from engines import wilson


def of_timed(told: dict[str, Any], sessions: int) -> dict[str, Any]:
    """A share of the timed sessions: where they are not all, it is told of how many."""
    timed = told.get("n", 0)
    return told | {"of": f"of {timed:,} timed" if timed < sessions else ""}


def share(count: int, n: int) -> dict[str, Any]:
    """A share with its Wilson interval; empty of nothing."""
    if not n:
        return {"value": "", "interval": ""}
    low, high = wilson(count, n)
    interval = _between(low, high)
    return {"value": percent(count / n), "interval": interval, "count": count, "n": n}


def clustered_share(told: Clustered) -> dict[str, Any]:
    """A share of sessions of players, with its interval; empty of nothing."""
    if not told.n:
        return {"value": "", "interval": ""}
    low, high = told.interval
    interval = "{}–{} %".format(*outward(low * 100, high * 100, 1))  # short, for a table of many
    return {
        "value": percent(told.share),
        "interval": interval,
        "count": told.count,
        "n": told.n,
    }


def _between(low: float, high: float) -> str:
    """The ends rounded outward: the shown interval holds the true one."""
    return "{} % to {} %".format(*outward(low * 100, high * 100, 1))


def percent(share: float) -> str:
    return f"{share * 100:.1f} %"


def seconds(milliseconds: float) -> str:
    return f"{milliseconds / 1000:.1f} s"


def survived_interval(one: Survived) -> str:
    """Its interval; empty where there is none, as before the first stall."""
    return _between(one.low, one.high) if one.has_interval else ""


def why_untested(groups: Sequence[Sequence[Wait]], what: str) -> str:
    """Why no log-rank test of these groups is told: `what` they are, such as “arms”.

    Empty of fewer than two with sessions, where nobody would look for one.
    """
    if sum(map(bool, groups)) < 2:
        return ""
    if not any_event(groups):
        return "Nobody stalled, so there is nothing to test."
    return (
        "Whether they differ is not tested: players or stalls are too few (a test takes "
        f"{LEAST_PLAYERS} players and {LEAST_EXPECTED} stalls to be expected in each of two "
        f"{what}), or the stalls came all at once."
    )


def left_out_of_comparison(names: Sequence[str]) -> str:
    """Which groups are not compared, for too few players; empty of none."""
    if not names:
        return ""
    return (
        f"Not compared, for fewer than {LEAST_PLAYERS} players with a session that is over: "
        f"{'; '.join(names)}. Of so few nothing is told of how they differ from others."
    )


def left_out_of_test(names: Sequence[str]) -> str:
    """Which groups a test of curves leaves out; empty of none."""
    if not names:
        return ""
    return (
        f"Left out of the test, for fewer than {LEAST_PLAYERS} players or fewer than "
        f"{LEAST_EXPECTED} stalls to be expected: {'; '.join(names)}."
    )
