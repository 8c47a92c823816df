"""Limits of requests: counted in Redis at once for all that apply, and not at all without it."""

from __future__ import annotations

import logging
import time
from collections.abc import Iterator
from typing import Any

import pytest
import redis
from django.conf import settings as configured
from django.test import RequestFactory

from backend.common import throttling
from backend.common.callers import address_of
from backend.common.throttling import PREFIX, Limit, RedisCounter
from backend.config.settings.base import read_limit
from tests.support.api import Api, new_player_api, ok, problem
from tests.support.races import at_once


@pytest.fixture(autouse=True)
def _empty() -> Iterator[None]:
    with redis.Redis.from_url(configured.REDIS_URL) as client:
        for key in client.scan_iter(f"{PREFIX}*"):
            client.delete(key)
        yield


@pytest.fixture
def limits(settings: Any) -> dict[str, Any]:
    settings.RATE_LIMITS = {"address": (5, 60)}
    return settings.RATE_LIMITS


# The script --------------------------------------------------------------------------------
def counter() -> RedisCounter:
    return RedisCounter(configured.REDIS_URL)


def test_so_many_at_once_and_then_one_by_one() -> None:
    one, limit = counter(), Limit("x", 4, 2)
    told = [one.count([(limit, "me")]) for _ in range(4)]
    assert [answer[:2] for answer in told if answer] == [[0, 3], [0, 2], [0, 1], [0, 0]]
    refused = one.count([(limit, "me")])
    assert refused is not None
    wait, remaining, reset = refused
    assert 0 < wait <= 500
    assert remaining == 0
    assert 1500 <= reset <= 2000
    other = one.count([(limit, "you")])
    assert other is not None
    assert other[0] == 0
    time.sleep(wait / 1000)
    again = one.count([(limit, "me")])
    assert again is not None
    assert again[0] == 0


def test_a_request_counts_for_all_its_limits_or_for_none() -> None:
    one = counter()
    wide, narrow = Limit("wide", 10, 60), Limit("narrow", 1, 60)
    for _ in range(3):
        one.count([(wide, "a"), (narrow, "b")])
    found = one.count([(wide, "a")])
    assert found is not None
    assert found[1] == 8  # of four requests two were allowed


def test_no_more_get_through_at_once_than_are_allowed() -> None:
    one, limit = counter(), Limit("race", 20, 600)
    answers = at_once(*[lambda: [one.count([(limit, "me")]) for _ in range(10)]] * 6)
    allowed = sum(answer[0] == 0 for several in answers for answer in several)
    assert allowed == 20


def test_keys_go_when_they_have_nothing_to_say() -> None:
    counter().count([(Limit("x", 10, 1), "me")])
    with redis.Redis.from_url(configured.REDIS_URL) as client:
        assert 0 < client.pttl(f"{PREFIX}x:me") <= 100


# Over the API ------------------------------------------------------------------------------
@pytest.mark.django_db
@pytest.mark.usefixtures("limits")
def test_too_many_requests_are_429_and_told_when_to_come_back(api: Api) -> None:
    for left in (4, 3, 2, 1, 0):
        response = api.get("games/")
        assert response.status_code == 200
        assert response["RateLimit-Policy"] == '"address";q=5;w=60'
        assert response["RateLimit"].startswith(f'"address";r={left};t=')
    response = api.get("games/")
    document = problem(response, 429, "too_many_requests")
    assert 1 <= int(response["Retry-After"]) <= 12
    assert response["Retry-After"] in document["detail"]
    assert '"address";r=0' in response["RateLimit"]


@pytest.mark.django_db
def test_a_player_is_limited_wherever_it_is(settings: Any) -> None:
    settings.RATE_LIMITS = {"caller": (2, 60), "address": (100, 60)}
    api, other = new_player_api(), new_player_api()
    for number in range(2):
        response = api.call("GET", "players/me/", x_forwarded_for=f"10.0.0.{number}")
        assert response.status_code == 200
    assert [part.split(";")[0] for part in response["RateLimit"].split(", ")] == [
        '"caller"',
        '"address"',
    ]
    problem(api.get("players/me/"), 429)
    ok(other.get("players/me/"))


@pytest.mark.django_db
def test_new_players_and_codes_have_a_limit_of_their_own(settings: Any, api: Api) -> None:
    settings.RATE_LIMITS = {"players": (3, 60)}
    ok(api.post("players/"), 201)
    for _ in range(2):
        problem(api.post("players/claim/", {"code": "ABCDE-FGHJK"}), 422)
    problem(api.post("players/claim/", {"code": "ABCDE-FGHJK"}), 429)
    problem(api.post("players/"), 429)
    ok(api.get("games/"))


# Without Redis -----------------------------------------------------------------------------
@pytest.mark.django_db
@pytest.mark.usefixtures("limits")
def test_without_redis_nobody_is_refused_and_the_log_says_so(
    api: Api, settings: Any, caplog: Any
) -> None:
    settings.REDIS_URL = "redis://127.0.0.1:1/0"
    with caplog.at_level(logging.WARNING):
        for _ in range(10):
            response = api.get("games/")
            assert response.status_code == 200
            assert "RateLimit" not in response
    assert caplog.text.count("throttle_unavailable") == 1  # then it is left alone for a while


def test_after_a_rest_it_is_asked_again(monkeypatch: Any) -> None:
    one, limit = RedisCounter("redis://127.0.0.1:1/0"), Limit("x", 5, 60)
    assert one.count([(limit, "me")]) is None
    one._script = counter()._script
    assert one.count([(limit, "me")]) is None
    monkeypatch.setattr(throttling.time, "monotonic", lambda: 1e12)
    assert one.count([(limit, "me")]) is not None


# Addresses ---------------------------------------------------------------------------------
@pytest.mark.parametrize(
    ("proxies", "forwarded", "remote", "address"),
    [
        (0, None, "10.0.0.1", "10.0.0.1"),
        (0, "6.6.6.6", "10.0.0.1", "10.0.0.1"),
        (1, "6.6.6.6, 1.2.3.4", "10.0.0.1", "1.2.3.4"),
        (2, "6.6.6.6, 1.2.3.4, 10.9.9.9", "10.0.0.1", "1.2.3.4"),
        (3, "1.2.3.4", "10.0.0.1", "1.2.3.4"),
        (1, None, "10.0.0.1", "10.0.0.1"),
        (1, "nonsense", "10.0.0.1", "unknown"),
        (0, None, "2001:db8:1:2:3:4:5:6", "2001:db8:1:2::/64"),
        (0, None, "::ffff:1.2.3.4", "1.2.3.4"),
        (0, None, "", "unknown"),
    ],
)
def test_the_address_is_the_one_our_own_proxies_saw(
    settings: Any, proxies: int, forwarded: str | None, remote: str, address: str
) -> None:
    settings.PROXY_COUNT = proxies
    headers = {} if forwarded is None else {"x-forwarded-for": forwarded}
    request = RequestFactory().get("/", headers=headers)
    request.META["REMOTE_ADDR"] = remote
    assert address_of(request) == address


def test_limits_are_spelled_requests_in_seconds(monkeypatch: Any) -> None:
    assert read_limit("LIMIT_NOTHING", "300/60") == (300, 60)
    monkeypatch.setenv("LIMIT_X", "")
    assert read_limit("LIMIT_X", "300/60") is None
    for wrong in ("x", "3", "0/60", "3/0", "-1/60", "1/2/3"):
        monkeypatch.setenv("LIMIT_X", wrong)
        with pytest.raises(ValueError, match="LIMIT_X"):
            read_limit("LIMIT_X", "1/1")
