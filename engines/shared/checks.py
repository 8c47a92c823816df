"""What every game asks of its arguments in the same words."""

from __future__ import annotations

from collections.abc import Sequence

from engines.declarations import Level
from engines.errors import UnknownName


def pick_level(levels: Sequence[Level], key: str) -> Level:
    """The level of that key. Raises `UnknownName`."""
    for level in levels:
        if level.key == key:
            return level
    raise UnknownName("level", key, [level.key for level in levels])
