"""No page tells how the arms of an open study differ, whichever way one comes to it."""

from __future__ import annotations

import pytest
from django.urls import reverse

from backend.playtests.arms import arm_key
from backend.playtests.selectors.filters import Filters
from backend.playtests.services import close_study
from tests.support.studies import Told, tell

pytestmark = pytest.mark.django_db

WHY = "Whoever looks again and again"


@pytest.fixture
def study(make_study):
    study = make_study()
    for _ in range(15):
        tell(study, 0, [Told(stuck=True, stall=2), Told(stuck=True, stall=2)])
        tell(study, 1, [Told(), Told(stall=3)])
    return study


def test_variants_of_an_open_study_are_not_held_against_each_other(admin_client, study) -> None:
    page = reverse("admin:playtests_variants", args=[study.game])
    shown = admin_client.get(f"{page}?study={study.code}")
    assert [row["difference"] for row in shown.context["rows"]] == [None, None]
    assert shown.context["stalls_differ"] is None
    assert f"the study {study.code} is open" in shown.content.decode()
    assert WHY in shown.content.decode()
    assert "Difference to the first" not in shown.content.decode()
    close_study(study=study, by=None)
    shown = admin_client.get(f"{page}?study={study.code}")
    assert shown.context["rows"][1]["difference"]["shown"]
    assert shown.context["stalls_differ"]["differ"]
    assert WHY not in shown.content.decode()


def test_nor_on_the_compare_page(admin_client, study) -> None:
    keys = [
        arm_key("rules", arm.items.first().puzzle.rules_key, Filters(study=study.code))
        for arm in study.arms.order_by("position")
    ]
    page = reverse("admin:lab_experiment_compare")
    asked = {"people": ",".join(keys)}
    shown = admin_client.get(page, asked)
    assert shown.context["rows"][1]["difference"] is None
    assert "is told when the study is closed" in shown.context["sentences"][1]["text"]
    assert "when the study<br>is closed" in shown.content.decode()
    told = admin_client.get("/api/v1/experiments/compare/", asked).json()
    assert [(one["going_on"], one["difference"]) for one in told["people"]] == [(True, None)] * 2
    close_study(study=study, by=None)
    assert admin_client.get(page, asked).context["rows"][1]["difference"] is not None


def test_nor_are_boards_tested_while_it_is_open(admin_client, study) -> None:
    puzzle = study.arms.first().items.first().puzzle
    against = reverse("admin:playtests_against", args=[study.game]) + f"?study={study.code}"
    stalls = reverse("admin:playtests_playedpuzzle_change", args=[puzzle.pk])
    stalls += f"?study={study.code}"
    for page in (against, stalls):
        assert WHY in admin_client.get(page).content.decode()
    assert "rows" not in admin_client.get(against).context
    refused = admin_client.get(f"{against}&table=verdicts&format=csv")
    assert (refused.status_code, "is open" in refused.content.decode()) == (400, True)
    close_study(study=study, by=None)
    for page in (against, stalls):
        assert WHY not in admin_client.get(page).content.decode()
    assert len(admin_client.get(against).context["rows"]) > 1
