"""What is there to look at after the first start, and what upkeep has made ahead."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from io import StringIO

import pytest
from django.core.management import call_command
from django.utils import timezone

from backend.lab import bell
from backend.lab.models import Experiment
from backend.puzzles import ahead, calendar
from backend.puzzles.levels import daily_slots
from backend.puzzles.models import DailyPuzzle
from backend.puzzles.services import make_puzzle
from engines import all_games

pytestmark = pytest.mark.django_db


@pytest.fixture
def asked(monkeypatch):
    """(date, game, level) of the daily puzzles asked for."""
    slots: list[tuple[str, str, str]] = []

    def enqueue(_name, *, queue, kwargs):
        assert queue == "generation"
        slots.append((kwargs["date_iso"], kwargs["game"], kwargs["level"]))
        return True

    monkeypatch.setattr(ahead, "enqueue", enqueue)
    monkeypatch.setattr(bell, "enqueue", lambda *_, **__: True)
    return slots


def test_first_start_asks_for_dailies_and_queues_an_experiment_of_each_game(asked):
    for _ in range(2):
        call_command("first_start", stdout=StringIO())
    assert Experiment.objects.count() == len(all_games())
    assert not Experiment.objects.exclude(created_by=None).exists()
    days = {day for day, _, _ in asked}
    now = datetime.now(UTC)
    assert len(asked) == 2 * len(days) * len(daily_slots(now.date()))
    assert calendar.newest_date(now).isoformat() in days
    assert {now.date().isoformat(), (now.date() + timedelta(days=1)).isoformat()} <= days


def test_what_is_there_is_not_asked_for_again(asked):
    today = timezone.now().astimezone(UTC).date()
    game, level = daily_slots(today)[0]
    puzzle = make_puzzle(game=game, rules={}, seed=1)
    DailyPuzzle.objects.create(date=today, game=game, level=level, puzzle=puzzle)
    assert ahead.enqueue_dailies(dates=[today]) == len(daily_slots(today)) - 1
    assert (today.isoformat(), game, level) not in asked
