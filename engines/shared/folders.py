"""Where what was computed once is kept on disk: never needed, only faster.

Tried in order: `NUMBA_CACHE_DIR`; `__pycache__` beside the source; the user's cache.
"""

from __future__ import annotations

import os
import tempfile
from collections.abc import Iterator
from pathlib import Path


def cache_bases(sources: Path) -> Iterator[Path]:
    """The folders that may be used for what `sources` (a folder of code) makes, best first."""
    chosen = os.environ.get("NUMBA_CACHE_DIR")
    user = Path(os.environ.get("XDG_CACHE_HOME") or "~/.cache").expanduser()
    yield Path(chosen) if chosen else sources / "__pycache__"
    yield user / "tsumi"


def find_kept(sources: Path, name: str) -> Path | None:
    """The file or folder of that name that was kept, if there is one."""
    return next((b / name for b in cache_bases(sources) if (b / name).exists()), None)


def writable_folder(sources: Path, name: str = "") -> Path | None:
    """The first folder (of that name, made if need be) that can be written to, None if none."""
    for base in cache_bases(sources):
        try:
            (base / name).mkdir(parents=True, exist_ok=True)
            with tempfile.TemporaryFile(dir=base / name):
                return base / name
        except OSError:
            continue
    return None
