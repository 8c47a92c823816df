"""A PostgreSQL of its own, for as long as a block lasts."""

from __future__ import annotations

import contextlib
import shutil
import signal
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

from dev.services.places import Account, data_folder, usable_binaries
from dev.services.servers import (
    DATABASE,
    HOST,
    Address,
    Service,
    ServiceError,
    address_for,
    end_servers,
    environment,
    launched,
    private,
    retrying,
    secret,
    stop,
    when_ready,
)

_QUICK = (
    *("fsync=off", "synchronous_commit=off", "full_page_writes=off", "shared_buffers=64MB"),
    "autovacuum=off",  # it would take what tests have filled and rolled back for empty tables,
    # and later tests' queries would read them from end to end
)


@contextlib.contextmanager
def postgres(
    folder: Path, *, fast: bool = False, address: Address | None = None
) -> Iterator[Service]:
    """PostgreSQL with its data in `folder`/postgres; ended when the block ends.

    `fast` gives up durability for speed: for tests only. A server left there by a killed process
    is ended first. Raises `ServiceError`.
    """
    folder = private(folder)
    password = secret(folder / "postgres.password", address.password if address else "")
    account = Account.choose()
    binaries = usable_binaries(account)
    data = data_folder(folder, account)
    _clear(data)
    making = folder / "postgres.making"  # there until the database is
    fresh = making.exists() or not (data / "PG_VERSION").exists()
    log = folder / "postgres.log"
    service = None
    try:
        if fresh:
            making.touch()
            _initialise(binaries, data, password, account, fast=fast)
        service = retrying(
            lambda again: _start_postgres(
                binaries, data, log, account, address_for(address, password, again), fast=fast
            )
        )
        if fresh:
            _create_database(service.url)
            making.unlink()
        yield service
    finally:
        if service is None:  # an interrupt came on the way
            _clear(data)
        else:
            stop(service.process, signal.SIGINT)


def _initialise(binaries: Path, data: Path, password: str, account: Account, *, fast: bool) -> None:
    for item in data.iterdir():  # an earlier attempt was cut off half-way
        shutil.rmtree(item) if item.is_dir() else item.unlink()
    password_file = data.with_name("initdb.password")
    password_file.touch(mode=0o600)
    password_file.write_text(password)
    account.own(password_file)
    letters = "UTF-8" if sys.platform == "darwin" else "C.UTF-8"
    command = [
        *(str(binaries / "initdb"), "-D", str(data), "-U", "tsumi", f"--pwfile={password_file}"),
        *("--auth=scram-sha-256", "--encoding=UTF8", "--locale=C"),
        *(["--no-sync"] if fast else []),
    ]
    try:
        for attempt in ([*command, f"--lc-ctype={letters}"], command):
            done = subprocess.run(
                attempt,
                cwd="/",
                env=environment(),
                capture_output=True,
                text=True,
                check=False,
                **account.options(),
            )
            if done.returncode == 0:
                return
        raise ServiceError(f"initdb failed in {data}:\n{done.stderr.strip()}")
    finally:
        password_file.unlink(missing_ok=True)


def _start_postgres(
    binaries: Path, data: Path, log: Path, account: Account, address: Address, *, fast: bool
) -> Service:
    port = address.let_go()
    settings = [
        f"listen_addresses={HOST}",
        f"port={port}",
        "unix_socket_directories=",
        "timezone=UTC",
        "log_timezone=UTC",
        *(_QUICK if fast else ()),
    ]
    command = [str(binaries / "postgres"), "-D", str(data)]
    for setting in settings:
        command += ["-c", setting]

    def launch() -> subprocess.Popen[bytes]:
        _clear(data)
        return launched(command, log, signal.SIGINT, data, **account.options())

    service = Service("postgres", address.postgres_url, log, launch)
    return when_ready(service, lambda: _is_ready(data))


def _clear(data: Path) -> None:
    """Ends what is left of a server that was killed, which would keep others from the data."""
    end_servers(data)
    (data / "postmaster.pid").unlink(missing_ok=True)  # nobody is left who could own it


def _is_ready(data: Path) -> bool:
    """The eighth line of postmaster.pid is the server's own word on its state."""
    try:
        lines = (data / "postmaster.pid").read_text().splitlines()
    except OSError:
        return False
    return len(lines) >= 8 and lines[7].strip() == "ready"


def _create_database(url: str) -> None:
    import psycopg

    with psycopg.connect(url.rsplit("/", 1)[0] + "/postgres", autocommit=True) as connection:
        known = connection.execute("SELECT 1 FROM pg_database WHERE datname = %s", [DATABASE])
        if known.fetchone() is None:
            connection.execute(f'CREATE DATABASE "{DATABASE}"')
