"""What a study is asked to be, checked: every fault with a JSON pointer to where it is."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, TypedDict
from uuid import UUID

from backend.common.texts import shows, unfit
from backend.lab.checking import find_game, too_long
from backend.lab.differences import rule_labels, show, written_out
from backend.playtests.models import (
    MAX_ARMS,
    MAX_CONSENT,
    MAX_NAME,
    MAX_PUZZLES,
    MAX_QUESTION,
    MAX_WANTED,
)
from backend.puzzles.models import Puzzle
from backend.puzzles.selectors import find_puzzle
from engines import Fault, Game, InvalidRules, read_rules


class ArmRequest(TypedDict):
    """An arm as it is asked for. Where puzzles are picked, its rules are theirs."""

    title: str
    rules: dict[str, Any]
    puzzles: list[UUID]
    fresh: int


@dataclass(frozen=True, slots=True)
class CheckedArm:
    """An arm as it is stored: whole rules as JSON, the puzzles picked, how many are to be made."""

    title: str
    rules: dict[str, Any]
    puzzles: tuple[Puzzle, ...]
    fresh: int


def check_texts(
    *, name: str | None, question: str | None, consent: str | None, wanted: int | None
) -> list[Fault]:
    """What is wrong with those given; None is not looked at."""
    faults = []
    for pointer, text, most, needed in (
        ("/name", name, MAX_NAME, "Give it a name."),
        ("/question", question, MAX_QUESTION, ""),
        ("/consent", consent, MAX_CONSENT, "Write what people agree to when they join."),
    ):
        if text is None:
            continue
        if needed and not text.strip():
            faults.append(Fault(pointer, needed))
        elif len(text) > most:
            faults.append(Fault(pointer, too_long(most, len(text))))
        elif wrong := unfit(text, lines=pointer != "/name"):
            faults.append(Fault(pointer, wrong))
        elif needed and not shows(text):
            faults.append(Fault(pointer, needed))
    if wanted is not None and not 1 <= wanted <= MAX_WANTED:
        faults.append(Fault("/wanted", f"A whole number from 1 to {MAX_WANTED:,}."))
    return faults


def check_arms(game: str, arms: Sequence[ArmRequest], faults: list[Fault]) -> list[CheckedArm]:
    """The arms, each with a title and whole rules; what is wrong goes to `faults`."""
    found = find_game(game, faults)
    if not 1 <= len(arms) <= MAX_ARMS:
        faults.append(Fault("/arms", f"A study has 1 to {MAX_ARMS} arms, not {len(arms)}."))
        return []
    if found is None:
        return []
    before = len(faults)
    picked = Puzzle.objects.in_bulk({pk for arm in arms for pk in arm["puzzles"]})
    read = [_read_arm(found, at, arm, picked, faults) for at, arm in enumerate(arms)]
    if len(faults) > before:
        return []
    titled = _with_titles(found, read)
    first: dict[str, int] = {}
    for at, one in enumerate(titled):
        other = first.setdefault(" ".join(one.title.split()).casefold(), at)
        if other != at:
            text = f"Arm {other + 1} is called the same: give each a title of its own."
            faults.append(Fault(f"/arms/{at}/title", text))
    return titled


def _read_arm(
    game: Game, at: int, arm: ArmRequest, picked: Mapping[UUID, Puzzle], faults: list[Fault]
) -> CheckedArm:
    title, rules = arm["title"].strip(), {}
    if len(title) > MAX_NAME:
        faults.append(Fault(f"/arms/{at}/title", too_long(MAX_NAME, len(title))))
    elif wrong := unfit(title):
        faults.append(Fault(f"/arms/{at}/title", wrong))
    elif title and not shows(title):
        faults.append(Fault(f"/arms/{at}/title", "Give it a title that can be seen, or none."))
    puzzles = _read_picked(game, at, arm["puzzles"], picked, faults)
    if puzzles:
        rules = puzzles[0].rules
    elif not arm["puzzles"]:
        try:
            rules = read_rules(game, arm["rules"]).model_dump(mode="json")
        except InvalidRules as error:
            faults += [Fault(f"/arms/{at}/rules{f.pointer}", f.message) for f in error.faults]
    if arm["fresh"] < 0 or not 1 <= len(arm["puzzles"]) + arm["fresh"] <= MAX_PUZZLES:
        text = f"An arm has 1 to {MAX_PUZZLES} puzzles, those picked and those made for it."
        faults.append(Fault(f"/arms/{at}/fresh", text))
    return CheckedArm(title, rules, tuple(puzzles), arm["fresh"])


def _read_picked(
    game: Game, at: int, ids: Sequence[UUID], known: Mapping[UUID, Puzzle], faults: list[Fault]
) -> list[Puzzle]:
    found: list[Puzzle] = []
    for nth, pk in enumerate(ids):
        puzzle, problem = known.get(pk), ""
        if puzzle is None:
            problem = f"There is no puzzle {pk}."
        elif puzzle.game != game.slug:
            problem = f"This is a puzzle of another game, {puzzle.game}."
        elif puzzle.version != game.version:
            problem = f"{game.title} is at version {game.version} now; this puzzle is older."
        elif puzzle in found:
            problem = "This puzzle is there already."
        elif puzzle.is_proven and find_puzzle(pk) is None:
            problem = "This is a daily puzzle of a date that has not begun: nobody may play it yet."
        elif found and puzzle.rules_key != found[0].rules_key:
            problem = "Its rules are not those of the first puzzle: all of an arm share theirs."
        if problem:
            faults.append(Fault(f"/arms/{at}/puzzles/{nth}", problem))
        elif puzzle is not None:
            found.append(puzzle)
    return found


def _with_titles(game: Game, arms: Sequence[CheckedArm]) -> list[CheckedArm]:
    names = own_titles(game, [arm.rules for arm in arms])
    return [
        CheckedArm(arm.title or name, arm.rules, arm.puzzles, arm.fresh)
        for arm, name in zip(arms, names, strict=True)
    ]


def own_titles(game: Game, rules: Sequence[Mapping[str, Any]]) -> list[str]:
    """What arms of these rules are called if nobody gives them a title: after what differs."""
    labels, found = differing(game, rules), []
    for number, one in enumerate(rules, 1):
        whole = written_out(game, one)
        name = ", ".join(f"{label} {show(whole[key])}" for key, label in labels)
        found.append(name if 0 < len(name) <= MAX_NAME else f"Arm {number}")
    return found


def differing(game: Game, rules: Sequence[Mapping[str, Any]]) -> list[tuple[str, str]]:
    """(name, label) of each rule that is not the same in all of these."""
    whole = [written_out(game, one) for one in rules]
    return [
        (name, label)
        for name, label in rule_labels(game).items()
        if len({json.dumps(one.get(name), sort_keys=True) for one in whole}) > 1
    ]
