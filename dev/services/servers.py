"""A server as a child process: started at an address, waited for, ended."""

from __future__ import annotations

import contextlib
import os
import secrets
import signal
import socket
import subprocess
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import psutil

from dev.processes import MARK, SERVERS, dies_with_parent, end, leftovers

HOST = "127.0.0.1"
DATABASE = "tsumi"


class ServiceError(Exception):
    """A service could not be started. The message is for people."""


@dataclass
class Address:
    """Where a service will be: a port held until it starts, and its password."""

    password: str
    _held: socket.socket | None = field(default=None, repr=False)
    port: int = 0

    @classmethod
    def reserve(cls, password: str = "") -> Address:
        held = socket.socket()
        held.bind((HOST, 0))
        return cls(password or secrets.token_hex(16), held, held.getsockname()[1])

    def let_go(self) -> int:
        """The port, free for the server to bind now."""
        if self._held is not None:
            self._held.close()
            self._held = None
        return self.port

    @property
    def postgres_url(self) -> str:
        return f"postgres://tsumi:{self.password}@{HOST}:{self.port}/{DATABASE}"

    @property
    def redis_url(self) -> str:
        return f"redis://:{self.password}@{HOST}:{self.port}/0"


@dataclass
class Service:
    """A running server."""

    name: str
    url: str
    log: Path
    launch: Callable[[], subprocess.Popen[bytes]] = field(repr=False)
    process: subprocess.Popen[bytes] = field(init=False)

    def __post_init__(self) -> None:
        self.restart()

    def restart(self) -> subprocess.Popen[bytes]:
        """Starts it, at the same address if it has ended. Does not wait until it is ready."""
        self.process = self.launch()
        return self.process


class _NotStarted(ServiceError):
    pass


def retrying(start: Any) -> Service:
    """Tries a few times: somebody else may take the port between choosing and binding it."""
    for again in range(4):
        try:
            service: Service = start(again > 0)
        except _NotStarted:
            if again == 3:
                raise
            time.sleep(0.5 * (again + 1))
        else:
            return service
    raise AssertionError


def address_for(given: Address | None, password: str, again: bool) -> Address:
    """The address asked for (which stays), or a new port at each attempt."""
    if given is None:
        return Address.reserve(password)
    if again:
        given.let_go()
    return given


def launched(
    command: list[str], log: Path, signum: int, work: Path, **options: Any
) -> subprocess.Popen[bytes]:
    with log.open("wb") as output:
        log.chmod(0o600)
        return subprocess.Popen(
            command,
            stdout=output,
            stderr=subprocess.STDOUT,
            start_new_session=True,  # Ctrl-C in the terminal is the supervisor's business
            preexec_fn=dies_with_parent(signum),
            env={**environment(), MARK: os.environ.get(MARK, str(work))},
            **{"stdin": subprocess.DEVNULL, "cwd": "/", **options},
        )


def environment() -> dict[str, str]:
    """What a server needs to know of ours: nothing secret, messages in English."""
    return {"PATH": os.environ.get("PATH", os.defpath), "LC_ALL": "C"}


def when_ready(service: Service, ready: Any, seconds: float = 60) -> Service:
    deadline = time.monotonic() + seconds
    while time.monotonic() < deadline:
        if service.process.poll() is not None:
            break
        if ready():
            return service
        time.sleep(0.02)
    stop(service.process, signal.SIGKILL)
    tail = "\n".join(service.log.read_text(errors="replace").splitlines()[-15:])
    raise _NotStarted(f"{service.name} did not start. The end of {service.log}:\n{tail}")


def end_servers(folder: Path) -> None:
    end(p for p in leftovers(folder) if p.name() in SERVERS)


def stop(process: subprocess.Popen[bytes], signum: int, grace: float = 10) -> None:
    if process.poll() is not None:
        return
    with contextlib.suppress(psutil.Error):
        family = psutil.Process(process.pid).children(recursive=True)
        process.send_signal(signum)
        try:
            process.wait(grace)
        except subprocess.TimeoutExpired:
            process.kill()
            end(family, grace=2)
    process.wait()


def private(folder: Path) -> Path:
    folder = folder.resolve()
    folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    return folder


def secret(file: Path, given: str = "", *, length: int = 16) -> str:
    """A password that stays the same from start to start, readable by its owner only."""
    if given or not file.exists():
        file.unlink(missing_ok=True)
        handle = os.open(file, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
        with os.fdopen(handle, "w") as output:
            output.write(given or secrets.token_hex(length))
    return file.read_text().strip()
