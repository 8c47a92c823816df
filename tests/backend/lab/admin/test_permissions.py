"""The lab’s admin pages: who may do what, and that reading changes nothing."""

from __future__ import annotations

import pytest

from backend.lab.models import Experiment
from tests.support.lab import GAME
from tests.support.lab_pages import QUEUE, address, form

pytestmark = pytest.mark.django_db


def test_strangers_are_sent_to_the_login(client, waiting):
    for name in ("change", "progress", "board", "picture"):
        answer = client.get(address(name, waiting))
        assert answer.status_code == 302
        assert "/admin/login/" in answer["Location"]
    for name in ("cancel", "resume"):
        assert client.post(address(name, waiting)).status_code == 302
    waiting.refresh_from_db()
    assert waiting.status == "queued"


def test_staff_without_permission_see_nothing(staff, waiting):
    nobody = staff()
    for name in ("change", "progress", "board", "picture"):
        assert nobody.get(address(name, waiting)).status_code == 403
    assert nobody.get(QUEUE).status_code == 403
    assert nobody.get("/admin/lab/experiment/").status_code == 403


def test_who_may_only_look_can_not_queue_nor_steer(viewer, waiting):
    page = viewer.get(address("change", waiting))
    assert page.status_code == 200
    assert b"Cancel" not in page.content
    assert viewer.get(QUEUE).status_code == 403
    assert viewer.post(f"{QUEUE}?game={GAME}", form()).status_code == 403
    assert viewer.get("/admin/lab/experiment/add/").status_code == 403
    assert viewer.post(address("cancel", waiting)).status_code == 403
    assert viewer.post(address("resume", waiting)).status_code == 403
    assert b"Queue an experiment" not in viewer.get("/admin/lab/experiment/").content
    waiting.refresh_from_db()
    assert waiting.status == "queued"


def test_changing_needs_its_own_permission(staff, waiting):
    may_add = staff("view_experiment", "add_experiment")
    assert may_add.post(address("cancel", waiting)).status_code == 403


def test_a_post_without_a_csrf_token_is_refused(designer, waiting):
    designer.handler.enforce_csrf_checks = True
    assert designer.post(address("cancel", waiting)).status_code == 403
    assert designer.post(f"{QUEUE}?game={GAME}", form()).status_code == 403
    assert Experiment.objects.count() == 1


def test_nothing_recorded_can_be_edited_or_deleted(admin_client, waiting):
    url = address("change", waiting)
    assert admin_client.post(url, {"title": "Changed"}).status_code == 405
    assert admin_client.post(url.replace("change", "delete"), {"post": "yes"}).status_code == 403
    posted = admin_client.post(
        "/admin/lab/experiment/",
        {"action": "delete_selected", "_selected_action": [str(waiting.pk)], "post": "yes"},
    )
    assert posted.status_code in (200, 302, 403)
    assert Experiment.objects.get().title == waiting.title


def test_get_changes_nothing(designer, waiting, done):
    before = [(e.pk, e.status, e.finished_at) for e in Experiment.objects.order_by("pk")]
    for experiment in (waiting, done):
        for name in ("change", "progress", "board", "picture"):
            assert designer.get(address(name, experiment)).status_code in (200, 404)
        for name in ("cancel", "resume"):
            assert designer.get(address(name, experiment)).status_code == 405
    for url in (QUEUE, f"{QUEUE}?game={GAME}", "/admin/lab/experiment/", "/admin/"):
        assert designer.get(url).status_code == 200
    assert before == [(e.pk, e.status, e.finished_at) for e in Experiment.objects.order_by("pk")]
