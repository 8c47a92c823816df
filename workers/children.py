"""What a worker's prefork children learn from their parent.

- that it has been told to stop, so that they give their chunks back within moments: a byte
  of memory shared by the fork;
- that it is gone (SIGKILL): then they go too, instead of living on unnoticed.
"""

from __future__ import annotations

import mmap
import os
import threading
import time
from typing import Any

from celery.signals import worker_process_init, worker_shutting_down

LOOK_SECONDS = 1.0

_stop = mmap.mmap(-1, 1)  # made before the fork


def stopping() -> bool:
    """Whether this worker has been told to stop."""
    return _stop[0] != 0


def connect() -> None:
    """Listen to Celery's signals."""
    worker_shutting_down.connect(_tell, weak=False)
    worker_process_init.connect(_watch_parent, weak=False)


def _tell(**_: Any) -> None:
    _stop[0] = 1


def _watch_parent(**_: Any) -> None:
    parent = os.getppid()

    def watch() -> None:
        while os.getppid() == parent:
            time.sleep(LOOK_SECONDS)
        os._exit(1)

    threading.Thread(target=watch, name="parent-watch", daemon=True).start()
