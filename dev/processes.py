"""Starting child processes so that none is left behind, and finding those that were."""

from __future__ import annotations

import contextlib
import ctypes
import os
import signal
import sys
from collections.abc import Callable, Iterable
from pathlib import Path

import psutil

MARK = "TSUMI_HOME"  # environment variable every process of a clone carries: its .tsumi folder
SERVERS = ("postgres", "redis-server")  # rewrite their environment, so are known by their cwd
_PR_SET_PDEATHSIG = 1


def ignore_here(*signums: int) -> None:
    """Has this process ignore signals, but not the programs it starts from now on.

    They would inherit `SIG_IGN`; of a handler, even one that does nothing, nothing is inherited.
    """
    for signum in signums:
        signal.signal(signum, lambda *_: None)


def start_interruptible_programs() -> None:
    """Has programs started from now on heed Ctrl-C, also if this process is to ignore it.

    A script's background jobs, as in `nohup make test &`, ignore it and all they start would.
    """
    ignored = (s for s in (signal.SIGINT, signal.SIGQUIT) if signal.getsignal(s) is signal.SIG_IGN)
    ignore_here(*ignored)


def ending_signals() -> list[int]:
    """Ctrl-C, SIGTERM, and the terminal's going away unless nohup has that ignored."""
    signums = [signal.SIGINT, signal.SIGTERM]
    if signal.getsignal(signal.SIGHUP) is not signal.SIG_IGN:
        signums.append(signal.SIGHUP)
    return [int(signum) for signum in signums]


def listens(pid: int | None, port: int) -> bool:
    """Whether that process has a socket that takes connections at this port."""
    if pid is None:
        return False
    try:
        sockets = psutil.Process(pid).net_connections("tcp")
    except psutil.Error:
        return False
    return any(one.status == psutil.CONN_LISTEN and one.laddr[1] == port for one in sockets)


def cores() -> int:
    """How many cores this process may use."""
    if sys.platform.startswith("linux"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


def dies_with_parent(signum: int, parent: int | None = None) -> Callable[[], None] | None:
    """A `preexec_fn`: the process that calls it gets `signum` when its parent dies.

    `parent` is the process expected as such, by default the one that calls this.

    Linux only; elsewhere None, and leftovers are found on the next start.
    """
    if not sys.platform.startswith("linux"):
        return None
    libc = ctypes.CDLL(None, use_errno=True)  # loaded before the fork
    expected = os.getpid() if parent is None else parent

    def arrange() -> None:
        libc.prctl(_PR_SET_PDEATHSIG, signum, 0, 0, 0)
        if os.getppid() != expected:  # it died before we asked
            os.kill(os.getpid(), signum)

    return arrange


def leftovers(home: Path) -> list[psutil.Process]:
    """Live processes that belong to `home`, except the caller and its ancestors.

    A process belongs if it carries the mark, or is a database server working inside `home`.
    """
    home = home.resolve()
    spared = {os.getpid(), *(p.pid for p in psutil.Process().parents())}
    found = []
    for process in psutil.process_iter():
        if process.pid in spared:
            continue
        with contextlib.suppress(psutil.Error, OSError):
            if process.status() == psutil.STATUS_ZOMBIE:
                continue
            if process.name() in SERVERS:
                if _inside(process.cwd(), home):
                    found.append(process)
            elif process.environ().get(MARK) == str(home):
                found.append(process)
    return found


def _inside(cwd: str, home: Path) -> bool:
    path = Path(cwd.removesuffix(" (deleted)"))
    return path == home or home in path.parents


def end(processes: Iterable[psutil.Process], *, grace: float = 5.0) -> None:
    """Ends processes: SIGTERM (SIGINT for Postgres, its fast shutdown), then SIGKILL."""
    processes = list(processes)
    for process in processes:
        with contextlib.suppress(psutil.Error):
            fast = process.name() == "postgres"
            process.send_signal(signal.SIGINT if fast else signal.SIGTERM)
    _, alive = psutil.wait_procs(processes, timeout=grace)
    for process in alive:
        with contextlib.suppress(psutil.Error):
            process.kill()
    psutil.wait_procs(alive, timeout=grace)
