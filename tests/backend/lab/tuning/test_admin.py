"""The pages of tunings: who may see and do what, what they say, what the form refuses."""

from __future__ import annotations

import pytest
from django.contrib.auth.models import Permission, User

from backend.lab import bell
from backend.lab.models import LevelProposal, Tuning
from backend.lab.services import create_tuning, measuring
from backend.lab.work import run_chunks
from engines import get_game
from tests.support.lab import GAME, SMALL

pytestmark = pytest.mark.django_db(transaction=True)

NEW = f"/admin/lab/tuning/new/?game={GAME}"


@pytest.fixture(autouse=True)
def _no_bell(monkeypatch):
    monkeypatch.setattr(bell, "enqueue", lambda *_, **__: True)
    monkeypatch.setattr(measuring, "enqueue", lambda *_, **__: True)


def sign_in(client, *codenames):
    user = User.objects.create_user("designer", is_staff=True)
    user.user_permissions.set(Permission.objects.filter(codename__in=codenames))
    client.force_login(user)
    return client


@pytest.fixture
def designer(client):
    return sign_in(client, "view_experiment", "add_experiment", "change_experiment")


def tuning(**changes):
    return create_tuning(
        **{
            "game": GAME,
            "rules": {**SMALL, "colors": 4, "width": 10, "height": 10},
            "policy": "random",
            "search": [{"rule": "seeds", "low": 4, "high": 30}],
            "target": [0.2, 0.3],
            "trials": 1_000,
            "steps": 6,
            "seed": 5,
            **changes,
        }
    )


def form(**changes):
    rules = get_game(GAME).Rules(**SMALL).model_dump(mode="json")
    schema = get_game(GAME).Rules.model_fields
    everything = {name: rules.get(name, getattr(get_game(GAME).Rules(), name)) for name in schema}
    return {
        **{f"base-rule_{name}": value for name, value in everything.items()},
        "base-policy": "random",
        "rule_0": "seeds",
        "from_0": 3,
        "to_0": 12,
        "low": 20,
        "high": 30,
        "trials": 200,
        "steps": 3,
        "seed": 1,
        **changes,
    }


def text(response):
    return response.content.decode()


def test_the_queue_page_offers_it(designer):
    assert "/admin/lab/tuning/new/?game=map_coloring" in text(
        designer.get(f"/admin/lab/experiment/queue/?game={GAME}")
    )


def test_a_search_is_begun_followed_read_and_proposed(designer):
    assert designer.get(NEW).status_code == 200
    answer = designer.post(NEW, form(**{"base-rule_width": 10, "base-rule_height": 10,
                                        "base-rule_colors": 4, "from_0": 4, "to_0": 30,
                                        "trials": 1000, "steps": 6}))  # fmt: skip
    assert answer.status_code == 302, text(answer)
    begun = Tuning.objects.get()
    assert [begun.low, begun.high] == [0.2, 0.3]
    assert begun.created_by.get_username() == "designer"
    page = text(designer.get(answer["Location"]))
    assert "Step 1 of at most 6 is going on" in page
    assert 'http-equiv="refresh"' in page
    assert "No simulation worker" in page
    run_chunks(worker="w")
    page = text(designer.get(answer["Location"]))
    assert "What was found" in page
    assert 'http-equiv="refresh"' not in page
    assert "chart-tuning" in page
    best = page.split('name="variant" value="')[1].split('"')[0]
    answer = designer.post(f"/admin/lab/tuning/{begun.pk}/propose/", {"variant": best})
    page = text(designer.get(answer["Location"]))
    assert "Boards of these rules are being measured" in page
    assert "No generation worker has been seen lately" in page
    assert 'http-equiv="refresh"' in page
    assert "designer" in page
    assert "20–30 %" in page
    assert best[:8] in str(LevelProposal.objects.get().variant_id)
    for name in ("tuning", "levelproposal"):
        assert designer.get(f"/admin/lab/{name}/").status_code == 200
        assert designer.get(f"/admin/lab/{name}/?game={GAME}").status_code == 200


@pytest.mark.parametrize(
    ("changes", "said"),
    [
        ({"low": 30, "high": 20}, "the lower one first"),
        ({"low": ""}, "Write a number."),
        ({"rule_0": ""}, "Choose a rule."),
        ({"from_0": ""}, "Write the lowest and the highest value."),
        ({"to_0": 500}, "Not every value is allowed."),
        ({"rule_0": "adjacency"}, "A choice has no bounds"),
        (
            {"rule_0": "order", "from_0": "", "to_0": "", "values_order": "free"},
            "From 2 to 8 values, each once.",
        ),
        ({"base-rule_width": 1}, "Too small"),
        ({"steps": 99}, "Too large"),
        ({"trials": "many"}, "Write a whole number."),
        ({"low": "nan"}, "Write a number."),
    ],
)
def test_what_is_wrong_is_said_beside_its_field(designer, changes, said):
    answer = designer.post(NEW, form(**changes))
    assert answer.status_code == 422
    assert said in text(answer)
    assert not Tuning.objects.exists()


