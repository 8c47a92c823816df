"""`make run` from the outside."""

from __future__ import annotations

import contextlib
import json
import os
import signal
import socket
import subprocess
import sys
import tempfile
import time
import urllib.error
import urllib.request
from collections.abc import Iterator
from pathlib import Path

import psutil
import psycopg
import pytest

from dev.home import AlreadyRunning, Lock, read_state
from dev.processes import SERVERS, leftovers
from engines import game_slugs

ROOT = Path(__file__).resolve().parents[2]


@pytest.fixture
def home() -> Iterator[Path]:
    with tempfile.TemporaryDirectory(prefix="tsumi run ", ignore_cleanup_errors=True) as folder:
        Path(folder).chmod(0o711)
        yield Path(folder).resolve()


def _run(home: Path, port: int) -> subprocess.Popen[str]:
    unset = ("DATABASE_URL", "REDIS_URL", "DJANGO_SETTINGS_MODULE", "MAKELEVEL", "ADMIN_PASSWORD")
    environment = {k: v for k, v in os.environ.items() if k not in unset}
    return subprocess.Popen(
        [sys.executable, "-m", "dev.run"],
        cwd=ROOT,
        env={**environment, "TSUMI_HOME": str(home), "PORT": str(port), "SIMULATION_WORKERS": "1"},
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
    )


def test_a_taken_port_is_named_before_anything_starts(home: Path) -> None:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        port = taken.getsockname()[1]
        output, _ = (process := _run(home, port)).communicate(timeout=20)
    assert process.returncode == 2
    assert f"Port {port} is taken" in output
    assert f"make run PORT={port + 1}" in output
    assert not (home / "postgres").exists()
    assert leftovers(home) == []


@pytest.mark.parametrize("port", [0, 65536, 1_000_000])
def test_a_port_that_cannot_be(home: Path, port: int) -> None:
    output, _ = (process := _run(home, port)).communicate(timeout=20)
    assert process.returncode == 2
    assert f"PORT={port} is not a port" in output


def test_a_second_run_in_the_same_folder_is_told_of_the_first(home: Path) -> None:
    with Lock(home) as lock:
        lock.write({"url": "http://127.0.0.1:8000"})
        output, _ = (process := _run(home, 1)).communicate(timeout=20)
        with pytest.raises(AlreadyRunning):
            Lock(home).__enter__()
    assert process.returncode == 2
    assert f"process {os.getpid()}" in output
    assert "http://127.0.0.1:8000" in output


@pytest.mark.parametrize("seconds", [0.1, 0.5, 1.0, 1.5])
def test_an_early_interrupt_is_quiet_and_leaves_nothing(home: Path, seconds: float) -> None:
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    process = _run(home, port)
    time.sleep(0.1 + seconds)  # by then Python itself has started
    process.send_signal(signal.SIGINT)
    output, _ = process.communicate(timeout=30)
    assert "Traceback" not in output
    assert process.returncode in (2, -signal.SIGINT)
    assert leftovers(home) == []


@pytest.mark.slow
def test_the_whole_product_comes_up_and_goes_down(home: Path) -> None:
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    process = _run(home, port)
    try:
        seen = _read_until(process, "admin login")
        assert f"http://127.0.0.1:{port}/api/v1/daily/" in seen
        day = _get(f"http://127.0.0.1:{port}/api/v1/daily/", patience=120)
        assert len(day["puzzles"]) >= 3
        state = read_state(home / "running.json")
        with psycopg.connect(state["DATABASE_URL"]) as connection:
            row = connection.execute("SELECT count(*) FROM lab_experiment").fetchone()
            assert row == (len(game_slugs()),)  # one of every game
        assert (home / "running.json").stat().st_mode & 0o077 == 0
        for each in leftovers(home):
            with contextlib.suppress(psutil.NoSuchProcess):  # Postgres' children come and go
                if each.name() in SERVERS:
                    each.kill()
        _read_until(process, "redis ended with status -9")
        assert _get(f"http://127.0.0.1:{port}/readyz", patience=30)["status"] == "ok"
    finally:
        process.send_signal(signal.SIGINT)
        rest, _ = process.communicate(timeout=60)
    assert process.returncode == 0, rest
    assert leftovers(home) == []


def _read_until(process: subprocess.Popen[str], text: str) -> str:
    assert process.stdout is not None
    seen = ""
    for line in process.stdout:
        seen += line
        if text in line:
            return seen
    raise AssertionError(seen)


def _get(url: str, *, patience: float) -> dict[str, list[object]]:
    """Asks again for as long as the server says that it is not ready yet."""
    deadline = time.monotonic() + patience
    while True:
        with (
            contextlib.suppress(urllib.error.HTTPError),
            urllib.request.urlopen(url, timeout=30) as answer,
        ):
            document: dict[str, list[object]] = json.load(answer)
            return document
        assert time.monotonic() < deadline
        time.sleep(0.5)
