"""Who looks at the lab’s pages, and the experiments there are."""

from __future__ import annotations

import pytest


@pytest.fixture
def staff():
    """Makes a signed-in staff client with these permissions of the lab."""
    from django.test import Client

    from tests.support.staff import member

    def make(*codenames):
        client = Client()
        client.user = member(*codenames)
        client.force_login(client.user)
        return client

    return make


@pytest.fixture
def viewer(staff):
    return staff("view_experiment")


@pytest.fixture
def designer(staff):
    return staff("view_experiment", "add_experiment", "change_experiment")


@pytest.fixture
def waiting():
    from tests.support.lab import queue

    return queue()


@pytest.fixture
def done(settings):
    from backend.lab.work import run_chunks
    from tests.support.lab import queue

    settings.CHUNK_SECONDS = 60
    experiment = queue()
    run_chunks(worker="test")
    experiment.refresh_from_db()
    assert experiment.status == "done"
    return experiment
