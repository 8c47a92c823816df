"""`python -m dev.leftovers`: ends what a killed supervisor of this clone has left running."""

from __future__ import annotations

import sys

from dev.home import HOME, AlreadyRunning, Lock
from dev.processes import end, leftovers


def main() -> int:
    try:
        with Lock():
            end(leftovers(HOME))
    except AlreadyRunning as running:
        pid = running.state.get("pid", "?")
        print(f"Tsumi is running in this folder (process {pid}). Stop it first.", file=sys.stderr)
        return 2
    return 0


if __name__ == "__main__":
    sys.exit(main())
