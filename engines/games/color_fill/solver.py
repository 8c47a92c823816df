"""What to do next: hints (plain Python), and shortest lines with proof (Numba)."""

from __future__ import annotations

from functools import cache
from time import perf_counter
from typing import Any, Literal

from engines.games.color_fill import rules as judge
from engines.games.color_fill.lines import (
    greedy_color,
    greedy_line,
    least_moves,
    line_within,
)
from engines.games.color_fill.regions import (
    Patches,
    first_position,
    make_patches,
    patches_of,
    take,
)
from engines.games.color_fill.types import Move, Rules, State
from engines.results import Hint, Reason, Solution, Way

SOLVE_WIDTH = 256
"""Positions a layer of the beam search that comes before a proof."""

SLICE = 4_096
"""Positions looked at between two looks at the clock."""

STORE_BYTES = 400 * 2**20
"""Memory a proof may take; when it is used up the answer is given as bounds."""


# Plain Python -----------------------------------------------------------------------------


def hint(state: State, way: Way | None = None, *, quick: bool = False) -> Hint:
    """The best line known from here, and what the greedy player would do.

    Where none is known that fits into the moves left, it says so.
    """
    if judge.is_solved(state):
        return Hint("over", "The whole board has one colour: it is solved.")
    left = judge.moves_left(state)
    if left <= 0:
        return Hint("stuck", f"The {_moves(state.board.limit)} are used up.")
    patches = patches_of(state)
    position = first_position(patches)
    if way is None:
        least = least_moves(patches, position)
        if least > left:
            return Hint(
                "too_few_moves", f"From here at least {_moves(least)} are needed, {_left(left)}"
            )
        line = line_within(state.board.rules, state.cells, left, quick=quick)
        if line is None:
            return Hint("not_known", f"No way of {_moves(left)} is known from here.")
        reason: Reason = "shortest" if least == len(line) else "known_way"
        way = Way(tuple(map(Move, line)), reason, len(line))
    color = way.moves[0].color
    gain = take(patches, position, color).size - position.size
    words = [f"Choose colour {color}: it gains {gain} {'cell' if gain == 1 else 'cells'}."]
    if way.reason == "shortest":
        words.append(f"From here {_moves(way.left)} will do, and fewer can't.")
    else:
        words.append(f"From here a way of {_moves(way.left)} is known.")
    greedy = greedy_color(patches, position)
    if greedy != color:
        words.append(f"The greedy choice, the largest gain now, would be colour {greedy}.")
    return Hint(way.reason, " ".join(words), way)


def _left(count: int) -> str:
    return f"and {_moves(count)} {'is' if count == 1 else 'are'} left."


def _moves(count: int) -> str:
    return "1 move" if count == 1 else f"{count} moves"


# Numba ------------------------------------------------------------------------------------


def solve(state: State, seconds: float) -> Solution:
    """The shortest line from here, with proof if time and memory allow, else with bounds.

    The answer is about the moves left: *yes* if the line fits, *no* if it is proven that none
    does. Figures: `lower` and `upper` bound the fewest moves possible, `proven` says whether
    they meet, and only then there is `optimal`; `greedy` is the greedy player's line.
    """
    _load_kernels()
    start = perf_counter()
    left = judge.moves_left(state)
    greedy = greedy_line(state.board.rules, state.cells)
    line, lower, nodes = list(greedy), len(greedy), 0
    if greedy:
        line, lower, nodes = _shortest(patches_of(state), greedy, start + seconds)
    upper = len(line)
    figures: dict[str, Any] = {"proven": lower == upper, "lower": lower, "upper": upper}
    if lower == upper:
        figures["optimal"] = upper
    figures |= {"greedy": len(greedy), "moves_left": left}
    answer: Literal["yes", "no", "unknown"]
    answer = "yes" if upper <= left else "no" if lower > left else "unknown"
    moves = tuple(map(Move, line)) if answer == "yes" else ()
    return Solution(answer, moves, nodes, perf_counter() - start, figures)


@cache
def _load_kernels() -> None:
    """Load the kernels, or compile them where that was never done: no part of an answer's
    time."""
    tiny = Rules(width=2, height=2, colors=3)
    cells = (0, 1, 1, 2)
    _shortest(make_patches(tiny, cells), (1, 0, 1, 2), float("inf"))


def _shortest(
    patches: Patches, known: tuple[int, ...], deadline: float
) -> tuple[list[int], int, int]:
    """(the shortest line found, a lower bound, positions looked at)."""
    import numpy as np

    from engines.games.color_fill.kernels import beam, search
    from engines.games.color_fill.kernels.workspace import load_patches

    graph, first = load_patches(patches)
    colors, words = len(patches.of_color), first.shape[1]
    found = np.array(known, np.int64)
    length = len(known)
    for width in (SOLVE_WIDTH // 8, SOLVE_WIDTH):
        if perf_counter() > deadline:
            break
        arrays = beam.make_beam(width, colors, length, words)
        shorter = beam.beam_line(graph, arrays, first, colors, words, length, found)
        length = shorter if shorter > 0 else length
    most = STORE_BYTES // search.bytes_for(words)
    store = search.make_store(min(1 << 15, most), length, words)
    search.start_search(graph, store, first, colors, words, length)
    answer = search.PAUSED
    while answer != search.PROVEN and perf_counter() < deadline:
        answer = search.continue_search(graph, store, colors, words, SLICE, found)
        if answer == search.FULL:
            room = store.made.shape[0]
            if room == most:
                break
            store = search.enlarge(store, min(2 * room, most))
    length = int(store.status[search.UPPER])
    lower = int(store.status[search.LOWER])
    return [int(color) for color in found[:length]], lower, int(store.status[search.NODES])
