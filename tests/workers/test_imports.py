"""A large file through a real worker that is killed on the way."""

from __future__ import annotations

import pytest

from backend.play.models import Move, Session
from backend.playtests.models import Import
from backend.playtests.services import queue_import, ring_for_imports
from tests.support.importing import lines_of, record, solution, take
from tests.support.workers import empty_broker, start_worker, wait_until

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.slow]

SESSIONS = 2_500


def test_a_killed_worker_costs_its_lease_and_no_session(service_environment, tmp_path):
    body = lines_of(*(record(solution(), f"s{number}") for number in range(SESSIONS)))
    row = queue_import(content=body, layout="jsonl", source="there", by=None)

    def stored() -> int:
        row.refresh_from_db()
        return int(row.report["stored"])

    with start_worker(service_environment, tmp_path, "generation") as worker:
        wait_until(lambda: stored() >= 300)
        worker.kill()
    killed_at = stored()
    assert 300 <= killed_at == Session.objects.count() < SESSIONS
    assert row.lease_until is not None
    Import.objects.update(lease_until=row.created_at)  # it has run out
    empty_broker()
    assert ring_for_imports() == 1
    with start_worker(service_environment, tmp_path, "generation"):
        wait_until(lambda: row.status == "stored" or stored() < 0)
    assert (row.attempts, row.content, row.error) == (2, None, "")
    assert row.report["stored"] == Session.objects.count() == SESSIONS
    assert Move.objects.count() == row.report["entries"] == SESSIONS * len(solution())
    assert take(record(solution(), "s7")).there == 1
