"""`python -m dev.leftovers` (for `make clean`): ends and removes what the clone has elsewhere.

Processes left by a supervisor that was killed, and data that could not lie in the clone.
"""

from __future__ import annotations

import sys

from dev.home import HOME, AlreadyRunning, Lock
from dev.processes import end, leftovers
from dev.services import remove_outside


def main() -> int:
    try:
        with Lock():
            end(leftovers(HOME))
            remove_outside(HOME)
    except AlreadyRunning as running:
        pid = running.state.get("pid", "?")
        print(f"Tsumi is running in this folder (process {pid}). Stop it first.", file=sys.stderr)
        return 2
    return 0


if __name__ == "__main__":
    sys.exit(main())
