"""The admin's pages of boards: choosing stored puzzles, and what was seen on each."""

from __future__ import annotations

import pytest

from backend.lab import loci
from backend.lab.models import Experiment
from backend.lab.selectors import experiment_results
from backend.lab.work import run_chunks
from backend.puzzles.services import make_puzzle
from engines import get_game
from tests.support.lab import GAME, SMALL, queue, runs, variant

pytestmark = pytest.mark.django_db

QUEUE = f"/admin/lab/experiment/queue/?game={GAME}"


@pytest.fixture
def client(admin_client):
    return admin_client


@pytest.fixture
def two():
    return [make_puzzle(game=GAME, rules={**SMALL, "colors": 4}, seed=n) for n in (1, 2)]


def on(puzzles, **changes):
    return queue(boards="fixed", puzzles=[one.pk for one in puzzles], **changes)


def page(client, experiment, query=""):
    return client.get(f"/admin/lab/experiment/{experiment.pk}/change/{query}")


def form_of(client, query=""):
    """The queue form's fields as a browser would send them back."""
    context = client.get(QUEUE + query).context
    forms = [context["form"], *context["variants"].forms, context["variants"].management_form]
    sent = {}
    for form in forms:
        for field in form:
            value = field.value()
            value = field.field.prepare_value(value)
            if value is not None and value is not False:
                sent[field.html_name] = value
    return sent | {"title": "On stored boards", "trials": 16, "replicates": 1}


def test_the_form_offers_the_games_puzzles_and_begins_with_the_one_named(client, two):
    other = make_puzzle(game="sliding", rules={"width": 3, "height": 3}, seed=1)
    text = client.get(QUEUE).content.decode()
    assert all(f'data-puzzle="{one.pk}"' in text for one in two)
    assert str(other.pk) not in text
    sent = form_of(client, f"&puzzle={two[0].pk}")
    assert (sent["boards"], sent["puzzles"]) == ("fixed", str(two[0].pk))
    assert sent["variants-0-rule_width"] == 6
    assert form_of(client)["boards"] == "paired"
    text = client.get(f"{QUEUE}&puzzle={other.pk}").content.decode()
    assert "has no puzzle" in text


def test_puzzles_are_queued_by_id_or_address_and_what_does_not_fit_is_said(client, two):
    sent = form_of(client, f"&puzzle={two[0].pk}") | {"variants-1-rule_colors": 3}
    address = f"http://localhost/admin/puzzles/puzzle/{two[1].pk}/change/"
    sent["puzzles"] = f"{two[0].pk}\n{address}"
    told = client.post(f"/admin/lab/experiment/queue/check/?game={GAME}", sent).json()
    assert told["errors"] == {}
    assert told["said"].startswith("8 plays on each of 2 boards in each replicate. 2 variants")
    wide = client.post(QUEUE, sent | {"variants-1-rule_width": 7})
    assert wide.status_code == 422
    assert "Board 1: It can’t be played by the rules of" in wide.content.decode()
    assert "no id of a puzzle" in client.post(QUEUE, sent | {"puzzles": "x"}).content.decode()
    assert not Experiment.objects.exists()
    assert client.post(QUEUE, sent).status_code == 302
    experiment = Experiment.objects.get()
    assert [one.puzzle_id for one in experiment.fixed_boards.all()] == [one.pk for one in two]
    copy = client.get(f"/admin/lab/experiment/queue/?copy={experiment.pk}").content.decode()
    assert f"{two[0].pk}\n{two[1].pk}</textarea>" in copy


def test_puzzles_are_dropped_when_another_choice_is_made(client, two):
    sent = form_of(client, f"&puzzle={two[0].pk}") | {"variants-1-rule_colors": 3}
    assert client.post(QUEUE, sent | {"boards": "fresh"}).status_code == 302
    experiment = Experiment.objects.get()
    assert experiment.boards == "fresh"
    assert not experiment.fixed_boards.exists()


