"""Levels that no game declares: rules and a band of measured difficulty, chosen later.

A game's own levels stay with the game, which knows the best way to its boards. These are for any
rules: boards drawn as `generate` draws them, each measured, the first inside the band taken.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from time import monotonic

from engines.declarations import Level, Rules
from engines.errors import EngineError, GenerationFailed
from engines.game import Game
from engines.randomness import derive_seed
from engines.results import Puzzle

ATTEMPTS = 500
"""Boards tried for a puzzle. Where 1 of 30 fits, none does in 500 once in 20 million times."""


def generate_in_band(game: Game, level: Level, seed: int) -> Puzzle:
    """The first board of this seed inside the level's band (uses the kernels).

    Attempt 0, 1, 2, … is the game's board of `derive_seed(seed, attempt)`. Raises `EngineError`
    where such boards have no difficulty, and `GenerationFailed` after `ATTEMPTS` boards.
    """
    for attempt in range(ATTEMPTS):
        try:
            made = draw_measured(game, level.rules, derive_seed(seed, attempt))
        except GenerationFailed:
            continue
        if made.difficulty and level.holds(made.difficulty.value):
            return replace(made, seed=seed, level=level.key)
    raise GenerationFailed(
        f"None of {ATTEMPTS} boards has a difficulty of {level.low:g} to {level.high:g}, which "
        f"level {level.key} asks for."
    )


def sample_difficulties(
    game: Game,
    rules: Rules,
    boards: int,
    seconds: float,
    clock: Callable[[], float] = monotonic,
) -> list[float]:
    """Measured difficulties of up to `boards` boards of these rules (uses the kernels).

    Always the same boards; fewer of them, but at least one, where they take longer than
    `seconds`. Raises `EngineError` where such boards have no difficulty, and `GenerationFailed`
    where the rules give hardly any board that can be solved.
    """
    found: list[float] = []
    until = clock() + seconds
    while len(found) < boards and not (found and clock() > until):
        made = draw_measured(game, rules, derive_seed(0, len(found)))
        assert made.difficulty is not None
        found.append(made.difficulty.value)
    return found


def draw_measured(game: Game, rules: Rules, seed: int) -> Puzzle:
    """The game's puzzle of these rules and this seed, its difficulty measured.

    Raises `EngineError` for a whole game for two: nobody is asked to win it.
    """
    made = game.generate(rules, seed)
    if game.two_players and game.two_players.seat_to_win(made.board) is None:
        raise EngineError(
            f"Boards of {game.title} drawn from rules are whole games for two, which ask for "
            "nothing: they have no difficulty that could make a level."
        )
    return replace(made, difficulty=game.measure_difficulty(made.board))
