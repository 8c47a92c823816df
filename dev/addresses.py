"""Servers that DATABASE_URL and REDIS_URL name are tried out before anything starts."""

from __future__ import annotations

import re
from collections.abc import Mapping
from urllib.parse import urlsplit

from dev.services import DATABASE, ServiceError

TIMEOUT = 5
OLDEST_POSTGRES = 14  # of those that Django supports
POSTGRES_FORM = "postgresql://user:password@host:port/name"
REDIS_FORM = "redis://:password@host:port/0"


def check_addresses(environment: Mapping[str, str]) -> None:
    """Raises `ServiceError`, for people, if a server that is named cannot be used."""
    for name, reason, form in (
        ("DATABASE_URL", _postgres_fault, POSTGRES_FORM),
        ("REDIS_URL", _redis_fault, REDIS_FORM),
    ):
        url = environment.get(name)
        fault = reason(url) if url else ""
        if fault:
            raise ServiceError(
                f"{name}={without_password(url or '')} cannot be used: {fault}.\n"
                f"It has the form {form}; unset it for a server of this folder's own."
            )


def without_password(url: str) -> str:
    """A URL, or what was meant as one, as it may be shown."""
    url = re.sub(r"(?<=//).*@", "…@", url, flags=re.DOTALL)
    url = re.sub(r"(password\s*=\s*)('[^']*'|[^\s&]+)", r"\1…", url, flags=re.IGNORECASE)
    return " ".join(url.split())[:120]


def _postgres_fault(url: str) -> str:
    """What is wrong, in words that hold no password; "" if nothing is."""
    import psycopg
    from psycopg.conninfo import conninfo_to_dict

    try:
        given = conninfo_to_dict(url)
    except psycopg.Error:  # whose message may repeat the URL
        return "it is not the address of a Postgres"
    if "@" in str(given.get("host") or ""):
        return "an @ in the password must be written %40"
    try:
        given = {"dbname": DATABASE, "connect_timeout": TIMEOUT, **given}
        with psycopg.connect(**given) as connection:  # type: ignore[arg-type]
            version = connection.info.server_version // 10_000
    except (psycopg.Error, UnicodeError) as error:
        return _first_line(error, "connection failed:")
    if version < OLDEST_POSTGRES:
        return f"it is PostgreSQL {version}, and {OLDEST_POSTGRES} is the oldest that will do"
    return ""


def _redis_fault(url: str) -> str:
    """As `_postgres_fault`."""
    import redis

    try:
        parts = urlsplit(url)
        known = parts.scheme in ("redis", "rediss") and parts.hostname and (parts.port or True)
    except ValueError:  # whose message may hold part of a password
        known = False
    if not known or not re.fullmatch(r"/?[0-9]*", parts.path):
        return "it is not the address of a Redis"
    wait = {"socket_connect_timeout": TIMEOUT, "socket_timeout": TIMEOUT}
    try:
        with redis.Redis.from_url(url, retry=None, **wait) as client:
            client.ping()
    except (redis.RedisError, OSError, ValueError) as error:
        return _first_line(error)
    return ""


def _first_line(error: Exception, before: str = "") -> str:
    lines = str(error).strip().splitlines()
    text = lines[0].removeprefix(before) if lines else type(error).__name__
    return text.strip().rstrip(".")[:300]
