"""The first start: puzzles wait for their own game's kernels only, and for them once."""

from __future__ import annotations

import multiprocessing
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
