"""Programs are kept going, and none outlives the supervisor."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from dev.processes import end, leftovers

ROOT = Path(__file__).resolve().parents[2]

SUPERVISE = """
import os, signal, sys
signal.signal(signal.SIGHUP, signal.SIG_DFL)  # as in a terminal, not under nohup
from pathlib import Path
from dev.supervisor import Program, Supervisor
supervisor = Supervisor(Path(sys.argv[1]), dict(os.environ), grace=1.0)
with supervisor.signals():
    for number, text in enumerate(sys.argv[2:]):
        supervisor.start(Program(f"p{number}", [sys.executable, "-c", text]))
    supervisor.wait()
"""
SLEEP = "import time; print('up', flush=True); time.sleep(60)"
STUBBORN = "import signal; signal.signal(signal.SIGTERM, signal.SIG_IGN); " + SLEEP
# A grandchild in a session of its own, which no signal to a process group reaches.
PARENT = (
    "import subprocess, sys; subprocess.Popen([sys.executable, '-c', "
    f"{STUBBORN!r}], start_new_session=True); " + SLEEP
)


def _until(condition: Callable[[], bool], seconds: float = 60) -> bool:
    deadline = time.monotonic() + seconds
    while time.monotonic() < deadline:
        if condition():
            return True
        time.sleep(0.05)
    return condition()


@contextmanager
def _supervised(home: Path, *programs: str) -> Iterator[subprocess.Popen[str]]:
    process = subprocess.Popen(
        [sys.executable, "-u", "-c", SUPERVISE, str(home), *programs],
        cwd=ROOT,
        stdout=subprocess.PIPE,
        text=True,
    )
    try:
        yield process
    finally:
        process.kill()
        process.communicate()
        end(leftovers(home), grace=1)


@pytest.mark.parametrize("signum", [signal.SIGINT, signal.SIGTERM, signal.SIGHUP])
def test_a_signal_ends_every_process(tmp_path: Path, signum: int) -> None:
    with _supervised(tmp_path, SLEEP, STUBBORN, PARENT) as process:
        assert _until(lambda: len(leftovers(tmp_path)) == 4)
        _read(process, 4)
        process.send_signal(signum)
        assert process.wait() == 0
        assert leftovers(tmp_path) == []


def test_a_killed_supervisor_leaves_nothing_that_is_not_found(tmp_path: Path) -> None:
    with _supervised(tmp_path, SLEEP, STUBBORN, PARENT) as process:
        _read(process, 4)
        process.kill()
        process.wait()
        if sys.platform.startswith("linux"):  # those that listen end by themselves
            assert _until(lambda: len(leftovers(tmp_path)) == 2)
        end(leftovers(tmp_path), grace=0.5)
        assert leftovers(tmp_path) == []


def test_a_program_that_ends_is_started_again(tmp_path: Path) -> None:
    with _supervised(tmp_path, "print('here')", SLEEP) as process:
        lines = _read(process, 6)
    assert sum(line.startswith("p0 ") and line.endswith("here\n") for line in lines) >= 2
    assert sum(line.startswith("p1 ") for line in lines) == 1
    assert any("p0 ended with status 0" in line for line in lines)


def test_what_a_dead_program_started_goes_with_it(tmp_path: Path) -> None:
    dying = (
        f"import subprocess, sys; subprocess.Popen([sys.executable, '-c', {STUBBORN!r}]); "
        "import time; time.sleep(0.5)"
    )
    with _supervised(tmp_path, dying):
        assert _until(lambda: len(leftovers(tmp_path)) == 2)
        assert _until(lambda: len(leftovers(tmp_path)) == 0)


def test_other_homes_are_left_alone(tmp_path: Path) -> None:
    one, other = tmp_path / "one", tmp_path / "one-and-more"
    with _supervised(one, SLEEP) as process, _supervised(other, SLEEP):
        assert _until(lambda: len(leftovers(one)) == 1 == len(leftovers(other)))
        os.kill(process.pid, signal.SIGINT)
        process.wait()
        assert (len(leftovers(one)), len(leftovers(other))) == (0, 1)


def _read(process: subprocess.Popen[str], lines: int) -> list[str]:
    assert process.stdout is not None
    return [process.stdout.readline() for _ in range(lines)]
