"""Labels of SVG pictures that can be read on any colour."""

from __future__ import annotations

INK, PAPER = "#1A1A1A", "#FFFFFF"


def halo_text(x: float, y: float, size: float, text: object) -> str:
    """Dark, with a light rim; (x, y) is its middle where its picture has ``text-anchor`` middle."""
    return (
        f'<text x="{x:g}" y="{y + size * 0.35:g}" font-size="{size:g}" font-weight="700" '
        f'fill="{INK}" stroke="{PAPER}" stroke-width="{size * 0.3:g}" stroke-linejoin="round" '
        f'paint-order="stroke">{text}</text>'
    )
