"""`python -m engines`: the games on the command line, without Django or a database."""

from __future__ import annotations

import sys


def start() -> int:
    """Run the command line; Ctrl-C is quiet even while modules are still being loaded."""
    try:
        from engines.cli import main

        return main()
    except KeyboardInterrupt:
        return 130


if __name__ == "__main__":
    sys.exit(start())
