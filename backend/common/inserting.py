"""Rows that are there once, however many ask for them at the same moment."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypeVar

from django.db import models

Row = TypeVar("Row", bound=models.Model)


def get_or_insert(
    rows: models.QuerySet[Row], *, defaults: Mapping[str, Any] | None = None, **key: Any
) -> tuple[Row, bool]:
    """The row of this key, made with `defaults` if it is not there, and whether it was not.

    A unique constraint has to hold the key together. As `get_or_create`, but whoever comes second
    waits for the first and inserts nothing (`ON CONFLICT DO NOTHING`), so no error is written into
    Postgres's log.
    """
    known = rows.filter(**key).first()
    if known is not None:
        return known, False
    rows.model._default_manager.bulk_create(
        [rows.model(**key, **(defaults or {}))], ignore_conflicts=True
    )
    return rows.get(**key), True
