"""Pictures of a grid: text for a terminal, SVG for everything else."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from engines.games.enclosure import rules as judge
from engines.games.enclosure.geometry import members
from engines.games.enclosure.types import Board, State
from engines.shared.line_pictures import (
    FILLS,
    LAST,
    LETTERS,
    UNIT,
    cell_svg,
    grid_svg,
    grid_text,
    lines_svg,
    shaded_svg,
)
from engines.shared.lines import Line


def draw_text(state: State) -> str:
    """Dots, the lines drawn, the owners' letters, and how the game stands."""
    rules = state.board.rules
    letters = [" "] * (rules.rows * rules.cols)
    for seat, cells in enumerate(state.taken):
        for cell in members(cells):
            letters[cell] = LETTERS[seat]
    grid = grid_text(rules.rows, rules.cols, state.lines, letters)
    return "\n".join([*grid, _standing(state)])


def _standing(state: State) -> str:
    first, second = judge.scores(state)
    if judge.free_lines(state):
        turn = f"{LETTERS[state.to_move]} draws a line."
    else:
        turn = "No line is left to draw."
    return f"A {first}, B {second}. {turn}"


def draw_svg(state: State, *, mark: Sequence[str] = (), last: Line | None = None) -> str:
    """The grid as an SVG document.

    `mark`ed lines have dashes, the `last` one a colour and is thicker; what it took has a dot in
    each cell. Lines that may be drawn are thin; inside what is taken there are none.
    """
    rules = state.board.rules
    title = f"Enclosure, {rules.rows} by {rules.cols}"
    told = judge.outcome(state).message
    return grid_svg(rules.rows, rules.cols, title, told, _inside(state, mark, last))


def _inside(state: State, mark: Sequence[str], last: Line | None) -> Iterator[str]:
    rules = state.board.rules
    for seat, cells in enumerate(state.taken):
        for cell in members(cells):
            yield cell_svg(rules.cols, cell, LETTERS[seat], FILLS[seat])
    if last is not None:
        yield from _gained(state)
    free = judge.free_lines(state)
    yield from lines_svg(rules.rows, rules.cols, state.lines, free, mark, last)


def _gained(state: State) -> Iterator[str]:
    for cell in members(state.gained):
        y, x = divmod(cell, state.board.rules.cols)
        yield f'<circle cx="{x * UNIT + 7.5:g}" cy="{y * UNIT + 2.5:g}" r="0.9" fill="{LAST}"/>'


def draw_shaded(board: Board, shades: Mapping[str, str]) -> str:
    """The empty grid as an SVG document; each line in `shades` is drawn in its colour."""
    rows, cols = board.rules.rows, board.rules.cols
    inside = shaded_svg(rows, cols, shades)
    return grid_svg(rows, cols, f"Enclosure, {rows} by {cols}", "", inside)
