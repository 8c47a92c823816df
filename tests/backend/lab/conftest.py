from __future__ import annotations

import pytest


@pytest.fixture(scope="session", autouse=True)
def _compiled(compiled_kernels: None) -> None:
    """Chunks are computed inside tests' transactions, where waiting would cost their lease."""
