"""The experiments worth queueing."""

from __future__ import annotations

from engines.declarations import Preset, PresetVariant
from engines.games.enclosure.types import Rules

_BASE = Rules()
_SMALL: dict[str, object] = {"rows": 3, "cols": 3, "border": "drawn"}


def _variant(title: str, policy: str, **changes: object) -> PresetVariant:
    rules = Rules.model_validate({**_BASE.model_dump(), **changes})
    return PresetVariant(title, rules, policy)


def _preset(
    key: str,
    title: str,
    question: str,
    *variants: PresetVariant,
    trials: int = 100_000,
    metrics: tuple[str, ...] = (),
) -> Preset:
    return Preset(key, title, question, variants, trials, 3, seed=1, metrics=metrics)


PRESETS = (
    _preset(
        "border",
        "Enclosure: open against drawn border",
        "If the rim counts as drawn, does the game swing more, and is it decided sooner?",
        _variant("Baseline: border open", "careful,careful"),
        _variant("Border drawn", "careful,careful", border="drawn"),
        metrics=("largest_take", "lead_changes", "decision_point", "decided_at"),
    ),
    _preset(
        "border-random",
        "Enclosure: open against drawn border, random play",
        "Where nobody thinks: if the rim counts as drawn, does the game swing more, and is it "
        "decided sooner?",
        _variant("Baseline: border open", "random,random"),
        _variant("Border drawn", "random,random", border="drawn"),
        metrics=("largest_take", "lead_changes", "decision_point", "decided_at"),
    ),
    _preset(
        "area-against-box",
        "Enclosure: areas against single boxes",
        "Does the game swing more and is it decided sooner if whole areas are taken?",
        _variant("Baseline: areas", "careful,careful"),
        _variant("Single boxes", "careful,careful", capture="box"),
        metrics=("largest_take", "lead_changes", "comeback", "decided_at"),
    ),
    _preset(
        "area-against-box-random",
        "Enclosure: areas against single boxes, random play",
        "Where nobody thinks: does the game swing more and is it decided sooner if whole areas are "
        "taken?",
        _variant("Baseline: areas", "random,random"),
        _variant("Single boxes", "random,random", capture="box"),
        metrics=("largest_take", "lead_changes", "comeback", "decided_at"),
    ),
    _preset(
        "extra-turn",
        "Enclosure: another turn after a take",
        "Whom does it help if who takes something draws another line?",
        _variant("Baseline: the turn passes", "careful,careful"),
        _variant("Another turn", "careful,careful", extra_turn=True),
    ),
    _preset(
        "sizes",
        "Enclosure: 3, 4, 5 or 7 cells a side",
        "Does the size of the grid change who is ahead?",
        _variant("Baseline: 5×5", "careful,careful"),
        _variant("3×3", "careful,careful", rows=3, cols=3),
        _variant("4×4", "careful,careful", rows=4, cols=4),
        _variant("7×7", "careful,careful", rows=7, cols=7),
    ),
    _preset(
        "players",
        "Enclosure: does judgement help?",
        "How far is each player ahead of random play, moving first and moving second?",
        _variant("Baseline: random against random", "random,random"),
        _variant("Greedy moves first", "greedy,random"),
        _variant("Greedy moves second", "random,greedy"),
        _variant("Careful moves first", "careful,random"),
        _variant("Careful moves second", "random,careful"),
        _variant("Lookahead moves first", "lookahead,random"),
        _variant("Lookahead moves second", "random,lookahead"),
        trials=20_000,
    ),
    _preset(
        "careful-against-greedy",
        "Enclosure: careful against greedy, seats swapped",
        "Is it worth it not to give anything away, whoever moves first?",
        _variant("Baseline: careful moves first", "careful,greedy"),
        _variant("Greedy moves first", "greedy,careful"),
    ),
    _preset(
        "lookahead-against-careful",
        "Enclosure: looking ahead against careful, seats swapped",
        "When something must be given away, is it worth it to give away the least?",
        _variant("Baseline: lookahead moves first", "lookahead,careful"),
        _variant("Careful moves first", "careful,lookahead"),
        trials=20_000,
    ),
    _preset(
        "small-optimal",
        "Enclosure: the best player on a small grid",
        "On 3×3 cells with the border drawn, how far is careful play from best play?",
        _variant("Baseline: careful against careful", "careful,careful", **_SMALL),
        _variant("Optimal moves first", "optimal,careful", **_SMALL),
        _variant("Optimal moves second", "careful,optimal", **_SMALL),
        _variant("Optimal against optimal", "optimal,optimal", **_SMALL),
    ),
)
