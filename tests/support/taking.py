"""A small game for two, for tests: take one to three from a heap; who took more is ahead.

Taking exactly `lucky` keeps the turn. With `goal` "win" the seat `seat` moves first and is asked
to win. `known_as_a_game` makes it one of the games while a test runs.
"""

# ruff: noqa: ARG002 (the signatures are those of every game)

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, replace
from functools import cache
from types import ModuleType
from typing import Any, Literal

from engines import (
    Fault,
    IllegalMove,
    Outcome,
    Playthrough,
    Puzzle,
    UnknownName,
    Unreadable,
    declarations,
    registry,
    results,
)
from engines.randomness import derive_seed
from engines.shared.seats import own_turns, read_seats, seat_metrics, split_seats

SLUG = "taking"
MOST = 3


class Rules(declarations.Rules):
    stones: int = 7
    lucky: int = 0
    goal: Literal["none", "win"] = "none"
    seat: int = 0


@dataclass(frozen=True, slots=True)
class State:
    rules: Rules
    left: int
    to_move: int
    scores: tuple[int, int] = (0, 0)


@cache
def best(left: int, lucky: int) -> int:
    """The most that the seat to move can be ahead by, from here on."""
    if left == 0:
        return 0
    takes = range(1, min(MOST, left) + 1)
    return max(t + (1 if t == lucky else -1) * best(left - t, lucky) for t in takes)


