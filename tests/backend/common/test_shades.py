"""Colours of figures."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from backend.common.shades import VIRIDIS, shade, shades


def lightness(color: str) -> float:
    red, green, blue = (int(color[i : i + 2], 16) for i in (1, 3, 5))
    return 0.299 * red + 0.587 * green + 0.114 * blue


def test_the_ends() -> None:
    found = shades({"a": 0, "b": 5, "c": None})
    assert found == {"a": VIRIDIS[0], "b": VIRIDIS[-1]}
    assert shades({"a": 0.0}) == {"a": VIRIDIS[0]}


@given(st.floats(0, 1), st.floats(0, 1))
def test_more_is_lighter(one: float, other: float) -> None:
    low, high = sorted((one, other))
    assert lightness(shade(low, 1)) <= lightness(shade(high, 1)) + 1
