"""The admin of studies: made by a form, opened, read and closed."""

from __future__ import annotations

from unittest.mock import patch

import pytest
from django.contrib.admin.models import LogEntry
from django.urls import reverse

from backend.common.problems import Conflict
from backend.lab.differences import written_out
from backend.playtests.models import Arm, ArmPuzzle, Study
from backend.playtests.services import amend_study, close_study, open_study
from backend.puzzles.models import Puzzle, PuzzleOrder
from backend.puzzles.services import make_ordered_puzzle
from engines import get_game
from tests.support.api import RULES, make_map

pytestmark = pytest.mark.django_db

NEW = reverse("admin:playtests_study_new") + "?game=map_coloring"


@pytest.fixture(autouse=True)
def _bell():
    """No worker hears, and none is waited for."""
    with patch("backend.puzzles.services.orders.enqueue", return_value=False):
        yield


def form(*arms, **changes):
    """What the form sends."""
    sent = {
        "name": "Four or five",
        "question": "",
        "assignment": "one",
        "wanted": "20",
        "consent": "Your moves are kept.",
        "arms-TOTAL_FORMS": str(len(arms)),
        "arms-INITIAL_FORMS": "0",
        **changes,
    }
    game = get_game("map_coloring")
    rules = written_out(game, game.Rules(**RULES).model_dump(mode="json"))
    usual = {"title": "", "fresh": "0", "puzzles": ""}
    usual |= {f"rule_{name}": value for name, value in rules.items() if value is not None}
    for at, arm in enumerate(arms):
        sent |= {f"arms-{at}-{name}": value for name, value in {**usual, **arm}.items()}
    return sent


def page_of(study):
    return reverse("admin:playtests_study_change", args=[study.pk])


def test_a_study_is_made_by_the_form(admin_client) -> None:
    assert admin_client.get(reverse("admin:playtests_study_new")).status_code == 200
    assert admin_client.get(NEW).status_code == 200
    sent = form({"fresh": "2"}, {"fresh": "1", "rule_colors": "5"})
    answer = admin_client.post(NEW, sent)
    study = Study.objects.get()
    assert answer.status_code == 302, answer.context["form"].errors
    assert [arm.title for arm in study.arms.all()] == ["Colours 4", "Colours 5"]
    assert [arm.items.count() for arm in study.arms.all()] == [2, 1]
    draft = admin_client.get(page_of(study))
    assert "3 of its puzzles are still being made" in draft.content.decode()
    steer = reverse("admin:playtests_study_open", args=[study.pk])
    told = admin_client.post(steer, follow=True).content.decode()
    assert "3 of its puzzles are still being made" in told
    for order in PuzzleOrder.objects.all():
        make_ordered_puzzle(order_id=order.pk)
    assert admin_client.get(steer).status_code == 405
    assert "Opened" in admin_client.post(steer, follow=True).content.decode()
    study.refresh_from_db()
    assert study.is_open
    assert not ArmPuzzle.objects.filter(puzzle__isnull=True).exists()


def test_everything_wrong_is_said_beside_its_field(admin_client) -> None:
    puzzle, other = make_map(seed=7), make_map(seed=7, colors=5)
    sent = form(
        {"puzzles": f"{puzzle.pk}, {other.pk}"},
        {"fresh": "0", "rule_colors": "5"},
        {"fresh": "2", "rule_seeds": "9999"},
        {"fresh": "2", "puzzles": "no id"},
        name="",
    )
    answer = admin_client.post(NEW, sent)
    assert answer.status_code == 422
    assert "Give it a name." in str(answer.context["form"].errors["name"])
    assert "no id of a puzzle" in str(answer.context["arms"].forms[3].errors["puzzles"])
    sent = form(
        {"puzzles": f"{puzzle.pk}\n{other.pk}"},
        {"fresh": "0", "rule_colors": "5"},
        {"fresh": "2", "rule_shape": "grown", "rule_cells": "3"},
    )
    arms = admin_client.post(NEW, sent).context["arms"].forms
    assert "not those of the first puzzle" in str(arms[0].errors["puzzles"])
    assert "1 to 100 puzzles" in str(arms[1].errors["fresh"])
    assert "cells" in str(arms[2].non_field_errors())
    assert not Study.objects.exists()


