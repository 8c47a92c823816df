"""A study's page: its arms side by side, what they differ in, whether they are fair.

Imported by its view only: charts need Altair.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from backend.lab.charts import Estimate, Spec, estimates_chart, unchecked
from backend.lab.differences import show, written_out
from backend.playtests import charts
from backend.playtests.admin import study_words
from backend.playtests.admin.curves import curve_lines
from backend.playtests.admin.words import (
    clustered_share,
    left_out_of_comparison,
    left_out_of_test,
    of_timed,
    percent,
    why_untested,
)
from backend.playtests.models import ArmPuzzle, Study
from backend.playtests.selectors.due import threshold
from backend.playtests.selectors.filters import Who
from backend.playtests.selectors.studies import list_items, state_of
from backend.playtests.selectors.study_results import ArmSum, StudySum, sum_study
from backend.playtests.studies.checking import differing
from backend.playtests.studies.results import COMPARED, Comparison, compare_arms, is_final, ratios
from backend.statistics.clusters import compare_curves, enough_players
from backend.statistics.survival import kaplan_meier
from engines import UnknownName, get_game

FEW = 20
"""With fewer players in an arm the page says that there are few."""

Context = dict[str, Any]

PLAYERS = {
    "joined": "Players who joined",
    "played": "Players who started (made a move)",
    "finished": "Players who are through with all its puzzles",
}
SESSIONS = {
    "stalled": "Sessions with a stall",
    "stuck": "Sessions that got stuck",
    "recovered": "Sessions that got out of it by undo",
    "solved": "Sessions that solved the puzzle",
    "gave_up": "Sessions that were given up",
}
"""The stages of the funnel."""


def plan_context(study: Study) -> Context:
    """What both pages of a study show: its arms, their rules and puzzles."""
    items = list_items(study)
    arms = list(study.arms.order_by("position"))
    rules = _rules(study, [arm.rules for arm in arms])
    missing = [item for own in items.values() for item in own if item.made_id is None]
    return {
        "study": study,
        "arms": [
            {
                "arm": arm,
                "rules": told,
                "puzzles": [_puzzle(i) for i in items.get(arm.position, [])],
            }
            for arm, told in zip(arms, rules, strict=True)
        ],
        "missing": len(missing),
        "failed": sum(state_of(item) == "failed" for item in missing),
        "events": list(study.events.select_related("by")),
    }


def _rules(study: Study, rules: Sequence[dict[str, Any]]) -> list[str]:
    """Of each arm, the rules in which it may differ from others; of a lone arm, none."""
    try:
        game = get_game(study.game)
    except UnknownName:
        return [""] * len(rules)
    labels = differing(game, rules)
    whole = [written_out(game, one) for one in rules]
    return [", ".join(f"{label} {show(one[key])}" for key, label in labels) for one in whole]


def _puzzle(item: ArmPuzzle) -> Context:
    state = state_of(item)
    error = item.order.error if state == "failed" and item.order else ""
    return {"number": item.position + 1, "id": item.made_id, "state": state, "error": error}


def results_context(study: Study, who: Who) -> Context:
    """What people, or simulated ones, have done in it so far."""
    total = sum_study(study, who)
    arms = total.arms
    found = compare_arms(arms)
    final = is_final(study)
    drawn = study.assignment == Study.Assignment.ONE
    titles = [one.arm.title for one in arms]
    tests = [study_words.ratio(key, test, titles) for key, test in ratios(study, arms).items()]
    read = sum(arm.read for arm in arms)
    return {
        "who": who,
        "total": total,
        "read": read,
        "waiting": sum(arm.sessions for arm in arms) - read,
        "erased": sum(arm.erased for arm in arms),
        "drawn": drawn,
        "final": final,
        "few": min(arm.played for arm in arms) < FEW,
        "limit": threshold(),
        "ratios": tests,
        "warned": any(test["warns"] for test in tests),
        "rows": [_row(arm) for arm in arms],
        "sentences": _sentences(arms, found) if final else [],
        "uncompared": _uncompared(arms) if final else "",
        "stalls_differ": _stalls_differ(arms) if final else "",
        "survival": curve_lines([kaplan_meier(arm.waits) for arm in arms]),
        "differences": _differences(arms, found) if final else [],
        "funnel": _funnel(total, drawn),
        "design": max((s.design_effect for a in arms for s in a.sums.values() if s.n), default=1.0),
        "specs": _specs(arms, who) if read else {},
    }


def _row(one: ArmSum) -> Context:
    return {
        "arm": one.arm,
        "read": one.read,
        "shares": [
            of_timed(clustered_share(one.sums[key]), one.read)
            if key == "stalled"
            else clustered_share(one.sums[key])
            for key in ("stuck", "stalled", "solved", "gave_up")
        ],
    }


def _sentences(arms: Sequence[ArmSum], found: Sequence[Comparison]) -> list[str]:
    first = arms[0].arm.title
    return [
        study_words.sentence(one, arms[one.place].arm.title, first, len(found)) for one in found
    ]


def _uncompared(arms: Sequence[ArmSum]) -> str:
    """Which arms have too few players; where the first one has, no arm can be compared."""
    small = [arm.arm.title for arm in arms if not enough_players(arm.sums["stuck"].players)]
    return left_out_of_comparison(small) if len(arms) > 1 else ""


def _differences(arms: Sequence[ArmSum], found: Sequence[Comparison]) -> list[Context]:
    return [
        {
            "arm": arms[one.place].arm.title,
            "title": COMPARED[one.key],
            **study_words.difference(one),
        }
        for one in found
    ]


def _stalls_differ(arms: Sequence[ArmSum]) -> str:
    waits = [arm.waits for arm in arms]
    found, small = compare_curves(waits, [arm.sums["stalled"] for arm in arms])
    if found is None:
        return why_untested(waits, "arms")
    told = study_words.stalls_differ(found)
    return f"{told} {left_out_of_test([arms[at].arm.title for at in small])}".strip()


def _funnel(total: StudySum, drawn: bool) -> list[Context]:
    """A line for each stage, with every arm's number and its share of the first such line."""
    first = "joined" if drawn else "played"
    lines = [
        _line(title, [(getattr(a, key), getattr(a, first)) for a in total.arms], key == first)
        for key, title in PLAYERS.items()
        if drawn or key != "joined"
    ]
    lines.append(_line("Sessions that are over", [(a.read, a.read) for a in total.arms], True))
    for key, title in SESSIONS.items():
        lines.append(_line(title, [(a.sums[key].count, a.sums[key].n) for a in total.arms], False))
    return lines


