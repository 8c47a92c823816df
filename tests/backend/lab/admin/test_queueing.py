"""The queue form: what it offers, queues and refuses."""

from __future__ import annotations

import pytest
from django.utils.html import escape

from backend.lab.differences import written_out
from backend.lab.models import Experiment
from engines import all_games, get_game
from tests.support.lab import GAME, queue, variant
from tests.support.lab_pages import NOBODY, QUEUE, TWIN, address, form

pytestmark = pytest.mark.django_db


def test_the_add_button_leads_to_the_queue_form(designer):
    assert designer.get("/admin/lab/experiment/add/")["Location"] == QUEUE


def test_every_preset_of_every_game_is_offered_with_its_question(designer):
    page = designer.get(QUEUE).content.decode()
    for game in all_games():
        for preset in game.presets:
            assert escape(preset.question) in page
            filled = designer.get(QUEUE, {"game": game.slug, "preset": preset.key})
            assert filled.context["form"].initial["trials"] == preset.trials
            assert len(filled.context["variants"].forms) == len(preset.variants)


def test_a_preset_sent_unchanged_is_recorded_as_such(designer):
    game, preset = get_game(GAME), get_game(GAME).presets[0]
    data = form(preset=preset.key)
    data["variants-TOTAL_FORMS"] = str(len(preset.variants))
    for number, one in enumerate(preset.variants):
        rules = written_out(game, one.rules.model_dump(mode="json"))
        data |= {f"variants-{number}-rule_{k}": str(v) for k, v in rules.items()}
        data[f"variants-{number}-policy"] = one.policy
    answer = designer.post(f"{QUEUE}?game={game.slug}", data)
    experiment = Experiment.objects.get()
    assert answer["Location"] == address("change", experiment)
    assert experiment.preset == preset.key
    assert experiment.created_by == designer.user
    assert (experiment.trials, experiment.replicates, experiment.seed) == (100, 2, 5)
    assert [v.rules for v in experiment.variants.all()] == [
        v.rules.model_dump(mode="json") for v in preset.variants
    ]
    designer.post(f"{QUEUE}?game={game.slug}", form(preset=preset.key))
    assert Experiment.objects.latest("created_at").preset == ""


def test_variants_without_a_name_are_named_after_what_they_change(designer):
    data = form(**{"variants-0-title": "", "variants-1-title": " "})
    designer.post(f"{QUEUE}?game={GAME}", data)
    titles = [v.title for v in Experiment.objects.get().variants.all()]
    assert titles[0] == "Baseline"
    assert titles[1] not in ("", "Variant 1")


@pytest.mark.parametrize(
    ("changes", "said"),
    [
        ({"title": ""}, "Give it a title"),
        ({"title": "x" * 201}, "Too long: at most 200 characters; this has 201."),
        ({"title": "a\x00b"}, "Leave out the invisible character U+0000"),
        ({"trials": "0"}, "at least 1"),
        ({"trials": "many"}, "whole number"),
        ({"trials": "9" * 40}, "at most"),
        ({"trials": "1000000000", "replicates": "50"}, "trials an experiment may have"),
        ({"replicates": ""}, "Write a number"),
        ({"seed": "-1"}, "at least 0"),
        ({"seed": str(2**63)}, "at most"),
        ({"variants-1-rule_width": "1"}, "at least 2"),
        ({"variants-1-rule_width": "1e3"}, "at most"),
        ({"variants-1-rule_width": "8.5"}, "whole number"),
        ({"variants-1-policy": "clairvoyant"}, "Choose one of the list"),
        ({"variants-1-rule_adjacency": "knight"}, "Choose one of: edge, corner"),
        ({"variants-1-title": "x" * 201}, "Too long: at most 200 characters; this has 201."),
        ({"note": "x" * 10_001}, "Too long: at most 10,000 characters; this has 10,001."),
        ({"variants-0-title": "Same", "variants-1-title": "same"}, "has this name already"),
        (TWIN, "This plays the same as the baseline"),
        ({**TWIN, "title": ""}, "This plays the same as the baseline"),
        ({"variants-TOTAL_FORMS": "0"}, "needs a baseline"),
        ({"variants-TOTAL_FORMS": "x"}, "needs a baseline"),
        ({"variants-TOTAL_FORMS": "100000"}, "at most 100 variants"),
    ],
)
def test_faults_are_said_in_words_and_nothing_is_queued(designer, changes, said):
    answer = designer.post(f"{QUEUE}?game={GAME}", form(**changes))
    assert answer.status_code == 422
    assert said in answer.content.decode()
    assert "Nothing was queued yet" in answer.content.decode()
    assert Experiment.objects.count() == 0


def test_a_policy_that_can_not_play_by_its_rules_is_said_beside_it(designer):
    rules = get_game("sliding").Rules(width=5, height=5).model_dump(mode="json")
    data = form(**{"variants-TOTAL_FORMS": "1", "variants-0-policy": "optimal"})
    data |= {f"variants-0-rule_{name}": str(value) for name, value in rules.items()}
    answer = designer.post(f"{QUEUE}?game=sliding", data)
    assert answer.status_code == 422
    (said,) = answer.context["variants"].forms[0].errors["policy"]
    assert "boards of up to 16 cells" in said
    assert Experiment.objects.count() == 0


def test_missing_fields_are_said_too(designer):
    assert designer.post(f"{QUEUE}?game={GAME}", {}).status_code == 422
    assert designer.post(QUEUE, form()).status_code == 200  # no game: choose one
    assert Experiment.objects.count() == 0


def test_an_experiment_is_copied_into_the_form(designer, done):
    page = designer.get(QUEUE, {"copy": str(done.pk)})
    assert page.context["form"].initial["seed"] == done.seed
    assert page.context["variants"].forms[1].initial["rule_colors"] == 4


def test_a_copy_and_a_rerun_lead_to_where_they_came_from(designer, done):
    sent = form(sometimes="10", often="20", seed=str(done.seed))
    queued = designer.post(f"{QUEUE}?copy={done.pk}", sent)
    assert Experiment.objects.get(rerun_of=done).title == "Mine"
    source = f'href="/admin/lab/experiment/{done.pk}/change/"'
    assert source in designer.get(queued["Location"]).content.decode()
    assert source in designer.get("/admin/lab/experiment/").content.decode()


def test_the_most_variants_there_may_be_are_copied_and_queued_again(designer):
    game = get_game(GAME)
    many = queue(variants=[variant(seeds=2 + n % 50, colors=3 + n // 50) for n in range(100)])
    page = designer.get(QUEUE, {"copy": str(many.pk)})
    assert len(page.context["variants"].forms) == 100
    data = form()
    for number, one in enumerate(page.context["variants"].forms):
        data |= {
            f"variants-{number}-{name}": str(v)
            for name, v in ((n, one[n].value()) for n in one.fields)
        }
    data["variants-TOTAL_FORMS"] = "100"
    answer = designer.post(f"{QUEUE}?game={game.slug}", data)
    assert answer.status_code == 302
    assert Experiment.objects.latest("created_at").variants.count() == 100


@pytest.mark.parametrize(
    "query",
    [
        "game=chess",
        "game=../../etc",
        f"game={GAME}&preset=none",
        "copy=x",
        f"copy={NOBODY}",
        "preset=none",
        "game=%00",
        f"game={GAME}&preset=%00%F0%9F%92%A9",
    ],
)
def test_odd_queries_of_the_queue_lead_to_the_choice(designer, query):
    answer = designer.get(f"{QUEUE}?{query}")
    assert answer.status_code == 200
    assert b"Use this preset" in answer.content
    assert len(list(answer.context["messages"])) == 1
