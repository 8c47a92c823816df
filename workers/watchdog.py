"""`python -m workers.watchdog QUEUE[,QUEUE…] [--concurrency N]`: a worker that is kept alive.

Runs a Celery worker in a process group of its own, and starts it again when it ends or when
its heartbeat in Postgres has stopped for WORKER_STALE_SECONDS: an event loop that hangs does
not end by itself. SIGTERM and SIGINT end the worker in good order (its chunks are given
back), and after `GRACE_SECONDS` by force, children included.
"""

from __future__ import annotations

import argparse
import contextlib
import logging
import logging.config
import os
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Sequence
from types import FrameType

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "backend.config.settings.dev")

import psycopg
import redis
from django.conf import settings
from django.db import connection

from workers.kernels import COMPILE
from workers.lifeline import tied_to_me

log = logging.getLogger("workers.watchdog")

COMPUTING = {"simulation"}  # queues whose workers run every game's kernels, at any time
GRACE_SECONDS = 9.0
LOOK_SECONDS = 2.0
LONGEST_PAUSE = 30.0
STARTING_SECONDS = 60.0
"""A worker may take so long until its first heartbeat."""


def worker_command(queues: str, name: str, concurrency: int) -> list[str]:
    """The Celery worker as it is always started."""
    return [
        *(sys.executable, "-m", "celery", "--quiet", "-A", "workers", "worker"),
        *("--queues", queues, "--hostname", name, "--concurrency", str(concurrency)),
        *("--loglevel", settings.LOG_LEVEL),
        *("--without-gossip", "--without-mingle", "--without-heartbeat"),
    ]


def worker_environment() -> dict[str, str]:
    """The worker ends with this process. Django's checks would load the whole web side."""
    return {**os.environ, **tied_to_me(), "CELERY_SKIP_CHECKS": "1"}


class Watchdog:
    """Keeps one worker going until `stopping` is set."""

    def __init__(self, queues: str, concurrency: int) -> None:
        self.queues, self.concurrency = queues, concurrency
        self.name = f"{queues.replace(',', '-')}-{os.getpid()}@{socket.gethostname()}"
        self.stopping = False
        self._alive = 0.0  # when the worker was last known, or taken, to be alive
        self._seen = False  # whether it has had a heartbeat at all

    def run(self) -> None:
        """Returns when told to stop, the worker ended."""
        pause = 1.0
        if COMPUTING.intersection(self.queues.split(",")):
            self._compile()
        while not self.stopping:
            worker = self._start()
            begun = time.monotonic()
            try:
                reason = self._watch(worker)
            finally:
                self._end(worker)
            if self.stopping:
                return
            if time.monotonic() - begun > LONGEST_PAUSE:
                pause = 1.0
            log.warning("worker %s %s; starting it again in %.0f s", self.name, reason, pause)
            self._pause(pause)
            pause = min(pause * 2, LONGEST_PAUSE)

    def _compile(self) -> None:
        """Have all kernels compiled before the worker starts, for as long as none is to stop."""
        compiler = subprocess.Popen(
            COMPILE,
            env=worker_environment(),
            stdout=subprocess.DEVNULL,
            start_new_session=True,
        )
        next_word = 0.0
        while compiler.poll() is None and self._pause(0.2):
            if time.monotonic() >= next_word:
                tell_of_getting_ready(self.name, self.concurrency)
                next_word = time.monotonic() + LOOK_SECONDS
        if compiler.poll() is None:
            compiler.kill()
        compiler.wait()

    def _start(self) -> subprocess.Popen[bytes]:
        self._alive, self._seen = time.monotonic(), False
        command = worker_command(self.queues, self.name, self.concurrency)
        return subprocess.Popen(command, env=worker_environment(), start_new_session=True)

    def _watch(self, worker: subprocess.Popen[bytes]) -> str:
        """Returns, in words, why the worker is to be started again; "" when told to stop."""
        while self._pause(LOOK_SECONDS):
            if worker.poll() is not None:
                return f"ended with status {worker.returncode}"
            if self._silent(worker.pid):
                return f"has been silent for more than {settings.WORKER_STALE_SECONDS:.0f} s"
        return ""

    def _pause(self, seconds: float) -> bool:
        """Whether to go on afterwards. A flag and short sleeps: a signal handler may not lock."""
        until = time.monotonic() + seconds
        while not self.stopping and (left := until - time.monotonic()) > 0:
            time.sleep(min(left, 0.2))
        return not self.stopping

    def _silent(self, pid: int) -> bool:
        """Whether the heartbeat has stopped, and nothing but the worker can be the cause."""
        now = time.monotonic()
        try:
            age = seconds_since_heartbeat(self.name, pid)
        except psycopg.Error:  # Postgres is away: the worker can't write either
            self._alive = now
            return False
        if age is not None:
            self._seen, self._alive = True, max(self._alive, now - age)
        stale = settings.WORKER_STALE_SECONDS
        if now - self._alive <= (stale if self._seen else max(stale, STARTING_SECONDS)):
            return False
        if not broker_answers():  # a worker without its broker has nothing to do anyway
            self._alive = now
            return False
        return True

    def _end(self, worker: subprocess.Popen[bytes]) -> None:
        """In good order if it was told to stop, then by force, with all its children."""
        if self.stopping and worker.poll() is None:
            worker.terminate()
            with contextlib.suppress(subprocess.TimeoutExpired):
                worker.wait(GRACE_SECONDS)
        with contextlib.suppress(ProcessLookupError, PermissionError):
            os.killpg(worker.pid, signal.SIGKILL)
        worker.wait()


