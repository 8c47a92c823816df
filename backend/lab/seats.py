"""Variants of a game for two that are the same two players, seats swapped."""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import Any, Protocol

from engines import Game
from engines.shared.seats import swap_seats


class _Played(Protocol):
    """A variant as stored or as it was checked."""

    @property
    def plain(self) -> tuple[dict[str, Any], str]: ...


def swapped_pairs(game: Game, variants: Sequence[_Played]) -> list[tuple[int, int]]:
    """Positions (first, second) of variants with equal rules and the seats swapped."""
    if game.players != 2:
        return []
    at = {_key(*one.plain): position for position, one in enumerate(variants)}
    found = []
    for position, one in enumerate(variants):
        rules, policy = one.plain
        other = at.get(_key(rules, swap_seats(policy)))
        if other is not None and position < other:
            found.append((position, other))
    return found


def pairs(game: Game, variants: Sequence[_Played]) -> list[tuple[int, int]]:
    """Which variants are compared trial by trial: each with the baseline, and swapped seats.

    (position, its partner's position), no two of them the same.
    """
    with_baseline = [(position, 0) for position in range(1, len(variants))]
    swapped = [(second, first) for first, second in swapped_pairs(game, variants)]
    return list(dict.fromkeys(with_baseline + swapped))


def _key(rules: dict[str, Any], policy: str) -> str:
    return json.dumps([rules, policy], sort_keys=True)
