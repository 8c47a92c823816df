"""The watchdog and the worker it keeps alive."""

from __future__ import annotations

import os
import signal

import psutil
import pytest

from tests.support.workers import start_watchdog, wait_until, watched

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.slow]

STALE = {"WORKER_STALE_SECONDS": "3"}


def test_a_frozen_worker_is_replaced_and_all_end_together(service_environment, tmp_path):
    with start_watchdog(service_environment, tmp_path, **STALE) as watchdog:
        frozen = watched(watchdog).pid
        family = [psutil.Process(frozen), *psutil.Process(frozen).children()]
        assert len(family) >= 2
        os.kill(frozen, signal.SIGSTOP)
        fresh = wait_until(lambda: watched(watchdog).pid != frozen and watched(watchdog))
        assert not psutil.wait_procs(family, timeout=60)[1]
        assert "silent for more than 3 s" in watchdog.text

        os.kill(fresh.pid, signal.SIGKILL)  # one that ends by itself is replaced as well
        wait_until(lambda: watched(watchdog).pid != fresh.pid)
        assert "ended with status -9" in watchdog.text

        everyone = watchdog.family()
        assert len(everyone) >= 3
        watchdog.process.terminate()
        assert watchdog.process.wait(60) == 0
        assert not psutil.wait_procs(everyone, timeout=60)[1]
        assert watched(watchdog) is None


def test_a_worker_goes_when_its_watchdog_was_killed(service_environment, tmp_path):
    with start_watchdog(service_environment, tmp_path, **STALE) as watchdog:
        workers = watchdog.family()[1:]
        watchdog.process.kill()
        assert not psutil.wait_procs(workers, timeout=60)[1]
