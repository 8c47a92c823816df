"""What the papers tell a newcomer to type works as it stands."""

from __future__ import annotations

import os
import re
import shlex
import subprocess
import sys
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest

ROOT = Path(__file__).resolve().parents[2]
README = (ROOT / "README.md").read_text(encoding="utf-8")


def shell_block(language: str) -> str:
    found = re.search(rf"^```{language}\n(.*?)^```", README, re.DOTALL | re.MULTILINE)
    assert found, f"README has no {language} block"
    return found[1]


@pytest.mark.django_db(transaction=True)
def test_its_curl_session_gets_stuck_undoes_and_finishes(live_server: Any) -> None:
    from backend.play.models import Session
    from backend.puzzles.services import make_daily_puzzle

    make_daily_puzzle(date=datetime.now(UTC).date(), game="map_coloring", level="hard")
    # Its many python3 are the one of these tests, not some slow wrapper.
    path = f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}"
    here = {"API": f"{live_server.url}/api/v1", "no_proxy": "*", "PATH": path}
    environment = {**os.environ, **here}

    done = subprocess.run(
        ["sh", "-e", "-c", shell_block("sh")],
        env=environment,
        capture_output=True,
        text=True,
        timeout=120,
        check=False,
    )

    assert done.returncode == 0, done.stderr
    assert "no colour left" in done.stdout.splitlines()[0]
    assert done.stdout.splitlines()[-1].startswith("solved ")
    session = Session.objects.latest("started_at")  # luck may have solved some before
    assert session.status == "solved"
    assert session.undo_count >= 1
    assert session.history.filter(outcome="stuck").exists()


@pytest.mark.parametrize("page", ["README.md", "docs/experiments.md"])
def test_its_command_lines_run(page: str) -> None:
    text = (ROOT / page).read_text(encoding="utf-8").replace("\\\n", " ")
    commands = re.findall(r"^\.venv/bin/python -m engines .*$", text, re.MULTILINE)
    assert commands
    for command in commands:
        arguments = shlex.split(command)[3:]
        subprocess.run(
            [sys.executable, "-m", "engines", *arguments], cwd=ROOT, check=True, capture_output=True
        )


@pytest.mark.parametrize(
    "page",
    sorted(
        p.relative_to(ROOT).as_posix() for p in [*ROOT.glob("*.md"), *ROOT.glob("docs/**/*.md")]
    ),
)
def test_links_between_papers_lead_somewhere(page: str) -> None:
    text = (ROOT / page).read_text(encoding="utf-8")
    for target in re.findall(r"\]\(([^)#]+)", text):
        if not target.startswith(("http://", "https://")):
            assert ((ROOT / page).parent / target).exists(), f"{page} links to {target}"


def test_every_environment_variable_is_in_its_tables() -> None:
    settings = "".join(
        path.read_text(encoding="utf-8")
        for path in (ROOT / "backend" / "config" / "settings").glob("*.py")
    )
    read = set(re.findall(r"env\.\w+\(\s*\"([A-Z_]+)\"", settings))
    listed = set(re.findall(r"`([A-Z_]{4,})`", README))
    assert read - listed == set()
