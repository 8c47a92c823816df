"""The board as it begins, with a colour for each cell: figures of cells, at a glance."""

from __future__ import annotations

from collections.abc import Mapping

from engines.games.reversi import drawing
from engines.games.reversi.discs import cells_in
from engines.games.reversi.rules import cell_locus, initial_state
from engines.games.reversi.types import Board


def draw_shaded(board: Board, shades: Mapping[str, str]) -> str:
    """The board as an SVG document; each ``cell:x,y`` in `shades` is filled with its colour."""
    state, width = initial_state(board), board.rules.field[0]
    cells = (
        f'<rect x="{x}" y="{y}" width="{drawing.UNIT}" height="{drawing.UNIT}" '
        f'fill="{shades[locus]}" stroke="{drawing.SEAM}" stroke-width="0.5"/>'
        for cell in cells_in(board.shape)
        if (locus := cell_locus(cell % width, cell // width)) in shades
        for x, y in [drawing.corner(state, cell)]
    )
    return drawing.draw_parts(state, (*cells, *drawing.discs(state)))
