"""Heavy libraries, brought in by one thread at a time.

Altair, pandas, pyarrow, SciPy and statsmodels cost seconds and 160 MB, so they are imported where
they are used. But they look for each other in `sys.modules`, where a module stands from the first
moment of its import: while one request imports pandas, another's chart would take hold of half of
it ("partially initialized module 'pandas' …"). So they all come in by this one door:

    with loading():
        from scipy.stats import chi2
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from threading import RLock

_door = RLock()


@contextmanager
def loading() -> Iterator[None]:
    """No other thread loads meanwhile, and pandas is whole before anything that looks for it."""
    with _door:
        import pandas  # type: ignore[import-untyped]  # noqa: F401

        yield
