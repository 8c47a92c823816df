"""`.tsumi`: what a clone keeps on this machine, and the lock that says it is running.

TSUMI_HOME names another folder for it.
"""

from __future__ import annotations

import fcntl
import json
import os
from pathlib import Path
from types import TracebackType
from typing import Any

from dev.processes import MARK

ROOT = Path(__file__).resolve().parent.parent
HOME = Path(os.environ.get(MARK) or ROOT / ".tsumi").resolve()
SHARED = ("DATABASE_URL", "REDIS_URL", "SECRET_KEY")  # what other programs need to join in


class AlreadyRunning(Exception):
    """Another process holds the lock; `state` is what it wrote there."""

    def __init__(self, state: dict[str, Any]) -> None:
        super().__init__("already running")
        self.state = state


class CannotWrite(Exception):
    """A folder of this clone can't be written; why and what to do, for people."""

    def __init__(self, place: Path, problem: OSError) -> None:
        super().__init__(
            f"{place} cannot be written ({problem.strerror}). Set TSUMI_HOME to a folder that can, "
            "or take a clone in one."
        )


def make_home(home: Path = HOME) -> None:
    """The folder, for its owner's eyes only. Raises `CannotWrite`."""
    try:
        home.mkdir(mode=0o700, parents=True, exist_ok=True)
    except OSError as problem:
        raise CannotWrite(home, problem) from None


class Lock:
    """Held by the one supervisor of a clone; holds its state, for its owner's eyes only.

    The kernel lets go of it when the process dies, however it dies. Raises `CannotWrite`.
    """

    def __init__(self, home: Path = HOME) -> None:
        make_home(home)
        self.file = home / "running.json"
        try:
            self._handle = os.open(self.file, os.O_RDWR | os.O_CREAT, 0o600)
        except OSError as problem:
            raise CannotWrite(home, problem) from None

    def __enter__(self) -> Lock:
        try:
            fcntl.flock(self._handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError:
            state = read_state(self.file)
            os.close(self._handle)
            raise AlreadyRunning(state) from None
        self.write({})
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.write({})
        os.close(self._handle)

    def write(self, state: dict[str, Any]) -> None:
        text = json.dumps({"pid": os.getpid(), **state})
        os.pwrite(self._handle, text.encode(), 0)
        os.ftruncate(self._handle, len(text.encode()))


def read_state(file: Path) -> dict[str, Any]:
    """What the holder wrote; {} if nothing readable."""
    try:
        state = json.loads(file.read_text())
    except (OSError, ValueError):
        return {}
    return state if isinstance(state, dict) else {}


def running_environment(home: Path = HOME) -> dict[str, str]:
    """The `SHARED` variables of what runs in this clone now; {} if nothing does."""
    file = home / "running.json"
    try:
        handle = os.open(file, os.O_RDONLY)
    except OSError:
        return {}
    try:
        fcntl.flock(handle, fcntl.LOCK_SH | fcntl.LOCK_NB)
    except OSError:  # somebody holds it
        state = read_state(file)
        return {name: str(state[name]) for name in SHARED if state.get(name)}
    finally:
        os.close(handle)
    return {}
