"""`python -m dev.openapi` writes docs/openapi.yaml; `--check` says whether it is up to date."""

from __future__ import annotations

import difflib
import os
import subprocess
import sys
from pathlib import Path

from dev.home import ROOT

FILE = ROOT / "docs" / "openapi.yaml"


def generate() -> str:
    """The document of the code as it is. Warnings are errors: they mean that it is not true."""
    environment = {**os.environ, "DJANGO_SETTINGS_MODULE": "backend.config.settings.test"}
    command = [sys.executable, "manage.py", "spectacular", "--validate", "--fail-on-warn"]
    return subprocess.run(
        command, cwd=ROOT, env=environment, stdout=subprocess.PIPE, text=True, check=True
    ).stdout


def main(arguments: list[str]) -> int:
    try:
        document = generate()
    except subprocess.CalledProcessError:
        print("The OpenAPI document could not be made (see above).", file=sys.stderr)
        return 1
    if "--check" not in arguments:
        FILE.write_text(document)
        print(Path(FILE).relative_to(ROOT))
        return 0
    stored = FILE.read_text() if FILE.exists() else ""
    difference = list(
        difflib.unified_diff(
            stored.splitlines(), document.splitlines(), "docs/openapi.yaml", "the code", lineterm=""
        )
    )
    if difference:
        print("\n".join(difference[:60]))
        print("docs/openapi.yaml is out of date: run `make openapi`.")
    return 1 if difference else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
