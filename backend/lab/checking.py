"""What is asked for, checked: every fault with a JSON pointer to where it is."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, TypedDict

from backend.common.texts import shows, unfit
from backend.lab.differences import changes, name_variant
from backend.lab.models import (
    MAX_REPLICATES,
    MAX_TAG,
    MAX_TAGS,
    MAX_TITLE,
    MAX_TRIALS,
    MAX_VARIANTS,
)
from engines import EngineError, Fault, InvalidRules, UnknownName, get_game, headline_of, read_rules
from engines.game import Game
from engines.randomness import MAX_SEED
from engines.shared.seats import swap_seats

SWAPPED = ", seats swapped"

MAX_ALL_TRIALS = 10**10
"""Trials of all runs of one experiment together."""


class VariantRequest(TypedDict):
    """A variant as it is asked for; rules left out take their defaults."""

    title: str
    rules: dict[str, Any]
    policy: str


@dataclass(frozen=True, slots=True)
class CheckedVariant:
    """A variant as it is stored: `rules` are the game's own, `policy` in its normal spelling."""

    title: str
    rules: Any
    policy: str

    @property
    def plain(self) -> tuple[dict[str, Any], str]:
        """What it plays, as JSON-ready rules and the policy."""
        return self.rules.model_dump(mode="json"), self.policy


def find_game(slug: str, faults: list[Fault]) -> Game | None:
    try:
        return get_game(slug)
    except UnknownName as error:
        faults.append(Fault("/game", str(error)))
        return None


def check_variants(
    game: Game,
    variants: Sequence[VariantRequest],
    faults: list[Fault],
    both_seats: bool = False,
) -> list[CheckedVariant]:
    """The variants, the baseline first, each with a title; what is wrong goes to `faults`.

    With `both_seats`, of a game for two, those with the seats swapped are put in.

    No two may be alike, in what they play or in title: nobody could tell them apart.
    """
    if not 1 <= len(variants) <= MAX_VARIANTS:
        text = f"An experiment has 1 to {MAX_VARIANTS} variants, not {len(variants)}."
        faults.append(Fault("/variants", text))
        return []
    before = len(faults)
    read = [_read_variant(game, at, variant, faults) for at, variant in enumerate(variants)]
    if len(faults) > before:
        return []
    titled = _with_titles(game, read)
    for at, other in _twins([json.dumps(one.plain, sort_keys=True) for one in titled]):
        text = f"This plays the same as {_called(other)}: change something."
        faults.append(Fault(f"/variants/{at}", text))
    for at, other in _twins([" ".join(one.title.split()).casefold() for one in titled]):
        text = f"{_called(other).capitalize()} has this name already: give each its own."
        faults.append(Fault(f"/variants/{at}/title", text))
    if both_seats and game.players != 2:
        text = f"{game.title} has one player: there are no seats to swap. Leave this out."
        faults.append(Fault("/both_seats", text))
    elif both_seats and len(faults) == before:
        titled = add_swapped(game, titled)
        if len(titled) > MAX_VARIANTS:
            text = f"With both seats these are {len(titled)} variants; at most {MAX_VARIANTS}."
            faults.append(Fault("/both_seats", text))
    return titled


def add_swapped(game: Game, variants: Sequence[CheckedVariant]) -> list[CheckedVariant]:
    """Behind each variant whose players differ, the same with their seats swapped,

    unless that is among the variants already. Unchanged where the game is not for two.
    """
    if game.players != 2:
        return list(variants)
    known = {json.dumps(one.plain, sort_keys=True) for one in variants}
    names = {one.title.casefold() for one in variants}
    found = []
    for one in variants:
        found.append(one)
        title = f"{one.title[: MAX_TITLE - len(SWAPPED)]}{SWAPPED}"
        swapped = CheckedVariant(title, one.rules, swap_seats(one.policy))
        key = json.dumps(swapped.plain, sort_keys=True)
        if key not in known and title.casefold() not in names:
            known.add(key)
            found.append(swapped)
    return found


def check_title(pointer: str, title: str, faults: list[Fault]) -> None:
    if not title.strip():
        faults.append(Fault(pointer, "Give it a title."))
    elif len(title) > MAX_TITLE:
        faults.append(Fault(pointer, too_long(MAX_TITLE, len(title))))
    elif wrong := unfit(title):
        faults.append(Fault(pointer, wrong))
    elif not shows(title):
        faults.append(Fault(pointer, "Give it a title that can be seen."))


