"""Making puzzles: none is stored without a proof."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Sequence
from typing import Any

from backend.common.inserting import get_or_insert
from backend.puzzles.levels import find_adopted, served, why_not_served
from backend.puzzles.models import Puzzle
from engines import Game, GenerationFailed, get_game, read_rules
from engines.levels import generate_in_band
from engines.results import Puzzle as MadePuzzle


class UnprovenPuzzle(Exception):
    """A game made a puzzle whose certificate does not solve it: a fault in the game."""


# Puzzles ----------------------------------------------------------------------------------
def make_puzzle(*, game: str, rules: dict[str, Any], seed: int) -> Puzzle:
    """The stored puzzle of these rules and this seed, made if need be.

    Raises `UnknownName`, `InvalidRules` and `GenerationFailed`.
    """
    maker = get_game(game)
    return _store(maker, maker.generate(read_rules(maker, rules), seed))


def make_level_puzzle(*, game: str, level: str, seed: int) -> Puzzle:
    """A stored puzzle inside the level's band. Measures difficulty: for workers only.

    Raises `UnknownName` and `GenerationFailed`.
    """
    maker = get_game(game)
    row = find_adopted(maker, level)
    if row is None:
        return _store(maker, maker.generate_level(level, seed))
    if (band := served(row)) is None:
        raise GenerationFailed(why_not_served(row))
    return _store(maker, generate_in_band(maker, band, seed))


def _store(game: Game, made: MadePuzzle) -> Puzzle:
    rules = made.rules.model_dump(mode="json")
    board = game.dump_board(made.board)
    certificate = [game.dump_move(move) for move in made.certificate]
    verify_certificate(game=game, rules=rules, board=board, certificate=certificate)
    puzzle, _ = get_or_insert(
        Puzzle.objects.all(),
        game=game.slug,
        version=game.version,
        rules_key=hash_rules(rules=rules),
        seed=made.seed,
        level=made.level or "",
        defaults={
            "rules": rules,
            "board": board,
            "certificate": certificate,
            "difficulty": made.difficulty.value if made.difficulty else None,
            "figures": dict(made.difficulty.figures) if made.difficulty else {},
        },
    )
    return puzzle


def hash_rules(*, rules: dict[str, Any]) -> str:
    """SHA-256 of the rules as canonical JSON: equal rules have equal keys."""
    return hash_json(value=rules)


def hash_json(*, value: Any) -> str:
    """SHA-256 of a value's canonical JSON, in hexadecimal."""
    text = json.dumps(value, sort_keys=True, separators=(",", ":"))
    return hashlib.sha256(text.encode()).hexdigest()


def verify_certificate(
    *, game: Game, rules: dict[str, Any], board: dict[str, Any], certificate: Sequence[Any]
) -> None:
    """Replay a certificate as it would be stored. Raises `UnprovenPuzzle` unless it solves.

    A whole game for two asks for nothing: there it must end the game. It starts from the JSON,
    so it also proves that the board and moves can be read back.
    """
    parsed = game.parse_board(read_rules(game, rules), board)
    whole = game.two_players and game.two_players.seat_to_win(parsed) is None
    wanted = "finished" if whole else "solved"
    state = game.initial_state(parsed)
    try:
        for move in certificate:
            state = game.apply(state, game.parse_move(move))
    except Exception as error:
        raise UnprovenPuzzle(f"{game.slug}: the certificate breaks off: {error}") from error
    outcome = game.outcome(state)
    if outcome.status != wanted:
        raise UnprovenPuzzle(f"{game.slug}: the certificate ends {outcome.status}, not {wanted}.")
