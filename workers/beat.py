"""Beat without a file: the schedule is in the settings, and nothing of it need be remembered."""

from __future__ import annotations

import logging
from typing import Any

from celery.beat import Scheduler

log = logging.getLogger(__name__)


class MemoryScheduler(Scheduler):
    """Sends everything once at its start, then on schedule."""

    def setup_schedule(self) -> None:
        self.update_from_dict(self.app.conf.beat_schedule)
        for entry in self.schedule.values():
            entry.last_run_at = entry.default_now().replace(year=2000)

    def apply_entry(self, entry: Any, producer: Any = None) -> None:
        """Send one message. While the broker is away, one line tells of it, not a traceback."""
        try:
            self.apply_async(entry, producer=producer, advance=False)
        except Exception as error:
            log.warning("%s not sent: %s", entry.task, error)
