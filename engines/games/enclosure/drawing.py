"""Pictures of a grid: text for a terminal, SVG for everything else.

A cell shows whose it is by a letter, A for the first player and B for the second, and in SVG by
a colour besides. The SVG stands alone: presentation attributes only (no style, no script, no
ids), so it may be put into a page under a strict content security policy, any number of times.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from html import escape

from engines.games.enclosure import rules as judge
from engines.games.enclosure.geometry import members
from engines.games.enclosure.types import State
from engines.shared.lines import Line, line_number

LETTERS = ("A", "B")

# Okabe & Ito, "Color Universal Design" (2008): sky blue and orange, made lighter.
FILLS = ("#A9D6F2", "#F4CE7E")
PAPER, INK, FREE, MARK, LAST = "#FFFFFF", "#1A1A1A", "#C9C9C4", "#6A1B9A", "#D55E00"
UNIT = 10  # a cell's side in the picture's own units

# Text -------------------------------------------------------------------------------------


def draw_text(state: State) -> str:
    """Dots, the lines drawn, the owners' letters, and how the game stands."""
    rows, cols = state.board.rules.rows, state.board.rules.cols
    letters = _letters(state)

    def drawn(line: Line) -> bool:
        return bool(state.lines >> line_number(rows, cols, line) & 1)

    lines = []
    for row in range(rows + 1):
        across = ["───" if drawn(Line("h", row, col)) else "   " for col in range(cols)]
        lines.append("•" + "•".join(across) + "•")
        if row < rows:
            sides = ["│" if drawn(Line("v", row, col)) else " " for col in range(cols + 1)]
            inside = (
                f" {letter} {side}"
                for letter, side in zip(
                    letters[row * cols : (row + 1) * cols], sides[1:], strict=True
                )
            )
            lines.append((sides[0] + "".join(inside)).rstrip())
    return "\n".join([*lines, _standing(state)])


def _letters(state: State) -> list[str]:
    letters = [" "] * judge.grid(state.board.rules).outside
    for seat, cells in enumerate(state.taken):
        for cell in members(cells):
            letters[cell] = LETTERS[seat]
    return letters


def _standing(state: State) -> str:
    first, second = judge.scores(state)
    if judge.free_lines(state):
        turn = f"{LETTERS[state.to_move]} draws a line."
    else:
        turn = "No line is left to draw."
    return f"A {first}, B {second}. {turn}"


# SVG --------------------------------------------------------------------------------------


def draw_svg(state: State, *, mark: Sequence[str] = (), last: Line | None = None) -> str:
    """The grid as an SVG document.

    `mark`ed lines have dashes, the `last` one a colour and is thicker; what it took has a dot in
    each cell. Lines that may be drawn are thin; inside what is taken there are none.
    """
    rules = state.board.rules
    width, height = rules.cols * UNIT, rules.rows * UNIT
    return "".join(
        (
            f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="-2 -2 {width + 4} {height + 4}" '
            'role="img" font-family="system-ui, sans-serif" text-anchor="middle">',
            f"<title>Enclosure, {rules.rows} by {rules.cols}</title>",
            f"<desc>{escape(judge.outcome(state).message)}</desc>",
            f'<rect x="-2" y="-2" width="{width + 4}" height="{height + 4}" fill="{PAPER}"/>',
            *_cells(state),
            *(_gained(state) if last is not None else ()),
            *_lines(state, set(mark), last),
            *_dots(state),
            "</svg>",
        )
    )


def _cells(state: State) -> Iterator[str]:
    for seat, cells in enumerate(state.taken):
        for cell in members(cells):
            y, x = divmod(cell, state.board.rules.cols)
            yield (
                f'<rect x="{x * UNIT}" y="{y * UNIT}" width="{UNIT}" height="{UNIT}" '
                f'fill="{FILLS[seat]}"/>'
                f'<text x="{x * UNIT + UNIT / 2:g}" y="{y * UNIT + 6.8:g}" font-size="5" '
                f'font-weight="700" fill="{INK}">{LETTERS[seat]}</text>'
            )


def _gained(state: State) -> Iterator[str]:
    for cell in members(state.gained):
        y, x = divmod(cell, state.board.rules.cols)
        yield f'<circle cx="{x * UNIT + 7.5:g}" cy="{y * UNIT + 2.5:g}" r="0.9" fill="{LAST}"/>'


def _lines(state: State, marked: set[str], last: Line | None) -> Iterator[str]:
    """Free lines thin, drawn ones thick, and on top of them the marks."""
    can_be = judge.free_lines(state)
    drawn, free, on_top = [], [], []
    for number, line in enumerate(judge.grid(state.board.rules).names):
        x, y = line.col * UNIT, line.row * UNIT
        path = f"M{x} {y}{'h' if line.line == 'h' else 'v'}{UNIT}"
        if state.lines >> number & 1:
            drawn.append(path)
        elif can_be >> number & 1:
            free.append(path)
        if line == last:
            on_top.append(f'<path d="{path}" stroke="{LAST}" stroke-width="2"/>')
        if judge.line_locus(line) in marked:
            on_top.append(
                f'<path d="{path}" stroke="{PAPER}" stroke-width="2.4"/>'
                f'<path d="{path}" stroke="{MARK}" stroke-width="1.8" stroke-dasharray="2 1.2"/>'
            )
    if free:
        yield f'<path d="{"".join(free)}" stroke="{FREE}" stroke-width="0.4" fill="none"/>'
    if drawn:
        yield f'<path d="{"".join(drawn)}" stroke="{INK}" stroke-width="1.2" fill="none"/>'
    yield from on_top


def _dots(state: State) -> Iterator[str]:
    rules = state.board.rules
    for row in range(rules.rows + 1):
        for col in range(rules.cols + 1):
            yield f'<circle cx="{col * UNIT}" cy="{row * UNIT}" r="1.1" fill="{INK}"/>'
