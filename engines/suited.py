"""Whether this Python can run the games: said in one line, not in a traceback."""

from __future__ import annotations

import sys
from importlib.util import find_spec

NEEDED = ("pydantic", "numpy", "numba")


def check_python() -> None:
    """Exits with status 2 and a line on stderr if a package is missing."""
    missing = [name for name in NEEDED if find_spec(name) is None]
    if missing:
        sys.stderr.write(
            f"{sys.executable} lacks {', '.join(missing)}: use .venv/bin/python instead "
            "(`make setup` makes it).\n"
        )
        sys.exit(2)
