"""The board as it begins, with another colour for each of its own: figures of choosing them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from html import escape

from engines.games.color_fill.drawing import FAINT, PAPER, UNIT, title
from engines.games.color_fill.rules import color_locus
from engines.games.color_fill.types import Board
from engines.shared.halo import halo_text


def draw_shaded(board: Board, shades: Mapping[str, str]) -> str:
    """The board as an SVG document; the cells of each ``color:n`` are filled with its shade."""
    width, height = board.rules.width * UNIT, board.rules.height * UNIT
    return "".join(
        (
            f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="-1.5 -1.5 {width + 3} {height + 3}" '
            'role="img" font-family="system-ui, sans-serif" text-anchor="middle">',
            f"<title>{escape(title(board.rules))}</title>",
            *_cells(board, shades),
            "</svg>",
        )
    )


def _cells(board: Board, shades: Mapping[str, str]) -> Iterator[str]:
    for cell, color in enumerate(board.cells):
        if color >= 0:
            y, x = divmod(cell, board.rules.width)
            yield (
                f'<rect x="{x * UNIT}" y="{y * UNIT}" width="{UNIT}" height="{UNIT}" '
                f'fill="{shades.get(color_locus(color), PAPER)}" stroke="{FAINT}" '
                'stroke-width="0.3"/>'
            )
            yield halo_text((x + 0.5) * UNIT, (y + 0.5) * UNIT, 4.6, color)
