"""What a game is: one frozen table of its functions and declarations.

States, boards and moves are the game's own frozen types. Names: `parse_*` read JSON or text and
raise `Unreadable`; `dump_*` give JSON-ready values; `*_text` give one line that `parse_*` reads
again, `*_words` a phrase for people; `draw_*` give pictures of a state.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from operator import attrgetter
from typing import TYPE_CHECKING, Any, Generic, Protocol

from typing_extensions import TypeVar

from engines.declarations import Level, Policy, Preset
from engines.declarations import Rules as BaseRules
from engines.errors import EngineError
from engines.metrics import Metric, headline_among
from engines.randomness import MAX_SEED
from engines.results import Difficulty, Hint, Outcome, Playthrough, Puzzle, Solution, Way

if TYPE_CHECKING:
    from engines.tally import Tally

R = TypeVar("R", bound=BaseRules, default=BaseRules)
B = TypeVar("B", bound="HasRules", default=Any)
S = TypeVar("S", default=Any)
M = TypeVar("M", default=Any)

RulesIn = TypeVar("RulesIn", contravariant=True)
BoardIn = TypeVar("BoardIn", contravariant=True)
StateIn = TypeVar("StateIn", contravariant=True)
MoveIn = TypeVar("MoveIn", contravariant=True)


class HasRules(Protocol):
    """A board: made for some rules."""

    @property
    def rules(self) -> Any: ...


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


class CountTrials(Protocol[RulesIn, BoardIn]):
    """Plays trials first_trial … first_trial + trials - 1 and counts them (uses the kernels).

    With a board, every trial plays this very board instead of a fresh one. The arguments have
    been checked: see `Game.simulate`.
    """

    def __call__(
        self,
        rules: RulesIn,
        policy: str,
        seed: int,
        first_trial: int,
        trials: int,
        board: BoardIn | None,
    ) -> Tally: ...


class PlayTrial(Protocol[RulesIn, BoardIn]):
    """Plays one trial of `CountTrials` in plain Python, move by move."""

    def __call__(
        self, rules: RulesIn, policy: str, seed: int, trial: int, board: BoardIn | None
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

    to_move: Callable[[S], int] = attrgetter("to_move")
    """The seat whose turn it is; after the end, whose it would be."""

    seat_to_win: Callable[[B], int | None] = attrgetter("seat_to_win")
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

    count_trials: CountTrials[R, B]
    play_trial: PlayTrial[R, B]
    solve: Callable[[S, float], Solution]
    """An exact answer about a state within so many seconds."""

    # What only some games have --------------------------------------------------------
    check_playable: Callable[[R, str, B | None], None] | None = None
    """Raises `EngineError` if the policy can't play these rules, or this board of them."""

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

    def check_play(self, rules: R, policy: str, board: B | None = None) -> str:
        """The policy's normal spelling.

        Raises `UnknownName` for the policy, and `EngineError` for a board of other rules or where
        the policy can't play.
        """
        policy = self.check_policy(policy)
        if board is not None and board.rules != rules:
            raise EngineError("The board was made for other rules than those to simulate.")
        if self.check_playable is not None:
            self.check_playable(rules, policy, board)
        return policy

    def simulate(
        self,
        rules: R,
        policy: str,
        seed: int,
        first_trial: int,
        trials: int,
        board: B | None = None,
    ) -> Tally:
        """Counts trials first_trial … first_trial + trials - 1 (uses the kernels).

        With `board`, every trial plays this very board instead of a fresh one. Raises as
        `check_play` does, and ValueError for numbers out of range.
        """
        policy = self.check_play(rules, policy, board)
        check_trials(seed, first_trial, trials)
        return self.count_trials(rules, policy, seed, first_trial, trials, board)

    def replay_trial(
        self, rules: R, policy: str, seed: int, trial: int, board: B | None = None
    ) -> Playthrough:
        """The same trial in plain Python, move by move. Raises as `simulate` does."""
        policy = self.check_play(rules, policy, board)
        check_trials(seed, trial, 1)
        return self.play_trial(rules, policy, seed, trial, board)


def headline_of(game: Game) -> Metric:
    """The metric that the game is judged by."""
    return headline_among(game.metrics)


def check_trials(seed: int, first_trial: int, trials: int) -> None:
    """Raises ValueError for a seed or trials that no stream has."""
    if not 0 <= seed <= MAX_SEED:
        raise ValueError(f"The seed must be 0 to {MAX_SEED}; got {seed}.")
    if trials < 0:
        raise ValueError(f"The number of trials must be 0 or more; got {trials}.")
    if first_trial < 0 or first_trial + trials > MAX_SEED:
        raise ValueError(f"Trials are numbered 0 to {MAX_SEED - 1}; got {first_trial} + {trials}.")
