"""Beat on a clock that is set."""

from __future__ import annotations

from datetime import timedelta

import pytest

from backend.config.celery import app
from workers.beat import MemoryScheduler


class Sending(MemoryScheduler):
    """Sends nowhere."""

    def setup_schedule(self) -> None:
        self.sent: list[str] = []
        super().setup_schedule()

    def apply_entry(self, entry, producer=None) -> None:  # noqa: ARG002
        self.sent.append(entry.task)

    def run(self) -> list[str]:
        """What is sent before there is anything to wait for."""
        self.sent.clear()
        while self.tick() == 0:
            pass
        return sorted(self.sent)


@pytest.fixture
def beat():
    return Sending(app=app, lazy=False)


def test_everything_is_sent_at_the_start_and_then_in_time(beat):
    assert beat.run() == sorted(e["task"] for e in app.conf.beat_schedule.values())
    assert beat.run() == []


@pytest.mark.parametrize("days", [-1, 1])
def test_a_clock_that_is_set_holds_nothing_up(beat, days, monkeypatch):
    everything = beat.run()
    clock = app.now
    monkeypatch.setattr(app, "now", lambda: clock() + timedelta(days=days))
    assert "upkeep.ring_waiting" in beat.run()
    if days < 0:
        assert sorted(beat.sent) == everything
