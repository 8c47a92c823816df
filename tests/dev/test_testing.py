"""`make test` runs side by side, and `make check` does; neither hides what happened."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from dev import check, processes
from dev import test as testing
from tests.conftest import nth_database, waiting_first
from tests.dev.conftest import IGNORING

ROOT = Path(__file__).resolve().parents[2]


def test_tests_are_spread_over_the_cores(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(ROOT)
    file = "tests/dev/test_run.py"
    for there, used in ((1, "2"), (2, "3"), (4, "5"), (128, "8")):
        monkeypatch.setattr(testing, "cores", lambda there=there: there)
        for named in ([], ["tests/dev"], ["-k", "map"], [file, "tests/engines"]):
            assert testing.spread(named) == ["-n", used, "--dist", "worksteal"]
        for named in ([file], [f"{file}::test_one", "-x"], ["tests", "--pdb"]):
            assert testing.spread(named) == []


@pytest.mark.parametrize("processes", [2, 3, 9])
@pytest.mark.parametrize(("waiting", "computing"), [(0, 20), (30, 500), (30, 7), (5, 0), (0, 0)])
def test_tests_that_wait_are_begun_by_all_processes_but_one(
    processes: int, waiting: int, computing: int
) -> None:
    slow, quick = Path("slow"), Path("quick")
    tests: list[Any] = [SimpleNamespace(path=quick / str(n)) for n in range(computing)]
    half = computing // 2
    tests[half:half] = [SimpleNamespace(path=slow / str(n)) for n in range(waiting)]
    ordered = waiting_first(tests, processes, (slow,))
    assert sorted(map(id, ordered)) == sorted(map(id, tests))
    assert [test for test in ordered if test.path.parent == quick] == [
        test for test in tests if test.path.parent == quick
    ]
    if computing < 100:
        return
    for process in range(processes):  # as `--dist worksteal` hands them out
        run = ordered[: len(ordered) // (processes - process)]
        del ordered[: len(run)]
        first = [test.path.parent for test in run].index(quick)
        assert all(test.path.parent == quick for test in run[first:])
        shares = processes - 1
        few = waiting // shares
        assert first in ((0,) if process == shares else (few, few + 1))


def test_options_given_by_hand_are_the_last() -> None:
    command = [sys.executable, "-m", "dev.test", "tests/dev", "-n0", "--collect-only", "-q"]
    given = [*command, "-k", "test_cores_are"]
    environment = {k: v for k, v in os.environ.items() if not k.startswith("PYTEST")}
    done = subprocess.run(
        given, cwd=ROOT, env=environment, capture_output=True, text=True, check=True
    )
    assert done.stdout.startswith("tests/dev/test_testing.py::test_cores_are")


def test_programs_that_tests_start_heed_interrupts_also_in_a_scripts_background() -> None:
    file = "tests/dev/test_setup.py::test_an_interrupted_set_up_says_so_in_a_word"
    command = [sys.executable, "-m", "pytest", "-q", "-n0", f"{file}[by hand]"]
    environment = {k: v for k, v in os.environ.items() if not k.startswith("PYTEST")}
    done = subprocess.run(
        [*IGNORING, *command, "-p", "no:cacheprovider"],
        cwd=ROOT,
        env=environment,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stdout


def test_cores_are_those_this_process_may_use() -> None:
    assert 1 <= processes.cores() <= (os.cpu_count() or 1)


@pytest.mark.parametrize(
    ("url", "third"),
    [
        ("redis://:secret@127.0.0.1:6379/0", "redis://:secret@127.0.0.1:6379/2"),
        ("redis://127.0.0.1:6379/15", "redis://127.0.0.1:6379/1"),
        ("redis://somewhere", "redis://somewhere/2"),
        ("rediss://somewhere:1/?ssl_cert_reqs=none", "rediss://somewhere:1/2?ssl_cert_reqs=none"),
    ],
)
def test_each_process_has_a_redis_database_of_its_own(url: str, third: str) -> None:
    assert nth_database(url, 2) == third


def test_every_step_of_a_check_is_told_of_and_failures_whole(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    fails = [sys.executable, "-c", "print('line 1'); print('line 2'); raise SystemExit(3)"]
    chosen = [
        check.Step("good", [sys.executable, "-c", "print('unheard')"]),
        check.Step("bad", fails),
        check.Step("told", [sys.executable, "-c", "import os; os.environ['TOLD']"], {"TOLD": "x"}),
    ]
    monkeypatch.setattr(check, "steps", lambda: chosen)
    assert check.main() == 1
    said = capsys.readouterr().out
    assert {line.split(" (")[0] for line in said.splitlines()} >= {
        "ok     good",
        "FAILED bad",
        "ok     told",
    }
    assert "       line 1\n       line 2\n" in said
    assert "unheard" not in said
    assert said.endswith("\n1 of 3 failed: bad\n")
    monkeypatch.setattr(check, "steps", lambda: chosen[::2])
    assert check.main() == 0
