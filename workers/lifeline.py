"""A worker does not outlive the process that started it to watch over it."""

from __future__ import annotations

import os
from collections.abc import Mapping

_PARENT = "TSUMI_WATCHDOG_PID"


def tied_to_me() -> Mapping[str, str]:
    """Environment for a child that is to end when this process is gone."""
    return {_PARENT: str(os.getpid())}


def orphaned() -> bool:
    """Whether the process this one is tied to is gone. Never, if it is tied to none."""
    parent = os.environ.get(_PARENT)
    return bool(parent) and os.getppid() != int(parent or 0)