def test_changing_a_draft_keeps_what_was_made(admin_client) -> None:
    admin_client.post(NEW, form({"fresh": "2"}, {"fresh": "1", "rule_colors": "5"}))
    study = Study.objects.get()
    before = set(ArmPuzzle.objects.values_list("order", flat=True))
    edit = reverse("admin:playtests_study_edit", args=[study.pk])
    shown = admin_client.get(edit).context["arms"].forms
    assert [one.initial["fresh"] for one in shown] == [2, 1]
    assert [one.initial["title"] for one in shown] == ["", ""]
    picked = make_map(seed=3, colors=6)
    sent = form({"fresh": "3"}, {"puzzles": str(picked.pk)}, name="Another name")
    assert admin_client.post(edit, sent).status_code == 302
    study.refresh_from_db()
    after = set(ArmPuzzle.objects.filter(order__isnull=False).values_list("order", flat=True))
    assert len(after) == 3
    assert len(after & before) == 2, "the two of four colours"
    assert [arm.title for arm in Arm.objects.all()] == ["Colours 4", "Colours 6"]
    assert study.name == "Another name"
    assert [event.kind for event in study.events.all()] == ["created", "changed"]


def test_a_draft_can_be_deleted_and_an_opened_study_not(admin_client, make_study) -> None:
    draft, opened = make_study(open=False), make_study()
    assert "Delete the draft" in admin_client.get(page_of(draft)).content.decode()
    for study in (draft, opened):
        address = reverse("admin:playtests_study_discard", args=[study.pk])
        assert admin_client.get(address).status_code == 405
        answer = admin_client.post(address, follow=True)
    assert "has been opened" in answer.content.decode()
    assert list(Study.objects.all()) == [opened]
    assert Puzzle.objects.count() == 4
    assert [one.object_repr for one in LogEntry.objects.all()] == [draft.name]


def test_a_draft_deleted_meanwhile_is_not_opened(make_study) -> None:
    draft = make_study(open=False)
    Study.objects.filter(pk=draft.pk).delete()
    for service in (open_study, close_study, amend_study):
        with pytest.raises(Conflict, match="just deleted"):
            service(study=draft, by=None)


def test_of_an_open_study_little_can_be_changed(admin_client, make_study) -> None:
    study = make_study()
    edit = reverse("admin:playtests_study_edit", args=[study.pk])
    assert "consent" not in admin_client.get(edit).context["form"].fields
    sent = {"name": study.name, "question": "Why?", "wanted": "70"}
    assert admin_client.post(edit, sent).status_code == 302
    study.refresh_from_db()
    assert (study.question, study.wanted) == ("Why?", 70)
    assert "wanted was 50" in study.events.last().detail
    assert admin_client.post(edit, {**sent, "wanted": "0"}).status_code == 422


def test_a_study_nobody_has_joined_has_a_page(admin_client, make_study) -> None:
    study = make_study()
    answer = admin_client.get(page_of(study))
    assert answer.status_code == 200
    assert "No such session is over" in answer.content.decode()
    listed = admin_client.get(reverse("admin:playtests_study_changelist"))
    assert "0 of 50" in listed.content.decode()
    close = reverse("admin:playtests_study_close", args=[study.pk])
    assert "Closed" in admin_client.post(close, follow=True).content.decode()
    assert "not open" in admin_client.post(close, follow=True).content.decode()
    assert [event.by for event in study.events.all()][-1] is not None


def test_nobody_else_sees_it(client, make_study, django_user_model) -> None:
    study = make_study()
    steer = reverse("admin:playtests_study_close", args=[study.pk])
    assert client.get(page_of(study)).status_code == 302
    client.force_login(django_user_model.objects.create_user("s", password="x", is_staff=True))
    for page in (page_of(study), NEW, reverse("admin:playtests_study_edit", args=[study.pk])):
        assert client.get(page).status_code == 403
    assert client.post(steer).status_code == 403
    study.refresh_from_db()
    assert study.is_open
