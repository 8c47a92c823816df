"""The pattern databases on disk: made once, in seconds, and then read by every process.

Only `make=True` makes them, with Numba, for workers and the command line. Who may not load
Numba takes what is there: without tables on disk, the Manhattan distance.
"""

from __future__ import annotations

import hashlib
import os
import tempfile
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from engines.games.sliding.solver.patterns import Patterns, groups_of, patterns_of, single_tiles
from engines.shared.folders import find_kept, writable_folder

SOURCES = Path(__file__).parent
FORMAT = 1  # raise it when what the files hold changes

_loaded: dict[tuple[int, int], Patterns] = {}


def get_patterns(width: int, height: int, *, make: bool) -> Patterns:
    """The tables of this size: loaded, or made and kept, or (`make` is false) weak ones."""
    size = width, height
    if size not in _loaded:
        values = _read(width, height)
        if values is None:
            if not make:
                return single_tiles(width, height)
            values = _make(width, height)
        _loaded[size] = patterns_of(width, height, groups_of(width, height), values)
    return _loaded[size]


def file_name(width: int, height: int) -> str:
    groups = repr((FORMAT, groups_of(width, height))).encode()
    return f"patterns-{width}x{height}-{hashlib.sha256(groups).hexdigest()[:12]}.npy"


def _read(width: int, height: int) -> NDArray[np.uint8] | None:
    """The kept tables, mapped into memory: processes share the pages."""
    path = find_kept(SOURCES, file_name(width, height))
    if path is None:
        return None
    try:
        values = np.asarray(np.load(path, mmap_mode="r"))
    except (OSError, ValueError):  # half a file, or not readable by this user
        return None
    size = sum((width * height) ** len(group) for group in groups_of(width, height))
    return values if values.shape == (size,) and values.dtype == np.uint8 else None


def _make(width: int, height: int) -> NDArray[np.uint8]:
    from engines.games.sliding.kernels.patterns import make_table

    groups = groups_of(width, height)
    values = np.concatenate([make_table(width, height, group) for group in groups])
    folder = writable_folder(SOURCES)
    if folder is None:
        return values
    try:
        with tempfile.NamedTemporaryFile(dir=folder, suffix=".part", delete=False) as file:
            np.save(file, values)
        os.chmod(file.name, 0o644)
        os.replace(file.name, folder / file_name(width, height))  # whole, or not at all
    except OSError:  # a full disk: everything works without the file
        Path(file.name).unlink(missing_ok=True)
        return values
    kept = _read(width, height)
    return values if kept is None else kept
