"""PostgreSQL and Redis start anywhere, keep what they are given and leave nothing behind."""

from __future__ import annotations

import contextlib
import io
import os
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path

import psutil
import psycopg
import pytest
import redis as redis_client

from dev.processes import leftovers
from dev.services import postgres, redis, remove_outside
from dev.supervisor import Supervisor

ROOT = Path(__file__).resolve().parents[2]


@pytest.fixture
def folder() -> Iterator[Path]:
    place = Path(tempfile.mkdtemp(prefix="tsumi-dev-"))
    place.chmod(0o711)
    yield place
    shutil.rmtree(place, ignore_errors=True)


def _rows(url: str, query: str) -> list[tuple[object, ...]]:
    with psycopg.connect(url, autocommit=True) as connection:
        answer = connection.execute(query)  # type: ignore[call-overload]
        return answer.fetchall() if answer.description else []


def test_a_folder_with_a_space_and_a_path_longer_than_a_socket_may_have(folder: Path) -> None:
    deep = folder / "with a space" / ("long-" * 20) / ("longer-" * 20)
    with postgres(deep, fast=True) as database, redis(deep) as broker:
        assert _rows(database.url, "SELECT upper('é')") == [("É",)]
        assert redis_client.Redis.from_url(broker.url).ping()
    assert leftovers(folder) == []


def test_data_stay_and_the_password_too(folder: Path) -> None:
    with postgres(folder, fast=True) as database:
        first = database.url
        _rows(first, "CREATE TABLE kept (n int)")
    with postgres(folder, fast=True) as database:
        assert database.url.split("@")[0] == first.split("@")[0]
        assert _rows(database.url, "SELECT count(*) FROM kept") == [(0,)]


def test_nobody_gets_in_without_the_password(folder: Path) -> None:
    with postgres(folder, fast=True) as database, redis(folder) as broker:
        with pytest.raises(psycopg.OperationalError, match="password"):
            psycopg.connect(database.url.replace("tsumi:", "tsumi:wrong"))
        with pytest.raises(redis_client.exceptions.AuthenticationError):
            redis_client.Redis.from_url(
                broker.url.split(":")[0] + "://" + broker.url[-17:].split("@")[-1]
            ).ping()
        for name in ("postgres.password", "redis.password"):
            assert (folder / name).stat().st_mode & 0o077 == 0


def test_two_folders_at_once(folder: Path) -> None:
    with (
        postgres(folder / "a", fast=True) as one,
        postgres(folder / "b", fast=True) as two,
        redis(folder / "a") as three,
        redis(folder / "b") as four,
    ):
        assert len({one.url, two.url, three.url, four.url}) == 4


@pytest.mark.parametrize("signum", [signal.SIGKILL, signal.SIGTERM])
def test_servers_of_a_killed_process_do_not_stand_in_the_way(folder: Path, signum: int) -> None:
    program = (
        "import sys, time; from pathlib import Path; from dev.services import postgres, redis\n"
        "with postgres(Path(sys.argv[1]), fast=True) as p, redis(Path(sys.argv[1])) as r:\n"
        "    print(p.url, flush=True); time.sleep(60)"
    )
    victim = subprocess.Popen(
        [sys.executable, "-c", program, str(folder)], cwd=ROOT, stdout=subprocess.PIPE, text=True
    )
    assert victim.stdout is not None
    assert victim.stdout.readline().startswith("postgres://")
    victim.send_signal(signum)
    victim.wait()
    victim.stdout.close()
    with postgres(folder, fast=True) as database, redis(folder):
        assert _rows(database.url, "SELECT 1") == [(1,)]
        running = [p for p in leftovers(folder) if p.name() == "redis-server"]
        assert len(running) == 1
    assert leftovers(folder) == []


def test_a_pid_file_that_names_somebody_else_is_passed_over(folder: Path) -> None:
    with postgres(folder, fast=True):
        stale = (folder / "postgres" / "postmaster.pid").read_text().splitlines()
    stale[0] = str(os.getpid())
    (folder / "postgres" / "postmaster.pid").write_text("\n".join(stale) + "\n")
    with postgres(folder, fast=True) as database:
        assert _rows(database.url, "SELECT 1") == [(1,)]


def test_a_first_start_that_was_cut_off_is_begun_anew(folder: Path) -> None:
    (folder / "postgres").mkdir(mode=0o700)
    (folder / "postgres" / "PG_VERSION").write_text("16\n")  # initdb writes it early
    (folder / "postgres.making").touch()
    for _ in range(2):
        with postgres(folder, fast=True) as database:
            _rows(database.url, "CREATE TABLE IF NOT EXISTS kept AS SELECT 1 AS n")
            assert _rows(database.url, "TABLE kept") == [(1,)]
        assert not (folder / "postgres.making").exists()


@pytest.mark.skipif(os.geteuid() != 0, reason="only root has a folder others cannot enter")
def test_root_in_a_folder_nobody_else_may_enter(
    folder: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    folder.chmod(0o700)
    with postgres(folder / "clone", fast=True) as database:
        assert _rows(database.url, "SELECT 1") == [(1,)]
    elsewhere = Path((folder / "clone" / "postgres.elsewhere").read_text().strip())
    assert str(elsewhere) in capfd.readouterr().err
    remove_outside(folder / "clone")
    assert not elsewhere.exists()


@pytest.mark.skipif(os.geteuid() != 0, reason="only root has programs others cannot read")
def test_programs_nobody_else_may_read(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    from dev.services import places

    package = places._postgres_binaries().parent.parent
    hidden = folder / "hidden" / package.name
    for part in (package / "pginstall", package.with_suffix(".libs")):
        if part.exists():
            shutil.copytree(part, hidden.parent / part.relative_to(package.parent), symlinks=True)
    hidden.parent.chmod(0o700)
    monkeypatch.setattr(places, "_postgres_binaries", lambda: hidden / "pginstall" / "bin")
    with postgres(folder / "clone", fast=True) as database:
        assert _rows(database.url, "SELECT 1") == [(1,)]
    remove_outside(folder / "clone")


def test_ending_takes_little_time(folder: Path) -> None:
    with postgres(folder, fast=True) as database, redis(folder) as broker:
        pids = [database.process.pid, broker.process.pid]
        begin = time.monotonic()
    assert time.monotonic() - begin < 3
    assert not any(psutil.pid_exists(pid) for pid in pids)


def test_killed_servers_come_back_where_they_were(folder: Path) -> None:
    say = io.StringIO()
    with postgres(folder, fast=True) as database, redis(folder) as broker:
        client = redis_client.Redis.from_url(broker.url)
        supervisor = Supervisor(folder, {}, output=say)
        supervisor.keep(database)
        supervisor.keep(broker)
        _rows(database.url, "CREATE TABLE kept (n int)")
        _rows(database.url, "CHECKPOINT")  # a fast one may lose what it was told last
        before = (database.process.pid, broker.process.pid)
        for pid in before:
            os.kill(pid, signal.SIGKILL)

        def both_answer() -> bool:
            with contextlib.suppress(psycopg.Error, redis_client.RedisError):
                return _rows(database.url, "TABLE kept") == [] and bool(client.ping())
            return False

        deadline = time.monotonic() + 30
        assert supervisor.wait(until=lambda: both_answer() or time.monotonic() > deadline)
        assert both_answer()
        assert {database.process.pid, broker.process.pid}.isdisjoint(before)
    assert leftovers(folder) == []
    assert "postgres ended with status -9; again in 1 s" in say.getvalue()
    assert "redis ended with status -9" in say.getvalue()
