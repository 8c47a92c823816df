"""How programs are started that find things otherwise than in a terminal of one's own."""

from __future__ import annotations

import ctypes
import os
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

_PR_CAPBSET_DROP, _CAP_DAC_OVERRIDE = 24, 1
IGNORING = ("sh", "-c", 'trap "" INT QUIT; exec "$@"', "sh")
"""As a script starts a job in its background."""


@pytest.fixture
def read_only() -> Iterator[Path]:
    """Where everybody can read: what is in it is put there by the test, before it is used."""
    with tempfile.TemporaryDirectory(prefix="tsumi-read-only-") as name:
        folder = Path(name).resolve()
        folder.chmod(0o555)
        yield folder
        folder.chmod(0o755)


def bound_by_modes() -> dict[str, Any]:
    """Arguments of Popen that keep root from writing where a folder's mode allows nobody to."""
    if os.geteuid() != 0:
        return {}
    libc = ctypes.CDLL(None)  # loaded before the fork

    def drop() -> None:
        libc.prctl(_PR_CAPBSET_DROP, _CAP_DAC_OVERRIDE, 0, 0, 0)

    return {"preexec_fn": drop}
