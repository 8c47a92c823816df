"""A cancel while a worker's claim commits: two threads on a real database."""

from __future__ import annotations

from collections import Counter

import pytest
from django.db import connection, transaction
from django.test.utils import CaptureQueriesContext
from rest_framework.test import APIClient

from backend.lab import bell
from backend.lab.chunks import claim_chunk, release_chunk
from backend.lab.models import Chunk, Run
from tests.support.blind import is_blind
from tests.support.lab import chunks, queue, runs
from tests.support.races import held_up
from tests.support.staff import designer

pytestmark = pytest.mark.django_db(transaction=True)


def test_a_cancel_that_waits_for_a_claim_leaves_the_chunk_to_its_worker(settings, monkeypatch):
    settings.CHUNK_SECONDS = 0.002  # 40 trials
    monkeypatch.setattr(bell, "enqueue", lambda *_, **__: True)
    experiment = queue(replicates=1)
    for _ in runs(experiment):  # each is begun: the next claim changes a chunk and nothing else
        claim_chunk(worker="early")
    client = APIClient(raise_request_exception=False)
    client.force_login(designer())
    with transaction.atomic():
        claim = claim_chunk(worker="late")
        answer = held_up(lambda: client.post(f"/api/v1/experiments/{experiment.pk}/cancel/"))
    assert answer.result(60).status_code == 200
    experiment.refresh_from_db()
    assert experiment.status == "cancelling"
    assert Counter(chunk.status for chunk in chunks(experiment)) == {"running": 3, "cancelled": 7}
    taken = Chunk.objects.get(pk=claim.chunk)
    assert (taken.status, taken.token, taken.worker) == ("running", claim.token, "late")
    release_chunk(claim)
    assert Chunk.objects.get(pk=claim.chunk).status == "cancelled"


def writes(captured):
    statements = [query["sql"] for query in captured.captured_queries]
    return [sql for sql in statements if sql.startswith(("UPDATE", "DELETE"))]


def test_statements_that_choose_by_what_may_have_changed_are_known():
    chosen = Chunk.objects.filter(run__variant__title="Three", status="waiting")
    with CaptureQueriesContext(connection) as blind:
        chosen.update(status="cancelled")
        Chunk.objects.filter(pk__in=chosen.values("pk")).delete()
    assert [is_blind(sql) for sql in writes(blind)] == [True, True]
    with CaptureQueriesContext(connection) as seeing:
        runs = Run.objects.filter(variant__title="Three")
        Chunk.objects.filter(run__in=runs, status="waiting").update(status="cancelled")
        Chunk.objects.filter(status="waiting").delete()
    assert [is_blind(sql) for sql in writes(seeing)] == [False, False]
    cancel = compile("chosen.update(status='cancelled')", "services.py", "exec")
    with pytest.raises(AssertionError, match="a subquery of their own table"):
        exec(cancel, {"__name__": "backend.lab.services", "chosen": chosen})
