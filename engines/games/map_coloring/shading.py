"""The empty map with a colour for each region: figures of regions, to be seen at a glance."""

from __future__ import annotations

from collections.abc import Mapping

from engines.games.map_coloring.drawing import PAPER, UNIT, borders, fills, frame, label_cells
from engines.games.map_coloring.types import Board
from engines.shared.halo import halo_text


def draw_shaded(board: Board, shades: Mapping[str, str]) -> str:
    """The map as an SVG document; each ``region:n`` in `shades` is filled with its colour."""
    width, height = board.rules.width * UNIT, board.rules.height * UNIT
    colors = {int(locus.removeprefix("region:")): shade for locus, shade in shades.items()}
    labels = (
        halo_text((x + 0.5) * UNIT, (y + 0.5) * UNIT, 4.6, region)
        for (x, y), region in label_cells(board)
    )
    return "".join(
        (
            frame(board),
            f"<title>Map of {sum(map(bool, board.sizes))} regions</title>",
            f'<rect width="{width}" height="{height}" fill="{PAPER}"/>',
            *fills(board, colors),
            borders(board),
            *labels,
            "</svg>",
        )
    )
