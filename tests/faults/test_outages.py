"""Redis and Postgres go away in the middle of an experiment, or forget, or fall silent."""

from __future__ import annotations

import contextlib
import signal
import time
from urllib.parse import urlsplit

import pytest
from redis import Redis

from backend.lab.models import Chunk
from dev.services import Address, redis
from tests.support.lab import assert_undisturbed, chunks, kept_up, queue, told
from tests.support.own import own_postgres
from tests.support.relay import relay
from tests.support.workers import messages, start_beat, start_worker, wait_until

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.slow]

SLOW = {"faults": True, "SLOW_SECONDS": "0.1"}
SHORT = {"LOOP_SECONDS": "1"}  # a child needs a fresh message after each second


@pytest.fixture(autouse=True)
def _sizes(settings):
    settings.CHUNK_SECONDS = 0.5  # 10,000 trials


def done() -> int:
    return Chunk.objects.filter(status="done").count()


def running() -> int:
    return Chunk.objects.filter(status="running").count()


def left() -> int:
    return Chunk.objects.exclude(status="done").count()


@contextlib.contextmanager
def everyone(environment, folder, **faults):
    """A worker for each of the queues that experiments need, and beat."""
    with (
        start_worker(environment, folder, **{**SLOW, **faults}) as worker,
        start_worker(environment, folder, "upkeep") as upkeep,
        start_beat(environment, folder) as beat,
    ):
        yield worker, upkeep, beat
        assert [p.process.poll() for p in (worker, upkeep, beat)] == [None] * 3


def test_redis_killed_and_wiped(service_environment, tmp_path, disturbed):
    address = Address.reserve()
    environment = {**service_environment, "REDIS_URL": address.redis_url}
    experiment = queue(trials=40_000)  # this bell rings in another Redis: nobody hears it
    with contextlib.ExitStack() as stack:
        broker = stack.enter_context(contextlib.ExitStack())
        broker.enter_context(redis(tmp_path, address=address))
        stack.enter_context(everyone(environment, tmp_path, **SHORT))
        wait_until(lambda: done() > 1)

        broker.close()
        time.sleep(2)
        chunks_left = left()
        again = Address(address.password, None, address.port)
        broker.enter_context(redis(tmp_path, address=again))
        before, begun = done(), time.monotonic()
        wait_until(lambda: done() > before, seconds=90)
        recovery = time.monotonic() - begun
        assert recovery < 30
        wait_until(lambda: told(experiment))
    disturbed(chunks_left, "left when Redis came back empty", recovery=recovery)
    assert all(c.token == 1 for c in chunks(experiment))
    assert_undisturbed(experiment)


def test_redis_emptied(service_environment, tmp_path, disturbed):
    """FLUSHALL while bells lie there and all children have come to rest: upkeep rings afresh."""
    address = Address.reserve()
    environment = {**service_environment, "REDIS_URL": address.redis_url}
    experiment = queue(trials=40_000)
    with (
        redis(tmp_path, address=address),
        Redis.from_url(address.redis_url) as client,
        everyone(environment, tmp_path, **SHORT) as (worker, *_),
    ):
        wait_until(lambda: done() > 1)
        worker.process.send_signal(signal.SIGSTOP)  # its child goes on, but it takes no message
        wait_until(lambda: messages(url=address.redis_url) and not running())
        chunks_left, lost = left(), messages(url=address.redis_url)
        client.flushall()
        worker.process.send_signal(signal.SIGCONT)
        before, begun = done(), time.monotonic()
        wait_until(lambda: done() > before, seconds=90)
        recovery = time.monotonic() - begun
        wait_until(lambda: told(experiment))
    disturbed(chunks_left, f"left when Redis was emptied (bells lost: {lost})", recovery=recovery)
    assert all(c.token == 1 for c in chunks(experiment))
    assert_undisturbed(experiment)


def test_half_open_connections_to_redis(service_environment, tmp_path, disturbed):
    """Nothing comes through any more on what is connected, and nobody is told."""
    parts = urlsplit(service_environment["REDIS_URL"])
    experiment = queue(trials=40_000)
    with relay(parts.hostname, parts.port) as cable:
        through = parts._replace(netloc=parts.netloc.replace(f":{parts.port}", f":{cable.port}"))
        environment = {**service_environment, "REDIS_URL": through.geturl()}
        with everyone(environment, tmp_path, **SHORT):
            wait_until(lambda: done() > 1)
            chunks_left, half_open = left(), cable.mute()
            assert half_open >= 3
            standstill = longest_standstill(lambda: told(experiment))
    what = f"left when {half_open} connections to Redis fell silent"
    disturbed(chunks_left, what, standstill=standstill)
    assert all(c.token == 1 for c in chunks(experiment))
    assert_undisturbed(experiment)


def longest_standstill(over) -> float:
    """The longest time without another chunk done, in seconds, until `over` says so."""
    seen, since, longest = done(), time.monotonic(), 0.0

    def look() -> bool:
        nonlocal seen, since, longest
        if (now := done()) != seen:
            longest = max(longest, time.monotonic() - since)
            seen, since = now, time.monotonic()
        return over()

    wait_until(look)
    return longest


def test_postgres_restarted(service_environment, tmp_path, disturbed):
    """In good order, and as after a crash."""
    slow = {**SLOW, "CHUNK_LEASE_SECONDS": "5"}
    with own_postgres(service_environment, tmp_path) as database:
        experiment = queue(trials=60_000)
        with start_worker(database.environment, tmp_path, concurrency=2, **slow) as worker:
            wait_until(lambda: done() > 1)
            for how, signum in (("ended", signal.SIGINT), ("crashed", signal.SIGQUIT)):
                struck = wait_until(running)
                begun = time.monotonic()
                back = database.restart(signum)
                before = done()
                wait_until(lambda: done() > before, seconds=90, what=worker.text[-2000:])  # noqa: B023
                recovery = time.monotonic() - back
                assert recovery < 15
                disturbed(struck, f"running as Postgres {how}", away=back - begun, then=recovery)
            wait_until(lambda: kept_up(experiment))
            assert worker.process.poll() is None
        assert_undisturbed(experiment)
