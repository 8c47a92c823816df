"""`python -m dev.tracked`: tracked files name no package index, and nobody's own folders."""

from __future__ import annotations

import re
import subprocess
import sys

from dev.home import ROOT

# With brackets that change nothing, or this file would find itself.
_ALONE = r"(?<![\w.:/~-])"
PATTERNS = {
    "a package index": re.compile(
        r"--(extra-)?index[-]url|--find[-]links|files[.]pythonhosted[.]org|registry[.]npmjs[.]org"
    ),
    "somebody's folder": re.compile(
        rf"{_ALONE}/([h]ome|[U]sers)/[a-z][\w.-]*/|{_ALONE}/([w]ork|[r]oot)/[\w.-]+"
    ),
}
TEXT_LIMIT = 2_000_000
LEFT_OUT = ("/static/vendor/",)  # other people's files, as they are


def findings() -> list[str]:
    listing = subprocess.run(["git", "ls-files", "-z"], cwd=ROOT, capture_output=True, check=True)
    found = []
    for name in listing.stdout.decode().split("\0"):
        path = ROOT / name
        if not name or not path.is_file() or path.stat().st_size > TEXT_LIMIT:
            continue
        if any(part in f"/{name}" for part in LEFT_OUT):
            continue
        try:
            text = path.read_text()
        except UnicodeDecodeError:
            continue
        for number, line in enumerate(text.splitlines(), 1):
            for what, pattern in PATTERNS.items():
                if match := pattern.search(line):
                    found.append(f"{name}:{number}: names {what}: {match.group()}")
    return found


if __name__ == "__main__":
    for finding in (found := findings()):
        print(finding)
    sys.exit(bool(found))
