"""Writing to a database that may be away for a moment: restarted, say."""

from __future__ import annotations

from collections.abc import Callable
from time import monotonic, sleep
from typing import TypeVar

from django.db import InterfaceError, OperationalError, connection

PATIENCE_SECONDS = 20.0
"""How long a result is held for a database that is away."""

T = TypeVar("T")


def persist(write: Callable[[], T]) -> T:
    """Do a write, again and again for a while if the database is away.

    `write` must be harmless when done twice: an answer may be lost after it was done. (A claim
    whose answer was lost runs out.)
    """
    until = monotonic() + PATIENCE_SECONDS
    pause = 0.2
    while True:
        try:
            return write()
        except (OperationalError, InterfaceError):
            connection.close()
            if monotonic() > until:
                raise
            sleep(pause)
            pause = min(pause * 2, 3.0)