def check_prose(pointer: str, text: str, faults: list[Fault]) -> None:
    """A question or a note: it may have several lines."""
    if wrong := unfit(text, lines=True):
        faults.append(Fault(pointer, wrong))


def check_bands(game: Game, bands: Sequence[float], faults: list[Fault]) -> None:
    """Two borders, 0 to 1, of a headline that is a rate."""
    headline = headline_of(game)
    if headline.kind != "proportion":
        faults.append(Fault("/bands", f"{headline.title} is no rate: it has no bands."))
    elif len(bands) != 2 or not 0 <= bands[0] < bands[1] <= 1:
        text = "Two borders from 0 to 1, the first one lower, such as [0.05, 0.2]."
        faults.append(Fault("/bands", text))


def check_tags(tags: Sequence[str], faults: list[Fault]) -> list[str]:
    """The tags without spaces around them, each once, in their order."""
    found = list(dict.fromkeys(" ".join(tag.split()) for tag in tags if tag.strip()))
    if len(found) > MAX_TAGS:
        faults.append(Fault("/tags", f"At most {MAX_TAGS} tags; these are {len(found)}."))
    for at, tag in enumerate(found):
        if len(tag) > MAX_TAG:
            faults.append(Fault(f"/tags/{at}", too_long(MAX_TAG, len(tag))))
        if "," in tag:
            faults.append(Fault(f"/tags/{at}", "A tag has no comma in it."))
        if wrong := unfit(tag):
            faults.append(Fault(f"/tags/{at}", wrong))
        elif not shows(tag):
            faults.append(Fault(f"/tags/{at}", "A tag is to be seen."))
    return found


def too_long(most: int, length: int) -> str:
    return f"Too long: at most {most:,} characters; this has {length:,}."


def check_numbers(
    trials: int, replicates: int, seed: int, variants: int, faults: list[Fault]
) -> None:
    before = len(faults)
    for pointer, value, low, high in (
        ("/trials", trials, 1, MAX_TRIALS),
        ("/replicates", replicates, 1, MAX_REPLICATES),
        ("/seed", seed, 0, MAX_SEED),
    ):
        if not low <= value <= high:
            faults.append(
                Fault(pointer, f"A whole number from {low:,} to {high:,}; got {value:,}.")
            )
    if len(faults) == before and trials * replicates * variants > MAX_ALL_TRIALS:
        faults.append(
            Fault(
                "/trials",
                f"{variants} variants × {replicates} replicates × {trials:,} trials is more "
                f"than the {MAX_ALL_TRIALS:,} trials an experiment may have in all.",
            )
        )


def _read_variant(
    game: Game, at: int, variant: VariantRequest, faults: list[Fault]
) -> CheckedVariant:
    """The variant with its title as it was asked for; its rules are None if they are faulty."""
    rules, policy, title = None, variant["policy"], variant.get("title", "").strip()
    try:
        rules = read_rules(game, variant["rules"])
    except InvalidRules as error:
        faults.extend(Fault(f"/variants/{at}/rules{f.pointer}", f.message) for f in error.faults)
    try:
        policy = game.check_policy(policy) if rules is None else game.check_play(rules, policy)
    except EngineError as error:
        faults.append(Fault(f"/variants/{at}/policy", str(error)))
    if title:
        check_title(f"/variants/{at}/title", title, faults)
    return CheckedVariant(title, rules, policy)


def _with_titles(game: Game, read: Sequence[CheckedVariant]) -> list[CheckedVariant]:
    """Those without a title are named after what they change."""
    baseline = read[0].plain
    return [
        CheckedVariant(
            one.title or name_variant(changes(game, baseline, one.plain), at, MAX_TITLE),
            one.rules,
            one.policy,
        )
        for at, one in enumerate(read)
    ]


def _twins(keys: Sequence[str]) -> list[tuple[int, int]]:
    """(place, the first place with the same key) of each that is not the first."""
    first: dict[str, int] = {}
    return [(at, first[key]) for at, key in enumerate(keys) if first.setdefault(key, at) != at]


def _called(position: int) -> str:
    return "the baseline" if position == 0 else f"variant {position}"
