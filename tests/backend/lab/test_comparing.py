"""Variants of one game side by side, across experiments."""

from __future__ import annotations

import uuid

import pytest
from django.urls import reverse

from backend.lab import bell
from backend.lab.models import Experiment
from backend.lab.work import run_chunks
from backend.statistics import holm, unpaired_proportions
from tests.support.coin_row import coin_row, player, queue_coins
from tests.support.lab import queue, variant

pytestmark = pytest.mark.django_db

PAGE = reverse("admin:lab_experiment_compare")
API = "/api/v1/experiments/compare/"


@pytest.fixture(autouse=True)
def _bell(monkeypatch):
    monkeypatch.setattr(bell, "enqueue", lambda *_, **__: True)


@pytest.fixture
def variants():
    one = queue(title="One", variants=[variant("Three"), variant("Four", colors=4)])
    other = queue(title="Other", variants=[variant("Corners", adjacency="corner")], seed=8)
    run_chunks(worker="w")
    return [*one.variants.all(), *other.variants.all()]


def ids(variants):
    return ",".join(str(v.pk) for v in variants)


def test_they_are_held_against_the_first(admin_client, variants):
    told = admin_client.get(API, {"variants": ids(variants)}).json()
    assert told["rules"] == ["colors", "adjacency"]
    first, *others = told["variants"]
    assert first["difference"] is None
    base = first["metrics"]["stuck"]
    for one in others:
        mine = one["metrics"]["stuck"]
        expected = unpaired_proportions(mine["count"], mine["n"], base["count"], base["n"])
        assert one["difference"] == {
            "value": expected.estimate.value,
            "low": expected.estimate.low,
            "high": expected.estimate.high,
            "p": expected.p,
            "p_holm": one["difference"]["p_holm"],
        }
    ps = [one["difference"]["p"] for one in others]
    assert [one["difference"]["p_holm"] for one in others] == pytest.approx(holm(ps))
    assert [one["experiment"]["title"] for one in told["variants"]] == ["One", "One", "Other"]


def test_of_a_few_plays_no_difference_is_told(admin_client):
    few = queue(trials=29, replicates=1)
    run_chunks(worker="w")
    asked = ids(few.variants.all())
    told = admin_client.get(API, {"variants": asked}).json()
    assert [one["difference"] for one in told["variants"]] == [None, None]
    page = admin_client.get(PAGE, {"variant": asked}).content.decode()
    assert "too few plays to say (fewer than 30)" in page
    result = admin_client.get(f"/admin/lab/experiment/{few.pk}/change/").content.decode()
    assert '<span class="quiet-text">too few plays</span>' in result
    assert "adjusted p" not in result


def test_the_page_marks_what_differs_and_offers_more(admin_client, variants):
    page = admin_client.get(PAGE, {"variant": ids(variants[:2])})
    text = page.content.decode()
    assert page.status_code == 200
    assert "<mark>4</mark>" in text
    assert "points" in text
    assert [one.title for one in page.context["choices"]] == ["Corners"]
    more = admin_client.get(PAGE, {"variant": [ids(variants[:2]), str(variants[2].pk)]})
    assert "<mark>corner</mark>" in more.content.decode()
    assert more.context["choices"] == []
    swapped = admin_client.get(PAGE + more.context["rows"][2]["first"])
    assert swapped.context["rows"][0]["title"] == "Corners"
    fewer = admin_client.get(PAGE + more.context["rows"][0]["without"])
    assert [row["title"] for row in fewer.context["rows"]] == ["Four", "Corners"]
    assert (
        f'href="{PAGE}?variant={ids(variants[:2])}"'
        in admin_client.get(
            reverse("admin:lab_experiment_change", args=[variants[0].experiment_id])
        ).content.decode()
    )


def test_what_can_not_be_compared_is_said(admin_client, variants):
    assert admin_client.get(PAGE).status_code == 200
    many = ",".join(str(uuid.uuid4()) for _ in range(21))
    for wrong, status in (("x", 400), (str(uuid.uuid4()), 404), (many, 400)):
        assert admin_client.get(PAGE, {"variant": wrong}).status_code == status, wrong
    for wrong, status in (("x", 400), ("", 400), (str(uuid.uuid4()), 404)):
        assert admin_client.get(API, {"variants": wrong}).status_code == status, wrong
    Experiment.objects.filter(title="Other").update(version=99)
    assert admin_client.get(API, {"variants": ids(variants)}).status_code == 409
    assert admin_client.get(API, {"variants": ids(variants[2:])}).status_code == 409


def test_unended_and_means(admin_client):
    with coin_row():
        experiment = queue_coins(variants=[player("A"), player("B", "greedy,random")])
        both = list(experiment.variants.all())
        told = admin_client.get(API, {"variants": ids(both)}).json()
        assert told["variants"][1]["difference"] is None
        assert admin_client.get(PAGE, {"variant": ids(both)}).status_code == 200
        run_chunks(worker="w")
        told = admin_client.get(API, {"variants": ids(both)}).json()
        assert told["variants"][1]["difference"]["low"] > 0
        text = admin_client.get(PAGE, {"variant": ids(both)}).content.decode()
        assert "<mark>Greedy against Random</mark>" in text
