"""What simulations count: metrics, which games declare, and arrays to count them in.

The counters of a simulation are named after the metrics and sized by them, here and nowhere
else: kernels and plain Python fill in the same arrays.
"""

from __future__ import annotations

from collections import namedtuple
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from math import prod
from typing import TYPE_CHECKING, Any, Literal, TypedDict, Unpack

from engines.results import Playthrough

if TYPE_CHECKING:
    from numpy.typing import NDArray

MetricKind = Literal["proportion", "mean", "histogram", "heatmap"]


@dataclass(frozen=True, slots=True)
class Axis:
    """What runs along one side of a heatmap that is no map of the board.

    `first` is what its first cell stands for.
    """

    title: str
    first: int = 0


@dataclass(frozen=True, slots=True)
class Metric:
    """Something a simulation counts. `proportion`, `mean`, `histogram` and `heatmap` make them.

    `shape(rules)` gives the shape of its integer counters:

    - proportion ``(2,)``: [count, n]
    - mean ``(3,)``: [n, sum, sum of squares]
    - histogram ``(bins,)``: how often the value 0, 1, 2, … was seen
    - heatmap ``(height, width)``: how often each cell was counted

    `sides`, of a mean that may be negative, are who is ahead above 0 and who is below it:
    ``("first player", "second player")``. Around 0 neither is.

    `example` is what people call a play that a headline counts, with its article, where the
    title does not say it.

    `directions` are what a difference is called downward and upward, behind its size:
    ``("sooner", "later")``. `restates` is true where it only says the headline in another way.

    `axes` are what a heatmap that is no map of the board has across and down.

    `counts_stuck`: a headline, a proportion, that counts just the plays that get stuck. People's
    sessions can get stuck too, so the two may be compared.

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

    def size(self, rules: Any) -> int:
        """How many counters it has under these rules."""
        return prod(self.shape(rules))


class Options(TypedDict, total=False):
    """What else a metric may declare: see `Metric`."""

    headline: bool
    sides: tuple[str, str]
    example: str
    directions: tuple[str, str]
    restates: bool
    axes: tuple[Axis, Axis]
    counts_stuck: bool
    cells: Callable[[Playthrough], Sequence[tuple[int, int]]]
    of_counted: bool
    of_board: bool


def proportion(
    key: str, title: str, unit: str, description: str, **options: Unpack[Options]
) -> Metric:
    """How many of all, such as stuck plays."""
    return Metric(key, title, "proportion", unit, description, lambda _: (2,), **options)


def mean(key: str, title: str, unit: str, description: str, **options: Unpack[Options]) -> Metric:
    """The mean of a whole number, such as the moves of a play."""
    return Metric(key, title, "mean", unit, description, lambda _: (3,), **options)


def histogram(
    key: str,
    title: str,
    unit: str,
    description: str,
    bins: Callable[[Any], int],
    **options: Unpack[Options],
) -> Metric:
    """How often each value 0, 1, … bins(rules) - 1 was seen."""
    return Metric(key, title, "histogram", unit, description, lambda r: (bins(r),), **options)


def heatmap(
    key: str,
    title: str,
    unit: str,
    description: str,
    grid: Callable[[Any], tuple[int, int]],
    **options: Unpack[Options],
) -> Metric:
    """How often each cell of a map of grid(rules) = (height, width) was counted."""
    return Metric(key, title, "heatmap", unit, description, grid, **options)


def headline_among(metrics: Sequence[Metric]) -> Metric:
    """The metric by which a game is judged: each game has exactly one."""
    return next(metric for metric in metrics if metric.headline)


# Counters ---------------------------------------------------------------------------------


def counters_type(module: str, metrics: Sequence[Metric], *more: str) -> Any:
    """The named tuple of a game's counters: an array by each metric's key, then `headline`.

    `more` are further arrays that the kernels fill in. `module` is the name of the module that
    keeps the type under the name ``Counters``, by which compiled code finds it again.
    """
    names = [*(metric.key for metric in metrics), "headline", *more]
    return namedtuple("Counters", names, module=module)


def make_counters(
    counters: Any,
    metrics: Sequence[Metric],
    rules: Any,
    trials: int,
    **own: NDArray[Any],
) -> Any:
    """Counters at zero. `own` gives arrays that are not of the metric's own size or shape.

    Counters of a metric are flat int64 arrays; `headline` is as `Tally.headline` has it.
    """
    import numpy as np

    arrays: dict[str, NDArray[Any]] = {
        metric.key: np.zeros(metric.size(rules), np.int64) for metric in metrics
    }
    arrays["headline"] = make_headline(metrics, trials)
    return counters(**{**arrays, **own})


def make_headline(metrics: Sequence[Metric], trials: int) -> NDArray[Any]:
    """What `Tally.headline` is made from, at zero: a bit or a signed byte a trial."""
    import numpy as np

    if headline_among(metrics).kind == "proportion":
        return np.zeros((trials + 7) // 8, np.uint8)
    return np.zeros(trials, np.int8)
