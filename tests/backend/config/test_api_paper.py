"""What docs/api.md gives to paste works as it stands."""

from __future__ import annotations

import os
import re
import subprocess
import threading
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from django.contrib.auth.models import User
from django.db import connection

from backend.lab.models import Experiment
from backend.lab.work import run_next_chunk
from engines import get_game

ROOT = Path(__file__).resolve().parents[3]
PAPER = (ROOT / "docs" / "api.md").read_text(encoding="utf-8")
PASSWORD = "over the hills & far away = 100%"  # needs escaping in a form


@pytest.fixture
def worker(compiled_kernels: None) -> Iterator[None]:  # noqa: ARG001
    """Computes what is queued, as long as the test lasts."""
    over = threading.Event()

    def work() -> None:
        try:
            while not over.is_set():
                if not run_next_chunk(worker="paper"):
                    over.wait(0.1)
        finally:
            connection.close()

    thread = threading.Thread(target=work)
    thread.start()
    yield
    over.set()
    thread.join()


def run(script: str, site: str, **environment: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        ["sh", "-e", "-c", script],
        env={**os.environ, "SITE": site, "no_proxy": "*", "TRIALS": "160", **environment},
        capture_output=True,
        text=True,
        timeout=120,
        check=False,
    )


def script() -> str:
    found = re.search(r"^```sh\n(.*?)^```", PAPER, re.DOTALL | re.MULTILINE)
    assert found
    return found[1]


@pytest.mark.django_db(transaction=True)
def test_a_preset_is_queued_awaited_and_read(live_server: Any, worker: None) -> None:  # noqa: ARG001
    User.objects.create_superuser("ada", password=PASSWORD)

    done = run(script(), live_server.url, ADMIN_USER="ada", ADMIN_PASSWORD=PASSWORD)

    assert done.returncode == 0, done.stderr
    preset = get_game("map_coloring").presets[0]
    experiment = Experiment.objects.get()
    assert (experiment.preset, experiment.trials, experiment.status) == (preset.key, 160, "done")
    assert experiment.created_by is not None
    assert experiment.created_by.username == "ada"
    told = [line for line in done.stdout.splitlines() if ": 0." in line or ": 1." in line]
    assert len(told) == len(preset.variants)
    for line, variant in zip(told, preset.variants, strict=True):
        assert line.startswith(f"{variant.title}: ")


@pytest.mark.django_db(transaction=True)
def test_without_a_password_it_stops_at_once(live_server: Any) -> None:
    done = run(script(), live_server.url, ADMIN_PASSWORD="")
    assert done.returncode != 0
    assert "ADMIN_PASSWORD" in done.stderr
    assert done.stdout == ""
    assert not Experiment.objects.exists()
