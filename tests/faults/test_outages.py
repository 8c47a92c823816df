"""Redis goes away in the middle of an experiment and comes back empty."""

from __future__ import annotations

import contextlib
import time

import pytest

from backend.lab.models import Chunk
from dev.services import Address, redis
from tests.support.lab import chunks, expected_totals, queue, stored_totals
from tests.support.workers import start_beat, start_worker, wait_until

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.slow]


def done() -> int:
    return Chunk.objects.filter(status="done").count()


def test_redis_killed_and_wiped(service_environment, tmp_path, settings):
    settings.CHUNK_SECONDS = 0.5  # 10,000 trials
    address = Address.reserve()
    environment = {**service_environment, "REDIS_URL": address.redis_url}
    experiment = queue(trials=40_000)  # this bell rings in another Redis: nobody hears it
    with contextlib.ExitStack() as stack:
        broker = stack.enter_context(contextlib.ExitStack())
        broker.enter_context(redis(tmp_path, address=address))
        slow = {"faults": True, "SLOW_SECONDS": "0.1"}
        worker = stack.enter_context(start_worker(environment, tmp_path, **slow))
        upkeep = stack.enter_context(start_worker(environment, tmp_path, "upkeep"))
        beat = stack.enter_context(start_beat(environment, tmp_path))
        wait_until(lambda: done() > 1)

        broker.close()
        time.sleep(2)
        assert done() < 16
        again = Address(address.password, None, address.port)
        broker.enter_context(redis(tmp_path, address=again))
        before, begun = done(), time.monotonic()
        wait_until(lambda: done() > before, seconds=30)
        assert time.monotonic() - begun < 30
        wait_until(lambda: done() == 16)
        assert [p.process.poll() for p in (worker, upkeep, beat)] == [None] * 3
    experiment.refresh_from_db()
    assert experiment.status == "done"
    assert all(c.token == 1 for c in chunks(experiment))
    assert stored_totals(experiment) == expected_totals(experiment)
