"""Number hunt: find the numbers 1, 2, 3, … in a field of circles."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, ClassVar

from engines.games.number_hunt import (
    drawing,
    generator,
    levels,
    notation,
    policies,
    rules,
    shading,
    simulation,
    solver,
)
from engines.games.number_hunt.levels import LEVELS, PRESETS
from engines.games.number_hunt.notation import MOVE_SCHEMA
from engines.games.number_hunt.policies import POLICIES
from engines.games.number_hunt.simulation import METRICS
from engines.games.number_hunt.types import Board, Move, State
from engines.games.number_hunt.types import Rules as HuntRules
from engines.protocol import (
    Difficulty,
    Hint,
    Level,
    Metric,
    Outcome,
    Playthrough,
    Policy,
    Preset,
    Puzzle,
    Rules,
    Solution,
)
from engines.tally import Tally


class NumberHunt:
    """The game as `engines.protocol.Game` wants it; the modules do the work."""

    slug: ClassVar[str] = "number_hunt"
    title: ClassVar[str] = "Number hunt"
    version: ClassVar[int] = 1
    summary: ClassVar[str] = "Tap the numbers in order, as fast as you find them."
    players: ClassVar[int] = 1
    Rules: ClassVar[type[Rules]] = HuntRules
    levels: ClassVar[tuple[Level, ...]] = LEVELS
    policies: ClassVar[tuple[Policy, ...]] = POLICIES
    metrics: ClassVar[tuple[Metric, ...]] = METRICS
    presets: ClassVar[tuple[Preset, ...]] = PRESETS
    move_schema: ClassVar[dict[str, Any]] = MOVE_SCHEMA

    # Rules and boards -----------------------------------------------------------------
    def generate(self, rules: HuntRules, seed: int) -> Puzzle:
        return generator.generate(rules, seed)

    def generate_level(self, level: str, seed: int) -> Puzzle:
        return levels.generate_level(level, seed)

    def measure_difficulty(self, board: Board) -> Difficulty:
        return levels.measure_difficulty(board)

    def initial_state(self, board: Board) -> State:
        return rules.initial_state(board)

    def legal_moves(self, state: State) -> Sequence[Move]:
        return rules.legal_moves(state)

    def apply(self, state: State, move: Move) -> State:
        return rules.apply(state, move)

    def outcome(self, state: State) -> Outcome:
        return rules.outcome(state)

    def hint(self, state: State) -> Hint:
        return solver.hint(state)

    def locus(self, state: State, move: Move) -> str:  # noqa: ARG002
        return rules.locus(state)

    # Text and JSON --------------------------------------------------------------------
    def view(self, state: State) -> dict[str, Any]:
        return notation.view(state)

    def parse_move(self, value: object) -> Move:
        return notation.parse_move(value)

    def dump_move(self, move: Move) -> dict[str, Any]:
        return notation.dump_move(move)

    def move_text(self, move: Move) -> str:
        return notation.move_text(move)

    def move_words(self, move: Move) -> str:
        return notation.move_words(move)

    def parse_board(self, rules: HuntRules, value: object) -> Board:
        return notation.parse_board(rules, value)

    def dump_board(self, board: Board) -> dict[str, Any]:
        return notation.dump_board(board)

    def draw_text(self, state: State) -> str:
        return drawing.draw_text(state)

    def draw_svg(self, state: State, *, mark: Sequence[str] = (), last: Move | None = None) -> str:
        return drawing.draw_svg(state, mark=mark, last=last)

    def draw_shaded(self, board: Board, shades: Mapping[str, str]) -> str:
        return shading.draw_shaded(board, shades)

    # Simulation and solving -----------------------------------------------------------
    def check_policy(self, policy: str) -> str:
        return policies.check_policy(policy)

    def check_play(self, rules: HuntRules, policy: str) -> str:  # noqa: ARG002
        return policies.check_policy(policy)

    def simulate(
        self,
        rules: HuntRules,
        policy: str,
        seed: int,
        first_trial: int,
        trials: int,
        board: Board | None = None,
    ) -> Tally:
        return simulation.simulate(rules, policy, seed, first_trial, trials, board=board)

    def replay_trial(
        self, rules: HuntRules, policy: str, seed: int, trial: int, board: Board | None = None
    ) -> Playthrough:
        return simulation.replay_trial(rules, policy, seed, trial, board=board)

    def solve(self, state: State, seconds: float) -> Solution:
        return solver.solve(state, seconds)


GAME = NumberHunt()
