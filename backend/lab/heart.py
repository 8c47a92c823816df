"""A thread that keeps a worker's lease while it computes, and listens for a cancel."""

from __future__ import annotations

import threading
from types import TracebackType

import structlog
from django.conf import settings
from django.db import Error, connection

from backend.lab.chunks import Claim, LeaseState, extend_lease

log = structlog.get_logger(__name__)

BEAT_SECONDS = 1.0
"""How soon a cancel is heard. The lease is many times as long."""


class Heart:
    """`with Heart() as heart:` beats on its own database connection until the block is left.

    `hold(claim)` says which chunk to keep, `hold(None)` that there is none; `state` is what
    the last beat heard about it. While the database is away the lease is taken to be held:
    if it was lost meanwhile, the fencing token tells when the result is written.
    """

    def __init__(self) -> None:
        self._changed = threading.Condition()
        self._claim: Claim | None = None
        self._state: LeaseState = "held"
        self._over = False
        self._thread = threading.Thread(target=self._run, name="lease-heart", daemon=True)

    def __enter__(self) -> Heart:
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

    def hold(self, claim: Claim | None) -> None:
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

    def _beat(self, claim: Claim) -> None:
        try:
            state = extend_lease(claim)
        except Error as error:
            log.warning("lease_not_extended", chunk=claim.chunk, error=str(error))
            connection.close()
            return
        with self._changed:
            if self._claim is claim:
                self._state = state
