"""Pictures of a board: text for a terminal, SVG for everything else.

The SVG stands alone: presentation attributes only (no style, no script, no ids), so it may
be put into a page under a strict content security policy, any number of times.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from html import escape

from engines.games.color_fill import rules as judge
from engines.games.color_fill.types import Move, Rules, State

# Okabe & Ito, "Color Universal Design" (2008): told apart by colour-blind people too. Those
# that differ most in lightness come first. With each, the colour of the digit upon it.
PALETTE = (
    ("#56B4E9", "#000000"),  # sky blue
    ("#E69F00", "#000000"),  # orange
    ("#F0E442", "#000000"),  # yellow
    ("#0072B2", "#FFFFFF"),  # blue
    ("#009E73", "#000000"),  # bluish green
    ("#CC79A7", "#000000"),  # reddish purple
    ("#D55E00", "#000000"),  # vermillion
    ("#000000", "#FFFFFF"),  # black
    ("#999999", "#000000"),  # grey
    ("#FFFFFF", "#000000"),  # white
)
PAPER, INK, FAINT, MARK = "#FFFFFF", "#1A1A1A", "#D9D9D4", "#6A1B9A"
UNIT = 10  # a cell's side in the picture's own units

# Text -------------------------------------------------------------------------------------


def draw_text(state: State) -> str:
    """The colours as digits, the region as ■, what the last move took as □."""
    width = state.board.rules.width
    region, gained = set(state.region), set(state.gained)
    signs = [
        "□" if cell in gained else "■" if cell in region else str(color) if color >= 0 else " "
        for cell, color in enumerate(state.cells)
    ]
    rows = [" ".join(signs[at : at + width]) for at in range(0, len(signs), width)]
    return "\n".join([*rows, _standing(state)])


def _standing(state: State) -> str:
    return (
        f"Region: colour {judge.current_color(state)}, {len(state.region)} of "
        f"{state.board.rules.size} cells. Move {state.moves} of {state.board.limit}."
    )


# SVG --------------------------------------------------------------------------------------


def draw_svg(state: State, *, mark: Sequence[str] = (), last: Move | None = None) -> str:
    """The board as an SVG document.

    The region has a thick outline, its start a ring. `mark`ed loci are colours: what each of
    them would take is outlined with dashes. With `last`, the cells that the last move took
    have a dot.
    """
    rules = state.board.rules
    width, height = rules.width * UNIT, rules.height * UNIT
    marked = [color for color in range(rules.colors) if judge.color_locus(color) in mark]
    edge = _outline(state.region, rules)
    return "".join(
        (
            f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="-1.5 -1.5 {width + 3} {height + 3}" '
            f'role="img" font-family="system-ui, sans-serif" text-anchor="middle">',
            f"<title>{escape(title(rules))}</title><desc>{escape(_description(state))}</desc>",
            f'<rect width="{width}" height="{height}" fill="{PAPER}"/>',
            *_fills(state),
            f'<path d="{_grid(state)}" stroke="{FAINT}" stroke-width="0.3" stroke-opacity="0.6" '
            'fill="none"/>',
            f'<path d="{edge}" fill="none" stroke="{PAPER}" stroke-width="2.4" '
            'stroke-linecap="square"/>',
            f'<path d="{edge}" fill="none" stroke="{INK}" stroke-width="1.3" '
            'stroke-linecap="square"/>',
            *(_marked(state, color) for color in marked),
            *_digits(state),
            *(_dots(state) if last is not None else ()),
            _ring(state),
            "</svg>",
        )
    )


def title(rules: Rules) -> str:
    extent = f"{rules.size}" if rules.shape == "grown" else f"{rules.width} by {rules.height}"
    return f"Board of {extent} cells, {rules.colors} colours"


def _description(state: State) -> str:
    return f"{_standing(state)} {judge.outcome(state).message}"


def _fills(state: State) -> Iterator[str]:
    """One path for each colour, made of its runs of cells."""
    width = state.board.rules.width
    runs: dict[int, list[str]] = {}
    for y in range(state.board.rules.height):
        row = state.cells[y * width : (y + 1) * width]
        x = 0
        while x < width:
            end = x
            while end < width and row[end] == row[x]:
                end += 1
            length = (end - x) * UNIT
            runs.setdefault(row[x], []).append(f"M{x * UNIT} {y * UNIT}h{length}v{UNIT}h-{length}z")
            x = end
    runs.pop(-1, None)
    for color, parts in sorted(runs.items()):
        yield (
            f'<path d="{"".join(parts)}" fill="{PALETTE[color][0]}" shape-rendering="crispEdges"/>'
        )


def _grid(state: State) -> str:
    """Thin lines between all cells; round every cell where some are missing."""
    rules = state.board.rules
    if rules.shape == "grown":
        places = (divmod(cell, rules.width) for cell, color in enumerate(state.cells) if color >= 0)
        return "".join(f"M{x * UNIT} {y * UNIT + UNIT}v-{UNIT}h{UNIT}" for y, x in places)
    across, down = rules.width * UNIT, rules.height * UNIT
    return "".join(f"M{x} 0v{down}" for x in range(UNIT, across, UNIT)) + "".join(
        f"M0 {y}h{across}" for y in range(UNIT, down, UNIT)
    )


def _outline(cells: Collection[int], rules: Rules) -> str:
    """The border lines of a set of cells, each as long as it goes on straight."""
    inside = set(cells)
    width, height = rules.width, rules.height

    def has(x: int, y: int) -> bool:
        return 0 <= x < width and 0 <= y < height and y * width + x in inside

    path = []
    for y in range(height + 1):
        start = None
        for x in range(width + 1):
            wall = x < width and has(x, y) != has(x, y - 1)
            if wall and start is None:
                start = x
            elif not wall and start is not None:
                path.append(f"M{start * UNIT} {y * UNIT}H{x * UNIT}")
                start = None
    for x in range(width + 1):
        start = None
        for y in range(height + 1):
            wall = y < height and has(x, y) != has(x - 1, y)
            if wall and start is None:
                start = y
            elif not wall and start is not None:
                path.append(f"M{x * UNIT} {start * UNIT}V{y * UNIT}")
                start = None
    return "".join(path)


def _marked(state: State, color: int) -> str:
    """A dashed outline round the cells that the colour would take."""
    rules = state.board.rules
    start = judge.start_cell(rules, state.cells)
    after = judge.region(judge.fill(state.cells, rules.width, start, color), rules.width, start)
    path = _outline(after.difference(state.region), rules)
    if not path:
        return ""
    common = f'd="{path}" fill="none" stroke-linecap="square"'
    return (
        f'<path {common} stroke="{PAPER}" stroke-width="2.2"/>'
        f'<path {common} stroke="{MARK}" stroke-width="1.5" stroke-dasharray="3 2"/>'
    )


def _digits(state: State) -> Iterator[str]:
    """The colour's number in every cell, bold in the region."""
    width, region = state.board.rules.width, set(state.region)
    for bold in (False, True):
        weight = "700" if bold else "400"
        for ink in ("#000000", "#FFFFFF"):
            texts = [
                f'<text x="{cell % width * UNIT + 5}" y="{cell // width * UNIT + 6.8:g}">'
                f"{color}</text>"
                for cell, color in enumerate(state.cells)
                if color >= 0 and (cell in region) == bold and PALETTE[color][1] == ink
            ]
            if texts:
                yield f'<g font-size="5" font-weight="{weight}" fill="{ink}">{"".join(texts)}</g>'


def _dots(state: State) -> Iterator[str]:
    width = state.board.rules.width
    for cell in state.gained:
        x, y = cell % width * UNIT + 8, cell // width * UNIT + 2
        yield (
            f'<circle cx="{x}" cy="{y}" r="1.1" fill="{PAPER}" stroke="{INK}" stroke-width="0.5"/>'
        )


def _ring(state: State) -> str:
    rules = state.board.rules
    cell = judge.start_cell(rules, state.cells)
    x, y = cell % rules.width * UNIT + 5, cell // rules.width * UNIT + 5
    ink = f'cx="{x}" cy="{y}" r="4" fill="none"'
    return (
        f'<circle {ink} stroke="{PAPER}" stroke-width="1.6"/>'
        f'<circle {ink} stroke="{INK}" stroke-width="0.8"/>'
    )
