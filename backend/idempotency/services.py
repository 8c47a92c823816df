"""Claiming a key, keeping the answer, forgetting it."""

from __future__ import annotations

import hashlib
from datetime import timedelta
from typing import Any

from django.utils import timezone

from backend.common.problems import NotAllowed
from backend.idempotency.models import KeptAnswer

KEPT_FOR = timedelta(hours=24)


def claim_key(*, owner: str, key: str, request: bytes) -> tuple[KeptAnswer, bool]:
    """The row of this key, and whether it is new: then the caller does the work.

    To be called inside the transaction that does it. Whoever comes second waits here for that
    one's end: Postgres holds an insert of the same key until it is known whether the first
    stands. Raises `NotAllowed` when the key was used for another request.
    """
    row = KeptAnswer(owner=owner, key_hash=_hash(f"{owner}\n{key}".encode()))
    row.request_hash = _hash(request)
    KeptAnswer.objects.filter(
        key_hash=row.key_hash, created_at__lt=timezone.now() - KEPT_FOR
    ).delete()
    KeptAnswer.objects.bulk_create([row], ignore_conflicts=True)
    found = KeptAnswer.objects.get(key_hash=row.key_hash)
    if found.request_hash != row.request_hash:
        raise NotAllowed(
            "This Idempotency-Key was used for another request. Take a new key for each.",
            code="key_reused",
        )
    return found, found.status == 0


def keep_answer(*, row: KeptAnswer, status: int, headers: dict[str, Any], body: str) -> None:
    """Keep what the request was answered. Only successes are kept: a failure changed nothing."""
    row.status, row.headers, row.body = status, headers, body
    row.save(update_fields=["status", "headers", "body"])


def forget_answers(*, owner: str) -> None:
    """Forget what was answered to somebody who wants to be forgotten."""
    KeptAnswer.objects.filter(owner=owner).delete()


def forget_old_answers() -> int:
    """Forget answers older than a day; returns how many."""
    deleted, _ = KeptAnswer.objects.filter(created_at__lt=timezone.now() - KEPT_FOR).delete()
    return deleted


def _hash(value: bytes) -> str:
    return hashlib.sha256(value).hexdigest()
