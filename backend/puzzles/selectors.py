"""Reads of games, puzzles and the calendar, and how they are shown to clients."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import asdict
from datetime import date
from typing import Any
from uuid import UUID

from django.db.models import Q
from django.utils import timezone

from backend.puzzles import calendar
from backend.puzzles.boards import load_board
from backend.puzzles.levels import Slot, find_level, levels_by_game, levels_of
from backend.puzzles.models import DailyPuzzle, Puzzle, PuzzleOrder
from engines import Game, all_games, get_game
from engines.declarations import Level

SEATS = ("first", "second")


# Games ------------------------------------------------------------------------------------
def describe_games() -> list[dict[str, Any]]:
    levels = levels_by_game()
    return [summarise_game(game, levels[game.slug]) for game in all_games()]


def describe_game(slug: str) -> dict[str, Any]:
    """All that a game declares, and levels adopted besides, for clients. Raises `UnknownName`."""
    game = get_game(slug)
    return tell_game(game, levels_of(game))


def tell_game(game: Game, levels: Iterable[Level]) -> dict[str, Any]:
    """All that a game declares, with these levels."""
    return {
        **summarise_game(game, levels),
        "rules_schema": game.Rules.model_json_schema(),
        "move_schema": game.move_schema,
        "policies": [asdict(policy) for policy in game.policies],
        "metrics": describe_metrics(game),
        "presets": [
            {
                "key": preset.key,
                "title": preset.title,
                "question": preset.question,
                "variants": [
                    {"title": v.title, "rules": v.rules.model_dump(mode="json"), "policy": v.policy}
                    for v in preset.variants
                ],
                "trials": preset.trials,
                "replicates": preset.replicates,
                "seed": preset.seed,
            }
            for preset in game.presets
        ],
    }


def describe_metrics(game: Game) -> list[dict[str, Any]]:
    """What each of its metrics is, JSON-ready."""
    return [
        {
            "key": m.key,
            "title": m.title,
            "kind": m.kind,
            "unit": m.unit,
            "description": m.description,
            "headline": m.headline,
        }
        for m in game.metrics
    ]


def summarise_game(game: Game, levels: Iterable[Level]) -> dict[str, Any]:
    """What a list of games says of it, with these levels."""
    return {
        "slug": game.slug,
        "title": game.title,
        "version": game.version,
        "summary": game.summary,
        "players": game.players,
        "levels": [
            {
                "key": level.key,
                "title": level.title,
                "description": level.description,
                "low": level.low,
                "high": level.high,
                "rules": level.rules.model_dump(mode="json"),
            }
            for level in levels
        ],
    }


# Puzzles ----------------------------------------------------------------------------------
def find_puzzle(puzzle_id: UUID) -> Puzzle | None:
    """The puzzle, if it may be handed to a player.

    One of which nobody knows a solution may not, nor a daily puzzle whose date has begun nowhere:
    the date opens it, not only that its id can't be guessed.
    """
    begun = Q(days=None) | Q(days__date__lte=calendar.newest_date(timezone.now()))
    return Puzzle.objects.filter(begun, pk=puzzle_id).exclude(certificate=[]).first()


def describe_puzzle(puzzle: Puzzle) -> dict[str, Any]:
    """What a client may see: never the certificate, nor the seed, which would rebuild it."""
    game, board = load_board(puzzle)
    return {
        "id": str(puzzle.id),
        "game": puzzle.game,
        "version": puzzle.version,
        "level": puzzle.level or None,
        "rules": puzzle.rules,
        "difficulty": _difficulty(game, puzzle),
        "for_two": _for_two(game, board),
        "view": game.view(game.initial_state(board)),
    }


def _for_two(game: Game, board: Any) -> dict[str, Any] | None:
    """Who is asked to win, and which bots may be played against; None in a game for one."""
    if game.two_players is None:
        return None
    seat = game.two_players.seat_to_win(board)
    return {
        "seat_to_win": None if seat is None else SEATS[seat],
        "bots": list(game.two_players.bots(board)),
    }


def _difficulty(game: Game, puzzle: Puzzle) -> dict[str, Any] | None:
    if puzzle.difficulty is None:
        return None
    band = find_level(game, puzzle.level) if puzzle.level else None
    return {
        "value": puzzle.difficulty,
        "low": band.low if band else None,
        "high": band.high if band else None,
    }


def find_order(order_id: UUID) -> PuzzleOrder | None:
    return PuzzleOrder.objects.filter(pk=order_id).first()


def is_open(order: PuzzleOrder) -> bool:
    """Whether what the order led to may be handed to a player, or is still to be made."""
    return order.puzzle_id is None or find_puzzle(order.puzzle_id) is not None


def describe_order(order: PuzzleOrder) -> dict[str, Any]:
    return {
        "id": str(order.id),
        "game": order.game,
        "level": order.level or None,
        "status": order.status,
        "puzzle": str(order.puzzle_id) if order.puzzle_id else None,
        "error": order.error or None,
    }


# The calendar -----------------------------------------------------------------------------
def find_dailies(day: date) -> dict[Slot, DailyPuzzle]:
    """The date's puzzles that exist."""
    rows = DailyPuzzle.objects.filter(date=day).select_related("puzzle")
    return {(row.game, row.level): row for row in rows}


def find_daily(day: date, game: str, level: str) -> DailyPuzzle | None:
    """One puzzle of a date, if it was made."""
    return DailyPuzzle.objects.filter(date=day, game=game, level=level).first()


def describe_daily(row: DailyPuzzle) -> dict[str, Any]:
    return {
        "date": row.date.isoformat(),
        "game": row.game,
        "level": row.level,
        "puzzle": describe_puzzle(row.puzzle),
    }


def describe_set(day: date, rows: Iterable[DailyPuzzle]) -> dict[str, Any]:
    return {"date": day.isoformat(), "puzzles": [describe_daily(row) for row in rows]}
