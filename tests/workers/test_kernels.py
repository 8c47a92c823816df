"""The first start: puzzles wait for their own game's kernels only, and for them once."""

from __future__ import annotations

import multiprocessing
import subprocess
import sys
import time

import pytest

from engines import warmup
from workers import generation, kernels
from workers.watchdog import Watchdog


@pytest.fixture
def compiled(monkeypatch, tmp_path):
    """The games that were compiled, by a program that only writes them down."""
    file = tmp_path / "games"
    file.touch()
    program = "import sys; print(*sys.argv[2:], file=open(sys.argv[1], 'a'))"
    monkeypatch.setattr(kernels, "COMPILE", (sys.executable, "-c", program, str(file)))
    monkeypatch.setattr(kernels, "_ready", set())
    return lambda: file.read_text().split()


@pytest.mark.parametrize(("queue", "waits"), [("generation", False), ("simulation", True)])
def test_only_simulation_waits_for_all_kernels(monkeypatch, queue, waits):
    dog, events = Watchdog(queue, 1), []

    def start() -> None:
        events.append("worker")
        raise KeyboardInterrupt

    monkeypatch.setattr(dog, "_compile", lambda: events.append("kernels"))
    monkeypatch.setattr(dog, "_start", start)
    with pytest.raises(KeyboardInterrupt):
        dog.run()
    assert events == (["kernels", "worker"] if waits else ["worker"])


def test_a_puzzle_has_its_games_kernels_compiled_once(monkeypatch, compiled):
    made = []
    monkeypatch.setattr(
        generation.services, "make_daily_puzzle", lambda **_: made.append(compiled())
    )
    for game in ("go", "go", "chess", "go"):
        generation.make_daily_puzzle(date_iso="2026-01-01", game=game, level="easy")
    assert made == [["go"], ["go"], ["go", "chess"], ["go", "chess"]]


def test_a_compilation_that_fails_is_tried_again(monkeypatch, compiled):
    monkeypatch.setattr(kernels, "COMPILE", (sys.executable, "-c", "import sys; sys.exit(3)"))
    kernels.ensure_kernels("go")
    assert compiled() == []
    assert kernels._ready == set()


SHAPES = """
import importlib
from engines import all_games
from engines.warmup import compile_kernels

for game in all_games():
    if "shape" in game.Rules.model_fields:
        compile_kernels(game)
        module = importlib.import_module(f"engines.games.{game.slug}.kernels.trials")
        loops = [loop for name, loop in vars(module).items() if name.startswith("run_")]
        ready = [loop.signatures for loop in loops]
        for shape in ("rectangle", "grown"):
            game.simulate(game.Rules(shape=shape), game.policies[0].key, 0, 0, 1)
        print(ready == [loop.signatures for loop in loops])
"""


def test_boards_of_no_shape_are_left_to_be_compiled_later():
    """In a process of its own, where no other test has had any compiled."""
    program = [sys.executable, "-c", SHAPES]
    done = subprocess.run(program, stdout=subprocess.PIPE, text=True, check=True)
    said = done.stdout.split()
    assert len(said) >= 3
    assert set(said) == {"True"}


class _Game:
    def __init__(self, slug: str) -> None:
        self.slug = slug


def _hold(slug: str, held, let_go) -> None:
    with warmup._one_at_a_time(_Game(slug)):
        held.set()
        let_go.wait(30)


def test_games_are_compiled_side_by_side_and_each_by_one_process(monkeypatch, tmp_path):
    for slug in ("go", "chess"):
        (tmp_path / slug).mkdir()
        (tmp_path / slug / "__init__.py").touch()
    monkeypatch.setattr(warmup.games, "__path__", [str(tmp_path)])
    fork = multiprocessing.get_context("fork")
    held, let_go, second = fork.Event(), fork.Event(), fork.Event()
    first = fork.Process(target=_hold, args=("go", held, let_go), daemon=True)
    other = fork.Process(target=_hold, args=("go", second, let_go), daemon=True)
    first.start()
    assert held.wait(30)
    other.start()
    with warmup._one_at_a_time(_Game("chess")):  # at once
        time.sleep(0.3)
        assert not second.is_set()
    let_go.set()
    assert second.wait(30)
    first.join()
    other.join()
