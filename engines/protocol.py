"""What a game offers.

A game is one folder under `engines/games/` whose `__init__.py` has a `GAME` that fits
`Game`. Everything else in the project reaches a game through this protocol only.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, ClassVar, Literal, Protocol, runtime_checkable

from pydantic import BaseModel, ConfigDict

MetricKind = Literal["proportion", "mean", "histogram", "heatmap"]
Number = int | float
Status = Literal["playing", "stuck", "solved", "finished"]


class Rules(BaseModel):
    """A game's parameters: one immutable, validated value. Unknown names are refused."""

    model_config = ConfigDict(frozen=True, extra="forbid", strict=True)


@dataclass(frozen=True, slots=True)
class Level:
    """A band of *measured* difficulty, with the rules its puzzles are drawn from."""

    key: str
    title: str
    rules: Rules
    low: float
    high: float
    description: str

    def holds(self, difficulty: float) -> bool:
        return self.low <= difficulty <= self.high


@dataclass(frozen=True, slots=True)
class Parameter:
    """A number that a policy may be given: a whole one (`integer`) or any, both ends included."""

    name: str
    title: str
    description: str
    kind: Literal["integer", "number"]
    low: Number
    high: Number
    default: Number


@dataclass(frozen=True, slots=True)
class Policy:
    """A simulated player, as it is shown to people.

    Its parameters are spelled behind its key: ``lookahead(depth=3)``. See `shared.named`.
    """

    key: str
    title: str
    description: str
    parameters: tuple[Parameter, ...] = ()


@dataclass(frozen=True, slots=True)
class Axis:
    """What runs along one side of a heatmap that is no map of the board.

    `first` is what its first cell stands for.
    """

    title: str
    first: int = 0


@dataclass(frozen=True, slots=True)
class Metric:
    """Something a simulation counts.

    `shape(rules)` gives the shape of its integer counters:

    - proportion ``(2,)``: [count, n]
    - mean ``(3,)``: [n, sum, sum of squares]
    - histogram ``(bins,)``: how often the value 0, 1, 2, … was seen
    - heatmap ``(height, width)``: how often each cell was counted

    `sides`, of a mean that may be negative, are who is ahead above 0 and who is below it:
    ``("first player", "second player")``. Around 0 neither is.

    `example` is what people call a play that a headline counts, with its article, where the
    title does not tell.

    `directions` are what a difference is called downward and upward, behind its size:
    ``("sooner", "later")``. `restates` is true where it only tells the headline in another way.

    `axes` are what a heatmap that is no map of the board has across and down.

    `counts_stuck`: a headline, a proportion, that counts just the plays that get stuck. People's
    sessions can get stuck too, so the two may be held against each other.

    `cells`, of a heatmap whose counts lead back to plays, gives the (row, column) of each cell in
    which a replayed play was counted. `of_counted`: only plays that the headline, a proportion,
    counts are in it.
    """

    key: str
    title: str
    kind: MetricKind
    unit: str
    description: str
    shape: Callable[[Any], tuple[int, ...]]
    headline: bool = False
    sides: tuple[str, str] | None = None
    example: str = ""
    directions: tuple[str, str] | None = None
    restates: bool = False
    axes: tuple[Axis, Axis] | None = None
    counts_stuck: bool = False
    cells: Callable[[Playthrough], Sequence[tuple[int, int]]] | None = None
    of_counted: bool = False


@dataclass(frozen=True, slots=True)
class PresetVariant:
    title: str
    rules: Rules
    policy: str


@dataclass(frozen=True, slots=True)
class Preset:
    """An experiment ready to queue. The first variant is the baseline.

    `metrics` are the keys of those that the question asks about besides the headline.
    """

    key: str
    title: str
    question: str
    variants: tuple[PresetVariant, ...]
    trials: int
    replicates: int
    seed: int
    metrics: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Outcome:
    """How a state stands. `loci` names what is stuck, `message` says it to a person.

    - playing: there are legal moves
    - stuck: there is no way on, and what the puzzle asks for is not reached
    - solved: what the puzzle asks for is reached
    - finished: a whole game for two, which asks for nothing, is over

    `scores`, in a game for two only, are what both seats have so far, first seat first.
    """

    status: Status
    loci: tuple[str, ...] = ()
    message: str = ""
    scores: tuple[int, int] | None = None

    @property
    def winner(self) -> int | None:
        """The seat that is ahead at the end; None before the end, and where both have as much."""
        if self.scores is None or self.status == "playing" or self.scores[0] == self.scores[1]:
            return None
        return 0 if self.scores[0] > self.scores[1] else 1


