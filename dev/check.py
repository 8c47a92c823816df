"""`python -m dev.check` (`make check`): everything that can be said without running a test.

The steps run side by side, as many as there are cores; each is told of when it has ended.
"""

from __future__ import annotations

import glob
import os
import subprocess
import sys
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor, as_completed
from dataclasses import dataclass, field

from dev.home import ROOT
from dev.processes import cores

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


Ended = tuple[Step, "subprocess.CompletedProcess[str]", float]
"""A step, how it ended, and the seconds it took."""


def steps() -> list[Step]:
    typed = [folder for folder in TYPED if glob.glob(f"{folder}/**/*.py", recursive=True)]
    manage, ours = [PYTHON, "manage.py"], [PYTHON, "-m"]
    contracts = "import sys; from importlinter.cli import lint_imports_command as c; sys.exit(c())"
    return [
        # The longest first.
        Step("mypy: types", [PYTHON, "-m", "mypy", *typed], TEST),
        Step("ruff: style and likely mistakes", [PYTHON, "-m", "ruff", "check", "."]),
        Step("ruff: format", [PYTHON, "-m", "ruff", "format", "--check", "."]),
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
    chosen = steps()
    failed = []
    for step, done, seconds in _side_by_side(chosen):
        good = done.returncode == 0
        print(f"{'ok    ' if good else 'FAILED'} {step.name} ({seconds:.1f} s)")
        if not good:
            failed.append(step.name)
            print("\n".join(f"       {line}" for line in done.stdout.strip().splitlines()))
        sys.stdout.flush()
    if failed:
        print(f"\n{len(failed)} of {len(chosen)} failed: {'; '.join(failed)}")
    return 1 if failed else 0


def _side_by_side(chosen: list[Step]) -> Iterator[Ended]:
    """As they end, which is not the order in which they began."""
    with ThreadPoolExecutor(max_workers=cores()) as pool:
        try:
            for running in as_completed([pool.submit(_run, step) for step in chosen]):
                yield running.result()
        finally:  # after Ctrl-C those that have not begun never do
            pool.shutdown(cancel_futures=True)


def _run(step: Step) -> Ended:
    begun = time.monotonic()
    done = subprocess.run(
        step.command,
        env={**os.environ, **step.environment},
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        check=False,
    )
    return step, done, time.monotonic() - begun


if __name__ == "__main__":
    sys.exit(main())
