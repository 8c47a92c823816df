"""What every game does."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, ClassVar, Protocol

from engines.protocol.declared import Level, Metric, Policy, Preset
from engines.protocol.declared import Rules as BaseRules
from engines.protocol.values import Difficulty, Hint, Outcome, Playthrough, Puzzle, Solution


class Game(Protocol):
    """One set of rules. States, boards and moves are the game's own frozen types.

    Names: `parse_*` read JSON or text and raise `Unreadable`; `dump_*` give JSON-ready
    values; `*_text` give one line that `parse_*` reads again, `*_words` one for people;
    `draw_*` give pictures of a state.
    """

    slug: ClassVar[str]
    title: ClassVar[str]
    version: ClassVar[int]
    summary: ClassVar[str]
    players: ClassVar[int]  # 1, or 2: then the game is `ForTwo`
    Rules: ClassVar[type[BaseRules]]
    levels: ClassVar[tuple[Level, ...]]
    policies: ClassVar[tuple[Policy, ...]]
    metrics: ClassVar[tuple[Metric, ...]]
    presets: ClassVar[tuple[Preset, ...]]
    move_schema: ClassVar[dict[str, Any]]

    # Rules and boards -----------------------------------------------------------------
    def generate(self, rules: Any, seed: int) -> Puzzle:
        """The puzzle of these rules and this seed (no difficulty measured).

        Raises `GenerationFailed` when the rules give hardly any board that can be solved.
        """

    def generate_level(self, level: str, seed: int) -> Puzzle:
        """A puzzle whose measured difficulty lies in the level's band (uses the kernels)."""

    def measure_difficulty(self, board: Any) -> Difficulty:
        """The measured difficulty of this very board (uses the kernels)."""

    def initial_state(self, board: Any) -> Any: ...

    def legal_moves(self, state: Any) -> Sequence[Any]: ...

    def apply(self, state: Any, move: Any) -> Any:
        """The state after the move. Raises `IllegalMove`; always checks."""

    def outcome(self, state: Any) -> Outcome: ...

    def hint(self, state: Any) -> Hint: ...

    def locus(self, state: Any, move: Any) -> str: ...

    # Text and JSON --------------------------------------------------------------------
    def view(self, state: Any) -> dict[str, Any]:
        """What a client may see of a state: JSON-ready, no certificate."""

    def parse_move(self, value: object) -> Any: ...

    def dump_move(self, move: Any) -> dict[str, Any]: ...

    def move_text(self, move: Any) -> str: ...

    def move_words(self, move: Any) -> str:
        """The move as a person would say it, without a full stop; different for each move."""

    def parse_board(self, rules: Any, value: object) -> Any: ...

    def dump_board(self, board: Any) -> dict[str, Any]: ...

    def draw_text(self, state: Any) -> str: ...

    def draw_svg(self, state: Any, *, mark: Sequence[str] = (), last: Any | None = None) -> str:
        """A picture; `mark`ed loci stand out, so does the `last` move."""

    # Simulation and solving -----------------------------------------------------------
    def check_policy(self, policy: str) -> str:
        """The policy's normal spelling. Raises `UnknownName` naming the known ones."""

    def check_play(self, rules: Any, policy: str) -> str:
        """As `check_policy`; besides raises `EngineError` if it can't play these rules."""

    def simulate(
        self,
        rules: Any,
        policy: str,
        seed: int,
        first_trial: int,
        trials: int,
        board: Any | None = None,
    ) -> Any:
        """A `Tally` of trials first_trial … first_trial + trials - 1 (uses the kernels).

        With `board`, every trial plays this very board instead of a fresh one.
        """

    def replay_trial(
        self, rules: Any, policy: str, seed: int, trial: int, board: Any | None = None
    ) -> Playthrough:
        """The same trial in plain Python, move by move."""

    def solve(self, state: Any, seconds: float) -> Solution: ...


def headline_of(game: Game) -> Metric:
    """The metric that the game is judged by: each has one."""
    return next(metric for metric in game.metrics if metric.headline)