def _line(title: str, counts: Sequence[tuple[int, int]], is_whole: bool) -> Context:
    cells = [
        {"count": count, "share": percent(count / n) if n and not is_whole else ""}
        for count, n in counts
    ]
    return {"title": title, "cells": cells}


def _specs(arms: Sequence[ArmSum], who: Who) -> dict[str, Spec]:
    specs: dict[str, Spec] = {}
    shown = [arm for arm in arms if arm.read]
    curves = [(arm.arm.title, kaplan_meier(arm.waits)) for arm in shown if arm.waits]
    with unchecked():
        if curves:
            specs["chart-survival"] = charts.survivals_chart(curves)
        for key, title in (("stuck", "Got stuck"), ("stalled", "Stalled")):
            estimates = [_estimate(arm, key, who) for arm in shown if arm.sums[key].n]
            if estimates:
                specs[f"chart-{key}"] = estimates_chart(estimates, title, percent=True, unit="")
    return specs


def _estimate(arm: ArmSum, key: str, who: Who) -> Estimate:
    told = arm.sums[key]
    low, high = told.interval
    words = clustered_share(told)
    return Estimate(
        arm.arm.title,
        told.share,
        low,
        high,
        told.n,
        (),
        words["value"],
        words["interval"],
        who=who,
    )
