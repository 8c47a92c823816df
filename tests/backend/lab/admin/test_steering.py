"""Cancel and resume, as a designer sees them."""

from __future__ import annotations

import pytest

from backend.lab.chunks import claim_chunk
from backend.lab.models import ExperimentStatus
from tests.support.lab_pages import address

pytestmark = pytest.mark.django_db


def test_cancel_and_resume(designer, waiting):
    answer = designer.post(address("cancel", waiting), follow=True)
    waiting.refresh_from_db()
    assert waiting.status == ExperimentStatus.CANCELLED
    assert b"Cancelled. What was done is kept." in answer.content
    assert b"Resume" in answer.content
    designer.post(address("resume", waiting))
    waiting.refresh_from_db()
    assert waiting.status == ExperimentStatus.QUEUED  # nobody had begun it


def test_a_cancel_that_waits_for_work_says_so(designer, waiting, settings):
    settings.CHUNK_LEASE_SECONDS = 30
    claim_chunk(worker="busy")
    page = designer.post(address("cancel", waiting), follow=True).content.decode()
    assert page.count("Being cancelled: waiting for work in progress (up to 35 s).") == 1
    assert "What was done is kept." not in page
    figures = designer.get(address("progress", waiting)).json()
    assert figures["cancelling"].startswith("Being cancelled")
    assert (figures["rate"], figures["left"]) == ("–", "–")
    assert figures["nobody"] == ""  # nothing is to start any more


def test_what_is_done_can_not_be_cancelled(designer, done):
    answer = designer.post(address("cancel", done), follow=True)
    assert b"already ended" in answer.content
    answer = designer.post(address("resume", done), follow=True)
    assert b"nothing left to resume" in answer.content
