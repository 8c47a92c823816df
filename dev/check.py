"""`python -m dev.check` (`make check`): everything that can be said without running a test."""

from __future__ import annotations

import glob
import os
import subprocess
import sys
import time
from dataclasses import dataclass, field

from dev.home import ROOT

PYTHON = sys.executable
TYPED = ("engines", "workers", "backend", "dev")
NOTHING = {
    "DATABASE_URL": "postgres://tsumi@127.0.0.1:1/tsumi",
    "REDIS_URL": "redis://127.0.0.1:1/0",
}
PRODUCTION = {
    **NOTHING,
    "DJANGO_SETTINGS_MODULE": "backend.config.settings.prod",
    "SECRET_KEY": "only-for-this-check-" + "".join(map(chr, range(58, 110))),
    "ALLOWED_HOSTS": "tsumi.example",
}
TEST = {**NOTHING, "DJANGO_SETTINGS_MODULE": "backend.config.settings.test"}


@dataclass(frozen=True)
class Step:
    name: str
    command: list[str]
    environment: dict[str, str] = field(default_factory=dict)


def steps() -> list[Step]:
    typed = [folder for folder in TYPED if glob.glob(f"{folder}/**/*.py", recursive=True)]
    manage, ours = [PYTHON, "manage.py"], [PYTHON, "-m"]
    contracts = "import sys; from importlinter.cli import lint_imports_command as c; sys.exit(c())"
    return [
        Step("ruff: style and likely mistakes", [PYTHON, "-m", "ruff", "check", "."]),
        Step("ruff: format", [PYTHON, "-m", "ruff", "format", "--check", "."]),
        Step("mypy: types", [PYTHON, "-m", "mypy", *typed], TEST),
        Step("import-linter: who may import whom", [PYTHON, "-c", contracts]),
        Step(
            "django: no migration is missing",
            [*manage, "makemigrations", "--check", "--dry-run"],
            TEST,
        ),
        Step(
            "django: fit for deployment",
            [*manage, "check", "--deploy", "--fail-level", "WARNING"],
            PRODUCTION,
        ),
        Step("docs/openapi.yaml is that of the code", [*ours, "dev.openapi", "--check"], TEST),
        Step(
            "requirements are those of pyproject.toml",
            [*ours, "dev.requirements", "--check"],
        ),
        Step("no tracked file names a package index or a machine", [*ours, "dev.tracked"]),
    ]


def main() -> int:
    os.chdir(ROOT)
    failed = []
    for step in steps():
        begun = time.monotonic()
        done = subprocess.run(
            step.command,
            env={**os.environ, **step.environment},
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            check=False,
        )
        good = done.returncode == 0
        print(f"{'ok    ' if good else 'FAILED'} {step.name} ({time.monotonic() - begun:.1f} s)")
        if not good:
            failed.append(step.name)
            print("\n".join(f"       {line}" for line in done.stdout.strip().splitlines()))
        sys.stdout.flush()
    if failed:
        print(f"\n{len(failed)} of {len(steps())} failed: {'; '.join(failed)}")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
