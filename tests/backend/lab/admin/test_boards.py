"""Single boards in the admin, and that no address breaks a page."""

from __future__ import annotations

import pytest

from backend.lab.models import Experiment
from backend.lab.work import run_next_chunk
from tests.support.lab import queue
from tests.support.lab_pages import NOBODY, address

pytestmark = pytest.mark.django_db


def test_a_game_that_nobody_gets_stuck_in_has_its_own_words_and_marks(viewer, settings):
    settings.CHUNK_SECONDS = 60
    one = {"title": "", "rules": {}, "policy": "scan"}
    experiment = queue(game="number_hunt", trials=40, replicates=1, variants=[one])
    while run_next_chunk(worker="test"):
        pass
    assert "Show me a long hunt<" in viewer.get(address("change", experiment)).content.decode()
    page = viewer.get(address("board", experiment))
    text = page.content.decode()
    assert "A long hunt: Baseline" in text
    assert "tuck" not in text.replace("badge-stuck", "")
    picture = f"{address('picture', experiment)}?trial={page.context['trial']}"
    frames = [viewer.get(f"{picture}&step={step}").content.decode() for step in (0, 24, 25)]
    assert ["stroke-dasharray" in frame for frame in frames] == [False, False, True]


def test_a_stuck_board_is_the_trial_that_got_stuck(viewer, done):
    page = viewer.get(address("board", done))
    assert page.context["outcome"].status == "stuck"
    assert page.context["steps"][-1].badges == ("stuck",)
    trial = page.context["trial"]
    later = viewer.get(address("board", done) + "?nth=1")
    assert later.context["trial"] > trial
    same = viewer.get(address("board", done) + f"?trial={trial}")
    assert same.context["outcome"] == page.context["outcome"]
    for step in (0, 1, page.context["last_step"]):
        picture = viewer.get(address("picture", done), {"trial": trial, "step": step})
        assert picture["Content-Type"].startswith("image/svg+xml")
        assert picture.content.startswith(b"<svg")


@pytest.mark.parametrize(
    ("query", "said"),
    [
        ("trial=200", "There is no trial 200; trials are 0 to 199."),
        ("trial=99999999999", "There is no trial 99,999,999,999; trials are 0 to 199."),
        ("trial=abc", "There is no trial “abc”; trials are 0 to 199."),
        ("trial=-1", "There is no trial -1; trials are 0 to 199."),
        ("variant=x", "There is no variant “x”; variants are 0 to 1."),
        ("variant=2&trial=3", "There is no variant 2; variants are 0 to 1."),
        ("replicate=0", "There is no replicate 0; replicates are 1 to 2."),
        ("nth=x", "Boards are counted from 0"),
    ],
)
def test_a_board_that_can_not_be_meant_is_not_replaced_by_another(viewer, done, query, said):
    page = viewer.get(f"{address('board', done)}?{query}")
    assert page.status_code == 404
    assert said in page.content.decode()
    assert "<img" not in page.content.decode().split('id="content"')[1]


def test_a_trial_is_left_empty_for_a_stuck_one(viewer, done):
    page = viewer.get(f"{address('board', done)}?variant=1&replicate=2&trial=")
    assert page.status_code == 200
    assert page.context["by_number"] is False


def test_boards_that_are_not_there_are_said_to_be(viewer, done):
    page = viewer.get(address("board", done) + "?nth=100000")
    assert page.status_code == 200
    assert b"Any trial can be looked at" in page.content


@pytest.mark.parametrize(
    "query",
    [
        "variant=99",
        "variant=-1&replicate=x",
        "replicate=0",
        "replicate=99",
        "trial=x",
        "trial=-5",
        "trial=99999999999999999999999",
        "nth=-1",
        "nth=99999999999999999999999",
        "step=-1",
        "step=9999999",
        "step=%00",
        "variant=%00&trial=%F0%9F%92%A9",
    ],
)
def test_odd_queries_never_break_a_page(viewer, done, query):
    for name in ("board", "picture", "change", "progress"):
        assert viewer.get(f"{address(name, done)}?{query}").status_code in (200, 404)


@pytest.mark.parametrize(
    "path",
    [
        "x/change/",
        "1/change/",
        f"{NOBODY}/change/",
        f"{NOBODY}/board/",
        f"{NOBODY}/progress/",
        "%00/change/",
        "?q=%00",
        "?game=%00",
        "?game=chess",
        "?status=%00",
        "?status=sleeping",
        "?created_at__gte=yesterday",
        "?created_at__day=99999999999999999999",
        "?p=99999999999",
        "?p=x",
        "?o=99.x.-7",
        "?nonsense=1",
        "?variants__rules__x=1",
        "?id=7",
        "?e=1",
        "?all=",
        "?_facets=True",
        "?q=%22%27%5C",
        "?_to_field=password",
        "?trials=99999999999999999999999999",
    ],
)
@pytest.mark.usefixtures("done")
def test_odd_addresses_never_break_the_list(admin_client, path):
    assert admin_client.get(f"/admin/lab/experiment/{path}", follow=True).status_code in (
        200,
        404,
        400,
    )


def test_an_experiment_of_another_version_says_so(designer, done):
    Experiment.objects.update(version=99)
    run = done.variants.first().runs.first()

    page = designer.get(address("change", done))
    board = designer.get(address("board", done), {"run": run.pk, "trial": 0})

    assert "begun with version 99" in page.content.decode()
    assert "begun with version 99" in board.content.decode()