def test_the_result_tells_board_by_board(client, two, monkeypatch):
    monkeypatch.setattr(loci, "MOST_PLAYS", 20)
    experiment = on(two)
    live = page(client, experiment).content.decode()
    assert "Boards: 2 stored puzzles, 104 plays of each in every replicate" in live
    run_chunks(worker="w")
    experiment.refresh_from_db()
    told = experiment_results(experiment)["boards"][1]["variants"][0]
    text = page(client, experiment, "?board=2").content.decode()
    assert "Where on board 2" in text
    assert f"looked at: the first 20 of {told['headline']['count']} plays" in text
    assert text.count("<title>Map of") == 2
    locus, (plays, replicate, trial) = max(told["stuck"]["loci"].items(), key=lambda one: one[1])
    assert f"{plays} of 20" in text
    address = f"board/?variant=0&amp;replicate={replicate}&amp;trial={trial}"
    assert address in text
    shown = client.get(
        f"/admin/lab/experiment/{experiment.pk}/{address}".replace("&amp;", "&")
    ).content.decode()
    assert f"Stuck at {locus.replace(':', ' ')} after" in shown
    assert ">board 2</a> of this experiment’s list" in shown
    assert "--board" in text
    assert "--first-trial 104" in text
    assert page(client, experiment, "?board=9").status_code == 200
    assert page(client, experiment, "?board=x").status_code == 200


def test_what_is_known_of_the_chosen_boards_is_no_estimate(client, two):
    boards = [one.board for one in two]
    experiment = on(two, trials=80, replicates=1)
    run_chunks(worker="w")
    (told, _) = experiment_results(experiment)["variants"]
    for figures in (told["metrics"], told["replicates"][0]["metrics"]):
        assert (figures["regions"]["low"], figures["regions"]["high"]) == (None, None)
        assert figures["stuck"]["low"] is not None
    sizes = [len({region for row in board["cells"] for region in row}) for board in boards]
    assert told["metrics"]["regions"]["value"] == sum(sizes) / 2
    text = page(client, experiment).content.decode()
    assert "of these boards" in text
    ids = ",".join(str(one.pk) for one in experiment.variants.all())
    compared = client.get(f"/admin/lab/experiment/compare/?variant={ids}")
    assert "of these boards" in compared.content.decode()
    drawn = queue(trials=80, replicates=1)
    run_chunks(worker="w")
    assert "of these boards" not in page(client, drawn).content.decode()


def test_places_still_to_be_looked_up_are_said_to_be(client, two):
    experiment = on(two)
    for _ in range(len(runs(experiment))):
        run_chunks(worker="w", seconds=0.01)
    loci.LocusSample.objects.update(plays=None, loci=None)
    Experiment.objects.update(status="done", finished_at="2026-01-01T00:00:00Z")
    assert "still being looked up" in page(client, experiment).content.decode()


def test_marks_stand_where_a_game_can_not_be_shaded(client, monkeypatch):
    monkeypatch.setattr(loci, "MOST_PLAYS", 4)
    monkeypatch.setitem(vars(get_game("sliding")), "draw_shaded", None)  # each of ours can
    puzzle = make_puzzle(game="sliding", rules={"width": 3, "height": 3}, seed=1)
    rules = {"width": 3, "height": 3}
    players = [{"title": "", "rules": rules, "policy": "random_walk"}]
    experiment = on([puzzle], game="sliding", variants=players, trials=8, replicates=1)
    run_chunks(worker="w")
    experiment.refresh_from_db()
    text = page(client, experiment).content.decode()
    assert "Outlined in each" in text
    assert '<th scope="row">tile 1</th>' in text


def test_pages_say_how_boards_were_chosen(client):
    assert "same random numbers for all variants" in page(client, queue()).content.decode()
    fresh = queue(boards="fresh")
    assert "random numbers of its own" in page(client, fresh).content.decode()
    run_chunks(worker="w")
    assert "of independent samples" in page(client, fresh).content.decode()
    one = queue(variants=[variant()])
    assert "Boards: drawn anew for each play." in page(client, one).content.decode()


def test_a_puzzles_page_leads_to_an_experiment_on_it(client, two):
    text = client.get(f"/admin/puzzles/puzzle/{two[0].pk}/change/").content.decode()
    assert f"/admin/lab/experiment/queue/?game={GAME}&amp;puzzle={two[0].pk}" in text
