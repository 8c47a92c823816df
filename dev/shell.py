"""`python -m dev.shell` (`make shell`): a Django shell on the running services, or on its own."""

from __future__ import annotations

import contextlib
import os
import signal
import subprocess
import sys

from dev.home import ROOT, SHARED, AlreadyRunning, CannotWrite, Lock
from dev.processes import ignore_here
from dev.services import ServiceError
from dev.settings import base_environment, local_environment


def main() -> int:
    os.chdir(ROOT)
    with contextlib.ExitStack() as stack:
        try:
            lock = stack.enter_context(Lock())
            environment, _ = stack.enter_context(local_environment())
            lock.write({name: environment[name] for name in SHARED})
        except AlreadyRunning as running:
            shared = {k: v for k, v in running.state.items() if k in SHARED}
            environment = {**base_environment(), **shared}
        except (CannotWrite, ServiceError) as problem:
            print(problem, file=sys.stderr)
            return 2
        ignore_here(signal.SIGINT)  # Ctrl-C is the shell's
        return subprocess.run(
            [sys.executable, "manage.py", "shell"], env=environment, check=False
        ).returncode


if __name__ == "__main__":
    sys.exit(main())
