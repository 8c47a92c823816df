"""The daily set: for any date that has begun somewhere, and kept by caches once it is over."""

from __future__ import annotations

import os
import threading
import time
from datetime import UTC, date, datetime, timedelta
from typing import Any

import pytest
import redis
from django.db import connection
from django.utils import timezone

from backend.puzzles.services import daily
from engines import all_games
from tests.support.api import Api, fill_day, ok, problem

NOON = datetime(2026, 3, 29, 12, 30, tzinfo=UTC)
TODAY = NOON.date()
SLOTS = [(game.slug, level.key) for game in all_games() for level in game.levels]


@pytest.fixture(autouse=True)
def clock(monkeypatch: pytest.MonkeyPatch, settings: Any) -> Any:
    """A clock that tests set; nobody waits for workers unless a test says so."""
    settings.DAILY_WAIT_SECONDS = 0
    settings.DAILY_FIRST_DATE = date(2026, 1, 1)

    def turn_to(now: datetime) -> None:
        monkeypatch.setattr(timezone, "now", lambda: now)

    turn_to(NOON)
    return turn_to


@pytest.fixture(autouse=True)
def quiet_queue() -> Any:
    queue = redis.Redis.from_url(os.environ["REDIS_URL"])
    queue.delete("generation")
    yield queue
    queue.delete("generation")
    queue.close()


# What there is -----------------------------------------------------------------------------
@pytest.mark.django_db
def test_by_default_it_is_today_by_utc(api: Api) -> None:
    fill_day(TODAY)
    told = ok(api.get("daily/"))
    assert told["date"] == "2026-03-29"
    assert [(p["game"], p["level"]) for p in told["puzzles"]] == SLOTS
    assert {p["date"] for p in told["puzzles"]} == {"2026-03-29"}
    assert all(p["puzzle"]["view"] for p in told["puzzles"])
    assert "certificate" not in str(told)


@pytest.mark.django_db
def test_one_puzzle_has_its_own_address(api: Api) -> None:
    fill_day(TODAY)
    told = ok(api.get("daily/"))
    for row in told["puzzles"]:
        assert ok(api.get(f"daily/{row['date']}/{row['game']}/{row['level']}/")) == row


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("day", "status"),
    [
        ("2025-12-31", 404),
        ("2026-01-01", 200),
        ("2026-03-28", 200),
        ("2026-03-29", 200),
        ("2026-03-30", 200),  # 02:30 on Kiritimati
        ("2026-03-31", 404),
        ("9999-12-31", 404),
        ("0001-01-01", 404),
    ],
)
def test_a_date_is_there_once_it_has_begun_anywhere(api: Api, day: str, status: int) -> None:
    fill_day(date.fromisoformat(day))
    assert api.get(f"daily/?date={day}").status_code == status
    assert api.get(f"daily/{day}/map_coloring/easy/").status_code == status


@pytest.mark.django_db
def test_a_date_to_come_says_when_it_begins(api: Api, clock: Any) -> None:
    fill_day(date(2026, 4, 1))
    document = problem(api.get("daily/?date=2026-04-01"), 404, "not_begun")
    begins = datetime.fromisoformat(document["begins_at"])
    assert document["newest"] == "2026-03-30"
    clock(begins - timedelta(seconds=1))
    problem(api.get("daily/?date=2026-04-01"), 404, "not_begun")
    clock(begins)
    ok(api.get("daily/?date=2026-04-01"))


@pytest.mark.django_db
@pytest.mark.parametrize(
    "query",
    [
        "date=",
        "date=today",
        "date=0000-00-00",
        "date=2026-02-30",
        "date=2026-3-1",
        "date=2026-03-29T00:00:00Z",
        "date=%00",
        "date=%FF%FE",
        "date=99999-01-01",
        "dat=2026-03-29",
        "date=2026-03-29&date=2026-03-28",
    ],
)
def test_a_parameter_that_cannot_be_read_is_400(api: Api, query: str) -> None:
    document = problem(api.get(f"daily/?{query}"), 400, "unreadable")
    assert document["errors"][0]["parameter"] in ("date", "dat")


@pytest.mark.django_db
@pytest.mark.parametrize(
    "path",
    [
        "2026-02-30/map_coloring/easy",
        "0000-00-00/map_coloring/easy",
        "today/map_coloring/easy",
        "2026-03-29/go/easy",
        "2026-03-29/map_coloring/insane",
        "2026-03-29/map_coloring/%00",
        "2026-03-29/%00/easy",
    ],
)
def test_an_address_of_nothing_is_404(api: Api, path: str) -> None:
    problem(api.get(f"daily/{path}/"), 404, "not_found")


# Caching -----------------------------------------------------------------------------------
@pytest.mark.django_db
@pytest.mark.parametrize(
    ("day", "control"),
    [
        ("2026-01-01", "public, max-age=31536000, immutable"),
        ("2026-03-27", "public, max-age=31536000, immutable"),
        ("2026-03-28", "public, max-age=31536000, immutable"),  # over at 12:00 UTC
        ("2026-03-29", "public, max-age=600"),
        ("2026-03-30", "public, max-age=600"),
    ],
)
def test_only_a_date_that_is_over_everywhere_is_immutable(api: Api, day: str, control: str) -> None:
    fill_day(date.fromisoformat(day))
    assert api.get(f"daily/?date={day}")["Cache-Control"] == control
    assert api.get(f"daily/{day}/map_coloring/easy/")["Cache-Control"] == control


