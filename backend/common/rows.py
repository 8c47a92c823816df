"""Rows read by a statement of one's own, where the ORM costs more than the database does."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, TypeVar

from django.db import DEFAULT_DB_ALIAS, connection, models

Row = TypeVar("Row", bound=models.Model)


def columns_of(model: type[models.Model]) -> str:
    """All its columns, in the order that `row_of` wants their values."""
    return ", ".join(str(field.column) for field in model._meta.concrete_fields)


def row_of(model: type[Row], values: Iterable[Any]) -> Row:
    """The model's instance with these values as the driver gave them: not for JSON fields."""
    names = [field.attname for field in model._meta.concrete_fields]
    return model.from_db(DEFAULT_DB_ALIAS, names, list(values))


def read_values(statement: str, parameters: list[Any]) -> tuple[Any, ...] | None:
    """The first row's values, None where there is none."""
    with connection.cursor() as cursor:
        cursor.execute(statement, parameters)
        found: tuple[Any, ...] | None = cursor.fetchone()
    return found
