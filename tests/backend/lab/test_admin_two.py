"""The lab's pages for a game for two, whose headline is a mean with a sign."""

from __future__ import annotations

import pytest
from django.urls import reverse

from backend.lab.work import run_next_chunk
from tests.support.coin_row import coin_row, player, queue_coins

pytestmark = pytest.mark.django_db


@pytest.fixture
def game():
    with coin_row() as found:
        yield found


@pytest.fixture
def done(game, settings):  # noqa: ARG001
    settings.CHUNK_SECONDS = 60
    experiment = queue_coins(
        variants=[
            player("Two random"),
            player("Greedy first", "greedy,random"),
            player("Random first", "random,greedy"),
            player("Even row", "random,random", coins=8),
        ]
    )
    while run_next_chunk(worker="test"):
        pass
    experiment.refresh_from_db()
    assert experiment.status == "done"
    return experiment


def address(name, experiment):
    return reverse(f"admin:lab_experiment_{name}", args=[experiment.pk])


def test_nothing_is_said_to_be_stuck_where_nobody_gets_stuck(admin_client, done):
    for page in (
        admin_client.get(address("change", done)),
        admin_client.get(address("board", done)),
        admin_client.get(address("board", done) + "?nth=9999999"),
        admin_client.get("/admin/lab/experiment/queue/?game=coin_row&preset=greed"),
    ):
        assert page.status_code == 200
        main = page.content.decode().split('id="content"')[1]
        assert "stuck" not in main.lower()
        assert " of plays" not in main


def test_the_result_says_who_is_ahead(admin_client, done):
    page = admin_client.get(address("change", done))
    text = page.content.decode()
    assert ": the first player is ahead" in text
    assert ": the second player is ahead" in text
    assert "better for the first player than the baseline" in text
    assert text.count("Show me a typical play") == 4
    assert ">Counted<" not in text
    spec = page.context["specs"]["chart-headline"]
    domains = [layer["encoding"]["x"].get("scale", {}).get("domain") for layer in spec["layer"]]
    ((low, high),) = [domain for domain in domains if domain]
    assert low < 0 < high
    assert page.context["live"]["variants"][1]["estimate"].startswith("First player +")


@pytest.mark.parametrize("which", ["", "typical", "highest", "lowest"])
def test_plays_are_shown_by_their_value(admin_client, done, which):
    page = admin_client.get(address("board", done) + f"?variant=0&which={which}")
    assert page.status_code == 200
    value = page.context["came_to"]
    assert value.startswith("First player's advantage: ")
    assert value.endswith(" coins")
    assert ("−" in value) == (which == "lowest")
    later = admin_client.get(address("board", done) + page.context["later"])
    assert later.context["came_to"] == value
    assert later.context["trial"] > page.context["trial"]


def test_another_kinds_pick_is_not_there(admin_client, done):
    page = admin_client.get(address("board", done) + "?which=worst")
    assert page.status_code == 404
    assert "is none of: typical, highest, lowest" in page.content.decode()
