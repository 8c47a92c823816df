"""`python -m dev.test [ARGUMENTS OF PYTEST]` (`make test`)."""

from __future__ import annotations

import os
import sys
from pathlib import Path

from dev.browser import MISSING, ensure_browser
from dev.home import ROOT


def main(arguments: list[str]) -> int:
    os.chdir(ROOT)
    if _may_need_browser(arguments) and not ensure_browser():
        print(f"Browser tests cannot run: {MISSING}.", file=sys.stderr)
    # A developer's own settings must not reach the tests; servers given on purpose may.
    for name in ("SECRET_KEY", "ALLOWED_HOSTS", "DEBUG", "LOG_LEVEL", "LOG_FORMAT", "PORT"):
        os.environ.pop(name, None)
    os.execv(sys.executable, [sys.executable, "-m", "pytest", *arguments])


def _may_need_browser(arguments: list[str]) -> bool:
    """All tests, or the browser's; not when only other folders are named."""
    paths = [a for a in arguments if Path(a.split("::")[0]).exists()]
    return not paths or any("browser" in path or Path(path) == Path("tests") for path in paths)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
