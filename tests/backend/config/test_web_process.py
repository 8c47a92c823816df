"""The web process stays small: what only workers and charts need is not loaded for play."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest
from django.utils import timezone

from tests.support.api import fill_day, make_map

ROOT = Path(__file__).resolve().parents[3]
HEAVY = [
    *("numba", "llvmlite", "pandas", "pyarrow", "altair", "scipy", "statsmodels", "matplotlib"),
]

VISIT = """
import json, sys
import django
django.setup()
from django.test import Client
from tests.support.walk import walk
client = Client(raise_request_exception=False, headers={"host": "localhost"})
statuses = [response.status_code for response in walk(client, sys.argv[1])]
heavy = [name for name in sys.argv[2:] if name in sys.modules]
workers = [name for name in sys.modules if name == "workers" or name.startswith("workers.")]
print(json.dumps({"statuses": statuses, "heavy": heavy, "workers": workers}))
"""


@pytest.mark.django_db(transaction=True)
def test_serving_every_endpoint_loads_nothing_heavy(
    service_environment: dict[str, str],
) -> None:
    fill_day(timezone.now().date())
    done = subprocess.run(
        [sys.executable, "-c", VISIT, str(make_map(seed=7).id), *HEAVY],
        cwd=ROOT,
        env={**service_environment, "DAILY_WAIT_SECONDS": "0", "LOG_LEVEL": "CRITICAL"},
        capture_output=True,
        text=True,
        timeout=120,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    told = json.loads(done.stdout.splitlines()[-1])
    assert told["heavy"] == []
    assert told["workers"] == []
    assert len(told["statuses"]) > 25
    assert not [status for status in told["statuses"] if status in (500, 501, 502)]
