"""Enclosure: draw lines in turn, and take what a line cuts off from the outside."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, ClassVar

from engines.games.enclosure import (
    bots,
    drawing,
    generator,
    levels,
    notation,
    policies,
    rules,
    simulation,
    solver,
)
from engines.games.enclosure.levels import LEVELS
from engines.games.enclosure.notation import MOVE_SCHEMA
from engines.games.enclosure.policies import POLICIES
from engines.games.enclosure.presets import PRESETS
from engines.games.enclosure.simulation import METRICS
from engines.games.enclosure.types import Board, State
from engines.games.enclosure.types import Rules as EnclosureRules
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
from engines.shared.lines import Line, dump_line, line_locus, line_text, line_words, parse_line
from engines.tally import Tally


class Enclosure:
    """The game as `engines.protocol.Game` and `ForTwo` want it; the modules do the work."""

    slug: ClassVar[str] = "enclosure"
    title: ClassVar[str] = "Enclosure"
    version: ClassVar[int] = 1
    summary: ClassVar[str] = "Draw lines in turn, and take the area that your line closes off."
    players: ClassVar[int] = 2
    Rules: ClassVar[type[Rules]] = EnclosureRules
    levels: ClassVar[tuple[Level, ...]] = LEVELS
    policies: ClassVar[tuple[Policy, ...]] = POLICIES
    metrics: ClassVar[tuple[Metric, ...]] = METRICS
    presets: ClassVar[tuple[Preset, ...]] = PRESETS
    move_schema: ClassVar[dict[str, Any]] = MOVE_SCHEMA

    # Rules and boards -----------------------------------------------------------------
    def generate(self, rules: EnclosureRules, seed: int) -> Puzzle:
        return generator.generate(rules, seed)

    def generate_level(self, level: str, seed: int) -> Puzzle:
        return levels.generate_level(level, seed)

    def measure_difficulty(self, board: Board) -> Difficulty:
        return levels.measure_difficulty(board)

    def initial_state(self, board: Board) -> State:
        return rules.initial_state(board)

    def legal_moves(self, state: State) -> Sequence[Line]:
        return rules.legal_moves(state)

    def apply(self, state: State, move: Line) -> State:
        return rules.apply(state, move)

    def outcome(self, state: State) -> Outcome:
        return rules.outcome(state)

    def hint(self, state: State) -> Hint:
        return solver.hint(state)

    def locus(self, state: State, move: Line) -> str:  # noqa: ARG002
        return line_locus(move)

    # Two seats ------------------------------------------------------------------------
    def to_move(self, state: State) -> int:
        return state.to_move

    def seat_to_win(self, board: Board) -> int | None:
        return board.seat_to_win

    def bots(self, board: Board) -> Sequence[str]:
        return bots.bots(board)

    def check_bot(self, board: Board, bot: str) -> str:
        return bots.check_bot(board, bot)

    def choose_move(self, state: State, bot: str, seed: int, turn: int) -> Line:
        return bots.choose_move(state, bot, seed, turn)

    # Text and JSON --------------------------------------------------------------------
    def view(self, state: State) -> dict[str, Any]:
        return notation.view(state)

    def parse_move(self, value: object) -> Line:
        return parse_line(value)

    def dump_move(self, move: Line) -> dict[str, Any]:
        return dump_line(move)

    def move_text(self, move: Line) -> str:
        return line_text(move)

    def move_words(self, move: Line) -> str:
        return line_words(move)

    def parse_board(self, rules: EnclosureRules, value: object) -> Board:
        return notation.parse_board(rules, value)

    def dump_board(self, board: Board) -> dict[str, Any]:
        return notation.dump_board(board)

    def draw_text(self, state: State) -> str:
        return drawing.draw_text(state)

    def draw_svg(self, state: State, *, mark: Sequence[str] = (), last: Line | None = None) -> str:
        return drawing.draw_svg(state, mark=mark, last=last)

    def draw_shaded(self, board: Board, shades: Mapping[str, str]) -> str:
        return drawing.draw_shaded(board, shades)

    # Simulation and solving -----------------------------------------------------------
    def check_policy(self, policy: str) -> str:
        return policies.check_policy(policy)

    def check_play(self, rules: EnclosureRules, policy: str) -> str:
        return simulation.check_play(rules, policy)

    def simulate(
        self,
        rules: EnclosureRules,
        policy: str,
        seed: int,
        first_trial: int,
        trials: int,
        board: Board | None = None,
    ) -> Tally:
        return simulation.simulate(rules, policy, seed, first_trial, trials, board=board)

    def replay_trial(
        self, rules: EnclosureRules, policy: str, seed: int, trial: int, board: Board | None = None
    ) -> Playthrough:
        return simulation.replay_trial(rules, policy, seed, trial, board=board)

    def solve(self, state: State, seconds: float) -> Solution:
        return solver.solve(state, seconds)


GAME = Enclosure()
