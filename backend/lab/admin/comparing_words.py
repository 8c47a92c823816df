"""How an arm differs from the first one, in words that claim no more than the interval."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from backend.lab.admin.words import TOO_FEW_PLAYS, few, figure, interval
from backend.lab.admin.words.differences import sized, would_fit
from engines import Metric


def against_first(
    headline: Metric,
    one: Mapping[str, Any],
    first: Mapping[str, Any],
    first_name: str,
    unlike: Sequence[str] = (),
) -> str:
    """A sentence on this arm's headline against the first arm's; of the first, what it is.

    The rules that are `unlike` the first arm's are named, as much as what was found may come of
    them. Empty where the headline is no rate: tables say it.
    """
    if headline.kind != "proportion":
        return ""
    summary = one["metrics"][headline.key]
    who = "sessions" if "key" in one else "plays"
    of_few = min(summary["n"], first["metrics"][headline.key]["n"])
    if summary["value"] is None:
        return f"no {who} to count."
    title = headline.title[:1].lower() + headline.title[1:]
    counted = f"{summary['n']:,} {who if summary['n'] != 1 else who[:-1]}"
    said = f"{title} in {figure(headline, summary)} of {counted} "
    said += f"({interval(headline, summary)})"
    if one is not first and (one.get("going_on") or first.get("going_on")):
        return f"{said}. How that differs is told when the study is closed."
    if one is first:
        return f"{said}."
    if few(of_few):
        too_few = TOO_FEW_PLAYS if who == "plays" else TOO_FEW_PLAYS.replace("plays", "sessions")
        return f"{said}; how that differs from “{first_name}”: {too_few}."
    if one["difference"] is None:
        return f"{said}."
    rules = f" Other rules: {'; '.join(unlike)}." if unlike else ""
    return f"{said}; {_difference(one['difference'], first_name)}{rules}"


def _difference(found: Mapping[str, float], first_name: str) -> str:
    d, low, high = (found[end] * 100 for end in ("value", "low", "high"))
    less, more = " points less often", " points more often"
    if low <= 0 <= high:
        return f"no difference to “{first_name}” seen: {would_fit(low, high, less, more)}."
    size, between = sized(d, low, high)
    return (
        f"{size}{more if low > 0 else less} than “{first_name}” ({between} points, not adjusted "
        "for the number of comparisons)."
    )
