#!/usr/bin/env python
"""Django's command line for this project.

On a developer's machine any Python will do, and it joins what `make run` has started.
"""

from __future__ import annotations

import os
import sys
from importlib.util import find_spec
from pathlib import Path

ROOT = Path(__file__).resolve().parent
DEVELOPMENT = "backend.config.settings.dev"


def main() -> int:
    if find_spec("django") is None or find_spec("psycopg") is None:
        return _go_on_with_packages()
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", DEVELOPMENT)
    unset = not os.environ.get("DATABASE_URL")
    alone = unset and os.environ["DJANGO_SETTINGS_MODULE"] == DEVELOPMENT and not _join_in()

    from django.core.management import execute_from_command_line
    from django.db import OperationalError

    try:
        execute_from_command_line(sys.argv)
    except OperationalError:
        if not alone:
            raise
        sys.stderr.write("There is no database: start `make run` first, or set DATABASE_URL.\n")
        return 2
    return 0


def _go_on_with_packages() -> int:
    """The same again by the Python of .venv. Returns only if there is none."""
    python = ROOT / ".venv" / "bin" / "python"
    if python.exists() and Path(sys.prefix).resolve() != ROOT / ".venv":
        os.execv(python, [str(python), *sys.argv])
    sys.stderr.write(f"{sys.executable} has no Django: run `make setup` first.\n")
    return 2


def _join_in() -> bool:
    """Takes the addresses of what runs in this folder. Returns whether anything does."""
    try:
        from dev.home import running_environment
    except ImportError:  # an installation without developers' tools
        return False
    running = running_environment()
    os.environ.update({k: v for k, v in running.items() if not os.environ.get(k)})
    return bool(running)


if __name__ == "__main__":
    sys.exit(main())
