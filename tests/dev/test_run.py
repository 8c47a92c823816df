"""`make run` from the outside."""

from __future__ import annotations

import contextlib
import io
import json
import os
import signal
import socket
import subprocess
import sys
import tempfile
import threading
import time
import urllib.error
import urllib.request
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

import psutil
import psycopg
import pytest

from dev.home import AlreadyRunning, Lock, read_state
from dev.processes import SERVERS, end, leftovers
from dev.run import CannotRun, is_up
from dev.supervisor import Program, Supervisor
from engines import game_slugs
from tests.dev.conftest import IGNORING, bound_by_modes

ROOT = Path(__file__).resolve().parents[2]


@pytest.fixture
def home() -> Iterator[Path]:
    with tempfile.TemporaryDirectory(prefix="tsumi run ", ignore_cleanup_errors=True) as folder:
        Path(folder).chmod(0o711)
        yield (home := Path(folder).resolve())
        end(leftovers(home))  # of a test that has failed


@pytest.fixture
def port() -> int:
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        return int(free.getsockname()[1])


def _run(home: Path, port: int, *before: str, **options: Any) -> subprocess.Popen[str]:
    """`before` are words of a command that starts it."""
    unset = ("DATABASE_URL", "REDIS_URL", "DJANGO_SETTINGS_MODULE", "MAKELEVEL", "ADMIN_PASSWORD")
    environment = {k: v for k, v in os.environ.items() if k not in unset}
    return subprocess.Popen(
        [*before, sys.executable, "-m", "dev.run"],
        cwd=ROOT,
        env={**environment, "TSUMI_HOME": str(home), "PORT": str(port), "SIMULATION_WORKERS": "1"},
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        **options,
    )


def test_a_taken_port_is_named_before_anything_starts(home: Path) -> None:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        port = taken.getsockname()[1]
        output, _ = (process := _run(home, port)).communicate()
    assert process.returncode == 2
    assert f"Port {port} is taken" in output
    assert f"make run PORT={port + 1}" in output
    assert not (home / "postgres").exists()
    assert leftovers(home) == []


@pytest.mark.parametrize("port", [0, 65536, 1_000_000])
def test_a_port_that_cannot_be(home: Path, port: int) -> None:
    output, _ = (process := _run(home, port)).communicate()
    assert process.returncode == 2
    assert f"PORT={port} is not a port" in output


def test_a_second_run_in_the_same_folder_is_told_of_the_first(home: Path) -> None:
    with Lock(home) as lock:
        lock.write({"url": "http://127.0.0.1:8000"})
        output, _ = (process := _run(home, 1)).communicate()
        with pytest.raises(AlreadyRunning):
            Lock(home).__enter__()
    assert process.returncode == 2
    assert f"process {os.getpid()}" in output
    assert "http://127.0.0.1:8000" in output


@contextlib.contextmanager
def _another_program(port: int) -> Iterator[None]:
    """It answers 200 to everything, as ours does."""

    class Answer(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            self.send_response(200)
            self.end_headers()

        def log_message(self, *_: Any) -> None:
            """Nobody reads it."""

    with ThreadingHTTPServer(("127.0.0.1", port), Answer) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        try:
            yield
        finally:
            server.shutdown()


def test_a_port_that_is_taken_meanwhile_is_named(home: Path, port: int) -> None:
    process = _run(home, port)
    _read_until(process, "Migrating the database")
    with _another_program(port):
        output, _ = process.communicate()
    assert process.returncode == 2, output
    assert f"Port {port} is taken" in output
    assert "is running" not in output
    assert leftovers(home) == []


def test_only_its_own_web_process_makes_it_run(tmp_path: Path, port: int) -> None:
    idle = Program("web", [sys.executable, "-c", "import time; time.sleep(600)"])
    supervisor = Supervisor(tmp_path, dict(os.environ), grace=1.0, output=io.StringIO())
    with supervisor.signals():
        assert not is_up(supervisor, port)
        supervisor.start(idle)
        assert not is_up(supervisor, port)
        with _another_program(port), pytest.raises(CannotRun, match=f"Port {port} is taken"):
            is_up(supervisor, port)
    (tmp_path / "livez").write_text("ok")
    server = [sys.executable, "-m", "http.server", "--bind", "127.0.0.1", str(port)]
    folder = ["sh", "-c", 'cd "$1" && shift && exec "$@"', "sh", str(tmp_path), *server]
    supervisor = Supervisor(tmp_path, dict(os.environ), grace=1.0, output=io.StringIO())
    with supervisor.signals():
        supervisor.start(Program("web", folder))
        assert supervisor.wait(until=lambda: is_up(supervisor, port))


@pytest.mark.parametrize("before", [(), IGNORING], ids=["by hand", "in the background"])
@pytest.mark.parametrize("there", ["running.json", "postgres.password", "postgres.log"])
def test_an_early_interrupt_is_quiet_and_leaves_nothing(
    home: Path, port: int, there: str, before: tuple[str, ...]
) -> None:
    process = _run(home, port, *before)
    while not (home / there).exists():
        assert process.poll() is None
        time.sleep(0.01)
    _interrupted_quietly(process, home)


@pytest.mark.parametrize("before", [(), IGNORING], ids=["by hand", "in the background"])
def test_an_interrupt_while_it_loads(
    home: Path, port: int, before: tuple[str, ...], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PYTHONPROFILEIMPORTTIME", "1")
    process = _run(home, port, *before)
    _read_until(process, " psutil")
    _interrupted_quietly(process, home)


def _interrupted_quietly(process: subprocess.Popen[str], home: Path) -> None:
    process.send_signal(signal.SIGINT)
    output, _ = process.communicate()
    assert "Traceback" not in output
    assert process.returncode in (2, -signal.SIGINT)
    assert leftovers(home) == []


def test_a_folder_that_cannot_be_written_is_named(read_only: Path, port: int) -> None:
    process = _run(read_only / ".tsumi", port, **bound_by_modes())
    output, _ = process.communicate()
    assert process.returncode == 2
    assert output.startswith(f"{read_only / '.tsumi'} cannot be written (")
    assert len(output.splitlines()) == 1


@pytest.mark.slow
def test_the_whole_product_comes_up_and_goes_down(home: Path, port: int) -> None:
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
        rest, _ = process.communicate()
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
