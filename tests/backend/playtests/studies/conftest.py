"""A study of two arms, its puzzles made."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

import pytest

if TYPE_CHECKING:
    from backend.playtests.models import Study


@pytest.fixture
def make_study(db: None) -> Callable[..., Study]:  # noqa: ARG001
    """``make_study(open=False, puzzles=3, assignment="all", …)``: maps of 4 and of 5 colours."""
    from backend.playtests.services import create_study, open_study
    from tests.support.api import make_map

    def make(open: bool = True, puzzles: int = 2, arms: int = 2, **changes: Any) -> Study:
        asked: dict[str, Any] = {
            "by": None,
            "name": "Four or five",
            "question": "Do people get stuck less often with five colours?",
            "game": "map_coloring",
            "assignment": "one",
            "wanted": 50,
            "consent": "Your moves and think times are kept without your name.",
            "arms": [
                {
                    "title": "",
                    "rules": {},
                    "puzzles": [
                        make_map(seed=seed, colors=4 + arm).pk for seed in range(7, 7 + puzzles)
                    ],
                    "fresh": 0,
                }
                for arm in range(arms)
            ],
        }
        study = create_study(**{**asked, **changes})
        return open_study(study=study, by=None) if open else study

    return make
