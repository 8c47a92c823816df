"""A thread that keeps a worker's lease while it computes, and hears whether it is still wanted."""

from __future__ import annotations

import threading
from collections.abc import Callable
from types import TracebackType
from typing import Generic, TypeVar

import structlog
from django.conf import settings
from django.db import Error, connection

from backend.lab.chunks import LeaseState

C = TypeVar("C")

log = structlog.get_logger(__name__)

BEAT_SECONDS = 1.0
"""How soon a cancel is heard. The lease is many times as long."""


class Heart(Generic[C]):
    """`with Heart(extend) as heart:` beats on a database connection of its own until it is left.

    `hold(claim)` says what to keep, `hold(None)` that there is nothing. Each beat asks
    `extend(claim)` to keep the lease; `state` is what the last one heard about it. While the
    database is away the lease is taken to be held: if it was lost meanwhile, that shows when
    the result is written.
    """

    def __init__(self, extend: Callable[[C], LeaseState]) -> None:
        self._extend = extend
        self._changed = threading.Condition()
        self._claim: C | None = None
        self._state: LeaseState = "held"
        self._over = False
        self._thread = threading.Thread(target=self._run, name="lease-heart", daemon=True)

    def __enter__(self) -> Heart[C]:
        self._thread.start()
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        with self._changed:
            self._over = True
            self._changed.notify_all()
        self._thread.join(timeout=10)

    def hold(self, claim: C | None) -> None:
        with self._changed:
            self._claim, self._state = claim, "held"

    @property
    def state(self) -> LeaseState:
        return self._state

    def _run(self) -> None:
        pause = min(BEAT_SECONDS, settings.CHUNK_LEASE_SECONDS / 4)
        try:
            while True:
                with self._changed:
                    if self._changed.wait_for(lambda: self._over, timeout=pause):
                        return
                    claim = self._claim
                if claim is not None:
                    self._beat(claim)
        finally:
            connection.close()

    def _beat(self, claim: C) -> None:
        try:
            state = self._extend(claim)
        except Error as error:
            log.warning("lease_not_extended", held=str(claim), error=str(error))
            connection.close()
            return
        with self._changed:
            if self._claim is claim:
                self._state = state
