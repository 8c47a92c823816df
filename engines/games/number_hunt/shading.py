"""The field with a colour for each circle: figures of numbers, to be seen at a glance."""

from __future__ import annotations

from collections.abc import Mapping

from engines.games.number_hunt.drawing import INK, PAPER, RIM
from engines.games.number_hunt.rules import number_locus
from engines.games.number_hunt.types import Board
from engines.shared.halo import halo_text


def draw_shaded(board: Board, shades: Mapping[str, str]) -> str:
    """The field as an SVG document; each ``number:n`` in `shades` is filled with its colour."""
    width, height = board.rules.width, board.rules.height
    circles = (
        f'<circle cx="{x}" cy="{y}" r="{radius - 0.75:g}" stroke="{INK}" stroke-width="1.5" '
        f'fill="{shades.get(number_locus(number), PAPER)}"/>{halo_text(x, y, radius, number)}'
        for number, (x, y, radius) in enumerate(board.circles, 1)
    )
    return "".join(
        (
            f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="-2 -2 {width + 4} {height + 4}" '
            'role="img" font-family="system-ui, sans-serif" text-anchor="middle">',
            f"<title>Field of {len(board.circles)} numbered circles</title>",
            f'<rect width="{width}" height="{height}" fill="{PAPER}" stroke="{RIM}" '
            'stroke-width="2"/>',
            *circles,
            "</svg>",
        )
    )
