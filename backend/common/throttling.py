"""How many requests a caller and an address may send: counted in Redis by one atomic script.

Each limit is a leaky bucket (the generic cell rate algorithm, ITU-T I.371): it allows so many
at once and then one each `seconds / requests`. All limits of a request are looked at together,
and it counts for all of them or, if one refuses it, for none.

Without Redis nobody is refused: playing matters more than counting.
"""

from __future__ import annotations

import math
import time
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from typing import Any

import redis
import structlog
from django.conf import settings
from django.http import HttpRequest
from django.http.response import HttpResponseBase
from redis.exceptions import RedisError
from rest_framework.request import Request
from rest_framework.throttling import BaseThrottle

from backend.common.callers import address_of, caller_of

log = structlog.get_logger(__name__)

PREFIX = "tsumi:limit:"
TIMEOUT = 0.25
REST_SECONDS = 2.0
"""After an error Redis is left alone for so long: an outage must not slow every request down."""

SCRIPT = """
local time = redis.call('TIME')
local now = time[1] * 1000 + time[2] / 1000
local wait, full = 0, {}
for i, key in ipairs(KEYS) do
  local period = tonumber(ARGV[2 * i])
  local each = period / tonumber(ARGV[2 * i - 1])
  full[i] = math.max(tonumber(redis.call('GET', key) or now), now) + each
  wait = math.max(wait, full[i] - period - now)
end
local told = {math.ceil(wait)}
for i, key in ipairs(KEYS) do
  local period = tonumber(ARGV[2 * i])
  local each = period / tonumber(ARGV[2 * i - 1])
  local used = full[i] - now
  if wait > 0 then
    used = used - each
  elseif used > 0 then
    redis.call('SET', key, string.format('%.3f', full[i]), 'PX', math.ceil(used))
  end
  told[2 * i] = math.floor((period - used) / each + 0.000001)
  told[2 * i + 1] = math.ceil(used)
end
return told
"""


@dataclass(frozen=True, slots=True)
class Limit:
    """`requests` in `seconds`, for each value of what `name` says."""

    name: str
    requests: int
    seconds: int


@dataclass(frozen=True, slots=True)
class State:
    """How a limit stands: so many more now, and all of them again in `reset` seconds."""

    limit: Limit
    remaining: int
    reset: int


class RedisCounter:
    """The script on one connection pool, with rests after errors."""

    def __init__(self, url: str) -> None:
        client = redis.Redis.from_url(
            url, socket_timeout=TIMEOUT, socket_connect_timeout=TIMEOUT, retry=None
        )
        self._script = client.register_script(SCRIPT)
        self._resting_until = 0.0

    def count(self, buckets: Sequence[tuple[Limit, str]]) -> list[int] | None:
        """The script's answer; None where Redis can't be asked."""
        if time.monotonic() < self._resting_until:
            return None
        keys = [f"{PREFIX}{limit.name}:{who}" for limit, who in buckets]
        numbers = [n for limit, _ in buckets for n in (limit.requests, limit.seconds * 1000)]
        try:
            found: list[int] = self._script(keys=keys, args=numbers)
        except (RedisError, OSError) as error:
            self._resting_until = time.monotonic() + REST_SECONDS
            log.warning("throttle_unavailable", error=str(error))
            return None
        return found


@cache
def counter(url: str) -> RedisCounter:
    return RedisCounter(url)


class Throttle(BaseThrottle):
    """REST framework's hook, for every view. A view's `limited_as` adds a limit of its own."""

    def __init__(self) -> None:
        self._wait = 0.0

    def allow_request(self, request: Request, view: Any) -> bool:
        buckets = _buckets(request, getattr(view, "limited_as", None))
        found = counter(settings.REDIS_URL).count(buckets) if buckets else None
        if found is None:
            return True
        self._wait = found[0] / 1000
        states = [
            State(limit, max(0, found[2 * i + 1]), math.ceil(found[2 * i + 2] / 1000))
            for i, (limit, _) in enumerate(buckets)
        ]
        request._request.limit_states = states  # type: ignore[attr-defined]
        return found[0] <= 0

    def wait(self) -> float:
        return self._wait


def _buckets(request: Request, extra: str | None) -> list[tuple[Limit, str]]:
    """The request's limits, and whose they are."""
    caller, address = caller_of(request), address_of(request._request)
    whose = {"caller": caller, "address": address}
    if extra:
        whose[extra] = caller or address
    limits: dict[str, tuple[int, int] | None] = settings.RATE_LIMITS
    buckets = []
    for name, who in whose.items():
        if who and (limit := limits.get(name)):
            buckets.append((Limit(name, *limit), who))
    return buckets


def add_headers(request: HttpRequest, response: HttpResponseBase) -> None:
    """`RateLimit-Policy` and `RateLimit` (draft-ietf-httpapi-ratelimit-headers)."""
    states: list[State] = getattr(request, "limit_states", [])
    if states:
        response["RateLimit-Policy"] = ", ".join(
            f'"{s.limit.name}";q={s.limit.requests};w={s.limit.seconds}' for s in states
        )
        response["RateLimit"] = ", ".join(
            f'"{s.limit.name}";r={s.remaining};t={s.reset}' for s in states
        )
