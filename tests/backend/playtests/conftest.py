"""A small corpus of simulated people."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

import pytest

if TYPE_CHECKING:
    from backend.playtests.models import Corpus
    from backend.puzzles.models import Puzzle


@pytest.fixture
def seed_people(db: None) -> Callable[..., Corpus]:  # noqa: ARG001
    """``seed_people([puzzle, …], sessions=40, stall_at="region:3")``."""
    from backend.playtests.services import Worse, seed_playtest, usual_people

    def make(
        puzzles: list[Puzzle],
        sessions: int = 40,
        players: int = 10,
        seed: int = 1,
        worse: Worse | None = None,
        **planted: Any,
    ) -> Corpus:
        people = usual_people(game=puzzles[0].game, policy=None, **planted)
        return seed_playtest(
            puzzles=puzzles,
            people=people,
            players=players,
            sessions=sessions,
            seed=seed,
            worse=worse or Worse(),
        )

    return make
