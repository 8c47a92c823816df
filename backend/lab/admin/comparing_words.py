"""How an arm differs from the first one, in words that claim no more than the interval."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from backend.lab.admin.words import TOO_FEW_PLAYS, few, figure, interval
from backend.lab.admin.words.comparisons import not_shown
from backend.lab.admin.words.differences import sized, would_fit
from backend.statistics.clusters import LEAST_PLAYERS, enough_players
from backend.statistics.multiplicity import is_shown
from engines import Metric


def against_first(
    headline: Metric,
    one: Mapping[str, Any],
    first: Mapping[str, Any],
    first_name: str,
    unlike: Sequence[str] = (),
    comparisons: int = 1,
) -> str:
    """A sentence on this arm's headline against the first arm's; of the first, what it is.

    The rules that are `unlike` the first arm's are named, as much of the difference may come of
    them. It is one of so many `comparisons`. Empty where the headline is no rate: tables say it.
    """
    if headline.kind != "proportion":
        return ""
    summary = one["metrics"][headline.key]
    who = "sessions" if "key" in one else "plays"
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
    if reason := too_few(headline, one, first):
        return f"{said}; how that differs from “{first_name}”: {reason}."
    if one["difference"] is None:
        return f"{said}."
    rules = f" Other rules: {'; '.join(unlike)}." if unlike else ""
    return f"{said}; {_difference(one['difference'], first_name, comparisons)}{rules}"


TOO_FEW_PLAYERS = f"too few players to say (fewer than {LEAST_PLAYERS})"


def too_few(headline: Metric, one: Mapping[str, Any], first: Mapping[str, Any]) -> str:
    """Why nothing is told of how two arms differ: players or plays are too few. Else empty."""
    if one is first:
        return ""
    if not enough_players(*(arm["players"] for arm in (one, first) if "key" in arm)):
        return TOO_FEW_PLAYERS
    plays = [arm["metrics"][headline.key]["n"] for arm in (one, first) if "key" not in arm]
    return TOO_FEW_PLAYS if any(map(few, plays)) else ""


def _difference(found: Mapping[str, float], first_name: str, comparisons: int) -> str:
    d, low, high = (found[end] * 100 for end in ("value", "low", "high"))
    less, more = " points less often", " points more often"
    if low <= 0 <= high:
        return f"no difference to “{first_name}” seen: {would_fit(low, high, less, more)}."
    size, between = sized(d, low, high)
    text = f"{size}{more if low > 0 else less} than “{first_name}” ({between})"
    if is_shown(low, high, found["p_holm"]):
        return f"{text}."
    return f"perhaps {text}; {not_shown(found['p_holm'], comparisons)}."
