"""Runs several programs side by side: prefixed output, restarts, and an end for all of them."""

from __future__ import annotations

import contextlib
import os
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from types import FrameType
from typing import IO, TextIO

import psutil

from dev.processes import (
    MARK,
    SERVERS,
    dies_with_parent,
    end,
    ending_signals,
    leftovers,
)
from dev.services import Service

COLORS = ("36", "33", "32", "35", "34", "96", "93", "92")
LONGEST_PAUSE = 30.0
STABLE_SECONDS = 10.0  # a program that ran so long is started again at once


@dataclass(frozen=True)
class Program:
    """A program that is to run for as long as the supervisor."""

    name: str
    command: Sequence[str]
    environment: Mapping[str, str] = field(default_factory=dict)
    nice: int = 0  # how far it lets the others go first


@dataclass
class _Running:
    name: str
    launch: Callable[[], subprocess.Popen[bytes]]
    process: subprocess.Popen[bytes] | None = None
    started: float = 0.0
    pause: float = 0.0
    due: float = 0.0

    def alive(self) -> bool:
        return self.process is not None and self.process.poll() is None


@dataclass
class Supervisor:
    """Starts programs in process groups of their own, and again when they end.

    `home` marks every process, so that `leftovers(home)` finds it. Signals set `stopping`; `end`
    then sends SIGTERM, and after `grace` seconds SIGKILL, to all that carry the mark. A second
    signal, more than a second later, shortens the grace. Must be used from the main thread.
    """

    home: Path
    environment: Mapping[str, str]
    grace: float = 12.0
    output: TextIO = field(default_factory=lambda: sys.stdout)
    stopping: bool = False
    hurry: bool = False
    _running: list[_Running] = field(default_factory=list)
    _services: list[_Running] = field(default_factory=list)
    _lock: threading.Lock = field(default_factory=threading.Lock)

    def say(self, text: str, name: str = "tsumi", color: str = "1") -> None:
        """Prints lines with a name before them."""
        tint = self.output.isatty() and "NO_COLOR" not in os.environ
        label = f"{name:<10} │ "
        label = f"\033[{color}m{label}\033[0m" if tint else label
        with self._lock, contextlib.suppress(OSError, ValueError):  # a closed terminal
            for line in text.splitlines():
                self.output.write(f"{label}{line}\n")
            self.output.flush()

    def start(self, program: Program) -> None:
        color = COLORS[len(self._running) % len(COLORS)]
        self._running.append(_Running(program.name, lambda: self._spawn(program, color)))
        self._launch(self._running[-1])

    def keep(self, service: Service) -> None:
        """Has a running server started again, too, when it ends. Whoever made it ends it."""
        running = _Running(service.name, service.restart, service.process, time.monotonic())
        self._services.append(running)

    def pid_of(self, name: str) -> int | None:
        """The process that a program runs as now; None while it is being started again."""
        running = [each.process for each in self._running if each.name == name and each.alive()]
        return running[0].pid if running and running[0] is not None else None

    def wait(self, until: Callable[[], bool] | None = None, look: float = 0.1) -> bool:
        """Keeps the programs going until told to stop (False) or until `until()` (True)."""
        while not self.stopping:
            self._look_after()
            if until is not None and until():
                return True
            time.sleep(look)
        return False

    @contextlib.contextmanager
    def signals(self) -> Iterator[None]:
        """Ctrl-C, SIGTERM and SIGHUP ask it to stop; on the way out everything is ended."""

        asked: list[float] = []

        def stop(signum: int, frame: FrameType | None) -> None:  # noqa: ARG001
            now = time.monotonic()
            if not self.stopping:
                self.stopping, asked[:] = True, [now]
            elif now - asked[0] > 1:  # not one Ctrl-C that came by two ways
                self.hurry = True

        before = {signum: signal.signal(signum, stop) for signum in ending_signals()}
        try:
            yield
        finally:
            self.stopping = True
            try:
                self.end()
            finally:
                for signum, handler in before.items():
                    signal.signal(signum, handler)

    def end(self) -> None:
        """Ends all programs and what they started. Returns when they are gone."""
        for each in self._running:
            if each.process is not None and each.alive():
                each.process.terminate()
        deadline = time.monotonic() + self.grace
        while time.monotonic() < deadline and not self.hurry:
            if not any(each.alive() for each in self._running):
                break
            time.sleep(0.05)
        for each in self._running:
            self._kill_group(each)
        end(self._family(), grace=2)

    def _family(self) -> list[psutil.Process]:
        """Those with the mark that are left, the database servers excepted."""
        with contextlib.suppress(psutil.Error):
            return [p for p in leftovers(self.home) if p.name() not in SERVERS]
        return []

    def _look_after(self) -> None:
        now = time.monotonic()
        for each in (*self._services, *self._running):
            if each.process is not None and each.process.poll() is not None:
                self._kill_group(each)
                lasted = now - each.started
                longer = min(each.pause * 2 or 1, LONGEST_PAUSE)
                each.pause = 0.5 if lasted > STABLE_SECONDS else longer
                each.due = now + each.pause
                status = each.process.returncode
                self.say(f"{each.name} ended with status {status}; again in {each.pause:g} s")
                each.process = None
            elif each.process is None and now >= each.due:
                self._launch(each)

    @staticmethod
    def _launch(each: _Running) -> None:
        each.started = time.monotonic()
        each.process = each.launch()

    def _spawn(self, program: Program, color: str) -> subprocess.Popen[bytes]:
        follow = dies_with_parent(signal.SIGTERM)

        def in_child() -> None:
            if program.nice:
                os.nice(program.nice)
            if follow:
                follow()

        process = subprocess.Popen(
            program.command,
            env={**self.environment, **program.environment, MARK: str(self.home.resolve())},
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            start_new_session=True,
            preexec_fn=in_child,
        )
        threading.Thread(
            target=self._pass_on, args=(process.stdout, program.name, color), daemon=True
        ).start()
        return process

    def _pass_on(self, stream: IO[bytes], name: str, color: str) -> None:
        with stream:
            for line in stream:
                self.say(line.decode(errors="replace").rstrip(), name, color)

    @staticmethod
    def _kill_group(each: _Running) -> None:
        """The program leads its group: what it forked must not outlive it."""
        if each.process is not None:
            with contextlib.suppress(ProcessLookupError, PermissionError):
                os.killpg(each.process.pid, signal.SIGKILL)
            each.process.wait()
