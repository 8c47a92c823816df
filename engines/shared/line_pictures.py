"""Pictures of lines between dots and of whose each cell is, as text and as pieces of an SVG.

What a game for two with lines draws is made of these: a letter shows whose a cell is, A for the
first player and B for the second, and in SVG a colour besides. SVG has presentation attributes
only, so it may be put into a page under a strict content security policy.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from html import escape

from engines.shared.lines import Line, line_count, line_locus, line_number, line_of

LETTERS = ("A", "B")

# Okabe & Ito, "Color Universal Design" (2008): sky blue and orange, made lighter.
FILLS = ("#A9D6F2", "#F4CE7E")
PAPER, INK, FREE, MARK, LAST = "#FFFFFF", "#1A1A1A", "#C9C9C4", "#6A1B9A", "#D55E00"
UNIT = 10  # a cell's side in the picture's own units


def grid_text(rows: int, cols: int, drawn: int, letters: Sequence[str]) -> list[str]:
    """The lines of text that show dots, the set of lines `drawn` and a letter in each cell."""

    def is_drawn(line: Line) -> bool:
        return bool(drawn >> line_number(rows, cols, line) & 1)

    text = []
    for row in range(rows + 1):
        across = ["───" if is_drawn(Line("h", row, col)) else "   " for col in range(cols)]
        text.append("•" + "•".join(across) + "•")
        if row < rows:
            sides = ["│" if is_drawn(Line("v", row, col)) else " " for col in range(cols + 1)]
            here = letters[row * cols : (row + 1) * cols]
            inside = "".join(f" {a} {b}" for a, b in zip(here, sides[1:], strict=True))
            text.append((sides[0] + inside).rstrip())
    return text


def grid_svg(rows: int, cols: int, title: str, told: str, inside: Iterator[str]) -> str:
    """An SVG document of a grid: `inside` lies on the paper and beneath the dots."""
    width, height = cols * UNIT, rows * UNIT
    return "".join(
        (
            f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="-2 -2 {width + 4} {height + 4}" '
            'role="img" font-family="system-ui, sans-serif" text-anchor="middle">',
            f"<title>{escape(title)}</title>",
            f"<desc>{escape(told)}</desc>",
            f'<rect x="-2" y="-2" width="{width + 4}" height="{height + 4}" fill="{PAPER}"/>',
            *inside,
            *_dots(rows, cols),
            "</svg>",
        )
    )


def cell_svg(cols: int, cell: int, letter: str, fill: str) -> str:
    """A cell that is somebody's."""
    y, x = divmod(cell, cols)
    return (
        f'<rect x="{x * UNIT}" y="{y * UNIT}" width="{UNIT}" height="{UNIT}" fill="{fill}"/>'
        f'<text x="{x * UNIT + UNIT / 2:g}" y="{y * UNIT + 6.8:g}" font-size="5" '
        f'font-weight="700" fill="{INK}">{letter}</text>'
    )


def lines_svg(
    rows: int, cols: int, drawn: int, free: int, mark: Sequence[str], last: Line | None
) -> Iterator[str]:
    """The sets of `free` lines thin and `drawn` ones thick, on top of them the marks: lines at
    the loci to `mark` have dashes, the `last` one a colour and is thicker."""
    marked = set(mark)
    thick, thin, on_top = list[str](), list[str](), list[str]()
    for number in range(line_count(rows, cols)):
        line = line_of(rows, cols, number)
        x, y = line.col * UNIT, line.row * UNIT
        path = f"M{x} {y}{'h' if line.line == 'h' else 'v'}{UNIT}"
        if drawn >> number & 1:
            thick.append(path)
        elif free >> number & 1:
            thin.append(path)
        if line == last:
            on_top.append(f'<path d="{path}" stroke="{LAST}" stroke-width="2"/>')
        if line_locus(line) in marked:
            on_top.append(
                f'<path d="{path}" stroke="{PAPER}" stroke-width="2.4"/>'
                f'<path d="{path}" stroke="{MARK}" stroke-width="1.8" stroke-dasharray="2 1.2"/>'
            )
    if thin:
        yield f'<path d="{"".join(thin)}" stroke="{FREE}" stroke-width="0.4" fill="none"/>'
    if thick:
        yield f'<path d="{"".join(thick)}" stroke="{INK}" stroke-width="1.2" fill="none"/>'
    yield from on_top


def shaded_svg(rows: int, cols: int, shades: Mapping[str, str]) -> Iterator[str]:
    """All lines thin, and upon them those with a shade thick in that colour."""
    for number in range(line_count(rows, cols)):
        line = line_of(rows, cols, number)
        path = f"M{line.col * UNIT} {line.row * UNIT}{'h' if line.line == 'h' else 'v'}{UNIT}"
        yield f'<path d="{path}" stroke="{FREE}" stroke-width="0.4"/>'
        shade = shades.get(line_locus(line))
        if shade is not None:
            yield f'<path d="{path}" stroke="{shade}" stroke-width="2.4"/>'


def _dots(rows: int, cols: int) -> Iterator[str]:
    for row in range(rows + 1):
        for col in range(cols + 1):
            yield f'<circle cx="{col * UNIT}" cy="{row * UNIT}" r="1.1" fill="{INK}"/>'
