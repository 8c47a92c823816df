"""`python -m dev.run` (`make run`): the whole product on this machine, until Ctrl-C."""

from __future__ import annotations

import contextlib
import http.client
import json
import os
import shlex
import signal
import socket
import subprocess
import sys
from collections.abc import Callable, Iterator, Mapping
from types import FrameType
from typing import Any

from dev.home import HOME, ROOT, SHARED, AlreadyRunning, CannotWrite, Lock
from dev.processes import dies_with_parent, end, ending_signals, leftovers, listens
from dev.services import ServiceError
from dev.settings import local_environment
from dev.supervisor import Program, Supervisor

HOST = "127.0.0.1"
# Warnings that say nothing to a developer: Celery on running as root.
_KNOWN = "ignore:You're running the worker with superuser privileges"


class CannotRun(Exception):
    """Why not, for people."""


def main() -> int:
    os.chdir(ROOT)
    if "MAKELEVEL" in os.environ and (follow := dies_with_parent(signal.SIGTERM, os.getppid())):
        follow()
    try:
        port = _port()
        with Lock() as lock:
            return _run(port, lock)
    except AlreadyRunning as running:
        pid, url = running.state.get("pid", "?"), running.state.get("url", "its port")
        print(
            f"Tsumi already runs in this folder (process {pid}, {url}). Stop it first, or run a "
            "second one from another clone.",
            file=sys.stderr,
        )
    except (CannotRun, CannotWrite, ServiceError) as problem:
        print(problem, file=sys.stderr)
    return 2


def _port() -> int:
    text = os.environ.get("PORT") or "8000"
    if not text.isdecimal() or not 0 < int(text) < 65536:
        raise CannotRun(f"PORT={text} is not a port: use a number from 1 to 65535.")
    return int(text)


def _check_free(port: int) -> None:
    with socket.socket() as probe:
        probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)  # as gunicorn does
        try:
            probe.bind((HOST, port))
        except PermissionError:
            raise CannotRun(f"Port {port} needs more rights. Try: make run PORT=8001") from None
        except OSError:
            other = port + 1 if port < 65535 else 8001
            raise CannotRun(
                f"Port {port} is taken by another program. Try: make run PORT={other}"
            ) from None


def _run(port: int, lock: Lock) -> int:
    left = leftovers(HOME)
    if left:
        print(f"Ending {len(left)} processes left by a run that was killed.", flush=True)
        end(left)
    _check_free(port)
    url = f"http://{HOST}:{port}"
    # Signals are taken from here on, and the servers are the last to go.
    supervisor = Supervisor(HOME, {})
    with _interruptible(), local_environment() as (environment, services):
        environment["PORT"] = str(port)
        lock.write({"url": url, **{name: environment[name] for name in SHARED}})
        supervisor.environment = environment
        news = _prepare(environment, port)
        with supervisor.signals():
            for service in services:
                supervisor.keep(service)
            for program in programs(port, environment):
                supervisor.start(program)
            if supervisor.wait(until=lambda: is_up(supervisor, port)):
                supervisor.say(_welcome(url, news))
                supervisor.wait()
            supervisor.say("Stopping …")
    return 0


@contextlib.contextmanager
def _interruptible() -> Iterator[None]:
    """Before the supervisor has taken over, its signals unwind the stack."""

    def stop(signum: int, frame: FrameType | None) -> None:  # noqa: ARG001
        raise KeyboardInterrupt

    for signum in ending_signals():
        signal.signal(signum, stop)
    try:
        yield
    except KeyboardInterrupt:
        raise CannotRun("Stopped.") from None


def programs(port: int, environment: Mapping[str, str]) -> list[Program]:
    """What runs side by side. Always `python -m`: a script's first line has a length limit."""
    python = [sys.executable, "-m"]
    celery = [*python, "celery", "--quiet", "-A", "workers"]
    web = [
        *(*python, "gunicorn", "backend.config.wsgi:application", "--bind", f"{HOST}:{port}"),
        *("--workers", environment.get("WEB_WORKERS") or "2", "--no-control-socket"),
        *("--graceful-timeout", "5", "--timeout", "60", "--log-level", "warning"),
    ]
    # Workers say what goes wrong; LOG_LEVEL=INFO lets them say what goes on.
    quiet = {"LOG_LEVEL": environment.get("LOG_LEVEL") or "WARNING", "PYTHONWARNINGS": _KNOWN}
    return [
        Program("web", web),
        *(
            # Pages and daily puzzles go before simulated plays.
            Program(
                queue,
                [*python, "workers.watchdog", queue],
                quiet,
                nice=10 if queue == "simulation" else 0,
            )
            for queue in ("generation", "simulation", "upkeep")
        ),
        Program("beat", [*celery, "beat", "--loglevel", "WARNING"], quiet),
    ]


def _prepare(environment: dict[str, str], port: int) -> dict[str, Any]:
    """Brings the database up to date. That may take a minute, so it looks after the port."""
    with subprocess.Popen(
        [sys.executable, "-m", "dev.prepare"],
        env=environment,
        stdout=subprocess.PIPE,
        preexec_fn=dies_with_parent(signal.SIGTERM),
    ) as process:
        try:
            output = _output(process, meanwhile=lambda: _check_free(port))
        except BaseException:
            process.kill()
            raise
    if process.returncode != 0:
        raise CannotRun("The database could not be brought up to date (see above).")
    news: dict[str, Any] = json.loads(output.splitlines()[-1])
    return news


def _output(process: subprocess.Popen[bytes], meanwhile: Callable[[], None]) -> bytes:
    """What it writes until it ends; `meanwhile` is called every second, and once after."""
    while True:
        try:
            output, _ = process.communicate(timeout=1)
        except subprocess.TimeoutExpired:
            meanwhile()
        else:
            meanwhile()
            return output


def is_up(supervisor: Supervisor, port: int) -> bool:
    """Whether its web process answers at the port. Raises `CannotRun` if another program has it."""
    try:
        _check_free(port)
    except CannotRun:
        if not listens(supervisor.pid_of("web"), port):
            raise
        return _serves(port)
    return False


def _serves(port: int) -> bool:
    connection = http.client.HTTPConnection(HOST, port, timeout=2)
    try:
        connection.request("GET", "/livez")
        return connection.getresponse().status == 200
    except (OSError, http.client.HTTPException):
        return False
    finally:
        connection.close()


def _welcome(url: str, news: dict[str, Any]) -> str:
    lines = [
        "",
        "Tsumi is running. Ctrl-C ends it.",
        f"  site          {url}/",
        f"  today's set   {url}/api/v1/daily/",
        f"  API           {url}/api/v1/docs/",
        f"  admin         {url}/admin/",
    ]
    admin = news["admin"]
    if admin["password"]:
        lines += [
            f"  admin login   {admin['name']} / {admin['password']}",
            "                (shown this once; another password:",
        ]
    else:
        lines += [f"  admin login   {admin['name']}", "                (password forgotten?"]
    lines[-1] += f" .venv/bin/python manage.py changepassword {shlex.quote(admin['name'])})"
    return "\n".join([*lines, ""])


if __name__ == "__main__":
    sys.exit(main())
