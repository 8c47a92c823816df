"""The live page and the result page."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest

from backend.lab.admin import words
from backend.lab.heartbeats import record_heartbeat
from backend.lab.models import Experiment
from backend.lab.selectors import worker_seen_lately
from backend.lab.services import cancel_experiment
from backend.lab.work import run_next_chunk
from engines import get_game
from tests.support.lab import queue, variant
from tests.support.lab_pages import address
from workers.watchdog import tell_of_getting_ready

pytestmark = pytest.mark.django_db


def test_progress_is_json(viewer, waiting):
    answer = viewer.get(address("progress", waiting))
    assert "no-store" in answer["Cache-Control"]
    figures = answer.json()
    assert figures["status"] == "queued"
    assert figures["plays"] == "0 of 800 plays"
    assert figures["nobody"].startswith("No simulation worker has been seen lately.")
    assert figures["getting_ready"] == ""
    assert [v["estimate"] for v in figures["variants"]] == ["No estimate yet."] * 2


@pytest.mark.django_db(transaction=True)  # the word is written over a connection of its own
def test_workers_that_get_ready_are_not_nobody(viewer, waiting):
    tell_of_getting_ready("simulation@here", 2)
    figures = viewer.get(address("progress", waiting)).json()
    assert figures["nobody"] == ""
    assert figures["getting_ready"].startswith("Workers are getting ready")
    assert not worker_seen_lately()
    record_heartbeat(
        name="simulation@here", queues=["simulation"], hostname="here", pid=7, concurrency=2
    )
    figures = viewer.get(address("progress", waiting)).json()
    assert (figures["nobody"], figures["getting_ready"]) == ("", "")


def test_the_result_says_how_the_variants_differ(viewer, done):
    page = viewer.get(address("change", done))
    text = page.content.decode()
    assert page.templates[0].name == "lab/results.html"
    assert "points less often than the baseline" in text
    assert ".venv/bin/python -m engines simulate" in text
    assert text.count("Show me a stuck board") == 2
    assert text.count(" are reckoned play by play") == 1
    assert 'class="badge">Baseline<' in text
    assert "<style" not in text
    assert " style=" not in text
    assert set(page.context["specs"]) >= {"chart-headline"}


@pytest.mark.parametrize("count", [1, 2, 9])
def test_other_figures_are_a_table_with_as_few_columns_as_can_be(viewer, settings, count):
    settings.CHUNK_SECONDS = 60
    game = get_game("number_hunt")
    others = [m for m in game.metrics if m.kind in ("proportion", "mean") and not m.headline]
    assert 2 < len(others) < 9
    experiment = queue(
        game=game.slug,
        trials=8,
        replicates=1,
        variants=[
            {"title": f"{n} circles", "rules": {"circles": n}, "policy": "scan"}
            for n in range(5, 5 + count)
        ],
    )
    while run_next_chunk(worker="test"):
        pass
    page = viewer.get(address("change", experiment))
    tables = page.context["others"]["tables"]
    heads = [head["title"] for table in tables for head in table["heads"]]
    assert len(heads) == min(count, len(others))
    wanted = {
        (variant["title"], metric.title): words.figure(metric, variant["metrics"][metric.key])
        for variant in page.context["results"]["variants"]
        for metric in others
    }
    got = {}
    for table in tables:
        for row in table["rows"]:
            for head, cell in zip(table["heads"], row["cells"], strict=True):
                pair = (row["title"], head["title"])
                got[pair if pair in wanted else pair[::-1]] = cell["value"]
    assert got == wanted
    text = page.content.decode()
    assert text.count('<span class="unit">per 10,000 of the field</span>') == 1


def test_dates_and_crumbs_are_written_one_way(viewer, done):
    Experiment.objects.update(created_at=datetime(2026, 11, 29, 20, 15, tzinfo=UTC))
    for url in (address("change", done), "/admin/lab/experiment/"):
        assert "29 Nov 2026, 20:15" in viewer.get(url).content.decode()
    crumbs = viewer.get("/admin/lab/experiment/").content.decode().split('"breadcrumbs">')[1]
    assert crumbs.split("</div>")[0].endswith("</a> &rsaquo; Experiments")


def test_one_play_is_one_play(viewer):
    experiment = cancel_experiment(experiment=queue(trials=1))
    assert "× 1 play ·" in viewer.get(address("change", experiment)).content.decode()


def test_a_result_is_read_with_few_queries(viewer, done, django_assert_max_num_queries):
    with django_assert_max_num_queries(16):
        viewer.get(address("change", done))


def test_several_changes_at_once_are_marked(viewer, settings):
    settings.CHUNK_SECONDS = 60
    experiment = queue(variants=[variant(), variant(colors=4, seeds=8)])
    while run_next_chunk(worker="test"):
        pass
    assert "2 things at once" in viewer.get(address("change", experiment)).content.decode()


def test_an_experiment_with_nothing_done_is_shown(viewer, designer, waiting):
    designer.post(address("cancel", waiting))
    page = viewer.get(address("change", waiting))
    assert page.status_code == 200
    assert "0.0 % of the planned plays" in page.content.decode()


def test_a_title_is_never_markup(viewer, settings):
    settings.CHUNK_SECONDS = 60
    evil = "</script><script>alert(1)</script>"
    experiment = queue(title=evil, question=evil, variants=[variant(evil), variant("b", colors=4)])
    assert evil not in viewer.get(address("change", experiment)).content.decode()
    while run_next_chunk(worker="test"):
        pass
    assert evil not in viewer.get(address("change", experiment)).content.decode()
    assert evil not in viewer.get("/admin/lab/experiment/").content.decode()


def test_experiments_of_games_that_are_gone_are_said_to_be(viewer, done):
    Experiment.objects.filter(pk=done.pk).update(game="gone")
    for name in ("change", "board"):
        page = viewer.get(address(name, done))
        assert page.status_code == 200
        assert b"be shown" in page.content
    assert viewer.get(address("progress", done)).status_code == 409
    assert viewer.get(address("picture", done) + "?trial=0").status_code == 404
    assert viewer.get("/admin/lab/experiment/").status_code == 200
