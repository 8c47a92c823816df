"""`python -m dev.shell` (`make shell`): a Django shell on the running services, or on its own."""

from __future__ import annotations

import contextlib
import os
import signal
import subprocess
import sys

from dev.home import ROOT, AlreadyRunning, Lock
from dev.services import ServiceError
from dev.settings import base_environment, local_environment

URLS = ("DATABASE_URL", "REDIS_URL")


def main() -> int:
    os.chdir(ROOT)
    with contextlib.ExitStack() as stack:
        try:
            lock = stack.enter_context(Lock())
            environment = stack.enter_context(local_environment())
            lock.write({k: v for k, v in environment.items() if k in URLS})
        except AlreadyRunning as running:
            urls = {k: v for k, v in running.state.items() if k in URLS}
            environment = {**base_environment(), **urls}
        except ServiceError as problem:
            print(problem, file=sys.stderr)
            return 2
        signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is the shell's
        return subprocess.run(
            [sys.executable, "manage.py", "shell"], env=environment, check=False
        ).returncode


if __name__ == "__main__":
    sys.exit(main())
