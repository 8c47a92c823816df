"""The real thing to measure: Postgres, Redis, the web server, workers. For this process too."""

from __future__ import annotations

import contextlib
import os
import socket
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path

import psutil


@contextlib.contextmanager
def services() -> Iterator[None]:
    """A fresh database, migrated, and a Redis; Django is set up on them. Once a process."""
    from dev.services import postgres, redis

    with contextlib.ExitStack() as stack:
        folder = Path(stack.enter_context(tempfile.TemporaryDirectory(prefix="tsumi-bench-")))
        os.environ["DATABASE_URL"] = stack.enter_context(postgres(folder)).url
        os.environ["REDIS_URL"] = stack.enter_context(redis(folder)).url
        os.environ["DJANGO_SETTINGS_MODULE"] = "backend.config.settings.test"
        os.environ["LOG_LEVEL"] = "WARNING"
        import django
        from django.core.management import call_command

        django.setup()
        call_command("migrate", verbosity=0)
        yield


@contextlib.contextmanager
def worker(queue: str, concurrency: int) -> Iterator[list[psutil.Process]]:
    """A worker and its children, once it has written a heartbeat."""
    from backend.lab.models import WorkerHeartbeat
    from workers.watchdog import worker_command, worker_environment

    name = f"{queue}-{os.getpid()}@bench"
    with _process(worker_command(queue, name, concurrency), worker_environment()) as process:
        while not WorkerHeartbeat.objects.filter(name=name).exists():
            time.sleep(0.1)
        yield [process, *process.children()]


@contextlib.contextmanager
def web(
    workers: int = 1, settings: str | None = None, database: str | None = None
) -> Iterator[tuple[str, int, psutil.Process]]:
    """(host, port, a web process) of a gunicorn, perhaps on settings and a database of its own."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = probe.getsockname()[1]
    command = [
        *(sys.executable, "-m", "gunicorn", "backend.config.wsgi:application"),
        *("--bind", f"127.0.0.1:{port}", "--workers", str(workers), "--no-control-socket"),
        *("--log-level", "error"),
    ]
    environment = dict(os.environ)
    if settings:
        environment["DJANGO_SETTINGS_MODULE"] = settings
    if database:
        environment["DATABASE_URL"] = database
    with _process(command, environment) as process:
        while True:
            with contextlib.suppress(OSError), socket.create_connection(("127.0.0.1", port), 1):
                break
            time.sleep(0.1)
        while len(children := process.children()) < workers:
            time.sleep(0.1)
        yield "127.0.0.1", port, children[0]


@contextlib.contextmanager
def _process(command: list[str], environment: dict[str, str]) -> Iterator[psutil.Process]:
    started = subprocess.Popen(
        command,
        env=environment,
        start_new_session=True,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
    )
    try:
        yield psutil.Process(started.pid)
    finally:
        started.terminate()
        started.wait()
