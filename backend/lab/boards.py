"""The boards of an experiment: which were chosen, whether they fit, and which a trial plays."""

from __future__ import annotations

import json
from collections.abc import Sequence
from functools import lru_cache
from typing import Any
from uuid import UUID

from backend.lab.checking import CheckedVariant
from backend.lab.cutting import MAX_CHUNKS
from backend.lab.dealing import place_of
from backend.lab.models import MAX_BOARDS, BoardChoice, Experiment, FixedBoard, Variant
from backend.puzzles.models import Puzzle
from engines import EngineError, Fault, Game, get_game, read_rules


def check_boards(
    game: Game,
    choice: str,
    puzzles: Sequence[UUID],
    variants: Sequence[CheckedVariant],
    replicates: int,
    faults: list[Fault],
) -> list[Puzzle]:
    """The puzzles to play, in their order; what is wrong goes to `faults`.

    Every board has to be one under the rules of every variant.
    """
    if choice not in BoardChoice.values:
        known = ", ".join(BoardChoice.values)
        faults.append(Fault("/boards", f"Boards are one of: {known}; got {choice[:40]!r}."))
        return []
    if choice != BoardChoice.FIXED:
        if puzzles:
            text = f"Puzzles go with “fixed” boards; these are “{choice}”."
            faults.append(Fault("/puzzles", text))
        return []
    if not 1 <= len(puzzles) <= MAX_BOARDS:
        text = f"Name 1 to {MAX_BOARDS} stored puzzles of {game.title}; these are {len(puzzles)}."
        faults.append(Fault("/puzzles", text))
        return []
    before = len(faults)
    found = Puzzle.objects.in_bulk(puzzles)
    first: dict[UUID, int] = {}
    for at, pk in enumerate(puzzles):
        if first.setdefault(pk, at) != at:
            faults.append(Fault(f"/puzzles/{at}", f"This is number {first[pk] + 1} already."))
        elif pk not in found:
            faults.append(Fault(f"/puzzles/{at}", "There is no puzzle with this id."))
        elif wrong := _misfit(game, found[pk], variants):
            faults.append(Fault(f"/puzzles/{at}", wrong))
    runs = max(1, len(variants)) * replicates
    if runs * len(puzzles) > MAX_CHUNKS:
        text = (
            f"{len(variants)} variants × {replicates} replicates × {len(puzzles)} boards is more "
            f"than the {MAX_CHUNKS:,} parts an experiment may be cut into: take fewer boards."
        )
        faults.append(Fault("/puzzles", text))
    return [found[pk] for pk in puzzles] if len(faults) == before else []


def read_board(game: Game, rules: Any, puzzle: Puzzle) -> Any:
    """The puzzle's board as one of these rules. Raises `EngineError` where it is none."""
    return game.parse_board(rules, puzzle.board)


def puzzle_ids(experiment: Experiment) -> list[UUID]:
    """The puzzles it plays, in their order. No query unless its boards are fixed."""
    if experiment.boards != BoardChoice.FIXED:
        return []
    return [fixed.puzzle_id for fixed in experiment.fixed_boards.all()]


def dealt(experiment: Experiment, trial: int) -> FixedBoard | None:
    """The fixed board that falls to this trial, its puzzle loaded; None where it has its own."""
    if experiment.boards != BoardChoice.FIXED:
        return None
    number = place_of(trial, experiment.trials, experiment.fixed_boards.count())
    return experiment.fixed_boards.select_related("puzzle").get(number=number)


def board_of(variant: Variant, trial: int) -> Any | None:
    """As `dealt`, the board itself, under the variant's rules."""
    fixed = dealt(variant.experiment, trial)
    if fixed is None:
        return None
    game = get_game(variant.experiment.game)
    return read_board(game, game.Rules.model_validate(variant.rules), fixed.puzzle)


def fixed_boards(game: Game, variant: Variant) -> list[Any]:
    """All boards that the variant plays, under its rules. Raises `EngineError`."""
    rules = game.Rules.model_validate(variant.rules)
    fixed = variant.experiment.fixed_boards.select_related("puzzle")
    return [read_board(game, rules, one.puzzle) for one in fixed]


def _misfit(game: Game, puzzle: Puzzle, variants: Sequence[CheckedVariant]) -> str:
    """Why not every variant can play it; empty where all can."""
    if puzzle.game != game.slug:
        return f"This is a puzzle of another game, not of {game.title}."
    for one in variants:
        rules = json.dumps(one.rules.model_dump(mode="json"), sort_keys=True)
        if wrong := _why_not(game.slug, rules, puzzle):
            return f"It can’t be played by the rules of “{one.title}”: {wrong}"
    return ""


@lru_cache(maxsize=2_000)
def _why_not(slug: str, rules: str, puzzle: Puzzle) -> str:
    """Kept, for a form is checked again and again, and puzzles are never changed.

    Puzzles are alike when their ids are.
    """
    game = get_game(slug)
    try:
        read_board(game, read_rules(game, json.loads(rules)), puzzle)
    except EngineError as error:
        told = list(dict.fromkeys(f.message for f in getattr(error, "faults", ())))
        return " ".join(told[:2]) or str(error)
    return ""
