"""What a game is: one frozen table of its functions and declarations.

States, boards and moves are the game's own frozen types. Names: `parse_*` read JSON or text and
raise `Unreadable`; `dump_*` give JSON-ready values; `*_text` give one line that `parse_*` reads
again, `*_words` a phrase for people; `draw_*` give pictures of a state.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Generic, Protocol

from typing_extensions import TypeVar

from engines.protocol.declared import Level, Metric, Policy, Preset
from engines.protocol.declared import Rules as BaseRules
from engines.protocol.values import Difficulty, Hint, Outcome, Playthrough, Puzzle, Solution, Way

if TYPE_CHECKING:
    from engines.tally import Tally

R = TypeVar("R", bound=BaseRules, default=BaseRules)
B = TypeVar("B", default=Any)
S = TypeVar("S", default=Any)
M = TypeVar("M", default=Any)

RulesIn = TypeVar("RulesIn", contravariant=True)
BoardIn = TypeVar("BoardIn", contravariant=True)
StateIn = TypeVar("StateIn", contravariant=True)
MoveIn = TypeVar("MoveIn", contravariant=True)


class DrawSvg(Protocol[StateIn, MoveIn]):
    """Draws a state as SVG; the loci in `mark` stand out, and so does the `last` move."""

    def __call__(
        self, state: StateIn, *, mark: Sequence[str] = (), last: MoveIn | None = None
    ) -> str: ...


class FindHint(Protocol[StateIn]):
    """Says what to do in a state, by a search whose work is bounded by a count.

    With a `way` that is known to lead on from here nothing is searched: the hint is its first
    move. `quick` asks for a fraction of the work. `engines.advice` makes of it what a player is
    told, who can undo moves.
    """

    def __call__(self, state: StateIn, way: Way | None = None, *, quick: bool = False) -> Hint: ...


class Simulate(Protocol[RulesIn, BoardIn]):
    """Counts trials first_trial … first_trial + trials - 1 in a `Tally` (uses the kernels).

    With `board`, every trial plays this very board instead of a fresh one.
    """

    def __call__(
        self,
        rules: RulesIn,
        policy: str,
        seed: int,
        first_trial: int,
        trials: int,
        board: BoardIn | None = None,
    ) -> Tally: ...


class ReplayTrial(Protocol[RulesIn, BoardIn]):
    """Plays one trial of a simulation again in plain Python, move by move."""

    def __call__(
        self, rules: RulesIn, policy: str, seed: int, trial: int, board: BoardIn | None = None
    ) -> Playthrough: ...


class ExactMetrics(Protocol[RulesIn, BoardIn]):
    """Computes exact expectations by metric key; empty where they are out of reach.

    May take a minute and uses the kernels: not for the web process.
    """

    def __call__(
        self, rules: RulesIn, policy: str, board: BoardIn | None = None
    ) -> dict[str, float]: ...


@dataclass(frozen=True, kw_only=True)
class TwoPlayers(Generic[B, S, M]):
    """What a game for two players has in addition.

    The seats are 0 (moves first in a whole game) and 1. A policy names the players of both,
    first seat first: ``"careful,greedy"``; a single name stands for both. A bot is one seat's
    player. Metrics: see `engines.shared.seats`.
    """

    to_move: Callable[[S], int]
    """The seat whose turn it is; after the end, whose it would be."""

    seat_to_win: Callable[[B], int | None]
    """The seat that the puzzle asks to win, which moves first; None: a whole game."""

    bots: Callable[[B], Sequence[str]]
    """The bots that may be played against on this board, the usual one first.

    A puzzle that asks to win has a single bot, which makes no mistake.
    """

    check_bot: Callable[[B, str], str]
    """The bot's normal spelling. Raises `UnknownName` naming those allowed on this board."""

    choose_move: Callable[[S, str, int, int], M]
    """The move of a bot, from (state, bot, seed, turn): a pure function of these.

    `turn` counts a game's bot moves.
    """


@dataclass(frozen=True, kw_only=True)
class Game(Generic[R, B, S, M]):
    """One set of rules."""

    slug: str
    title: str
    version: int
    summary: str
    Rules: type[R]
    levels: tuple[Level, ...]
    policies: tuple[Policy, ...]
    metrics: tuple[Metric, ...]
    presets: tuple[Preset, ...]
    move_schema: Mapping[str, Any]

    # Rules and boards -----------------------------------------------------------------
    generate: Callable[[R, int], Puzzle]
    """The puzzle of these rules and this seed (no difficulty measured).

    Raises `GenerationFailed` when the rules give hardly any board that can be solved.
    """

    generate_level: Callable[[str, int], Puzzle]
    """A puzzle of this level and seed: its measured difficulty lies in the level's band (uses
    the kernels)."""

    measure_difficulty: Callable[[B], Difficulty]
    """The measured difficulty of this very board (uses the kernels)."""

    initial_state: Callable[[B], S]
    legal_moves: Callable[[S], Sequence[M]]

    apply: Callable[[S, M], S]
    """The state after the move. Raises `IllegalMove`; always checks."""

    outcome: Callable[[S], Outcome]
    hint: FindHint[S]
    locus: Callable[[S, M], str]
    """Where on the board a move from this state happens."""

    # Text and JSON --------------------------------------------------------------------
    view: Callable[[S], Mapping[str, Any]]
    """What a client may see of a state: JSON-ready, no certificate."""

    parse_move: Callable[[object], M]
    dump_move: Callable[[M], dict[str, Any]]
    move_text: Callable[[M], str]
    move_words: Callable[[M], str]
    """The move as a person would say it, without a full stop; different for each move."""

    parse_board: Callable[[R, object], B]
    dump_board: Callable[[B], dict[str, Any]]
    draw_text: Callable[[S], str]
    draw_svg: DrawSvg[S, M]

    # Simulation and solving -----------------------------------------------------------
    check_policy: Callable[[str], str]
    """The policy's normal spelling. Raises `UnknownName` naming the known ones."""

    check_play: Callable[[R, str], str]
    """As `check_policy`; raises `EngineError` too if the policy can't play these rules."""

    simulate: Simulate[R, B]
    replay_trial: ReplayTrial[R, B]
    solve: Callable[[S, float], Solution]
    """An exact answer about a state within so many seconds."""

    # What only some games have --------------------------------------------------------
    two_players: TwoPlayers[B, S, M] | None = None
    exact_metrics: ExactMetrics[R, B] | None = None

    is_miss: Callable[[S, M], bool] | None = None
    """Whether a legal move is a mistake that the game counts, and that changes nothing else."""

    rules_of_text: Callable[[str], dict[str, Any]] | None = None
    """The rules that a board's text shows by itself, such as its size, as JSON has them.

    Raises `Unreadable`. With it a board can be given to the command line without its rules.
    """

    draw_shaded: Callable[[B, Mapping[str, str]], str] | None = None
    """A picture of the board as it begins, as SVG, each locus in its colour (#rrggbb)."""

    @property
    def players(self) -> int:
        """How many people play: 1 or 2."""
        return 1 if self.two_players is None else 2


def headline_of(game: Game) -> Metric:
    """The metric that the game is judged by: each has one."""
    return next(metric for metric in game.metrics if metric.headline)
