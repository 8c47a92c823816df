"""Real worker processes for tests, on the tests' own database and broker."""

from __future__ import annotations

import contextlib
import itertools
import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import psutil
import redis
from django.conf import settings

from backend.lab.models import WorkerHeartbeat
from backend.lab.models.workers import GETTING_READY
from workers.lifeline import tied_to_me
from workers.watchdog import worker_command

_numbers = itertools.count(1)


@dataclass(frozen=True)
class Worker:
    """A process in a group of its own, and where it writes what it has to say."""

    name: str
    process: subprocess.Popen[bytes]
    log: Path

    @property
    def text(self) -> str:
        return self.log.read_text(errors="replace")

    def family(self) -> list[psutil.Process]:
        """The process and its children, grandchildren …"""
        with contextlib.suppress(psutil.NoSuchProcess):
            parent = psutil.Process(self.process.pid)
            return [parent, *parent.children(recursive=True)]
        return []

    def kill(self) -> None:
        """SIGKILL for all of them at once."""
        _kill_group(self.process)

    def signal_all(self, signum: int) -> None:
        os.killpg(self.process.pid, signum)


def empty_broker() -> None:
    """Forget every message."""
    with redis.Redis.from_url(settings.CELERY_BROKER_URL) as client:
        client.flushdb()


def messages(queue: str = "simulation", url: str = "") -> int:
    """How many lie in a queue."""
    with redis.Redis.from_url(url or settings.CELERY_BROKER_URL) as client:
        return int(client.llen(queue))


def send_again(times: int, queue: str = "simulation") -> None:
    """Every message that lies in a queue lies there so many times more, byte for byte."""
    with redis.Redis.from_url(settings.CELERY_BROKER_URL) as client:
        for message in client.lrange(queue, 0, -1):
            client.lpush(queue, *[message] * times)


def wait_until(condition: Callable[[], Any], *, seconds: float = 90.0, what: str = "") -> Any:
    """What `condition` gives as soon as it is true. Fails the test after `seconds`."""
    until = time.monotonic() + seconds
    while not (value := condition()):
        if time.monotonic() > until:
            raise AssertionError(f"waited {seconds:.0f} s in vain {what}")
        time.sleep(0.05)
    return value


@contextlib.contextmanager
def start_worker(
    environment: Mapping[str, str],
    folder: Path,
    queue: str = "simulation",
    *,
    concurrency: int = 1,
    faults: bool = False,
    **variables: str,
) -> Iterator[Worker]:
    """A Celery worker that has written its heartbeat; ended when the block ends.

    `faults` starts it with the faults that `tests.support.faulty` reads from `variables`.
    """
    name = f"{queue}-{next(_numbers)}-{os.getpid()}@test"
    command = worker_command(queue, name, concurrency)
    if faults:
        command[command.index("workers")] = "tests.support.faulty"
    with _process(command, environment, folder / f"{name}.log", variables) as process:
        worker = Worker(name, process, folder / f"{name}.log")
        _await_heartbeat(worker)
        yield worker


@contextlib.contextmanager
def start_beat(environment: Mapping[str, str], folder: Path) -> Iterator[Worker]:
    command = [sys.executable, "-m", "celery", "-A", "workers", "beat", "--loglevel", "INFO"]
    name = f"beat-{next(_numbers)}"
    log = folder / f"{name}.log"
    with _process([*command, "--pidfile", ""], environment, log, {}) as process:
        yield Worker(name, process, log)


@contextlib.contextmanager
def start_watchdog(
    environment: Mapping[str, str], folder: Path, queue: str = "simulation", **variables: str
) -> Iterator[Worker]:
    """`python -m workers.watchdog`, once its worker has written its heartbeat."""
    log = folder / "watchdog.log"
    command = [sys.executable, "-m", "workers.watchdog", queue, "--concurrency", "1"]
    with _process(command, environment, log, variables) as process:
        watchdog = Worker("watchdog", process, log)
        try:
            wait_until(lambda: watched(watchdog), what=f"for a heartbeat:\n{watchdog.text}")
            yield watchdog
        finally:
            for one in watchdog.family()[1:]:
                with contextlib.suppress(psutil.Error):
                    one.kill()


def watched(watchdog: Worker) -> WorkerHeartbeat | None:
    """The heartbeat of the watchdog's worker; None while that gets ready."""
    beats = WorkerHeartbeat.objects.exclude(queue=GETTING_READY)
    return beats.filter(name__contains=f"-{watchdog.process.pid}@").first()


def _await_heartbeat(worker: Worker) -> None:
    def seen() -> bool:
        if worker.process.poll() is not None:
            raise AssertionError(f"the worker ended:\n{worker.text}")
        return WorkerHeartbeat.objects.filter(name=worker.name).exists()

    wait_until(seen, what=f"for a heartbeat of {worker.name}")


@contextlib.contextmanager
def _process(
    command: list[str], environment: Mapping[str, str], log: Path, variables: Mapping[str, str]
) -> Iterator[subprocess.Popen[bytes]]:
    env = {
        **environment,
        "DJANGO_SETTINGS_MODULE": "backend.config.settings.test",
        "CELERY_SKIP_CHECKS": "1",
        **tied_to_me(),
        **variables,
    }
    with log.open("wb") as output:
        process = subprocess.Popen(
            command, env=env, stdout=output, stderr=subprocess.STDOUT, start_new_session=True
        )
    try:
        yield process
    finally:
        if process.poll() is None:
            with contextlib.suppress(ProcessLookupError):
                os.kill(process.pid, signal.SIGCONT)
            process.terminate()
            with contextlib.suppress(subprocess.TimeoutExpired):
                process.wait(12)
        _kill_group(process)


def _kill_group(process: subprocess.Popen[bytes]) -> None:
    with contextlib.suppress(ProcessLookupError):
        os.killpg(process.pid, signal.SIGKILL)
    process.wait()
