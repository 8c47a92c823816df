"""What a queue form comes to: how many plays, how long they take, how much they will tell."""

from __future__ import annotations

from collections.abc import Sequence
from math import sqrt
from typing import Any

from backend.lab import bell
from backend.lab.admin import words
from backend.lab.admin.queueing import QueueForm
from backend.lab.admin.words.numbers import upward
from backend.lab.admin.words.workers import NOBODY, READY_SOON
from backend.lab.checking import CheckedVariant
from backend.lab.dealing import round_up
from backend.lab.differences import changes
from backend.lab.models import BoardChoice
from backend.lab.planning import PILOT, Plan, Spread, is_rate, spread_of
from backend.lab.selectors.workers import live_workers, workers_get_ready
from backend.lab.speed import known_speed
from backend.statistics.planning import detectable
from engines import Game, headline_of
from engines.intervals import Z95

MOST_LOOKED_AT = 25
"""So many variants are looked at; the rest is taken to be like them."""

MOST_NAMED = 3

GLANCE_SECONDS = 1.0
"""So long plays may be tried out while somebody is filling the form in."""


def checked(filled: QueueForm) -> dict[str, Any]:
    """JSON-ready::

    {"errors": {name of a form's field: [texts]},
     "trials": plays in each replicate where they follow from a wish, else null,
     "planned": how they follow from it, in words; may be empty,
     "counted": {"variants", "trials"} as they will be queued, with the seats swapped and rounded
        up to the boards; null where that can't be told,
     "said": how long it takes and how much it will tell; empty where that can't be told yet}
    """
    filled.is_valid()
    errors = {name: list(texts) for name, texts in filled.form.errors.items()}
    for form in filled.variants.forms:
        errors |= {form.add_prefix(name): list(texts) for name, texts in form.errors.items()}
    plan = filled.plan
    return {
        "errors": errors,
        "trials": plan and plan.trials,
        "planned": _planned_text(plan) if plan else "",
        "counted": _counted(filled),
        "said": _said(filled) if filled.sized else "",
    }


def _counted(filled: QueueForm) -> dict[str, int] | None:
    size = filled.form.cleaned_data
    fixed = size.get("boards") == BoardChoice.FIXED
    if not filled.checked or not size.get("trials") or (fixed and not size.get("puzzles")):
        return None
    return {"variants": len(filled.checked), "trials": _trials(size)}


def _trials(size: dict[str, Any]) -> int:
    """Of each replicate: on fixed boards rounded up, so that all have as many."""
    boards = len(size.get("puzzles") or ())
    trials: int = size["trials"]
    return round_up(trials, boards) if boards else trials


def _said(filled: QueueForm) -> str:
    variants = filled.checked
    size = filled.form.cleaned_data
    boards, trials = len(size["puzzles"]), _trials(size)
    plays = trials * size["replicates"]
    spread = filled.plan.spread if filled.plan else None
    spread = spread or spread_of(filled.game, variants[:MOST_LOOKED_AT], GLANCE_SECONDS)
    shared = size["boards"] != BoardChoice.FRESH
    telling = interval_text(
        filled.game, plays, spread, comparisons=len(variants) - 1, same_boards=shared
    )
    said = f"{time_text(filled.game, variants, plays)} {telling}{_alike(filled.game, variants)}"
    return f"{words.each_board(trials, boards, size['trials'])} {said}" if boards else said


def _alike(game: Game, variants: Sequence[CheckedVariant]) -> str:
    """Of variants whose changes have no effect beside their other rules; empty where none is."""
    baseline = variants[0].plain
    same = [f"“{one.title}”" for one in variants[1:] if not changes(game, baseline, one.plain)]
    if not same:
        return ""
    named = ", ".join(same[:MOST_NAMED]) + (" …" if len(same) > MOST_NAMED else "")
    return f" Nothing changes in {named}: what differs there has no effect beside the other rules."


def time_text(game: Game, variants: list[CheckedVariant], plays: int) -> str:
    """How long `plays` of each take the workers that are there, from what like runs took."""
    timed = variants[:MOST_LOOKED_AT]
    speeds = [known_speed(game=game, rules=one.rules, policy=one.policy) for one in timed]
    known = [speed for speed in speeds if speed is not None]
    children = sum(w.concurrency for w in live_workers() if bell.QUEUE in w.queue.split(","))
    text = f"{len(variants)} variants, {plays * len(variants):,} plays in all: "
    if not known:
        text += "how long they take is not known yet, as nothing like them has run."
        return text if children else f"{text} {_who_is_missing()}"
    seconds = sum(plays / speed for speed in known) * len(variants) / len(timed)
    text += f"{words.duration(seconds / max(1, children))} of computing"
    if len(known) < len(timed):
        text += " besides variants that nothing is known of yet,"
    if not children:
        return f"{text} for one worker. {_who_is_missing()}"
    return f"{text} with the {children} there {'is' if children == 1 else 'are'}."


def _who_is_missing() -> str:
    return READY_SOON if workers_get_ready() else NOBODY


def interval_text(
    game: Game,
    plays: int,
    spread: Spread | None,
    *,
    comparisons: int = 0,
    same_boards: bool = True,
) -> str:
    """What so many plays of each will tell: half an interval, and a difference to be seen

    where variants will be held against the baseline in so many `comparisons`.
    """
    if spread is None:
        return "How wide the intervals will be can’t be said: nothing like it was simulated yet."
    scale, unit = (100, " points") if is_rate(game) else (1, _unit(game))
    half = Z95 * sqrt(spread.largest / plays) * scale
    others = spread.variances[1:]
    exactly = "or better" if is_rate(game) else "about"
    text = f"Each figure: ± {upward(half)}{unit}, {exactly} (95 %)."
    if others and comparisons:
        error = sqrt((spread.variances[0] + max(others)) / plays)
        found = detectable(error, comparisons=comparisons) * scale
        if is_rate(game) and found >= 100:
            return f"{text} So few may miss any difference to the baseline."
        text += (
            f" A difference of {upward(found)}{unit} to the baseline is "
            f"found 4 times in 5{', sooner where both play the same boards' * same_boards}."
        )
        if comparisons > 1:
            text += f" That allows for {comparisons} comparisons, as the result will."
    return text


def _planned_text(plan: Plan) -> str:
    text = f"That takes {plan.plays:,} plays of each variant: {plan.trials:,} in each replicate."
    spread = plan.spread
    if spread.plays:
        text += f" Reckoned from how far {spread.plays:,} earlier plays scattered"
        text += f", and {PILOT} tried just now of what was not played yet." if spread.tried else "."
    elif spread.tried:
        text += f" Reckoned from {PILOT} plays of each, tried just now: about right."
    if spread.guessed:
        text += (
            f" Of {spread.guessed} of the variants nothing is known yet: they are taken to scatter "
            "as the others do."
        )
    return text


def _unit(game: Game) -> str:
    unit = headline_of(game).unit
    return f" {unit}" if unit else ""
