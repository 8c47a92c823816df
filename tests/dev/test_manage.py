"""`manage.py` by any Python: it finds the packages, and what `make run` has started."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from dev.home import Lock, running_environment

ROOT = Path(__file__).resolve().parents[2]
ECHO = "import os; print('found', os.environ['DATABASE_URL'], os.environ['SECRET_KEY'])"


def _manage(
    *arguments: str, home: Path, python: tuple[str, ...] = (sys.executable,), **given: str
) -> subprocess.CompletedProcess[str]:
    unset = ("DATABASE_URL", "REDIS_URL", "SECRET_KEY", "DJANGO_SETTINGS_MODULE")
    environment = {k: v for k, v in os.environ.items() if k not in unset}
    return subprocess.run(
        [*python, "manage.py", *arguments],
        cwd=ROOT,
        env={**environment, "TSUMI_HOME": str(home), **given},
        capture_output=True,
        text=True,
        check=False,
    )


def test_it_joins_what_is_running(tmp_path: Path) -> None:
    with Lock(tmp_path) as lock:
        lock.write({"url": "x", "DATABASE_URL": "postgresql://run/x", "SECRET_KEY": "k"})
        done = _manage("shell", "--no-imports", "-c", ECHO, home=tmp_path)
        assert "found postgresql://run/x k" in done.stdout, done.stderr
        given = {"DATABASE_URL": "postgresql://given/x", "SECRET_KEY": "s"}
        done = _manage("shell", "--no-imports", "-c", ECHO, home=tmp_path, **given)
        assert "found postgresql://given/x s" in done.stdout


def test_what_a_killed_run_has_left_is_not_joined(tmp_path: Path) -> None:
    assert running_environment(tmp_path) == {}
    with Lock(tmp_path) as lock:
        lock.write({"DATABASE_URL": "postgresql://run/x"})
        assert running_environment(tmp_path) == {"DATABASE_URL": "postgresql://run/x"}
        stale = lock.file.read_text()
    lock.file.write_text(stale)
    assert running_environment(tmp_path) == {}


def test_without_a_database_it_says_what_to_do(tmp_path: Path) -> None:
    # A port that refuses, in place of libpq's default one, where there may be a server.
    done = _manage("changepassword", "admin", home=tmp_path, PGPORT="1", PGHOST="127.0.0.1")
    if done.returncode == 2:
        assert done.stderr == "There is no database: start `make run` first, or set DATABASE_URL.\n"
    else:
        pytest.skip("a Postgres listens on this machine's default port")


def test_a_python_without_packages_hands_over_to_that_of_the_clone(tmp_path: Path) -> None:
    shutil.copy(ROOT / "manage.py", tmp_path)
    bare = [sys.executable, "-S", "-E", str(tmp_path / "manage.py"), "check"]  # -S: no packages
    done = subprocess.run(bare, capture_output=True, text=True, check=False)
    assert done.returncode == 2
    assert done.stderr.endswith("has no Django: run `make setup` first.\n")
    python = tmp_path / ".venv" / "bin" / "python"
    python.parent.mkdir(parents=True)
    python.write_text('#!/bin/sh\necho "$@"\n')
    python.chmod(0o755)
    done = subprocess.run(bare, capture_output=True, text=True, check=True)
    assert done.stdout == f"{tmp_path / 'manage.py'} check\n"
