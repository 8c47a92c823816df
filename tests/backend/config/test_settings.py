"""Settings of each place: development runs without any, production refuses to."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from backend.config.settings.database import database_from_url
from backend.config.settings.logging import logging_settings

ROOT = Path(__file__).resolve().parents[3]
PRODUCTION = {
    "SECRET_KEY": "0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ-_",
    "ALLOWED_HOSTS": "tsumi.example",
    "DATABASE_URL": "postgresql://tsumi:secret@db.example/tsumi",
    "REDIS_URL": "redis://redis.example/0",
}


def manage(*words: str, place: str, **environment: str) -> subprocess.CompletedProcess[str]:
    clean = {k: v for k, v in os.environ.items() if k in ("PATH", "HOME", "LANG")}
    return subprocess.run(
        [sys.executable, "manage.py", *words],
        cwd=ROOT,
        env={**clean, "DJANGO_SETTINGS_MODULE": f"backend.config.settings.{place}", **environment},
        capture_output=True,
        text=True,
        timeout=120,
        check=False,
    )


def test_production_has_nothing_left_to_warn_of() -> None:
    done = manage("check", "--deploy", "--fail-level", "WARNING", place="prod", **PRODUCTION)
    assert done.returncode == 0, done.stderr
    assert "no issues (0 silenced)" in done.stdout


@pytest.mark.parametrize("missing", PRODUCTION)
def test_production_does_not_start_without_its_secrets(missing: str) -> None:
    rest = {name: value for name, value in PRODUCTION.items() if name != missing}
    done = manage("check", place="prod", **rest)
    assert done.returncode != 0
    assert missing in done.stderr


def test_development_needs_no_environment() -> None:
    done = manage("check", place="dev")
    assert done.returncode == 0, done.stderr


def test_no_migration_is_missing(service_environment: dict[str, str]) -> None:
    url = service_environment["DATABASE_URL"]
    done = manage("makemigrations", "--check", "--dry-run", place="dev", DATABASE_URL=url)
    assert done.returncode == 0, done.stdout


@pytest.mark.parametrize(
    ("url", "told"),
    [
        (
            "postgresql://me:p%40ss@db:5433/tsumi?sslmode=require",
            {"HOST": "db", "PORT": "5433", "NAME": "tsumi", "USER": "me", "PASSWORD": "p@ss"},
        ),
        ("postgres:///tsumi?host=/run/post%20gres", {"HOST": "/run/post gres", "PORT": ""}),
        ("postgresql://db", {"HOST": "db", "NAME": "tsumi", "USER": ""}),
    ],
)
def test_a_database_url_reads_as_psql_reads_it(url: str, told: dict[str, str]) -> None:
    settings = database_from_url(url)
    assert {name: settings[name] for name in told} == told
    assert ("sslmode" in settings["OPTIONS"]) is ("sslmode" in url)


def test_production_logs_one_json_object_per_line() -> None:
    done = subprocess.run(
        [
            sys.executable,
            "-c",
            "import django, structlog, logging; django.setup();"
            "structlog.get_logger('a').info('made', count=3);"
            "logging.getLogger('b').warning('%s left', 2)",
        ],
        cwd=ROOT,
        env={**os.environ, **PRODUCTION, "DJANGO_SETTINGS_MODULE": "backend.config.settings.prod"},
        capture_output=True,
        text=True,
        timeout=60,
        check=True,
    )
    first, second = map(json.loads, done.stderr.splitlines())
    assert (first["event"], first["count"], first["level"]) == ("made", 3, "info")
    assert (second["event"], second["logger"]) == ("2 left", "b")


def test_an_unknown_log_format_is_refused() -> None:
    with pytest.raises(ValueError, match="text or json"):
        logging_settings(level="INFO", form="xml")


@pytest.mark.django_db
@pytest.mark.parametrize("address", ["/", "/admin/login/", "/api/v1/docs/", "/api/v1/games/"])
def test_every_page_has_a_strict_content_policy(client: Any, address: str) -> None:
    policy = client.get(address)["Content-Security-Policy"]
    told = dict(part.strip().split(" ", 1) for part in policy.split(";"))
    assert told["default-src"] == "'self'"
    assert told["img-src"] == "'self' data:"
    assert "unsafe" not in policy
