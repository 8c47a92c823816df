"""`manage.py first_start`: something real to look at after the first start."""

from __future__ import annotations

from typing import Any

from django.core.management.base import BaseCommand

from backend.lab.services import queue_first_presets
from backend.puzzles.ahead import coming_dates, enqueue_dailies


class Command(BaseCommand):
    help = (
        "Has today's and tomorrow's daily puzzles made, and queues the first preset of every "
        "game that has no experiment yet. Harmless to repeat."
    )

    def handle(self, *args: Any, **options: Any) -> None:  # noqa: ARG002
        asked = enqueue_dailies(dates=coming_dates())
        self.stdout.write(f"Daily puzzles asked for: {asked}")
        for experiment in queue_first_presets():
            self.stdout.write(f"Experiment queued: {experiment.title}")
