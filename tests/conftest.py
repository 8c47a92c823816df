"""A real PostgreSQL and a real Redis for the session, started only if a collected test needs them.

Their addresses are chosen before Django reads its settings; the servers start after collection.
`DATABASE_URL` and `REDIS_URL`, where set, are used instead. Runs of the folders named in
`WITHOUT_BACKEND` alone never load Django.
"""

from __future__ import annotations

import contextlib
import os
import shutil
import signal
import tempfile
from collections.abc import Iterator
from pathlib import Path
from types import FrameType
from urllib.parse import urlsplit

import psutil
import pytest

from dev.browser import MISSING, find_browser
from dev.processes import MARK, end, leftovers, start_interruptible_programs
from dev.services import Address, ServiceError, postgres, redis, remove_outside_data

ROOT = Path(__file__).resolve().parent.parent
WITHOUT_KERNELS = (ROOT / "tests" / "architecture", ROOT / "tests" / "dev")
WITHOUT_BACKEND = (*WITHOUT_KERNELS, ROOT / "tests" / "engines")
WAITING = tuple(ROOT / "tests" / name for name in ("browser", "faults", "workers", "dev"))
REDIS_DATABASES = 16  # unless a redis.conf says otherwise
_PREFIX = "tsumi-test-"


def nth_database(url: str, number: int) -> str:
    """The database so many after that of a Redis URL: one for each process that runs tests.

    In Postgres pytest-django gives each a database of its own.
    """
    parts = urlsplit(url)
    first = int(parts.path.strip("/") or 0)
    return parts._replace(path=f"/{(first + number) % REDIS_DATABASES}").geturl()


def waiting_first(
    items: list[pytest.Item], processes: int, folders: tuple[Path, ...] = WAITING
) -> list[pytest.Item]:
    """The tests in another order: those that wait for programs they have started come first.

    Each process is given a run of neighbours to begin with (`--dist worksteal`). The last one's
    are all tests that compute; the others' begin with those that wait, dealt out one by one, as
    the long ones are neighbours. So the cores never wait for all processes, not even at the end.
    """
    waiting = [item for item in items if _is_in(item.path, folders)]
    computing = [item for item in items if not _is_in(item.path, folders)]
    ordered: list[pytest.Item] = []
    for number in range(processes):
        share = waiting[number :: processes - 1] if number < processes - 1 else []
        run = (len(items) - len(ordered)) // (processes - number)
        rest = max(0, run - len(share))
        ordered += [*share, *computing[:rest]]
        del computing[:rest]
    return [*ordered, *computing]


def _beside_others() -> bool:
    """Whether this is one of several processes that run the tests (pytest-xdist)."""
    return "PYTEST_XDIST_WORKER" in os.environ


def _number() -> int:
    """Which of them: 0, 1, …"""
    return int(os.environ.get("PYTEST_XDIST_WORKER", "gw0").removeprefix("gw"))


class _Services:
    """The session's servers: addresses first, processes when needed."""

    def __init__(self) -> None:
        self.stack = contextlib.ExitStack()
        self.started = False
        self.database: Address | None = None
        self.broker: Address | None = None
        if _beside_others():
            # The controller's addresses have come with the environment.
            os.environ["REDIS_URL"] = nth_database(os.environ["REDIS_URL"], _number())
            return
        if not os.environ.get("DATABASE_URL"):
            self.database = Address.reserve()
            os.environ["DATABASE_URL"] = self.database.postgres_url
        if not os.environ.get("REDIS_URL"):
            self.broker = Address.reserve()
            os.environ["REDIS_URL"] = self.broker.redis_url

    def start(self) -> None:
        if self.started or not (self.database or self.broker):
            return
        self.started = True
        _sweep()
        folder = Path(tempfile.mkdtemp(prefix=f"{_PREFIX}{os.getpid()}-"))
        os.environ[MARK] = str(folder)  # on spawned workers too: see _sweep
        self.stack.callback(shutil.rmtree, folder, ignore_errors=True)
        self.stack.callback(remove_outside_data, folder)
        if self.database:
            self.stack.enter_context(postgres(folder, fast=True, address=self.database))
        if self.broker:
            self.stack.enter_context(redis(folder, address=self.broker))

    def stop(self) -> None:
        self.stack.close()


def _sweep() -> None:
    """Removes what sessions that were killed have left: their servers and folders."""
    for folder in Path(tempfile.gettempdir()).glob(f"{_PREFIX}*-*"):
        with contextlib.suppress(ValueError, OSError, psutil.Error):
            owner = int(folder.name.removeprefix(_PREFIX).split("-")[0])
            if folder.stat().st_uid == os.geteuid() and not psutil.pid_exists(owner):
                end(leftovers(folder))
                remove_outside_data(folder)
                shutil.rmtree(folder, ignore_errors=True)