def test_all_choices_are_tried_where_a_choice_is_searched(designer):
    asked = form(rule_0="adjacency", from_0="", to_0="", rule_1="seeds", from_1=3, to_1=9)
    asked["values_adjacency"] = ["edge", "corner"]
    answer = designer.post(NEW, asked)
    assert answer.status_code == 302, text(answer)
    run_chunks(worker="w")
    page = text(designer.get(answer["Location"]))
    assert "Neighbours: edge, corner" in page
    assert "chart-tuning" in page


def test_a_subset_of_a_choice_may_be_tried(designer):
    asked = form(rule_0="order", from_0="", to_0="", values_order=["free", "degree"])
    assert designer.post(NEW, {**asked, "low": 0, "high": 100}).status_code == 302
    assert Tuning.objects.get().axes[0]["values"] == ["free", "degree"]


def test_the_form_is_checked_while_it_is_filled_in(designer):
    address = NEW.replace("new/", "new/check/")
    told = designer.post(address, form()).json()
    assert told["errors"] == {}
    assert told["said"].startswith(
        "10 values lie within the bounds; at most 10 of them are tried. "
        "The first step tries 5: 3, 5, 7, 10, 12. 5 variants, 1,000 plays in all: "
    )
    assert "Each figure: ± 7.0 points, or better" in told["said"]
    told = designer.post(address, form(**{"to_0": 2, "base-rule_width": 1, "low": 120})).json()
    assert (set(told["errors"]), told["said"]) == ({"base-rule_width"}, "")
    told = designer.post(address, form(to_0=2, high=120)).json()
    assert set(told["errors"]) == {"to_0", "high"}
    assert not Tuning.objects.exists()
    assert designer.get(address).status_code == 405
    assert designer.post("/admin/lab/tuning/new/check/?game=chess").status_code == 404


def test_an_unknown_game_is_sent_back_to_choose(designer):
    assert designer.get("/admin/lab/tuning/new/?game=chess").status_code == 302
    assert designer.get("/admin/lab/tuning/new/").status_code == 302


def test_cancelling_from_the_page(designer):
    begun = tuning()
    url = f"/admin/lab/tuning/{begun.pk}/"
    assert designer.get(f"{url}cancel/").status_code == 405
    assert designer.post(f"{url}cancel/").status_code == 302
    begun.refresh_from_db()
    assert begun.status == "cancelled"
    assert "Cancelled by designer" in text(designer.get(f"{url}change/"))


def test_a_viewer_sees_but_does_nothing(client):
    sign_in(client, "view_experiment")
    begun = tuning()
    url = f"/admin/lab/tuning/{begun.pk}/"
    page = text(client.get(f"{url}change/"))
    assert "cancel/" not in page
    assert client.get(NEW).status_code == 403
    assert client.post(NEW, form()).status_code == 403
    assert client.post(NEW.replace("new/", "new/check/"), form()).status_code == 403
    assert client.post(f"{url}cancel/").status_code == 403
    assert client.post(f"{url}propose/").status_code == 403


def test_others_see_nothing(client):
    sign_in(client)
    begun = tuning()
    assert client.get(f"/admin/lab/tuning/{begun.pk}/change/").status_code == 403
    assert client.get("/admin/lab/tuning/").status_code == 403
    assert client.get("/admin/lab/levelproposal/").status_code == 403


def test_nonsense_is_not_found(designer):
    begun = tuning()
    assert designer.get("/admin/lab/tuning/nonsense/change/").status_code == 302
    answer = designer.post(f"/admin/lab/tuning/{begun.pk}/propose/", {"variant": "x\x00"})
    assert answer.status_code == 302
    assert not LevelProposal.objects.exists()


def test_a_search_of_another_version_is_not_read_as_one_of_this(designer):
    begun = tuning()
    Tuning.objects.update(version=begun.version + 1)
    page = text(designer.get(f"/admin/lab/tuning/{begun.pk}/change/"))
    assert "can’t be shown" in page
    answer = designer.post(f"/admin/lab/tuning/{begun.pk}/propose/", {"variant": "x"})
    assert answer.status_code == 302
