"""Statements that choose rows by what may have changed until they are written.

PostgreSQL waits for whoever has a row, and then looks once more whether it still fits: but only at
the conditions on the row itself. Those inside `WHERE id IN (SELECT id FROM the same table …)` are
judged by what was there before the wait. Django writes such a statement when an update filters by
columns of related tables.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from types import FrameType
from typing import Any

from django.db import connection

_BLIND = re.compile(
    r'\A(?:UPDATE|DELETE FROM) "(?P<table>\w+)" .* IN \(SELECT [^()]* FROM "(?P=table)"', re.DOTALL
)


def _is_the_products(frame: FrameType | None) -> bool:
    """Whether the nearest module that is ours, and no library's, is the product's."""
    while frame is not None:
        name = str(frame.f_globals.get("__name__", "")).partition(".")[0]
        if name in ("backend", "workers", "tests") and frame.f_globals["__name__"] != __name__:
            return name != "tests"
        frame = frame.f_back
    return False


def is_blind(statement: str) -> bool:
    """Whether a statement changes rows of a table that it chose by a subquery of that table."""
    return bool(_BLIND.match(statement)) and "FOR UPDATE" not in statement


@contextmanager
def no_blind_writes() -> Iterator[None]:
    """Fails what the product executes in the block, in this thread, if it is such a statement.

    Tests may: what they arrange is changed by nobody else.
    """

    def check(
        execute: Callable[..., Any], sql: str, params: Any, many: bool, context: dict[str, Any]
    ) -> Any:
        if is_blind(sql) and _is_the_products(sys._getframe()):
            raise AssertionError(f"chooses rows by a subquery of their own table: {sql}")
        return execute(sql, params, many, context)

    with connection.execute_wrapper(check):
        yield
