"""What a tuning's page shows: the words, the tables and the chart."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from backend.lab.admin import words
from backend.lab.admin.tuning_words import target_text
from backend.lab.charts.sweeps import Point, grid_chart
from backend.lab.charts.theme import Spec, unchecked
from backend.lab.charts.tuning import tuning_chart
from backend.lab.differences import changes, policy_title, rule_labels, show
from backend.lab.models import LevelProposal, Tuning
from backend.lab.selectors.tuning import tuning_findings
from engines import Game, Metric, get_game, headline_of

STANDINGS = {
    "inside": ("inside", "done", "The whole interval lies inside the target"),
    "across": ("across the edge", "partial", "The interval reaches out of the target"),
    "below": ("below", "queued", "The whole interval lies below the target"),
    "above": ("above", "queued", "The whole interval lies above the target"),
    "unknown": ("–", "queued", "Nothing was counted, or not yet"),
}
WAYS = {
    "spread": "values spread evenly over the bounds",
    "bisect": "half-way between values that the target lies between",
    "everywhere": "near the target, and farthest from all that was tried",
}


def tuning_context(tuning: Tuning) -> dict[str, Any]:
    game = get_game(tuning.game)
    headline, labels = headline_of(game), rule_labels(game)
    found = tuning_findings(tuning)
    proposed = dict(LevelProposal.objects.filter(tuning=tuning).values_list("variant_id", "pk"))
    names = [axis["rule"] for axis in tuning.axes]

    def row(one: Mapping[str, Any]) -> dict[str, Any]:
        text, badge, title = STANDINGS[one["standing"]]
        return {
            "variant": one["variant"],
            "values": [show(one["values"][name]) for name in names],
            "value": words.figure(headline, one),
            "interval": words.interval(headline, one),
            "n": one["n"],
            "standing": {"text": text, "badge": badge, "title": title},
            "proposed": next((pk for v, pk in proposed.items() if str(v) == one["variant"]), None),
        }

    every = [one for step in found["steps"] for one in step["tried"]]
    known = [one for one in every if one["value"] is not None]
    usual = (game.Rules().model_dump(mode="json"), tuning.policy)
    return {
        "game": game,
        "headline": headline,
        "player": policy_title(game, tuning.policy),
        "rules": [labels[name] for name in names],
        "bounds": [
            f"{labels[axis['rule']]}: "
            + (
                f"{axis['values'][0]:,} to {axis['values'][-1]:,}"
                if axis["ordered"]
                else ", ".join(show(value) for value in axis["values"])
            )
            for axis in tuning.axes
        ],
        "others": [
            f"{change.label} {change.after}"
            for change in changes(game, usual, (tuning.rules, tuning.policy))
            if change.label not in [labels[name] for name in names]
        ],
        "target": target_text(headline, tuning),
        "conclusion": conclusion(found, headline, tuning),
        "turns": found["turns"],
        "short_list": [row(one) for one in found["short_list"]],
        "nearest": [row(one) for one in found["nearest"]],
        "steps": [
            {**step, "way": WAYS[step["way"]], "tried": [row(one) for one in step["tried"]]}
            for step in found["steps"]
        ],
        "specs": {"chart-tuning": _chart(tuning, game, headline, known)} if known else {},
    }


def conclusion(found: Mapping[str, Any], headline: Metric, tuning: Tuning) -> str:
    """One or two sentences that claim no more than the intervals do."""
    target, name = target_text(headline, tuning), headline.title
    if found["conclusion"] == "found":
        n = sum(one["standing"] == "inside" for one in found["short_list"])
        some = "One set of rules lies" if n == 1 else f"{n} sets of rules lie"
        return f"{some} inside the target with the whole interval: {name} {target}."
    if found["conclusion"] == "across":
        return (
            "Some rules may reach the target, but their intervals reach out of it: more plays of "
            "these would tell."
        )
    if found["conclusion"] == "none":
        searched = "Nothing tried within the bounds reaches the target"
        missed = (
            ""
            if found["turns"] or not found["complete"]
            else ". Values between those tried were passed over because the figure was only seen "
            "to rise, or only to fall, along a rule"
        )
        return f"{searched}: {name} {target}{missed}. What came nearest stands below."
    return "Nothing was measured yet." if not tuning.ended else "Nothing was measured."


def _chart(
    tuning: Tuning, game: Game, headline: Metric, known: Sequence[Mapping[str, Any]]
) -> Spec:
    labels = rule_labels(game)
    names = [axis["rule"] for axis in tuning.axes]
    places = [{str(v): i for i, v in enumerate(axis["values"])} for axis in tuning.axes]
    ordered = sorted(
        known,
        key=lambda one: [p[str(one["values"][n])] for n, p in zip(names, places, strict=True)],
    )
    percent = headline.kind == "proportion"
    numbers = tuning.axes[0]["ordered"]
    two = len(names) == 2

    def shown(name: str, one: Mapping[str, Any]) -> Any:
        value = one["values"][name]
        return value if numbers and not two else show(value)

    points = [
        Point(
            x=shown(names[0], one),
            y=shown(names[1], one) if two else None,
            value=one["value"],
            low=one["low"],
            high=one["high"],
            shown=words.figure(headline, one),
            interval=words.interval(headline, one),
        )
        for one in ordered
    ]
    with unchecked():
        if two:
            rules = (labels[names[0]], labels[names[1]])
            return grid_chart(points, rules, headline.title, percent=percent)
        return tuning_chart(
            points,
            (tuning.low, tuning.high),
            labels[names[0]],
            headline.title,
            percent=percent,
            unit=headline.unit,
            numbers=numbers,
        )
