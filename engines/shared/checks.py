"""What every game asks of its arguments in the same words."""

from __future__ import annotations

from collections.abc import Sequence

from engines.errors import UnknownName
from engines.protocol import Level
from engines.randomness import MAX_SEED


def check_trials(seed: int, first_trial: int, trials: int) -> None:
    """Raises ValueError for a seed or trials that no stream has."""
    if not 0 <= seed <= MAX_SEED:
        raise ValueError(f"The seed must be 0 to {MAX_SEED}; got {seed}.")
    if trials < 0:
        raise ValueError(f"The number of trials must be 0 or more; got {trials}.")
    if first_trial < 0 or first_trial + trials > MAX_SEED:
        raise ValueError(f"Trials are numbered 0 to {MAX_SEED - 1}; got {first_trial} + {trials}.")


def pick_level(levels: Sequence[Level], key: str) -> Level:
    """The level of that key. Raises `UnknownName`."""
    for level in levels:
        if level.key == key:
            return level
    raise UnknownName("level", key, [level.key for level in levels])
