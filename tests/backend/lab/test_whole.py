"""An experiment from queue to totals, in this process."""

from __future__ import annotations

import pytest

from backend.lab.models import Chunk
from backend.lab.work import run_chunks
from tests.support.lab import expected_totals, queue, stored_totals


@pytest.mark.django_db(transaction=True)
def test_a_whole_experiment_counts_as_the_engine_does(settings):
    settings.CHUNK_SECONDS = 0.002  # 40 trials
    experiment = queue()
    assert Chunk.objects.count() == 2 * 2 * 5
    assert run_chunks(worker="test") == 20
    experiment.refresh_from_db()
    assert experiment.status == "done"
    assert stored_totals(experiment) == expected_totals(experiment)
