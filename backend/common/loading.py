"""Heavy libraries, brought in by one thread at a time.

Altair, pandas, pyarrow, SciPy and statsmodels cost seconds and 160 MB, so they are imported where
they are used. But they look for each other in `sys.modules`, where a module stands from the first
moment of its import: while one request imports pandas, another's chart would take hold of half of
it ("partially initialized module 'pandas' …"). So they all come in by this one door:

    with loading():
        from scipy.stats import chi2

A web process has them brought in by a thread of its own, once it serves, so that whoever asks for a
page first need not wait (`load_ahead`).
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from threading import RLock, Thread
from time import sleep

_door = RLock()

PATIENCE = 1.0
"""Seconds that a new process has for its first requests before anything is loaded."""


@contextmanager
def loading() -> Iterator[None]:
    """No other thread loads meanwhile, and pandas is whole before anything that looks for it."""
    with _door:
        import pandas  # type: ignore[import-untyped]  # noqa: F401

        yield


def load_ahead() -> Thread:
    """Bring in what pages with charts and statistics need, in the background."""
    thread = Thread(target=_load_all, name="load-ahead", daemon=True)
    thread.start()
    return thread


def _load_all() -> None:
    sleep(PATIENCE)
    with loading():
        import altair  # noqa: F401
        import scipy.stats  # noqa: F401
