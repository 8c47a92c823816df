"""The empty map with a colour for each region: figures of regions, to be seen at a glance."""

from __future__ import annotations

from collections.abc import Mapping

from engines.games.map_coloring.drawing import INK, PAPER, UNIT, borders, fills, frame, label_cells
from engines.games.map_coloring.types import Board


def draw_shaded(board: Board, shades: Mapping[str, str]) -> str:
    """The map as an SVG document; each ``region:n`` in `shades` is filled with its colour."""
    width, height = board.rules.width * UNIT, board.rules.height * UNIT
    colors = {int(locus.removeprefix("region:")): shade for locus, shade in shades.items()}
    labels = (
        f'<text x="{x * UNIT + UNIT / 2:g}" y="{y * UNIT + UNIT / 2 + 1.6:g}" font-size="4.6" '
        f'font-weight="700" fill="{INK}" stroke="{PAPER}" stroke-width="1.4" '
        f'stroke-linejoin="round" paint-order="stroke">{region}</text>'
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
