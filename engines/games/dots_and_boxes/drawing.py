"""Pictures of a grid: text for a terminal, SVG for everything else.

A box closed before a puzzle began is nobody's: it has a cross and a grey of its own.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from engines.games.dots_and_boxes import rules as judge
from engines.games.dots_and_boxes.types import EARLIER, OPEN, Board, State
from engines.shared import line_pictures as pictures
from engines.shared.lines import Line

LETTERS = {0: pictures.LETTERS[0], 1: pictures.LETTERS[1], EARLIER: "×", OPEN: " "}
FILLS = {0: pictures.FILLS[0], 1: pictures.FILLS[1], EARLIER: "#E4E4E0"}


def draw_text(state: State) -> str:
    """Dots, the lines drawn, the owners' letters, and how the game stands."""
    rules = state.board.rules
    letters = [LETTERS[owner] for owner in state.owners]
    grid = pictures.grid_text(rules.rows, rules.cols, state.lines, letters)
    return "\n".join([*grid, f"A {state.scores[0]}, B {state.scores[1]}. {_turn(state)}"])


def _turn(state: State) -> str:
    if judge.is_over(state):
        return "Every line is drawn."
    return f"{LETTERS[state.to_move]} draws a line."


def draw_svg(state: State, *, mark: Sequence[str] = (), last: Line | None = None) -> str:
    """The grid as an SVG document; `mark`ed lines have dashes, the `last` one a colour and is
    thicker."""
    rules = state.board.rules
    title = f"Dots and boxes, {rules.rows} by {rules.cols}"
    told = judge.outcome(state).message
    inside = _inside(state, mark, last)
    return pictures.grid_svg(rules.rows, rules.cols, title, told, inside)


def _inside(state: State, mark: Sequence[str], last: Line | None) -> Iterator[str]:
    rules = state.board.rules
    for box, owner in enumerate(state.owners):
        if owner != OPEN:
            yield pictures.cell_svg(rules.cols, box, LETTERS[owner], FILLS[owner])
    free = ~state.lines
    yield from pictures.lines_svg(rules.rows, rules.cols, state.lines, free, mark, last)


def draw_shaded(board: Board, shades: Mapping[str, str]) -> str:
    """The empty grid as an SVG document; each line in `shades` is drawn in its colour."""
    rows, cols = board.rules.rows, board.rules.cols
    inside = pictures.shaded_svg(rows, cols, shades)
    return pictures.grid_svg(rows, cols, f"Dots and boxes, {rows} by {cols}", "", inside)
