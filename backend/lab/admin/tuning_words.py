"""Targets, figures and proposals of tunings in words, and as a level's declaration."""

from __future__ import annotations

import json

from backend.lab.admin import words
from backend.lab.models import LevelProposal, Tuning
from engines import Game, Metric, headline_of


def target_text(headline: Metric, tuning: Tuning) -> str:
    """``20–30 %``, ``1.5 to 3 moves``."""
    if headline.kind == "proportion":
        return f"{tuning.low * 100:g}–{tuning.high * 100:g} %"
    return f"{tuning.low:g} to {tuning.high:g} {headline.unit}".strip()


def measured(headline: Metric, proposal: LevelProposal) -> str:
    """``24.1 % (23.3–25.0 %)``."""
    told = {
        "value": proposal.value,
        "low": proposal.interval_low,
        "high": proposal.interval_high,
    }
    return f"{words.figure(headline, told)} ({words.interval(headline, told)})"


def declaration(game: Game, proposal: LevelProposal) -> str:
    """Python to be put into the game's folder: rules that are not the usual ones, the target."""
    tuning, rules = proposal.tuning, game.Rules.model_validate(proposal.variant.rules)
    usual = game.Rules().model_dump(mode="json")
    changed = [
        f"{name}={value!r}"
        for name, value in rules.model_dump(mode="json").items()
        if value != usual.get(name)
    ]
    headline = headline_of(game)
    said = f"{headline.title}: {measured(headline, proposal)}, player {proposal.variant.policy}."
    return "\n".join(
        [
            "Level(",
            '    "key",',
            '    "Title",',
            f"    Rules({', '.join(changed)}),",
            f"    {tuning.low!r},",
            f"    {tuning.high!r},",
            f"    {json.dumps(said, ensure_ascii=False)},",
            "),",
        ]
    )
