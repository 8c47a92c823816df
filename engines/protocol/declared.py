"""What a game declares: rules, levels, policies, metrics and presets, all of them data."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, Literal

from pydantic import BaseModel, ConfigDict

from engines.protocol.values import Playthrough

MetricKind = Literal["proportion", "mean", "histogram", "heatmap"]
Number = int | float


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

    `of_board`: it is known of a board before anybody plays, so on chosen boards it is no estimate.
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
    of_board: bool = False


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
