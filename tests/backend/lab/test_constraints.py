"""What the database itself refuses, whoever writes."""

from __future__ import annotations

import pytest
from django.db import IntegrityError, transaction
from django.db.models.functions import Now

from backend.lab import bell
from backend.lab.models import Chunk, Experiment, Run, Variant
from tests.support.lab import queue

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def _bell(monkeypatch):
    monkeypatch.setattr(bell, "enqueue", lambda *_, **__: True)


DONE = {"status": "done", "tally": [1], "seconds": 1.0, "finished_at": Now()}


@pytest.mark.parametrize(
    ("model", "changes"),
    [
        (Experiment, {"status": "forgotten"}),
        (Experiment, {"status": "done"}),
        (Experiment, {"finished_at": Now()}),
        (Experiment, {"seed": -1}),
        (Experiment, {"trials": 0}),
        (Experiment, {"replicates": 51}),
        (Experiment, {"title": ""}),
        (Variant, {"position": 100}),
        (Variant, {"position": 0}),
        (Variant, {"policy": ""}),
        (Run, {"replicate": 0}),
        (Run, {"replicate": 1}),
        (Run, {"status": "done"}),
        (Run, {"totals": [1, 2]}),
        (Chunk, {"status": "running"}),
        (Chunk, {"lease_until": Now()}),
        (Chunk, {"status": "done"}),
        (Chunk, {**DONE}),
        (Chunk, {**DONE, "headline": b"\x00" * 24}),
        (Chunk, {"tally": [1]}),
        (Chunk, {"status": "failed"}),
        (Chunk, {"first_trial": 4}),
        (Chunk, {"trials": 0}),
        (Chunk, {"attempts": 1}),
    ],
)
def test_refused(model, changes):
    queue()
    with pytest.raises(IntegrityError), transaction.atomic():
        model.objects.update(**changes)


def test_a_done_chunk_has_one_headline_bit_or_byte_a_trial():
    queue(trials=200)
    for size in (25, 200):
        Chunk.objects.update(**DONE, headline=b"\x00" * size)
