"""Examples of games, puzzles and daily sets."""

from __future__ import annotations

from typing import Any
from uuid import UUID

from backend.config.examples.parts import DAY, Named, known_id, named
from backend.puzzles import selectors
from backend.puzzles.models import DailyPuzzle, Puzzle, PuzzleOrder
from engines import Game


def puzzle_requests(game: Game) -> dict[str, Named]:
    """Bodies to send, by component."""
    level = game.levels[0].key
    return {
        "OrderPuzzleRequest": {
            "level": named("A puzzle of a level", {"game": game.slug, "level": level}),
            "rules": named(
                "A puzzle by rules of your own", {"game": game.slug, "rules": {}, "seed": 7}
            ),
        }
    }


def puzzle_answers(game: Game) -> dict[str, Any]:
    told = selectors.tell_game(game, game.levels)
    preset = told["presets"][0]
    policy = next(policy for policy in told["policies"] if policy["parameters"])
    daily = DailyPuzzle(
        date=DAY.date(), game=game.slug, level=game.levels[0].key, puzzle=puzzle(game)
    )
    return {
        "Level": told["levels"][0],
        "Policy": policy,
        "Parameter": policy["parameters"][0],
        "Metric": told["metrics"][0],
        "Preset": {**preset, "variants": preset["variants"][:2]},
        "GameSummary": selectors.summarise_game(game, game.levels),
        "Game": told,
        "Puzzle": selectors.describe_puzzle(daily.puzzle),
        "Order": selectors.describe_order(
            PuzzleOrder(id=UUID(known_id("order")), game=game.slug, level=game.levels[0].key)
        ),
        "DailyPuzzle": selectors.describe_daily(daily),
        "DailySet": selectors.describe_set(DAY.date(), [daily]),
    }


def puzzle(game: Game) -> Puzzle:
    """A puzzle of the first level. Its difficulty is not measured: that takes the kernels."""
    level = game.levels[0]
    made = game.generate(level.rules, 1)
    return Puzzle(
        id=UUID(known_id("puzzle")),
        game=game.slug,
        version=game.version,
        rules=level.rules.model_dump(mode="json"),
        seed=made.seed,
        level=level.key,
        board=game.dump_board(made.board),
        difficulty=round((level.low + level.high) / 2, 3),
    )
