"""`make` says what it can do, and what is missing."""

from __future__ import annotations

import fcntl
import os
import shutil
import signal
import subprocess
import sys
import time
from pathlib import Path

import psutil
import pytest

from dev import browser, tracked
from dev.requirements import stale
from tests.dev.conftest import IGNORING, bound_by_modes

ROOT = Path(__file__).resolve().parents[2]


@pytest.fixture
def clone(tmp_path: Path) -> Path:
    """A clone without .venv, and `bin` with little more than a shell."""
    (tmp_path / "dev").mkdir()
    shutil.copy(ROOT / "dev" / "setup.sh", tmp_path / "dev")
    (tmp_path / "dev" / "bootstrap.py").write_text("import sys; print(sys.version_info[:2])")
    (tmp_path / "bin").mkdir()
    for tool in ("dirname", "sh"):
        (tmp_path / "bin" / tool).symlink_to(shutil.which(tool) or tool)
    return tmp_path


def _fake_python(clone: Path, name: str, version: int, *, venv: bool = True) -> None:
    """Answers setup.sh's questions, and says who was chosen."""
    script = clone / "bin" / name
    script.write_text(
        "#!/bin/sh\n"
        'case "$*" in\n'
        f"*version_info*) echo {version};;\n"
        f"*ensurepip*) exit {0 if venv else 1};;\n"
        f"*) echo chosen {name};;\n"
        "esac\n"
    )
    script.chmod(0o755)


def _setup(clone: Path, **environment: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        ["/bin/sh", str(clone / "dev" / "setup.sh"), "run"],
        env={"PATH": str(clone / "bin"), **environment},
        capture_output=True,
        text=True,
        check=False,
    )


def test_make_alone_lists_the_commands() -> None:
    environment = {k: v for k, v in os.environ.items() if not k.startswith("MAKE")}
    output = subprocess.run(
        ["make"], cwd=ROOT, env=environment, capture_output=True, text=True, check=True
    ).stdout
    for target in ("setup", "run", "test", "check", "bench", "openapi", "shell", "clean"):
        assert f"make {target} " in output


def test_no_python_at_all(clone: Path) -> None:
    done = _setup(clone)
    assert done.returncode == 2
    assert "needs Python 3.11, 3.12, 3.13 or 3.14" in done.stderr


def test_only_pythons_too_old_or_too_new(clone: Path) -> None:
    _fake_python(clone, "python3", 310)
    _fake_python(clone, "python", 315)
    assert _setup(clone).returncode == 2


def test_the_newest_that_is_known_to_work(clone: Path) -> None:
    _fake_python(clone, "python3", 315)
    _fake_python(clone, "python3.13", 313)
    _fake_python(clone, "python3.11", 311)
    assert _setup(clone).stdout == "chosen python3.13\n"
    assert _setup(clone, PYTHON="python3.11").stdout == "chosen python3.11\n"


def test_a_python_without_venv_is_passed_over_or_explained(clone: Path) -> None:
    _fake_python(clone, "python3.13", 313, venv=False)
    done = _setup(clone)
    assert done.returncode == 2
    assert "apt-get install python3-venv" in done.stderr
    _fake_python(clone, "python3.12", 312)
    assert _setup(clone).stdout == "chosen python3.12\n"


def test_requirements_fit_pyproject() -> None:
    assert stale() == []


def test_a_named_browser_that_is_not_there_is_missing(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("CHROMIUM", "/nowhere/chromium")
    assert browser.find_browser() is None
    assert browser.ensure_browser() is None


@pytest.mark.parametrize(
    ("line", "found"),
    [
        ("--extra-" + "index-url https://example.org", True),
        ("see /ho" + "me/anna/tsumi", True),
        ("data in /wo" + "rk/main", True),
        ("https://example.org/work/main and ~/work/x", False),
        ("a home for /players/", False),
    ],
)
def test_what_a_tracked_file_may_not_name(line: str, *, found: bool) -> None:
    assert any(pattern.search(line) for pattern in tracked.PATTERNS.values()) is found


def test_clean_says_what_it_does(clone: Path) -> None:
    shutil.copy(ROOT / "dev" / "clean.sh", clone / "dev")
    for folder in (".venv", ".tsumi", "engines/__pycache__"):
        (clone / folder).mkdir(parents=True)
    done = subprocess.run(
        ["sh", str(clone / "dev" / "clean.sh")], capture_output=True, text=True, check=True
    )
    assert done.stdout.startswith("Removing .venv, .tsumi with its database")
    assert done.stdout.endswith("again.\n")
    assert not any((clone / gone).exists() for gone in (".venv", ".tsumi", "engines/__pycache__"))


@pytest.mark.parametrize("before", [(), IGNORING], ids=["by hand", "in the background"])
def test_an_interrupted_set_up_says_so_in_a_word(clone: Path, before: tuple[str, ...]) -> None:
    shutil.copytree(ROOT / "requirements", clone / "requirements")
    shutil.copy(ROOT / "dev" / "bootstrap.py", clone / "dev")
    (clone / ".tsumi").mkdir()
    with (clone / ".tsumi" / "setup.lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)  # so that it waits
        process = subprocess.Popen(
            [*before, sys.executable, "-I", str(clone / "dev" / "bootstrap.py"), "run"],
            stderr=subprocess.PIPE,
            text=True,
        )
        while lock.name not in [opened.path for opened in psutil.Process(process.pid).open_files()]:
            time.sleep(0.02)
        process.send_signal(signal.SIGINT)
        _, said = process.communicate()
    assert (process.returncode, said) == (130, "Stopped.\n")


@pytest.mark.parametrize(
    ("command", "names"),
    [(["-I", "dev/bootstrap.py", "run"], ".tsumi"), (["-m", "dev.test"], "")],
    ids=["setup", "test"],
)
def test_a_clone_that_cannot_be_written_says_so_in_a_word(
    read_only: Path, command: list[str], names: str
) -> None:
    read_only.chmod(0o755)
    shutil.copytree(ROOT / "dev", read_only / "dev", ignore=shutil.ignore_patterns("__pycache__"))
    shutil.copytree(ROOT / "requirements", read_only / "requirements")
    for folder in (read_only, read_only / "dev"):
        folder.chmod(0o555)
    done = subprocess.run(
        [sys.executable, *command],
        cwd=read_only,
        capture_output=True,
        text=True,
        check=False,
        **bound_by_modes(),
    )
    assert done.returncode in (1, 2)
    assert f"{read_only / names} cannot be written" in done.stderr
    assert len(done.stderr.splitlines()) == 1
    (read_only / "dev").chmod(0o755)
