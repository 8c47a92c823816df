"""Shortest solutions, or a proven bound and a found one; hints.

Up to 9 cells every distance is in a table. Up to 16 a shortest solution is proven by
iterative deepening with pattern databases. On larger boards no more is said than: no way is
shorter than this, and here is a way of that length.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from time import perf_counter

from engines.games.sliding import rules as judge
from engines.games.sliding.generator import path_moves
from engines.games.sliding.geometry import canonical
from engines.games.sliding.policies import row_by_row
from engines.games.sliding.solver.kept import get_patterns
from engines.games.sliding.solver.layers import find_shortest, find_some
from engines.games.sliding.solver.tables import blank_path, distance_table
from engines.games.sliding.types import EXACT_CELLS, TABLE_CELLS, Rules, State
from engines.results import Hint, Solution, Way

SLICE_NODES = 5_000_000
"""Nodes between two looks at the clock: about a third of a second."""

FIRST_NODES = 500_000
"""Positions that are searched before Numba is loaded for the rest: an eighth of a second, a
fraction of what loading takes."""

HINT_NODES = 300_000
"""Positions that a hint's exact search may look at: a tenth of a second, the same everywhere."""

HINT_WIDTH, HINT_DEPTH = 200, 200
"""Positions of each depth that go on where a hint has to be found, not proven, and the depths
looked at: what is longer is left to `row_by_row`."""

WIDTHS = (500, 3_000, 20_000)
"""The same where there is more time; each is tried while there is."""

LONGEST = 99
"""No board of up to 16 cells needs as many moves (84 is the most)."""


@dataclass(frozen=True, slots=True)
class Bounds:
    """What is known of a position: a way (of the blank, its goal last) and a lower bound."""

    path: tuple[int, ...]
    lower: int
    nodes: int

    @property
    def proven(self) -> bool:
        return len(self.path) == self.lower


def solve(state: State, seconds: float) -> Solution:
    """A shortest solution up to 16 cells if the time allows; else a found one, with its bounds.

    `no` for a board that no moves solve. Loading Numba and the tables (or making them, the
    first time of all) is not counted as time.
    """
    rules = state.board.rules
    tiles = canonical(rules, state.tiles)
    clock = _Clock(seconds)
    known = find_bounds(rules, tiles, clock)
    if known is None:
        return Solution("no", (), 0, clock.used(), {})
    figures = bound_figures(rules, known)
    moves = path_moves(rules, tiles, known.path)
    return Solution("yes", moves, known.nodes, clock.used(), figures)


class _Clock:
    """Time for a search, which can stand still."""

    def __init__(self, seconds: float) -> None:
        self.seconds, self.start, self.pauses = seconds, perf_counter(), 0.0

    def used(self) -> float:
        return perf_counter() - self.start - self.pauses

    def left(self) -> float:
        return self.seconds - self.used()

    @contextmanager
    def stopped(self) -> Iterator[None]:
        begun = perf_counter()
        yield
        self.pauses += perf_counter() - begun


def bound_figures(rules: Rules, known: Bounds) -> dict[str, int | bool]:
    """Length and lower bound; up to 16 cells also whether the length is proven shortest."""
    figures: dict[str, int | bool] = {
        "length": len(known.path),
        "lower_bound": known.lower,
        "gap": len(known.path) - known.lower,
    }
    if rules.cells <= EXACT_CELLS:
        figures["proven_shortest"] = known.proven
    return figures


def find_bounds(rules: Rules, tiles: Sequence[int], clock: _Clock) -> Bounds | None:
    """The best that is found in the time; None for a board that can't be solved."""
    if rules.cells <= TABLE_CELLS:
        with clock.stopped():
            distance_table(rules.width, rules.height)
        return _from_table(rules, tiles)
    with clock.stopped():
        patterns = get_patterns(rules.width, rules.height, make=True)
        easy = row_by_row(rules, tiles)
    if easy is None:
        return None
    best, lower, nodes = tuple(easy), 0, 0
    if rules.cells <= EXACT_CELLS and not _numba_is_loaded():
        first = find_shortest(patterns, tiles, FIRST_NODES)
        lower, nodes = first.lower, first.nodes
        best = best if first.path is None else first.path
    elif rules.cells > EXACT_CELLS:
        for width in WIDTHS:
            before = clock.left()
            some = find_some(patterns, tiles, width)
            nodes += some.nodes
            best = best if some.path is None else min(best, some.path, key=len)
            # The next takes several times as long. Half of the time is for the lower bound.
            if clock.left() - 7 * (before - clock.left()) < clock.seconds / 2:
                break
    if lower < len(best):
        with clock.stopped():
            from engines.games.sliding.kernels import search

            guide = search.make_guide(patterns)
            hunt = search.make_hunt(guide)
            search.begin(guide, hunt, tiles)
            search.go_on(guide, hunt, 0, 0)
        found = False
        while not found and hunt.control[search.BOUND] < len(best) and clock.left() > 0:
            found = search.go_on(guide, hunt, SLICE_NODES, len(best) - 1)
        if found:
            best = tuple(hunt.path[: hunt.control[search.DEPTH]].tolist())
        lower = max(lower, min(int(hunt.control[search.BOUND]), len(best)))
        nodes += int(hunt.control[search.NODES])
    return Bounds(best, lower, nodes)


