"""Which puzzle a recorded session was played on: one that is stored, or a board to be stored."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable, Hashable
from dataclasses import dataclass
from typing import Any
from uuid import UUID

from django.db.models import QuerySet

from backend.common.problems import Conflict
from backend.playtests.exchange.shapes import SessionShape
from backend.puzzles.boards import load_board
from backend.puzzles.levels import find_level, known_levels
from backend.puzzles.models import Puzzle
from backend.puzzles.services.making import hash_json, hash_rules
from engines import (
    EngineError,
    Fault,
    Game,
    GenerationFailed,
    InvalidRules,
    UnknownName,
    Unreadable,
    get_game,
    read_rules,
)

KEPT = 1_000
WAYS = ("puzzle", "board", "seed")


@dataclass(slots=True)
class Place:
    """A board that was played. `puzzle` is its row, None as long as it has none."""

    game: Game
    rules: dict[str, Any]
    board: Any
    dumped: dict[str, Any]
    level: str = ""
    difficulty: float | None = None
    seed: int | None = None
    puzzle: Puzzle | None = None

    @property
    def rules_key(self) -> str:
        return hash_rules(rules=self.rules)

    @property
    def board_key(self) -> str:
        return hash_json(value=self.dumped)


class Boards:
    """Finds places and keeps the last ones: a file has many sessions on few boards.

    Of boards told by their seeds, no more than `most_made` are generated; None: any number.
    """

    def __init__(self, most_made: int | None = None) -> None:
        self._kept: OrderedDict[Hashable, Place | list[Fault]] = OrderedDict()
        self._most_made, self._made = most_made, 0

    def find(self, told: SessionShape) -> tuple[Place | None, list[Fault]]:
        """Where a session was played, or what is wrong with how that is told."""
        key = told.model_dump_json(
            include={
                "puzzle", "game", "game_version", "rules", "board", "seed", "level", "difficulty"
            }
        )  # fmt: skip
        found = self._kept.pop(key, None)
        if found is None:
            found = _find(told, self._make)
        self._kept[key] = found
        while len(self._kept) > KEPT:
            self._kept.popitem(last=False)
        return (None, found) if isinstance(found, list) else (found, [])

    def _make(self, game: Game, rules: Any, seed: int) -> Any:
        """The seed's board. Raises `GenerationFailed` and `_TooMany`."""
        if self._made == self._most_made:
            raise _TooMany(
                f"{self._made} boards were made from seeds for this file, as many as for one sent "
                "this way: import it by the command `manage.py import_play`, or in several files, "
                "or give the boards themselves."
            )
        self._made += 1
        return game.generate(rules, seed).board


class _TooMany(Exception):
    """No more boards are made for this file."""


Make = Callable[[Game, Any, int], Any]


def _find(told: SessionShape, make: Make) -> Place | list[Fault]:
    given = [name for name in WAYS if getattr(told, name) is not None]
    if len(given) != 1:
        message = "Exactly one of puzzle (an id stored here), board and seed is needed."
        return [Fault(f"/{given[1]}" if given else "", message)]
    if told.difficulty is not None and not told.level:
        return [Fault("/difficulty", "A difficulty goes with its level: give both, or neither.")]
    if told.puzzle is not None:
        return _stored(told, told.puzzle)
    if told.game is None:
        return [Fault("/game", "Is missing.")]
    try:
        game = get_game(told.game)
    except UnknownName as error:
        return [Fault("/game", str(error))]
    if told.game_version not in (None, game.version):
        return [Fault("/game_version", _version(game, told.game_version))]
    try:
        rules = read_rules(game, told.rules or {})
    except InvalidRules as error:
        return [Fault(f"/rules{fault.pointer}", fault.message) for fault in error.faults]
    if told.seed is not None:
        return _of_seed(told, game, rules, make)
    return _of_board(told, game, rules)


def _version(game: Game, told: int | None) -> str:
    return (
        f"{game.title} is at version {game.version} here; what was played by the rules of version "
        f"{told} can't be replayed."
    )


def _stored(told: SessionShape, puzzle_id: UUID) -> Place | list[Fault]:
    """The stored puzzle; what is told of it besides must be so."""
    puzzle = Puzzle.objects.filter(pk=puzzle_id).first()
    if puzzle is None:
        return [Fault("/puzzle", "There is no such puzzle here: give its board in its place.")]
    try:
        game, board = load_board(puzzle)
    except (Conflict, UnknownName) as error:
        return [Fault("/puzzle", str(error))]
    facts = {
        "game": puzzle.game,
        "game_version": puzzle.version,
        "rules": puzzle.rules,
        "level": puzzle.level,
    }
    faults = [
        Fault(f"/{name}", f"The puzzle's own is {value!r}: say so, or leave it out.")
        for name, value in facts.items()
        if getattr(told, name) not in (None, value)
    ]
    return faults or Place(game, puzzle.rules, board, puzzle.board, puzzle.level, puzzle=puzzle)


def _of_seed(told: SessionShape, game: Game, rules: Any, make: Make) -> Place | list[Fault]:
    """One that is stored is loaded, any other made."""
    if told.level:
        return [Fault("/level", "A puzzle of rules and a seed has no level: leave it out.")]
    seed, plain = told.seed or 0, rules.model_dump(mode="json")
    puzzle = _same_rules(game, plain).filter(seed=seed, level="").first()
    if puzzle is not None:
        _, board = load_board(puzzle)
        return Place(game, plain, board, puzzle.board, seed=seed, puzzle=puzzle)
    try:
        board = make(game, rules, seed)
    except (GenerationFailed, _TooMany) as error:
        return [Fault("/seed", str(error))]
    return Place(game, plain, board, game.dump_board(board), seed=seed)


def _of_board(told: SessionShape, game: Game, rules: Any) -> Place | list[Fault]:
    try:
        board = game.parse_board(rules, told.board)
    except Unreadable as error:
        return [Fault(f"/board{fault.pointer}", fault.message) for fault in error.faults]
    except EngineError as error:
        return [Fault("/board", str(error))]
    place = Place(game, rules.model_dump(mode="json"), board, game.dump_board(board))
    place.level, place.puzzle = told.level or "", _known(place, told.level)
    if place.puzzle is not None:
        place.level = place.puzzle.level
    elif told.level:
        place.difficulty = told.difficulty
        return _level_faults(told, game) or place
    return place


def _known(place: Place, level: str | None) -> Puzzle | None:
    """The very same board, if it is stored: of this level, or of any where none is told."""
    rows = _same_rules(place.game, place.rules).filter(board=place.dumped)
    if level is not None:
        rows = rows.filter(level=level)
    return rows.order_by("created_at", "id").first()


def _same_rules(game: Game, rules: dict[str, Any]) -> QuerySet[Puzzle]:
    key = hash_rules(rules=rules)
    return Puzzle.objects.filter(game=game.slug, version=game.version, rules_key=key)


def _level_faults(told: SessionShape, game: Game) -> list[Fault]:
    """A level is a band of measured difficulty: none without the measure."""
    band = find_level(game, told.level or "")
    if band is None:
        known = list(known_levels([game]))
        return [Fault("/level", str(UnknownName("level", told.level or "", known)))]
    if told.difficulty is None or not band.holds(told.difficulty):
        message = (
            f"A level is a band of measured difficulty: give one from {band.low:g} to "
            f"{band.high:g}, or leave the level out."
        )
        return [Fault("/difficulty", message)]
    return []
