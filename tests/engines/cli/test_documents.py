"""What one command prints is what another takes, and a program is told what it lacks."""

from __future__ import annotations

import io
import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from engines import get_game
from engines.cli import main

ROOT = Path(__file__).resolve().parents[3]
GAME = get_game("map_coloring")
FEW = json.dumps({"width": 6, "height": 6, "seeds": 5})


def _run(capsys, *arguments: str) -> tuple[int, str, str]:
    status = main(list(arguments))
    return status, *capsys.readouterr()


@pytest.fixture
def puzzle(capsys) -> dict[str, object]:
    _, out, _ = _run(capsys, "generate", "map_coloring", "--rules", FEW, "--json")
    return json.loads(out)


def _solve(capsys, board: object, *arguments: str) -> tuple[int, str, str]:
    asked = ("solve", "map_coloring", "--json", "--board", json.dumps(board))
    return _run(capsys, *asked, *arguments)


def test_what_generate_prints_can_be_solved(capsys, monkeypatch, puzzle):
    monkeypatch.setattr("sys.stdin", io.StringIO(json.dumps(puzzle)))
    status, out, err = _run(capsys, "solve", "map_coloring", "--board", "-", "--json")
    assert (status, err) == (0, "")
    solved = json.loads(out)
    assert solved["board"] == puzzle["board"]
    assert solved["rules"] == puzzle["rules"]
    assert solved["answer"] == "yes"


def test_rules_given_go_before_the_documents(capsys, puzzle):
    rules = json.dumps({**puzzle["rules"], "colors": 9})
    assert json.loads(_solve(capsys, puzzle, "--rules", rules)[1])["rules"]["colors"] == 9


@pytest.mark.parametrize(
    ("change", "said"),
    [
        ({"game": "chess"}, "of the game 'chess', not of 'map_coloring'"),
        ({"game": 3}, "not of 'map_coloring'"),
        ({"version": GAME.version + 1}, f"this is version {GAME.version}"),
        ({"board": []}, ""),
        ({"rules": {"widht": 3}}, "widht"),
    ],
)
def test_a_document_of_something_else_is_refused(capsys, puzzle, change, said):
    status, out, err = _solve(capsys, {**puzzle, **change})
    assert (status, out) == (2, "")
    assert said in err


def test_kernels_of_one_game(capsys):
    out = _run(capsys, "compile", "map_coloring", "--json")[1]
    assert [each["game"] for each in json.loads(out)] == ["map_coloring"]
    assert "no game 'chess'" in _run(capsys, "compile", "chess")[2]


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="Linux only")
@pytest.mark.parametrize("format_", [(), ("--json",)])
def test_output_that_cannot_be_written(format_):
    with Path("/dev/full").open("w") as full:
        command = [sys.executable, "-m", "engines", "games", *format_]
        done = subprocess.run(command, stdout=full, stderr=subprocess.PIPE, text=True, check=False)
    assert done.returncode == 1
    assert done.stderr == "python -m engines: can't write the output: No space left on device.\n"


def test_a_python_without_the_packages_is_told_of_the_one_with_them():
    bare = [sys.executable, "-S", "-E", "-m", "engines", "games"]  # -S: no installed packages
    environment = {k: v for k, v in os.environ.items() if k != "PYTHONPATH"}
    done = subprocess.run(
        bare, cwd=ROOT, env=environment, capture_output=True, text=True, check=False
    )
    assert done.returncode == 2
    assert done.stdout == ""
    assert done.stderr.count("\n") == 1
    assert "lacks pydantic, numpy, numba: use .venv/bin/python instead" in done.stderr
