"""Beat without a file: the schedule is in the settings, and nothing of it need be remembered."""

from __future__ import annotations

import logging
from datetime import timedelta
from typing import Any

from celery.beat import Scheduler

log = logging.getLogger(__name__)


SLACK = timedelta(minutes=1)
"""A clock set back by less is waited for."""


class MemoryScheduler(Scheduler):
    """Sends everything once at its start, then on schedule."""

    def setup_schedule(self) -> None:
        self.update_from_dict(self.app.conf.beat_schedule)
        self._begin()

    def tick(self, *args: Any, **options: Any) -> float:
        """One round; all begins anew on a clock set back, which would else be waited for."""
        if any(e.last_run_at > e.default_now() + SLACK for e in self.schedule.values()):
            log.warning("the clock was set back; sending everything")
            self._begin()
        seconds: float = super().tick(*args, **options)
        return seconds

    def _begin(self) -> None:
        self._heap = None  # Celery makes it anew
        for entry in self.schedule.values():
            entry.last_run_at = entry.default_now().replace(year=2000)

    def apply_entry(self, entry: Any, producer: Any = None) -> None:
        """Send one message. While the broker is away, one line tells of it, not a traceback."""
        try:
            self.apply_async(entry, producer=producer, advance=False)
        except Exception as error:
            log.warning("%s not sent: %s", entry.task, error)
