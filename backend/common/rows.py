"""Statements of one's own, where the ORM costs more than the database does.

Postgres reads and plans each of them once a connection. What the ORM writes it has to read and
plan every time, for the values stand in its text.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from typing import Any, TypeVar

from django.db import DEFAULT_DB_ALIAS, Error, connections, models
from django.db.backends.utils import CursorWrapper
from psycopg import Cursor
from psycopg.pq import Format

Row = TypeVar("Row", bound=models.Model)


def columns_of(model: type[models.Model]) -> str:
    """All its columns, in the order that `row_of` wants their values."""
    return ", ".join(str(field.column) for field in model._meta.concrete_fields)


def row_of(model: type[Row], values: Iterable[Any]) -> Row:
    """The model's instance with these values as the driver gave them: not for JSON fields."""
    names = [field.attname for field in model._meta.concrete_fields]
    return model.from_db(DEFAULT_DB_ALIAS, names, list(values))


@contextmanager
def prepared_cursor() -> Iterator[CursorWrapper]:
    """Django's cursor, but that it has Postgres prepare what it executes more than once."""
    database: Any = connections[DEFAULT_DB_ALIAS]
    database.close_if_health_check_failed()
    database.ensure_connection()
    cursor = Cursor(database.connection)
    cursor.format = Format.BINARY
    with database._prepare_cursor(cursor) as wrapped:
        yield wrapped


def read_values(statement: str, parameters: list[Any]) -> tuple[Any, ...] | None:
    """The first row's values, None where there is none. Only for what changes nothing.

    The first read over a kept connection is also the test whether that still works.
    """
    database: Any = connections[DEFAULT_DB_ALIAS]
    if database.health_check_done or database.in_atomic_block:
        return _read(statement, parameters)
    database.health_check_done = True
    try:
        return _read(statement, parameters)
    except Error:
        if database.is_usable():
            raise
        database.close()  # Postgres was started anew, say
        return _read(statement, parameters)


def _read(statement: str, parameters: list[Any]) -> tuple[Any, ...] | None:
    with prepared_cursor() as cursor:
        cursor.execute(statement, parameters)
        found: tuple[Any, ...] | None = cursor.fetchone()
    return found