class Taking:
    slug = SLUG
    title = "Taking"
    version = 1
    summary = "Take stones from a heap."
    players = 2
    Rules = Rules
    levels = ()
    policies = (
        declarations.Policy("best", "Best", "Makes no mistake."),
        declarations.Policy("one", "One", "Takes one."),
        declarations.Policy("random", "Random", "Takes any number."),
    )
    metrics = seat_metrics("stones")
    presets = ()
    move_schema = {"type": "object", "required": ["take"]}

    def generate(self, rules: Rules, seed: int) -> Puzzle:
        state, line = self.initial_state(rules), []
        while state.left:
            line.append(self.choose_move(state, "best", seed, 0))
            state = self.apply(state, line[-1])
        return Puzzle(rules, seed, rules, tuple(line))

    def generate_level(self, level: str, seed: int) -> Puzzle:
        raise UnknownName("level", level, ())

    def measure_difficulty(self, board: Rules) -> results.Difficulty:
        return results.Difficulty(float(board.stones), {})

    def initial_state(self, board: Rules) -> State:
        return State(board, board.stones, board.seat if board.goal == "win" else 0)

    def legal_moves(self, state: State) -> list[int]:
        return list(range(1, min(MOST, state.left) + 1))

    def apply(self, state: State, move: int) -> State:
        if move not in self.legal_moves(state):
            message, legal = f"{move} can't be taken.", {"takes": self.legal_moves(state)}
            raise IllegalMove(message, code="too_many", locus="heap", legal=legal)
        seat = state.to_move
        scores = tuple(s + move * (seat == i) for i, s in enumerate(state.scores))
        after = seat if move == state.rules.lucky else 1 - seat
        return replace(state, left=state.left - move, to_move=after, scores=scores)

    def outcome(self, state: State) -> Outcome:
        if state.left:
            return Outcome("playing", message=f"{state.left} left.", scores=state.scores)
        if state.rules.goal == "none":
            return Outcome("finished", scores=state.scores)
        ahead = state.scores[state.rules.seat] > state.scores[1 - state.rules.seat]
        return Outcome("solved" if ahead else "stuck", scores=state.scores)

    def hint(
        self, state: State, way: results.Way | None = None, *, quick: bool = False
    ) -> results.Hint:
        if not state.left:
            stuck = self.outcome(state).status == "stuck"
            return results.Hint("stuck" if stuck else "over", "Nothing is left.")
        if way is None:
            moves, here = [], state
            while here.left:
                moves.append(self.choose_move(here, "best", 0, 0))
                here = self.apply(here, moves[-1])
            if self.outcome(here).status == "stuck":
                return results.Hint("lost", "This can't be won.")
            whole = state.rules.goal == "none"
            own = state.left if whole else own_turns(state, moves, self.apply)
            way = results.Way(tuple(moves), "best_play", own)
        return results.Hint(way.reason, "Take these.", way)

    def locus(self, state: State, move: int) -> str:
        return f"heap:{state.left}"

    def view(self, state: State) -> dict[str, Any]:
        return {"left": state.left}

    def parse_move(self, value: object) -> int:
        if not isinstance(value, dict) or not isinstance(value.get("take"), int):
            raise Unreadable("A number to take is needed.", [Fault("/take", "A whole number.")])
        return int(value["take"])

    def dump_move(self, move: int) -> dict[str, Any]:
        return {"take": move}

    def move_text(self, move: int) -> str:
        return str(move)

    def move_words(self, move: int) -> str:
        return f"Takes {move}"

    def parse_board(self, rules: Rules, value: object) -> Rules:
        return rules

    def dump_board(self, board: Rules) -> dict[str, Any]:
        return board.model_dump(mode="json")

    def draw_text(self, state: State) -> str:
        return "o" * state.left

    def draw_svg(self, state: State, *, mark: Any = (), last: Any = None) -> str:
        return f"<svg><text>{state.left} {last}</text></svg>"

    def check_policy(self, policy: str) -> str:
        return read_seats(policy, lambda name: self.check_bot(Rules(), name))

    def check_play(self, rules: Rules, policy: str) -> str:
        return self.check_policy(policy)

    def simulate(self, *_: Any, **__: Any) -> Any:
        raise NotImplementedError

    def replay_trial(
        self, rules: Rules, policy: str, seed: int, trial: int, board: Any = None
    ) -> Playthrough:
        players, state, moves = split_seats(policy), self.initial_state(rules), []
        while state.left:
            moves.append(self.choose_move(state, players[state.to_move], seed, trial))
            state = self.apply(state, moves[-1])
        return Playthrough(rules, policy, seed, trial, rules, tuple(moves), self.outcome(state))

    def solve(self, state: State, seconds: float) -> results.Solution:
        raise NotImplementedError

    exact_metrics = draw_shaded = is_miss = rules_of_text = None

    @property
    def two_players(self) -> Taking:
        return self

    # For two ------------------------------------------------------------------------------
    def to_move(self, state: State) -> int:
        return state.to_move

    def seat_to_win(self, board: Rules) -> int | None:
        return board.seat if board.goal == "win" else None

    def bots(self, board: Rules) -> tuple[str, ...]:
        return ("best",) if board.goal == "win" else ("best", "one", "random")

    def check_bot(self, board: Rules, bot: str) -> str:
        if bot.strip() not in self.bots(board):
            raise UnknownName("bot", bot, self.bots(board))
        return bot.strip()

    def choose_move(self, state: State, bot: str, seed: int, turn: int) -> int:
        legal = self.legal_moves(state)
        if bot == "one":
            return 1
        if bot == "random":
            return legal[derive_seed(seed, turn) % len(legal)]
        lucky = state.rules.lucky

        def worth(take: int) -> int:
            return take + (1 if take == lucky else -1) * best(state.left - take, lucky)

        return max(legal, key=worth)


@contextmanager
def known_as_a_game() -> Iterator[Taking]:
    """Among the games for a while."""
    module, slugs = ModuleType(f"engines.games.{SLUG}"), registry.game_slugs
    module.GAME = game = Taking()  # type: ignore[attr-defined]
    sys.modules[module.__name__] = module
    registry.game_slugs = lambda: (*slugs(), SLUG)  # type: ignore[assignment]
    try:
        yield game
    finally:
        registry.game_slugs = slugs
        del sys.modules[module.__name__]
        registry.get_game.cache_clear()
