"""A small game for two, among the games for a test."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING, Any

import pytest

if TYPE_CHECKING:
    from backend.puzzles.models import Puzzle


@pytest.fixture
def heap(db: None) -> Iterator[Callable[..., Puzzle]]:  # noqa: ARG001
    """Makes heaps of stones: ``heap(stones=7, lucky=2)`` is a puzzle of that game."""
    from backend.puzzles.services import make_puzzle
    from tests.support.taking import SLUG, known_as_a_game

    with known_as_a_game():

        def make(**rules: Any) -> Puzzle:
            return make_puzzle(game=SLUG, rules=rules, seed=1)

        yield make
