"""Pairs of runs: the sum over trials, however the two were cut, and worked out by a worker."""

from __future__ import annotations

import random

import pytest

from backend.lab import bell, pairing, work
from backend.lab.models import Pairing
from backend.lab.pairing import sum_of_products
from backend.lab.services import cancel_experiment
from backend.lab.work import run_chunks, run_next_chunk
from engines import Metric
from tests.support.coin_row import coin_row, queue_coins
from tests.support.lab import queue

pytestmark = pytest.mark.django_db(transaction=True)

BITS = Metric("a", "A", "proportion", "", "", lambda _: (2,), True)
BYTES = Metric("a", "A", "mean", "", "", lambda _: (3,), True)


@pytest.fixture(autouse=True)
def _sizes(settings, monkeypatch):
    settings.CHUNK_SECONDS = 0.002
    monkeypatch.setattr(bell, "enqueue", lambda *_, **__: True)


def cut(data, draw):
    at = 0
    while at < len(data):
        size = draw.randint(1, 9)
        yield data[at : at + size]
        at += size


def test_products_do_not_depend_on_how_the_runs_were_cut():
    draw = random.Random(3)
    for size in (1, 7, 300):
        one, other = draw.randbytes(size), draw.randbytes(size)
        both = sum((a & b).bit_count() for a, b in zip(one, other, strict=True))
        signed = [[v - 256 if v > 127 else v for v in data] for data in (one, other)]
        products = sum(a * b for a, b in zip(*signed, strict=True))
        for _ in range(5):
            assert sum_of_products(BITS, cut(one, draw), cut(other, draw)) == both
            assert sum_of_products(BYTES, cut(one, draw), cut(other, draw)) == products


@pytest.mark.parametrize("longer", [0, 1])
def test_runs_of_different_length_are_no_pair(longer):
    data = [[b"abc"], [b"abc"]]
    data[longer].append(b"d")
    with pytest.raises(ValueError, match="different numbers"):
        sum_of_products(BITS, *data)


def test_a_worker_pairs_each_replicate_with_the_baselines_once_both_are_done():
    experiment = queue()
    assert Pairing.objects.count() == 2
    assert not pairing.pair_next()
    while run_next_chunk(worker="w"):
        pass
    run_chunks(worker="w")
    for one in Pairing.objects.select_related("run", "other__variant"):
        assert one.other.variant.position == 0
        assert one.run.replicate == one.other.replicate
        data = [b"".join(bytes(c.headline) for c in r.chunks.all()) for r in (one.run, one.other)]
        both = [a >> p & b >> p & 1 for a, b in zip(*data, strict=True) for p in range(8)]
        assert one.products == sum(both)
    assert not pairing.wanted().exists()
    assert experiment.variants.count() == 2


def test_runs_that_are_not_done_are_not_paired():
    experiment = queue()
    for _ in range(3):
        run_next_chunk(worker="w")
    cancel_experiment(experiment=experiment)
    assert not pairing.pair_next()
    assert Pairing.objects.filter(products__isnull=True).count() == 2


def test_a_pairing_that_fails_stops_no_worker(monkeypatch):
    def fail():
        raise ValueError("bad")

    monkeypatch.setattr(work.pairing, "pair_next", fail)
    queue()
    assert run_chunks(worker="w") == 20


def test_means_are_paired_too():
    with coin_row():
        queue_coins()
        run_chunks(worker="w")
        one = Pairing.objects.select_related("run", "other").first()
        values = [
            [v - 256 if v > 127 else v for c in r.chunks.all() for v in bytes(c.headline)]
            for r in (one.run, one.other)
        ]
        assert one.products == sum(a * b for a, b in zip(*values, strict=True))
        assert one.products != 0
