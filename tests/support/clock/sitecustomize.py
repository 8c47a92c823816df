"""Loaded by a Python that has this folder on PYTHONPATH: its clock is CLOCK_OFF_SECONDS off.

Shifted is every reading of the time of day from Python: `time.time`, `time_ns`, `gmtime`,
`localtime`, `ctime` and `strftime` of now, `clock_gettime(CLOCK_REALTIME)`, and
`datetime.now`, `utcnow`, `today`, `date.today` (both `today` ask `time.time`). Not shifted:
`time.monotonic` and `perf_counter`, which a machine with a wrong date has right as well, and
what C libraries ask the kernel themselves.
"""

from __future__ import annotations

import ctypes
import datetime
import gc
import os
import time
from collections.abc import Callable
from typing import Any


def shift(seconds: int) -> None:
    read, read_ns, of = time.time, time.time_ns, time.clock_gettime
    utc, local, text, form = time.gmtime, time.localtime, time.ctime, time.strftime

    def now(given: float | None) -> float:
        return time.time() if given is None else given

    time.time = lambda: read() + seconds
    time.time_ns = lambda: read_ns() + seconds * 10**9
    time.clock_gettime = lambda clock: of(clock) + (clock == time.CLOCK_REALTIME) * seconds
    time.gmtime = lambda given=None: utc(now(given))
    time.localtime = lambda given=None: local(now(given))
    time.ctime = lambda given=None: text(now(given))
    time.strftime = lambda shape, given=None: form(shape, given or time.localtime())
    patch(datetime.datetime, "now", lambda cls, tz=None: cls.fromtimestamp(time.time(), tz))
    patch(datetime.datetime, "utcnow", lambda cls: cls.now(datetime.UTC).replace(tzinfo=None))


def patch(kind: type, name: str, method: Callable[..., Any]) -> None:
    """Give a class made in C another class method. (A subclass in its place is no way: pandas
    crashes on one.)
    """
    (names,) = gc.get_referents(kind.__dict__)
    names[name] = classmethod(method)
    ctypes.pythonapi.PyType_Modified(ctypes.py_object(kind))


if _seconds := int(os.environ.get("CLOCK_OFF_SECONDS", "0")):
    shift(_seconds)
