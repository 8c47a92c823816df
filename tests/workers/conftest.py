from __future__ import annotations

import pytest


@pytest.fixture(scope="session", autouse=True)
def _compiled(compiled_kernels: None) -> None:
    """Workers are started with kernels at hand."""


@pytest.fixture(autouse=True)
def _quiet_broker() -> None:
    """No message of an earlier test is left."""
    from tests.support.workers import empty_broker  # needs Django, set up by now

    empty_broker()
