"""A puzzle, and clients of the API: nobody's and a player's.

Imports of the backend stay inside the fixtures: this file is read before Django is set up.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from backend.puzzles.models import Puzzle
    from tests.support.api import Api


@pytest.fixture
def puzzle(db: None) -> Puzzle:  # noqa: ARG001
    """A small map without a level: made without measuring its difficulty."""
    from tests.support.api import make_map

    return make_map(seed=7)


@pytest.fixture
def api() -> Api:
    """A client that nobody knows."""
    from tests.support.api import Api

    return Api()


@pytest.fixture
def player_api(db: None) -> Api:  # noqa: ARG001
    """A client with a new player's token."""
    from tests.support.api import new_player_api

    return new_player_api()


@pytest.fixture(autouse=True)
def _no_blind_writes() -> Iterator[None]:
    """Nothing that runs here writes rows that it chose by what may have changed meanwhile."""
    from tests.support.blind import no_blind_writes

    with no_blind_writes():
        yield