def seconds_since_heartbeat(name: str, pid: int) -> float | None:
    """By the database's clock; None before the first one. Raises `psycopg.Error`.

    Asked of Postgres past Django's models: this process need not load the applications.
    """
    with psycopg.connect(**connection.get_connection_params()) as database:
        row = database.execute(
            "SELECT extract(epoch FROM clock_timestamp() - seen_at)::float "
            "FROM lab_workerheartbeat WHERE name = %s AND pid = %s",
            [name, pid],
        ).fetchone()
    return None if row is None else float(row[0])


def tell_of_getting_ready(name: str, concurrency: int) -> None:
    """Pages can say so then, instead of that nobody is there. The worker's own beat follows it.

    Nothing waits for this: where Postgres is away, it is left out.
    """
    with (
        contextlib.suppress(psycopg.Error),
        psycopg.connect(**connection.get_connection_params()) as database,
    ):
        database.execute(
            "INSERT INTO lab_workerheartbeat"
            " (name, queue, hostname, pid, concurrency, started_at, seen_at)"
            " VALUES (%s, 'getting ready', %s, %s, %s, clock_timestamp(), clock_timestamp())"
            " ON CONFLICT (name) DO UPDATE SET seen_at = excluded.seen_at",
            [name, socket.gethostname(), os.getpid(), concurrency],
        )


def broker_answers() -> bool:
    """Whether Redis answers a ping."""
    try:
        with redis.Redis.from_url(
            settings.CELERY_BROKER_URL, socket_timeout=2, socket_connect_timeout=2, retry=None
        ) as client:
            return bool(client.ping())
    except (redis.RedisError, OSError):
        return False


def main(arguments: Sequence[str] | None = None) -> int:
    parser = argparse.ArgumentParser(
        prog="python -m workers.watchdog", description="A Celery worker that is kept alive."
    )
    parser.add_argument("queues", metavar="QUEUE[,QUEUE…]", help="e.g. simulation")
    parser.add_argument(
        "--concurrency",
        type=int,
        help="child processes (simulation: SIMULATION_WORKERS, else 1)",
    )
    options = parser.parse_args(arguments)
    logging.config.dictConfig(settings.LOGGING)
    usual = settings.SIMULATION_WORKERS if options.queues == "simulation" else 1
    watchdog = Watchdog(options.queues, options.concurrency or usual)

    def stop(signum: int, frame: FrameType | None) -> None:  # noqa: ARG001
        watchdog.stopping = True

    signal.signal(signal.SIGTERM, stop)
    signal.signal(signal.SIGINT, stop)
    watchdog.run()
    return 0


if __name__ == "__main__":
    sys.exit(main())
