"""Kernels are compiled before a worker runs them, by a process that ends.

A process that compiles stays twice as large as one that loads what was compiled.
"""

from __future__ import annotations

import logging
import subprocess
import sys

log = logging.getLogger(__name__)

COMPILE = (sys.executable, "-m", "engines", "compile")

_ready: set[str] = set()


def ensure_kernels(game: str) -> None:
    """Returns when a game's kernels are on disk. Looks once per process and game.

    If that fails, whoever needs them compiles for itself.
    """
    if game in _ready:
        return
    done = subprocess.run([*COMPILE, game], stdout=subprocess.DEVNULL, check=False)
    if done.returncode == 0:
        _ready.add(game)
    else:
        log.warning("kernels of %s not compiled: status %d", game, done.returncode)
