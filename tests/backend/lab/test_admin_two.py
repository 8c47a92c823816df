"""The lab's pages for a game for two, whose headline is a mean with a sign."""

from __future__ import annotations

import pytest
from django.urls import reverse

from backend.lab import expectations, pairing
from backend.lab.models import Experiment, Run
from backend.lab.work import run_chunks
from tests.support.coin_row import coin_row, player, queue_coins

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
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
    run_chunks(worker="test")
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
        assert " % of plays" not in main


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
    live = admin_client.get(address("progress", done)).json()
    assert live["variants"][1]["estimate"].startswith("All plays done: first player +")


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


def test_exact_values_and_both_seats_are_on_the_page(admin_client, done):
    while expectations.work_out_next() or pairing.pair_next():
        pass
    page = admin_client.get(address("change", done))
    text = page.content.decode()
    assert "<h3>Greedy against Random</h3>" in text
    assert "The better player is “Greedy”, by " in text
    assert text.count("exact: ") == 6  # four variants; the pair's players, and its seats
    assert "Diamond: the exact value" in text


def test_what_the_question_asks_about_is_answered_first(admin_client, done, game, monkeypatch):
    about = [m for m in game.metrics if m.key == "second_score"]
    monkeypatch.setattr("backend.lab.admin.results.page.asked_metrics", lambda *_: about)
    text = admin_client.get(address("change", done)).content.decode().split("In words</h2>")[1]
    asked, rest = text.split("<h3>First player&#x27;s advantage</h3>")
    assert asked.strip().startswith("<h3>Second player&#x27;s score</h3>")
    assert " coins lower than in the baseline (" in asked
    assert "What else clearly moved" in rest
    Experiment.objects.update(status="cancelled")
    Run.objects.filter(variant__position=1).update(trials_done=8)
    partial = admin_client.get(address("change", done)).content.decode()
    assert "In words" not in partial
    assert "no comparison is drawn before all plays are done" in partial


def test_a_queue_form_has_a_player_for_each_seat(admin_client):
    url = "/admin/lab/experiment/queue/?game=coin_row"
    page = admin_client.get(url)
    first = page.context["variants"].forms[0]
    assert [seat[0].label for seat in first.players] == ["First player", "Second player"]
    assert page.context["form"].initial["both_seats"] is True
    data = {
        "title": "T",
        "trials": "8",
        "replicates": "1",
        "seed": "1",
        "both_seats": "on",
        "variants-TOTAL_FORMS": "2",
        "variants-INITIAL_FORMS": "0",
    }
    for at, players in enumerate([("random", "random"), ("greedy", "random")]):
        data |= {f"variants-{at}-policy": players[0], f"variants-{at}-policy_second": players[1]}
        data |= {f"variants-{at}-rule_coins": "7"}
    assert admin_client.post(url, data).status_code == 302
    experiment = Experiment.objects.get()
    policies = [v.policy for v in experiment.variants.all()]
    assert policies == ["random,random", "greedy,random", "random,greedy"]
    copied = admin_client.get(f"/admin/lab/experiment/queue/?copy={experiment.pk}")
    assert copied.context["variants"].forms[2].initial["policy_second"] == "greedy"
    data["variants-1-rule_coins"] = "4"
    refused = admin_client.post(url, {**data, "variants-1-policy_second": "modest"})
    assert refused.status_code == 422
    assert "rows of 5 coins or more only" in refused.content.decode()


def test_another_kinds_pick_is_not_there(admin_client, done):
    page = admin_client.get(address("board", done) + "?which=worst")
    assert page.status_code == 404
    assert "is none of: typical, highest, lowest" in page.content.decode()