def _numba_is_loaded() -> bool:
    return "numba" in sys.modules


def measure(rules: Rules, tiles: Sequence[int], nodes: int, width: int) -> Bounds:
    """The same by counts instead of seconds, so that every machine measures alike.

    Up to 16 cells the answer is exact, however many nodes that takes.
    """
    if rules.cells <= TABLE_CELLS:
        known = _from_table(rules, tiles)
        assert known is not None
        return known
    if rules.cells <= EXACT_CELLS:
        known = measure_exactly(rules, tiles, LONGEST)
        assert known is not None
        return known
    from engines.games.sliding.kernels import search

    patterns = get_patterns(rules.width, rules.height, make=True)
    easy = row_by_row(rules, tiles)
    assert easy is not None
    some = find_some(patterns, tiles, width)
    best = tuple(easy) if some.path is None else min(some.path, tuple(easy), key=len)
    guide = search.make_guide(patterns)
    hunt = search.make_hunt(guide)
    search.begin(guide, hunt, tiles)
    if search.go_on(guide, hunt, nodes, len(best) - 1):
        best = tuple(hunt.path[: hunt.control[search.DEPTH]].tolist())
    lower = min(int(hunt.control[search.BOUND]), len(best))
    return Bounds(best, lower, some.nodes + int(hunt.control[search.NODES]))


def measure_exactly(rules: Rules, tiles: Sequence[int], most: int) -> Bounds | None:
    """A shortest solution of a board of 10 to 16 cells, None if it takes more than `most`."""
    from engines.games.sliding.kernels import search

    path, nodes = search.shortest_path(
        get_patterns(rules.width, rules.height, make=True), tiles, most
    )
    return None if path is None else Bounds(path, len(path), nodes)


def hint(state: State, way: Way | None = None, *, quick: bool = False) -> Hint:  # noqa: ARG001
    """A shortest solution, or (and then it says so) one that was found.

    Up to 9 cells always a shortest one; up to 16 where the search comes to its end within its
    bound, as it mostly does with the tables that workers make. Any board that can be solved has
    a way, as people go it, and so it always comes to an end. Never uses Numba.
    """
    if judge.is_solved(state):
        return Hint("over", "Every tile is home: the board is solved.")
    way = way or _find_way(state)
    if way is None:
        return Hint("unsolvable", "This board can't be solved, whatever is moved.")
    slide, left = f"Slide {way.moves[0].tile}.", _moves(way.left)
    if way.reason == "shortest":
        return Hint(way.reason, f"{slide} {left} to go from here, and no way is shorter.", way)
    return Hint(
        way.reason,
        f"{slide} The way found takes {left} from here; there may be a shorter one.",
        way,
    )


def _find_way(state: State) -> Way | None:
    rules = state.board.rules
    tiles = canonical(rules, state.tiles)
    known = _quick_bounds(rules, tiles)
    if known is None:
        return None
    proven = known.proven and rules.cells <= EXACT_CELLS
    moves = path_moves(rules, tiles, known.path)
    return Way(moves, "shortest" if proven else "known_way", len(moves))


def _quick_bounds(rules: Rules, tiles: Sequence[int]) -> Bounds | None:
    """What can be known within a hint's bounds, without Numba."""
    if rules.cells <= TABLE_CELLS:
        return _from_table(rules, tiles)
    easy = row_by_row(rules, tiles)
    if easy is None:
        return None
    patterns = get_patterns(rules.width, rules.height, make=False)
    lower, nodes = 0, 0
    if rules.cells <= EXACT_CELLS:
        found = find_shortest(patterns, tiles, HINT_NODES)
        if found.path is not None:
            return Bounds(found.path, found.lower, found.nodes)
        lower, nodes = found.lower, found.nodes
    some = find_some(patterns, tiles, HINT_WIDTH, min(HINT_DEPTH, len(easy) - 1))
    best = tuple(easy) if some.path is None else min(some.path, tuple(easy), key=len)
    return Bounds(best, max(lower, some.lower), nodes + some.nodes)


def _from_table(rules: Rules, tiles: Sequence[int]) -> Bounds | None:
    path = blank_path(rules.width, rules.height, tiles)
    return None if path is None else Bounds(tuple(path), len(path), 0)


def _moves(count: int) -> str:
    return f"{count} {'move' if count == 1 else 'moves'}"
