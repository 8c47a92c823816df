from __future__ import annotations

import pytest


@pytest.fixture(scope="session", autouse=True)
def _compiled_kernels() -> None:
    """Compiled once, here: workers then find them on disk instead of each compiling them."""
    from engines import get_game
    from tests.support.lab import GAME, SMALL

    game = get_game(GAME)
    game.simulate(game.Rules.model_validate(SMALL), "random", 0, 0, 8)


@pytest.fixture(autouse=True)
def _quiet_broker() -> None:
    """No message of an earlier test is left."""
    from tests.support.workers import empty_broker  # needs Django, set up by now

    empty_broker()
