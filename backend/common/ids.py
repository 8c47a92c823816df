"""Public ids: UUIDv7, so that newer rows sort after older ones and nobody can count them."""

from __future__ import annotations

from uuid import UUID

from uuid_utils.compat import uuid7


def new_id() -> UUID:
    return uuid7()
