"""A worker that can't take messages any more connects again.

Where the connection to Redis fell silent (half-open) just as a message was to be acknowledged,
Celery logs "Couldn't ack" and goes on, with that message for ever among those it has in hand:
it takes no other, and its heartbeat beats. Connecting again gives such messages back.
"""

from __future__ import annotations

import logging
from typing import Any

from celery import bootsteps
from celery.worker import state

log = logging.getLogger(__name__)

LOOK_SECONDS = 5.0


class HearingStep(bootsteps.StartStopStep):
    """Part of the consumer: started again with it on each new connection."""

    requires = ("celery.worker.consumer.tasks:Tasks",)

    def __init__(self, consumer: Any, **kwargs: Any) -> None:
        super().__init__(consumer, **kwargs)
        self._timer: Any = None
        self._doubtful: set[str] = set()

    def start(self, consumer: Any) -> None:
        self._doubtful = set()
        self._timer = consumer.timer.call_repeatedly(LOOK_SECONDS, self._look, (consumer,))

    def stop(self, consumer: Any) -> None:  # noqa: ARG002
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None

    shutdown = stop

    def _look(self, consumer: Any) -> None:
        """Raises `ConnectionError`, which has Celery connect again, at the second sight of one."""
        before, self._doubtful = self._doubtful, unanswered(consumer.task_consumer.channel.qos)
        if lost := before & self._doubtful:
            self._doubtful = set()
            log.warning("%d messages could not be acknowledged; connecting again", len(lost))
            raise ConnectionResetError("messages could not be acknowledged")


def unanswered(qos: Any) -> set[str]:
    """Messages neither acknowledged nor in the hands of a request that is going to."""
    waiting = {r.message.delivery_tag for r in state.reserved_requests if not r.acknowledged}
    return set(qos._delivered) - set(qos._dirty) - waiting
