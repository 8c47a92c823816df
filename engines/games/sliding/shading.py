"""The scrambled board with a colour for each tile: figures of tiles, to be seen at a glance."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from engines.games.sliding.drawing import FRAME, PAPER, UNIT
from engines.games.sliding.rules import tile_locus
from engines.games.sliding.types import Board
from engines.shared.halo import halo_text


def draw_shaded(board: Board, shades: Mapping[str, str]) -> str:
    """The board as an SVG document; each ``tile:n`` in `shades` is filled with its colour."""
    width, height = board.rules.width * UNIT, board.rules.height * UNIT
    return "".join(
        (
            f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="-1.5 -1.5 {width + 3} {height + 3}" '
            'role="img" font-family="system-ui, sans-serif" text-anchor="middle">',
            f"<title>Sliding puzzle, {board.rules.width} by {board.rules.height}</title>",
            f'<rect x="-0.8" y="-0.8" width="{width + 1.6:g}" height="{height + 1.6:g}" rx="1.6" '
            f'fill="{FRAME}"/><rect width="{width}" height="{height}" rx="1" fill="{PAPER}"/>',
            *_tiles(board, shades),
            "</svg>",
        )
    )


def _tiles(board: Board, shades: Mapping[str, str]) -> Iterator[str]:
    for cell, tile in enumerate(board.tiles):
        if tile:
            y, x = divmod(cell, board.rules.width)
            yield (
                f'<rect x="{x * UNIT + 0.6:g}" y="{y * UNIT + 0.6:g}" width="{UNIT - 1.2:g}" '
                f'height="{UNIT - 1.2:g}" rx="1.1" fill="{shades.get(tile_locus(tile), PAPER)}" '
                f'stroke="{FRAME}" stroke-width="0.3"/>'
            )
            yield halo_text((x + 0.5) * UNIT, (y + 0.5) * UNIT, 4.6, tile)
