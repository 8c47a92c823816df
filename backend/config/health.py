"""Is the process alive, and can it do its work?"""

from __future__ import annotations

from collections.abc import Callable

import redis
import structlog
from django.conf import settings
from django.db import DatabaseError, connection
from django.http import HttpRequest, JsonResponse
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from backend.common.problems import CONTENT_TYPE, problem_document
from backend.lab.selectors import worker_seen_lately

log = structlog.get_logger(__name__)

REDIS_TIMEOUT_SECONDS = 1.0


@never_cache
@require_safe
def livez(request: HttpRequest) -> JsonResponse:  # noqa: ARG001
    """The process answers. Touches nothing else, so that an outage does not restart it."""
    return JsonResponse({"status": "ok"})


@never_cache
@require_safe
def readyz(request: HttpRequest) -> JsonResponse:  # noqa: ARG001
    """Database, Redis and a worker are there; 503 says which part is not."""
    parts = {name: _state(name, check) for name, check in CHECKS.items()}
    failed = [name for name, state in parts.items() if state != "ok"]
    if not failed:
        return JsonResponse({"status": "ok", "parts": parts})
    document = problem_document(
        503,
        f"Not ready: {', '.join(failed)}.",
        code="not_ready",
        extensions={"parts": parts, "failed": failed},
    )
    answer = JsonResponse(document, status=503, content_type=CONTENT_TYPE)
    answer["Retry-After"] = "5"
    return answer


def _state(name: str, check: Callable[[], str]) -> str:
    try:
        return check()
    except (DatabaseError, redis.RedisError, OSError) as error:
        # The reason may hold addresses; it goes to the log, not to the caller.
        log.warning("not_ready", part=name, error=str(error))
        return "unreachable"


def _database() -> str:
    with connection.cursor() as cursor:
        cursor.execute("SELECT 1")
    return "ok"


def _redis() -> str:
    with redis.Redis.from_url(
        settings.REDIS_URL,
        socket_timeout=REDIS_TIMEOUT_SECONDS,
        socket_connect_timeout=REDIS_TIMEOUT_SECONDS,
        retry=None,
    ) as client:
        client.ping()
    return "ok"


def _worker() -> str:
    return "ok" if worker_seen_lately() else "none seen lately"


CHECKS: dict[str, Callable[[], str]] = {"database": _database, "redis": _redis, "worker": _worker}
