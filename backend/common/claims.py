"""Work that one process at a time is at, without a row that says so."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from django.db import connection

_CLAIM = "SELECT pg_try_advisory_lock(hashtextextended(%s, 0))"
_RELEASE = "SELECT pg_advisory_unlock(hashtextextended(%s, 0))"


@contextmanager
def claimed(work: str) -> Iterator[bool]:
    """Whether this process has the work of that name for the length of the block.

    False: another one has it. Postgres takes it back when the connection ends, so it is free at
    once when a process dies.
    """
    with connection.cursor() as cursor:
        cursor.execute(_CLAIM, [work])
        is_mine = bool(cursor.fetchone()[0])
    try:
        yield is_mine
    finally:
        if is_mine and connection.connection is not None and not connection.needs_rollback:
            with connection.cursor() as cursor:
                cursor.execute(_RELEASE, [work])
