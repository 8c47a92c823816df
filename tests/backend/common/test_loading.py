"""Heavy libraries come in whole, however many requests ask for them first."""

from __future__ import annotations

import subprocess
import sys

import pytest

from tests.architecture.sources import ROOT

PROGRAM = """
import sys, threading, traceback

from backend.common.loading import loading
from backend.lab.exports.formats import written
from backend.lab.exports.table import Table, columns
from backend.statistics.proportions import paired_proportions, unpaired_proportions
from backend.statistics.homogeneity import spread_of_proportions
from backend.statistics.correlation import spearman

assert not {"altair", "pandas", "pyarrow", "scipy", "statsmodels"} & set(sys.modules)
sys.setswitchinterval(1e-5)

def chart():
    with loading():
        from backend.lab.charts import Estimate, estimates_chart
    one = Estimate("A", 0.5, 0.4, 0.6, 100, [0.5], "50 %", "40 % to 60 %")
    estimates_chart([one], "Stuck", percent=True, unit="")

def paired():
    paired_proportions(10, 12, 5, 100)

def unpaired():
    unpaired_proportions(10, 100, 12, 100)

def scattered():
    spread_of_proportions([(10, 100), (12, 100)])

def ranked():
    spearman([1, 2, 3, 4, 5, 6], [2, 1, 4, 3, 6, 5])

def exported():
    list(written(Table(columns("text", "name"), [{"name": "A"}]), "parquet"))

ways = [chart, paired, unpaired, scattered, ranked, exported] * 3
start, failed = threading.Barrier(len(ways)), []

def ask(way):
    start.wait()
    try:
        way()
    except BaseException:
        failed.append(traceback.format_exc())

threads = [threading.Thread(target=ask, args=[way]) for way in ways]
for thread in threads:
    thread.start()
for thread in threads:
    thread.join()
sys.exit("\\n".join(failed[:2]) if failed else 0)
"""


@pytest.mark.slow
def test_many_threads_may_ask_for_them_at_once() -> None:
    done = subprocess.run(
        [sys.executable, "-c", PROGRAM], cwd=ROOT, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr


def test_who_waits_for_the_door_does_not_wait_for_himself() -> None:
    from backend.common.loading import loading

    with loading(), loading():
        assert "pandas" in sys.modules


def test_a_web_process_loads_ahead_what_its_pages_need(monkeypatch) -> None:
    from backend.common import loading

    monkeypatch.setattr(loading, "PATIENCE", 0)
    thread = loading.load_ahead()
    thread.join()
    assert thread.daemon  # nobody waits for it when the process ends
    assert {"altair", "pandas", "scipy.stats"} <= sys.modules.keys()
