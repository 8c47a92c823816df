"""Figures as colours of the board. Pure."""

from __future__ import annotations

from collections.abc import Mapping

VIRIDIS = (
    "#440154", "#482878", "#3e4989", "#31688e", "#26828e",
    "#1f9e89", "#35b779", "#6ece58", "#b5de2b", "#fde725",
)  # fmt: skip
"""Ten even steps of viridis (van der Walt & Smith, 2015): lighter is more, also in grey."""


def shade(value: float, top: float) -> str:
    """The colour of a value between 0 and `top`, between the steps."""
    at = min(max(value / top, 0.0), 1.0) * (len(VIRIDIS) - 1) if top > 0 else 0.0
    low = min(int(at), len(VIRIDIS) - 2)
    ends = (VIRIDIS[low], VIRIDIS[low + 1])
    one, other = ([int(end[i : i + 2], 16) for i in (1, 3, 5)] for end in ends)
    mixed = (round(a + (b - a) * (at - low)) for a, b in zip(one, other, strict=True))
    return "#" + "".join(f"{part:02x}" for part in mixed)


def shades(values: Mapping[str, float | None]) -> dict[str, str]:
    """A colour for each locus with a value, on a scale from 0 to the greatest."""
    known = {locus: value for locus, value in values.items() if value is not None}
    top = max(known.values(), default=0.0)
    return {locus: shade(value, top) for locus, value in known.items()}
