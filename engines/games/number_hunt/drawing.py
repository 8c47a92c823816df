"""Pictures of a field: text for a terminal, SVG for everything else.

No picture shows where the number looked for is: finding it is the game. The SVG stands alone:
presentation attributes only (no style, no script, no ids), so it may be put into a page under
a strict content security policy, any number of times.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from html import escape

from engines.games.number_hunt import rules as judge
from engines.games.number_hunt.types import Board, Circle, Move, State

PAPER, RIM, INK = "#FFFFFF", "#B8B8B2", "#1A1A1A"
OPEN, FOUND, FADED = "#DCEBF7", "#EEEEEB", "#A6A6A0"
EDGE, MARK, LAST = "#0072B2", "#6A1B9A", "#1A1A1A"

LABEL = 6  # characters from one label to the next at least, the gap among them

# Text -------------------------------------------------------------------------------------


def draw_text(state: State) -> str:
    """The field as a frame with a label where each circle lies, drawn to scale.

    ``(7)`` is to be found yet, ``7`` is found.
    """
    board = state.board
    across, down = character(board)
    columns = board.rules.width // across + LABEL
    rows = [[" "] * columns for _ in range(board.rules.height // down + 1)]
    for k, circle in enumerate(board.circles):
        number = k + 1
        label = f"({number})" if number >= state.next else f" {number} "
        start = circle.x // across
        rows[circle.y // down][start : start + len(label)] = label
    frame = "─" * columns
    lines = [f"┌{frame}┐", *(f"│{''.join(row)}│" for row in rows), f"└{frame}┘"]
    return "\n".join([*lines, judge.outcome(state).message])


def character(board: Board) -> tuple[int, int]:
    """Points to a character, across and down, so that labels never touch.

    Two centres in one row of characters are less than `down` = half the least distance d apart
    in y, so more than 0.866 d in x: that is six characters.
    """
    least = board.rules.spacing
    return max(1, least * 866 // (1000 * LABEL)), least // 2


# SVG --------------------------------------------------------------------------------------


def draw_svg(state: State, *, mark: Sequence[str] = (), last: Move | None = None) -> str:
    """The field as an SVG document; `mark`ed loci and the circle of the `last` tap have rings."""
    board = state.board
    width, height = board.rules.width, board.rules.height
    marked = {locus.removeprefix("number:") for locus in mark}
    return "".join(
        (
            f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="-2 -2 {width + 4} {height + 4}" '
            f'role="img" font-family="system-ui, sans-serif" text-anchor="middle">',
            f"<title>{escape(_title(board))}</title>"
            f"<desc>{escape(judge.outcome(state).message)}</desc>",
            f'<rect width="{width}" height="{height}" fill="{PAPER}" stroke="{RIM}" '
            'stroke-width="2"/>',
            *_circles(state),
            *(
                _ring(circle, MARK, dashes="6 4")
                for k, circle in enumerate(board.circles)
                if str(k + 1) in marked
            ),
            *(
                [_ring(board.circles[last.number - 1], LAST)]
                if last is not None and 1 <= last.number <= len(board.circles)
                else []
            ),
            "</svg>",
        )
    )


def _title(board: Board) -> str:
    return f"Field of {len(board.circles)} numbered circles"


def _circles(state: State) -> Iterator[str]:
    for k, (x, y, radius) in enumerate(state.board.circles):
        found = k + 1 < state.next
        fill, edge, ink = (FOUND, RIM, FADED) if found else (OPEN, EDGE, INK)
        size = radius * (1.0 if k + 1 < 100 else 0.75)
        yield (
            f'<circle cx="{x}" cy="{y}" r="{radius - 0.75:g}" fill="{fill}" stroke="{edge}" '
            'stroke-width="1.5"/>'
            f'<text x="{x}" y="{y + 0.36 * size:g}" font-size="{size:g}" '
            f'fill="{ink}">{k + 1}</text>'
        )


def _ring(circle: Circle, color: str, dashes: str = "") -> str:
    """A thick line inside the circle's edge, so that it never covers a neighbour."""
    dash = f' stroke-dasharray="{dashes}"' if dashes else ""
    return (
        f'<circle cx="{circle.x}" cy="{circle.y}" r="{circle.radius - 1.5:g}" fill="none" '
        f'stroke="{color}" stroke-width="3"{dash}/>'
    )
