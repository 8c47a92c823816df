"""From a heatmap's cell back to the plays counted in it."""

from __future__ import annotations

import pytest
from django.urls import reverse

from backend.common.problems import NotFound
from backend.lab import bell
from backend.lab.models import Run
from backend.lab.selectors import counted_in, find_cell, replay, search_cell
from backend.lab.work import run_chunks
from tests.support.coin_row import coin_row, queue_coins
from tests.support.lab import queue

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def _bell(monkeypatch, settings):
    settings.CHUNK_SECONDS = 0.002  # 40 trials
    monkeypatch.setattr(bell, "enqueue", lambda *_, **__: True)


@pytest.fixture
def run():
    experiment = queue(replicates=1)
    run_chunks(worker="w")
    found = Run.objects.select_related("variant__experiment").get(
        variant__experiment=experiment, variant__position=0
    )
    assert found.chunks.count() > 2
    return found


def board(run):
    return reverse("admin:lab_experiment_board", args=[run.variant.experiment_id])


def trials_in(cell, **limits):
    """All trials found, one search after another, and how many plays that took."""
    found, looked_at, after = [], 0, -1
    while True:
        search = search_cell(cell, after=after, **limits)
        looked_at += search.looked_at
        if search.trial is not None:
            found.append(search.trial)
        if not search.more:
            return found, looked_at
        assert search.last > after
        after = search.last


@pytest.mark.parametrize("most", [300, 7])
def test_all_plays_of_a_cell_are_found_and_no_others(run, most):
    cell = find_cell(run, "stuck_at", 2, 3)
    found, looked_at = trials_in(cell, most=most, seconds=60)
    stuck = [trial for trial in range(200) if replay(run, trial).outcome.status == "stuck"]
    assert looked_at == len(stuck)  # each once, and only those that can be it
    by_hand = [
        trial
        for trial in stuck
        if f"region:{replay(run, trial).board.cells[2][3]}" in replay(run, trial).loci
    ]
    assert found == by_hand
    assert counted_in(cell) == len(found) > 3


def test_a_search_ends_by_time_too_and_always_gets_on(run):
    cell = find_cell(run, "stuck_at", 0, 0)
    search = search_cell(cell, seconds=0)
    assert search.looked_at == 1
    assert search.more
    assert trials_in(cell, seconds=0)[0] == trials_in(cell, seconds=60)[0]


@pytest.mark.parametrize(
    ("key", "row", "column"),
    [("stuck_at", 6, 0), ("stuck_at", 0, 6), ("stuck_step", 0, 0), ("no", 0, 0)],
)
def test_what_is_no_cell_is_said(run, admin_client, key, row, column):
    with pytest.raises(NotFound):
        find_cell(run, key, row, column)
    asked = {"metric": key, "row": row, "column": column}
    page = admin_client.get(board(run), asked)
    assert page.status_code == 404
    assert page.context["problem"]
    api = f"/api/v1/experiments/{run.variant.experiment_id}/trial/"
    assert admin_client.get(api, asked).status_code == 404


def test_the_page_goes_from_play_to_play(run, admin_client):
    cell = find_cell(run, "stuck_at", 2, 3)
    expected, _ = trials_in(cell, seconds=60)
    page = admin_client.get(board(run), {"metric": "stuck_at", "row": "2", "column": "3"})
    assert page.status_code == 200
    assert page.context["trial"] == expected[0]
    assert f"as in {len(expected)} plays of this replicate" in page.content.decode()
    assert "Found by replaying" in page.content.decode()
    page = admin_client.get(board(run) + page.context["later"])
    assert page.context["trial"] == expected[1]
    # A step of it needs no search: the play is named.
    step = admin_client.get(board(run), {
        "metric": "stuck_at", "row": "2", "column": "3", "trial": expected[1], "step": "1",
    })  # fmt: skip
    assert "search" not in step.context
    assert step.context["trial"] == expected[1]
    end = admin_client.get(
        board(run), {"metric": "stuck_at", "row": "2", "column": "3", "after": expected[-1]}
    )
    assert "No further play of this replicate" in end.content.decode()
    api = f"/api/v1/experiments/{run.variant.experiment_id}/trial/"
    asked = {"metric": "stuck_at", "row": 2, "column": 3, "after": expected[0]}
    assert admin_client.get(api, asked).json()["trial"] == expected[1]
    assert admin_client.get(api, {**asked, "after": expected[-1]}).status_code == 404


def test_the_result_page_leads_there(run, admin_client):
    page = admin_client.get(
        reverse("admin:lab_experiment_change", args=[run.variant.experiment_id])
    )
    first = page.context["specs"]["chart-stuck_at"]["concat"][0]
    (link,) = [part for part in first["transform"] if part["as"] == "link"]
    assert f"{board(run)}?variant=0&metric=stuck_at" in link["calculate"]
    assert first["encoding"]["href"]["field"] == "link"
    assert f'action="{board(run)}"' in page.content.decode()


def test_a_game_whose_cells_lead_nowhere_offers_nothing(admin_client):
    with coin_row():
        experiment = queue_coins()
        run_chunks(worker="w")
        address = reverse("admin:lab_experiment_board", args=[experiment.pk])
        assert admin_client.get(address).context["heatmaps"] == []
        assert admin_client.get(address, {"metric": "stuck_at"}).status_code == 404


def test_a_row_that_is_none_is_told_the_rows_of_this_map(admin_client, run):
    asked = {"metric": "stuck_at", "row": -1, "column": 0}
    text = admin_client.get(board(run), asked).content.decode()
    assert "There is no row -1; rows are 0 to 5." in text
    text = admin_client.get(board(run), {**asked, "row": 0, "column": 6}).content.decode()
    assert "There is no column 6; columns are 0 to 5." in text


@pytest.mark.parametrize(
    ("asked", "wrong"),
    [
        ("trial=7&which=first", ["which"]),
        ("trial=7&nth=2", ["nth"]),
        ("trial=5&metric=stuck_at&row=2&column=3", ["column", "metric", "row"]),
        ("row=2&column=3", ["column", "row"]),
        ("which=typical&after=4", ["after"]),
        ("metric=stuck_at&row=2&column=3&which=first", ["which"]),
    ],
)
def test_what_contradicts_or_says_nothing_is_refused(admin_client, run, asked, wrong):
    api = f"/api/v1/experiments/{run.variant.experiment_id}/trial/"
    answer = admin_client.get(f"{api}?{asked}")
    assert answer.status_code == 400
    assert sorted(one["parameter"] for one in answer.json()["errors"]) == wrong
