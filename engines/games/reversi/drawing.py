"""Pictures of a board: text for a terminal, SVG for everything else.

The SVG stands alone: presentation attributes only (no style, no script, no ids), so it may
be put into a page under a strict content security policy, any number of times. Only the part
of the field that has cells is shown; columns and rows keep their letters and numbers.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from html import escape

from engines.games.reversi import rules as judge
from engines.games.reversi.discs import cells_in
from engines.games.reversi.types import Move, State

CLOTH, SEAM, INK = "#2E8B66", "#1D5E45", "#1A1A1A"
FIRST, SECOND, HINT, MARK = "#111111", "#FFFFFF", "#CFEBDD", "#F0E442"
LAST = "#D55E00"
UNIT = 10  # a cell's side in the picture's own units
MARGIN = 6  # room for letters and numbers


def _frame(state: State) -> tuple[range, range]:
    """The columns and the rows that have cells."""
    width, _ = state.board.rules.field
    cells = list(cells_in(state.board.shape))
    columns, rows = [c % width for c in cells], [c // width for c in cells]
    return range(min(columns), max(columns) + 1), range(min(rows), max(rows) + 1)


# Text -------------------------------------------------------------------------------------


def draw_text(state: State) -> str:
    """Discs as ● (first player) and ○, empty cells as ·, the last move in brackets."""
    columns, rows = _frame(state)
    width, _ = state.board.rules.field
    lines = ["   " + " ".join(judge.LETTERS[x] for x in columns)]
    for y in rows:
        line = f"{y + 1:2}"
        for x in columns:
            cell = y * width + x
            line += f"{_before(state, cell)}{_sign(state, cell)}"
        lines.append(line + (")" if state.last == y * width + columns[-1] else ""))
    return "\n".join([*(line.rstrip() for line in lines), _standing(state)])


def _sign(state: State, cell: int) -> str:
    if not state.board.shape >> cell & 1:
        return " "
    return "●" if state.first >> cell & 1 else "○" if state.second >> cell & 1 else "·"


def _before(state: State, cell: int) -> str:
    """What stands between a cell and the one before it."""
    width, _ = state.board.rules.field
    if state.last == cell:
        return "("
    return ")" if cell % width and state.last == cell - 1 else " "


def _standing(state: State) -> str:
    """A line about discs and empty cells, and in a puzzle who is to win."""
    first, second = judge.scores(state)
    wanted = state.board.seat_to_win
    asked = "" if wanted is None else f" {'●○'[wanted]} to win."
    return f"● {first}, ○ {second}, {judge.empties(state)} empty.{asked}"


# SVG --------------------------------------------------------------------------------------


def draw_svg(state: State, *, mark: Sequence[str] = (), last: Move | None = None) -> str:
    """The board as an SVG document.

    Dots are where the player to move may put a disc. `mark`ed loci are cells with a frame;
    the `last` move's disc has a spot, and those that it turned over a small one.
    """
    parts = (
        *discs(state),
        *_dots(state),
        *(_last(state, last) if last is not None else ()),
        *_marks(state, mark),
    )
    return draw_parts(state, parts)


def draw_parts(state: State, parts: Iterable[str]) -> str:
    """The cloth with its letters and numbers, and these parts upon it."""
    columns, rows = _frame(state)
    across, down = len(columns) * UNIT, len(rows) * UNIT
    width, height = across + MARGIN + 1, down + MARGIN + 1
    return "".join(
        (
            f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="{-MARGIN} {-MARGIN} {width} '
            f'{height}" role="img" font-family="system-ui, sans-serif" text-anchor="middle">',
            f"<title>{escape(_title(state))}</title><desc>{escape(_description(state))}</desc>",
            f'<path d="{_squares(state)}" fill="{CLOTH}" stroke="{SEAM}" stroke-width="0.5"/>',
            *_labels(state),
            *parts,
            "</svg>",
        )
    )


def _title(state: State) -> str:
    cells = state.board.shape.bit_count()
    columns, rows = _frame(state)
    if cells == len(columns) * len(rows):
        return f"Board of {len(columns)} by {len(rows)} cells"
    return f"Board of {cells} cells"


def _description(state: State) -> str:
    first, second = judge.scores(state)
    return f"First player (black) {first}, second (white) {second}. {judge.outcome(state).message}"


def corner(state: State, cell: int) -> tuple[int, int]:
    """The upper left corner of a cell in the picture."""
    columns, rows = _frame(state)
    width, _ = state.board.rules.field
    return (cell % width - columns[0]) * UNIT, (cell // width - rows[0]) * UNIT


def _squares(state: State) -> str:
    corners = (corner(state, cell) for cell in cells_in(state.board.shape))
    return "".join(f"M{x} {y}h{UNIT}v{UNIT}h-{UNIT}z" for x, y in corners)


def _labels(state: State) -> Iterator[str]:
    columns, rows = _frame(state)
    letters = "".join(
        f'<text x="{i * UNIT + 5}" y="-1.5">{judge.LETTERS[x]}</text>'
        for i, x in enumerate(columns)
    )
    numbers = "".join(
        f'<text x="-3" y="{i * UNIT + 6.4:g}">{y + 1}</text>' for i, y in enumerate(rows)
    )
    yield f'<g font-size="4" fill="{INK}">{letters}{numbers}</g>'


def _circles(state: State, cells: int, radius: float, paint: str) -> str:
    circles = "".join(
        f'<circle cx="{x + 5}" cy="{y + 5}" r="{radius:g}"/>'
        for x, y in (corner(state, cell) for cell in cells_in(cells))
    )
    return f"<g {paint}>{circles}</g>" if circles else ""


def discs(state: State) -> Iterator[str]:
    for discs, color in ((state.first, FIRST), (state.second, SECOND)):
        yield _circles(state, discs, 4, f'fill="{color}" stroke="{INK}" stroke-width="0.5"')


def _dots(state: State) -> Iterator[str]:
    yield _circles(state, judge.open_cells(state), 1, f'fill="{HINT}"')


def _last(state: State, last: Move) -> Iterator[str]:
    width, _ = state.board.rules.field
    cell = last.y * width + last.x
    yield _circles(state, 1 << cell, 1.6, f'fill="{LAST}" stroke="{SECOND}" stroke-width="0.5"')
    if state.last == cell:
        yield _circles(state, state.flipped, 0.8, f'fill="{LAST}"')


def _marks(state: State, mark: Sequence[str]) -> Iterator[str]:
    width, _ = state.board.rules.field
    for cell in cells_in(state.board.shape):
        if judge.cell_locus(cell % width, cell // width) in mark:
            x, y = corner(state, cell)
            yield (
                f'<rect x="{x + 0.7:g}" y="{y + 0.7:g}" width="8.6" height="8.6" fill="none" '
                f'stroke="{MARK}" stroke-width="1.2" stroke-dasharray="3 1.5"/>'
            )
