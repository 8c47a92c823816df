"""Servers that cannot be used are told of before anything starts, without their passwords."""

from __future__ import annotations

import os
import socket
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path

import pytest

from dev.addresses import check_addresses, without_password
from dev.processes import leftovers
from dev.services import Service, ServiceError, postgres, redis

ROOT = Path(__file__).resolve().parents[2]


@pytest.fixture(scope="module")
def servers() -> Iterator[tuple[Service, Service]]:
    with tempfile.TemporaryDirectory(prefix="tsumi-dev-", ignore_cleanup_errors=True) as folder:
        Path(folder).chmod(0o711)
        with postgres(Path(folder), fast=True) as database, redis(Path(folder)) as broker:
            yield database, broker


@pytest.fixture(scope="module")
def closed() -> Iterator[int]:
    """A port nobody listens at, and nobody else will take."""
    with socket.socket() as held:
        held.bind(("127.0.0.1", 0))
        yield held.getsockname()[1]


def _told(**environment: str) -> str:
    with pytest.raises(ServiceError) as told:
        check_addresses(environment)
    assert str(told.value).count("\n") == 1
    return str(told.value)


@pytest.mark.parametrize(
    "url",
    [
        "nonsense",
        "mysql://u:hush@h/d",
        "postgresql://u:hush@h/d?hsot=x",
        "postgres://u:hu%sh@h/d",
    ],
)
def test_what_is_no_postgres(url: str) -> None:
    told = _told(DATABASE_URL=url)
    assert told.startswith("DATABASE_URL=")
    assert "it is not the address of a Postgres" in told
    assert "postgresql://user:password@host:port/name" in told
    assert "hu" not in told


@pytest.mark.parametrize(
    "url", ["http://x", "nonsense", "redis://:hu/sh@h:1/0", "redis://h:x", "redis://:hush@h/one"]
)
def test_what_is_no_redis(url: str) -> None:
    told = _told(REDIS_URL=url)
    assert told.startswith("REDIS_URL=")
    assert "it is not the address of a Redis" in told
    assert "redis://:password@host:port/0" in told
    assert "hu" not in told


def test_nobody_listens(closed: int) -> None:
    told = _told(DATABASE_URL=f"postgresql://u:hush@127.0.0.1:{closed}/d")
    assert "refused" in told
    assert "hush" not in told
    told = _told(REDIS_URL=f"redis://:hush@127.0.0.1:{closed}/0")
    assert "refused" in told
    assert "hush" not in told


def test_a_password_that_looks_like_a_host() -> None:
    told = _told(DATABASE_URL="postgresql://u:hu@sh@nowhere/d")
    assert "%40" in told
    assert "sh@" not in told


def test_a_wrong_password_or_database(servers: tuple[Service, Service]) -> None:
    database, broker = servers
    good = {"DATABASE_URL": database.url, "REDIS_URL": broker.url}
    check_addresses(good)
    told = _told(**{**good, "DATABASE_URL": database.url.replace("tsumi:", "tsumi:wrong")})
    assert "password authentication failed" in told
    assert "wrong" not in told
    assert '"nothing" does not exist' in _told(
        DATABASE_URL=database.url.rsplit("/", 1)[0] + "/nothing"
    )
    told = _told(**{**good, "REDIS_URL": broker.url.replace("//:", "//:wrong")})
    assert told.startswith("REDIS_URL=")
    assert "wrong" not in told


@pytest.mark.parametrize(
    ("url", "shown"),
    [
        ("postgresql://u:a@b@h/d", "postgresql://…@h/d"),
        ("host=h password='a b' user=u", "host=h password=… user=u"),
        ("postgresql://h/d?password=x&user=u", "postgresql://h/d?password=…&user=u"),
    ],
)
def test_what_may_be_shown_of_an_address(url: str, shown: str) -> None:
    assert without_password(url) == shown


def test_nothing_is_started_when_one_is_wrong(tmp_path: Path) -> None:
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    unset = ("DATABASE_URL", "MAKELEVEL")
    environment = {k: v for k, v in os.environ.items() if k not in unset}
    environment |= {"TSUMI_HOME": str(tmp_path), "PORT": str(port), "REDIS_URL": "http://x"}
    done = subprocess.run(
        [sys.executable, "-m", "dev.run"],
        cwd=ROOT,
        env=environment,
        capture_output=True,
        text=True,
        check=False,
    )
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr.count("\n") == 2
    assert not (tmp_path / "postgres").exists()
    assert leftovers(tmp_path) == []
