"""Beat without a file: the schedule is in the settings, and nothing of it need be remembered."""

from __future__ import annotations

from celery.beat import Scheduler


class MemoryScheduler(Scheduler):
    """Sends everything once at its start, then on schedule."""

    def setup_schedule(self) -> None:
        self.update_from_dict(self.app.conf.beat_schedule)
        for entry in self.schedule.values():
            entry.last_run_at = entry.default_now().replace(year=2000)