@pytest.mark.django_db
def test_the_undated_address_is_kept_no_longer_than_till_midnight(api: Api, clock: Any) -> None:
    fill_day(TODAY)
    assert api.get("daily/")["Cache-Control"] == "public, max-age=600"
    clock(datetime(2026, 3, 29, 23, 59, 30, tzinfo=UTC))
    assert api.get("daily/")["Cache-Control"] == "public, max-age=30"


@pytest.mark.django_db
@pytest.mark.parametrize(
    "path", ["daily/", "daily/?date=2026-03-28", "daily/2026-03-28/map_coloring/easy/"]
)
def test_who_has_it_already_gets_304(api: Api, path: str) -> None:
    fill_day(date(2026, 3, 28))
    fill_day(TODAY)
    full = api.get(path)
    for tags in (full["ETag"], f'"other", {full["ETag"]}', "*", "W/" + full["ETag"]):
        again = api.get(path, if_none_match=tags)
        assert (again.status_code, again.content) == (304, b"")
        assert again["ETag"] == full["ETag"]
        assert again["Cache-Control"] == full["Cache-Control"]
    assert api.get(path, if_none_match='"other"').status_code == 200
    assert api.get(path)["ETag"] == full["ETag"]


@pytest.mark.django_db
def test_head_tells_the_same_without_the_body(api: Api) -> None:
    fill_day(TODAY)
    full, head = api.get("daily/"), api.call("HEAD", "daily/")
    assert head.status_code == 200
    assert head["ETag"] == full["ETag"]
    assert head["Content-Length"] == str(len(full.content))
    assert head.content == b""
    assert api.call("HEAD", "daily/", if_none_match=full["ETag"]).status_code == 304


@pytest.mark.django_db
def test_cookies_do_not_split_the_cache(api: Api, admin_client: Any) -> None:
    fill_day(TODAY)
    mine = Api(admin_client).get("daily/")
    assert "Cookie" not in mine.get("Vary", "")
    assert mine["ETag"] == api.get("daily/")["ETag"]


# Making what is missing --------------------------------------------------------------------
@pytest.mark.django_db
def test_what_is_missing_is_asked_of_a_worker(api: Api, quiet_queue: Any) -> None:
    fill_day(TODAY, SLOTS[:1])
    response = api.get("daily/")
    problem(response, 503, "unavailable")
    assert int(response["Retry-After"]) >= 1
    assert quiet_queue.llen("generation") == len(SLOTS) - 1


@pytest.mark.django_db
def test_one_address_asks_for_one_puzzle(api: Api, quiet_queue: Any) -> None:
    problem(api.get("daily/2026-03-29/map_coloring/easy/"), 503)
    assert quiet_queue.llen("generation") == 1


@pytest.mark.django_db
def test_nothing_is_asked_for_dates_that_are_not_served(api: Api, quiet_queue: Any) -> None:
    for day in ("2025-12-31", "2026-04-15", "9999-12-31"):
        problem(api.get(f"daily/?date={day}"), 404)
        problem(api.get(f"daily/{day}/map_coloring/easy/"), 404)
    assert quiet_queue.llen("generation") == 0


@pytest.mark.django_db
def test_without_a_broker_nobody_waits(api: Api, settings: Any, monkeypatch: Any) -> None:
    settings.DAILY_WAIT_SECONDS = 30
    monkeypatch.setattr(daily, "enqueue", lambda *_, **__: False)
    started = time.monotonic()
    problem(api.get("daily/"), 503)
    assert time.monotonic() - started < 2


@pytest.mark.django_db(transaction=True)
def test_it_waits_for_the_worker_and_answers_then(api: Api, settings: Any) -> None:
    settings.DAILY_WAIT_SECONDS = 20

    def work() -> None:
        time.sleep(0.5)
        fill_day(TODAY)
        connection.close()

    worker = threading.Thread(target=work)
    worker.start()
    try:
        assert len(ok(api.get("daily/"))["puzzles"]) == len(SLOTS)
    finally:
        worker.join()


@pytest.mark.django_db
def test_a_set_that_is_over_is_closed_to_games_that_came_later(
    api: Api, monkeypatch: Any, quiet_queue: Any
) -> None:
    fill_day(date(2026, 3, 20))
    later = [*SLOTS, ("newcomer", "easy")]
    monkeypatch.setattr(daily, "daily_slots", lambda *_: later)
    assert len(ok(api.get("daily/?date=2026-03-20"))["puzzles"]) == len(SLOTS)
    fill_day(TODAY)
    problem(api.get("daily/"), 503)
    assert quiet_queue.llen("generation") == 1


@pytest.mark.django_db
def test_a_gap_in_a_set_that_is_over_is_filled(api: Api, quiet_queue: Any) -> None:
    fill_day(date(2026, 3, 20), SLOTS[:2])
    problem(api.get("daily/?date=2026-03-20"), 503)
    assert quiet_queue.llen("generation") == 1