def _needs_backend(path: Path) -> bool:
    return not _is_in(path, WITHOUT_BACKEND)


def _needs_kernels(path: Path) -> bool:
    return not _is_in(path, WITHOUT_KERNELS)


def _is_in(path: Path, folders: tuple[Path, ...]) -> bool:
    return any(path == folder or folder in path.parents for folder in folders)


def _asked_for(config: pytest.Config) -> list[Path]:
    """The files and folders named on the command line (or the configured ones)."""
    return [(config.invocation_params.dir / a.split("::")[0]).resolve() for a in config.args]


def _distributes(config: pytest.Config) -> bool:
    """Whether this process has others run the tests (pytest-xdist).

    It collects nothing itself, so it starts the servers at once. It does not load Django: what it
    puts into the environment would have the others read their settings too early.
    """
    return getattr(config.option, "dist", "no") != "no"


_services = _Services()


def _interrupt(signum: int, frame: FrameType | None) -> None:  # noqa: ARG001
    raise KeyboardInterrupt


@pytest.hookimpl(tryfirst=True)
def pytest_configure(config: pytest.Config) -> None:
    signal.signal(signal.SIGTERM, _interrupt)  # fixtures end what they have started
    if not _distributes(config):
        start_interruptible_programs()
    if any(_needs_backend(path) for path in _asked_for(config)) and not _distributes(config):
        os.environ["DJANGO_SETTINGS_MODULE"] = "backend.config.settings.test"
        import django

        django.setup()
        if _beside_others() and _number() == 0:
            from tests.support.databases import make_template

            make_template()  # while the others collect tests


def pytest_runtest_setup(item: pytest.Item) -> None:
    """A browser test without a browser is left out by its name, and a failure in CI."""
    if item.get_closest_marker("browser") and find_browser() is None:
        if os.environ.get("CI", "").lower() in ("1", "true", "yes"):
            pytest.fail(MISSING, pytrace=False)
        pytest.skip(MISSING)


@pytest.hookimpl(trylast=True)
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """After pytest-django, which has tests that empty the database come last."""
    processes = int(os.environ.get("PYTEST_XDIST_WORKER_COUNT", "1"))
    if processes > 1:
        items[:] = waiting_first(items, processes)


def pytest_collection_finish(session: pytest.Session) -> None:
    if session.config.option.collectonly:
        return
    if _beside_others() and any(_needs_kernels(item.path) for item in session.items):
        compile_all_kernels()  # before each does so in its own tests
    if any(_needs_backend(item.path) for item in session.items):
        try:
            _services.start()
        except ServiceError as problem:
            pytest.exit(str(problem), returncode=2)


def pytest_sessionstart(session: pytest.Session) -> None:
    if _distributes(session.config) and any(
        _needs_backend(path) for path in _asked_for(session.config)
    ):
        from tests.support.databases import drop_template, name_template

        name_template()
        _services.start()
        if not _services.database:  # the server outlives this run
            _services.stack.callback(drop_template)


def pytest_unconfigure() -> None:
    _services.stop()


@pytest.fixture(scope="session")
def django_db_modify_db_settings(django_db_modify_db_settings: None) -> None:  # noqa: ARG001
    """Of processes side by side, each has a copy of the database that the first has migrated."""
    if _beside_others():
        from tests.support.databases import copy_template

        copy_template()


@pytest.fixture(scope="session")
def django_db_setup(django_db_setup: None) -> Iterator[None]:  # noqa: ARG001
    from tests.support.databases import emptied_quickly

    with emptied_quickly():
        yield


def compile_all_kernels() -> None:
    """Processes side by side begin with different games, and load what another has compiled."""
    from engines import all_games
    from engines.warmup import compile_kernels

    games = all_games()
    begin = _number() * len(games) // int(os.environ.get("PYTEST_XDIST_WORKER_COUNT", "1"))
    for game in (*games[begin:], *games[:begin]):
        compile_kernels(game)


@pytest.fixture(scope="session")
def compiled_kernels() -> None:
    """Kernels compiled once: no later test waits for it, and workers find them on disk."""
    compile_all_kernels()


@pytest.fixture(scope="session")
def service_environment(django_db_setup: None) -> dict[str, str]:  # noqa: ARG001
    """Environment for spawned processes: it points to the very database the tests use."""
    from django.db import connection

    url = os.environ["DATABASE_URL"].rsplit("/", 1)[0] + "/" + connection.settings_dict["NAME"]
    return {**os.environ, "DATABASE_URL": url}
