"""Django's database settings from one URL."""

from __future__ import annotations

from typing import Any

from psycopg.conninfo import conninfo_to_dict


def database_from_url(url: str) -> dict[str, Any]:
    """Settings for a libpq URL (`postgresql://user:password@host:port/name?option=…`).

    libpq itself reads the URL, so a socket folder (`?host=/run/postgresql`), TLS options and
    the like mean here what they mean to psql.
    """
    given = dict(conninfo_to_dict(url))
    return {
        "ENGINE": "django.db.backends.postgresql",
        "NAME": given.pop("dbname", None) or "tsumi",
        "USER": given.pop("user", None) or "",
        "PASSWORD": given.pop("password", None) or "",
        "HOST": given.pop("host", None) or "",
        "PORT": str(given.pop("port", None) or ""),
        # A kept connection per process and no pool: a sync gunicorn worker and a Celery
        # child serve one thing at a time, so a pool would hold that same one connection
        # and add its own threads. Health checks notice a restarted Postgres.
        "CONN_MAX_AGE": 600,
        "CONN_HEALTH_CHECKS": True,
        # Of statements written by hand (`common/rows.py`); the ORM's are never prepared.
        "OPTIONS": {"connect_timeout": 5, "prepare_threshold": 5, **given},
    }
