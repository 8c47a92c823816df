"""`python -m dev.test [ARGUMENTS OF PYTEST]` (`make test`).

The tests run in several processes side by side. `-n0` runs them in one, as do `--pdb` and
single files.
"""

from __future__ import annotations

import os
import sys
from pathlib import Path
from typing import NoReturn

from dev.browser import MISSING, ensure_browser
from dev.home import ROOT
from dev.processes import cores

MOST = 8  # each takes half a gigabyte and one of Redis' sixteen databases
OWN = (
    *("DJANGO_SETTINGS_MODULE", "SECRET_KEY", "ALLOWED_HOSTS", "DEBUG"),
    *("LOG_LEVEL", "LOG_FORMAT", "PORT"),
    "PYTHONDONTWRITEBYTECODE",  # some hundred programs are started
)


def main(arguments: list[str]) -> NoReturn:
    os.chdir(ROOT)
    if not os.access(ROOT, os.W_OK):
        sys.exit(
            f"{ROOT} cannot be written, and the tests write there. Take a clone in a folder "
            "of your own."
        )
    if _may_need_browser(arguments) and not ensure_browser():
        print(f"Browser tests cannot run: {MISSING}.", file=sys.stderr)
    # A developer's own settings must not reach the tests; servers given on purpose may.
    for name in OWN:
        os.environ.pop(name, None)
    os.execv(sys.executable, [sys.executable, "-m", "pytest", *spread(arguments), *arguments])


def spread(arguments: list[str]) -> list[str]:
    """Options that run the tests side by side. Those given by hand come later and override them.

    There is a process more than there are cores, as many tests wait for programs they have
    started. Each begins with a run of neighbours, which share fixtures; one that has finished
    takes over half of what another has left.
    """
    paths = _paths(arguments)
    only_files = bool(paths) and all(path.is_file() for path in paths)
    if only_files or "--pdb" in arguments:
        return []
    return ["-n", str(min(cores() + 1, MOST)), "--dist", "worksteal"]


def _may_need_browser(arguments: list[str]) -> bool:
    """All tests, or the browser's; not when only other folders are named."""
    paths = _paths(arguments)
    return not paths or any("browser" in str(path) or path == Path("tests") for path in paths)


def _paths(arguments: list[str]) -> list[Path]:
    """The files and folders named."""
    return [path for a in arguments if (path := Path(a.split("::")[0])).exists()]


if __name__ == "__main__":
    main(sys.argv[1:])