@dataclass(frozen=True, slots=True)
class Hint:
    """A good next move, or (`move` is None) the advice to undo, because there is none."""

    move: Any | None
    message: str


@dataclass(frozen=True, slots=True)
class Difficulty:
    """The figure that levels are bands of, and the figures beside it."""

    value: float
    figures: Mapping[str, float]


@dataclass(frozen=True, slots=True)
class Puzzle:
    """A board with the proof that it can be solved.

    Replaying `certificate` from the initial state ends in *solved*. In a game for two it holds
    both seats' moves: against a puzzle that asks to win, the other seat's are its best; a whole
    game, which asks for nothing, has any line that ends in *finished*.
    """

    rules: Any
    seed: int
    board: Any
    certificate: tuple[Any, ...]
    difficulty: Difficulty | None = None
    level: str | None = None


@dataclass(frozen=True, slots=True)
class Playthrough:
    """One simulated play, whole: the moves made, and where it stopped if it got stuck.

    `headline` is what the game's headline metric says of this play: 0 or 1 for a proportion, a
    whole number for a mean. None means 1 where the play got stuck, else 0; a game in which
    nobody gets stuck has another headline, and may say in `headline_at` at which loci it counted.
    """

    rules: Any
    policy: str
    seed: int
    trial: int
    board: Any
    moves: tuple[Any, ...]
    outcome: Outcome
    headline: int | None = None
    headline_at: tuple[str, ...] = ()

    @property
    def loci(self) -> tuple[str, ...]:
        """Where the headline counted, or where the play got stuck."""
        return self.headline_at or self.outcome.loci

    @property
    def headline_value(self) -> int:
        """What the headline metric says of this play."""
        return int(self.outcome.status == "stuck") if self.headline is None else self.headline


@dataclass(frozen=True, slots=True)
class Solution:
    """An exact answer (`yes` with moves, `no`) or the honest `unknown`, and what it cost.

    In a game for two: whether the seat that is asked to win (in a whole game: the seat to move)
    wins against best play. `moves` are then best play of both, to the end, and
    `figures["value"]` is the first seat's score less the second's after it.
    """

    answer: Literal["yes", "no", "unknown"]
    moves: tuple[Any, ...]
    nodes: int
    seconds: float
    figures: Mapping[str, Any] = field(default_factory=dict)


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
    Rules: ClassVar[type[Rules]]
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


@runtime_checkable
class ForTwo(Protocol):
    """What a game for two offers besides.

    The seats are 0 (moves first in a whole game) and 1. A policy names the players of both,
    first seat first: ``"careful,greedy"``; one name stands for both. A bot is one seat's player.
    Metrics: see `engines.shared.seats`.
    """

    def to_move(self, state: Any) -> int:
        """The seat whose turn it is; after the end, whose it would be."""

    def seat_to_win(self, board: Any) -> int | None:
        """The seat that the puzzle asks to win, which moves first; None: a whole game."""

    def bots(self, board: Any) -> Sequence[str]:
        """The bots that may be played against on this board, the usual one first.

        A puzzle that asks to win has one: the one that makes no mistake.
        """

    def check_bot(self, board: Any, bot: str) -> str:
        """The bot's normal spelling. Raises `UnknownName` naming those allowed on this board."""

    def choose_move(self, state: Any, bot: str, seed: int, turn: int) -> Any:
        """The bot's move: a pure function of its arguments. `turn` counts a game's bot moves."""


def headline_of(game: Game) -> Metric:
    """The metric that the game is judged by: each has one."""
    return next(metric for metric in game.metrics if metric.headline)


@runtime_checkable
class KnowsExactly(Protocol):
    """A game that can work out exactly some of what `simulate` estimates. Optional."""

    def exact_metrics(self, rules: Any, policy: str, board: Any | None = None) -> dict[str, float]:
        """Exact expectations by metric key; empty where they are out of reach.

        May take a minute and uses the kernels: not for the web process.
        """


@runtime_checkable
class ShowsRules(Protocol):
    """A game whose boards as text show some of their rules, such as their size.

    Then a board can be given to the command line without saying what can be seen. Optional.
    """

    def rules_of_text(self, text: str) -> dict[str, Any]:
        """Those rules, as JSON has them. Raises `Unreadable`."""


@runtime_checkable
class ShadesLoci(Protocol):
    """A game whose loci can be coloured on the board, to show a figure of each. Optional."""

    def draw_shaded(self, board: Any, shades: Mapping[str, str]) -> str:
        """A picture of the board as it begins, as SVG, each locus in its colour (#rrggbb)."""
