"""What helps while an experiment is asked for: checks in words, previews; grids and sweeps read."""

from __future__ import annotations

import json

import pytest
from django.urls import reverse

from backend.lab import bell
from backend.lab.models import Experiment, Run
from backend.lab.work import run_chunks
from tests.support.lab import GAME, SMALL, queue, variant
from tests.support.lab_pages import TWIN, form

pytestmark = pytest.mark.django_db

CHECK = reverse("admin:lab_experiment_check") + f"?game={GAME}"
PREVIEW = reverse("admin:lab_experiment_preview")


@pytest.fixture(autouse=True)
def _bell(monkeypatch):
    monkeypatch.setattr(bell, "enqueue", lambda *_, **__: True)


def test_a_form_is_checked_without_queueing_it(admin_client):
    told = admin_client.post(CHECK, form()).json()
    assert told["errors"] == {}
    assert told["said"].startswith("2 variants, 400 plays in all: ")
    assert "how long they take is not known yet, as nothing like them has run." in told["said"]
    assert Experiment.objects.count() == 0


def test_faults_are_told_beside_their_fields(admin_client):
    told = admin_client.post(CHECK, form(trials="0", sometimes="20", often="5", **TWIN)).json()
    assert told["said"] == ""
    assert told["errors"]["trials"] == ["Too small: at least 1."]
    assert told["errors"]["often"] == ["“Often” begins above “sometimes”."]
    told = admin_client.post(CHECK, form(**{"variants-1-rule_width": "1000"})).json()
    assert list(told["errors"]) == ["variants-1-rule_width"]
    assert admin_client.post(CHECK, {}).status_code == 200
    assert admin_client.post("/admin/lab/experiment/queue/check/?game=no").status_code == 404
    assert admin_client.get(CHECK).status_code == 405


def test_measured_speed_tells_how_long_it_takes(admin_client, settings):
    settings.CHUNK_SECONDS = 60
    rules = {f"variants-{at}-rule_{k}": v for at in (0, 1) for k, v in SMALL.items()}
    data = form(trials="36000", replicates="10", **{**rules, "variants-1-rule_colors": "4"})
    queue()
    run_chunks(worker="w")
    Run.objects.update(seconds=1.0)  # 200 plays a second
    told = admin_client.post(CHECK, data).json()
    assert "2 variants, 720,000 plays in all: about 60 min of computing" in told["said"]
    assert "None has been seen lately." in told["said"]
    unknown = admin_client.post(CHECK, data | {"variants-1-policy": "degree"}).json()["said"]
    said = "about 30 min of computing besides variants that nothing is known of yet, for one worker"
    assert said in unknown


def test_the_form_works_the_plays_out_and_says_what_they_tell(admin_client):
    told = admin_client.post(CHECK, form(trials="", precision="1")).json()
    assert (told["errors"], told["trials"]) == ({}, 4802)
    assert told["planned"] == ("That takes 9,604 plays of each variant: 4,802 in each replicate.")
    assert "Each figure: ± 1.00 points, or better (95 %)." in told["said"]
    said = "A difference of 2.1 points to the baseline is found 4 times in 5"
    assert f"{said}, sooner where both play the same boards." in told["said"]
    apart = admin_client.post(CHECK, form(precision="1", boards="fresh")).json()
    assert f"{said}." in apart["said"]
    assert "comparisons" not in apart["said"]
    sized = {"trials": "", "difference": "10", "power": "90"}
    assert admin_client.post(CHECK, form(**sized)).json()["trials"] == 263
    queued = admin_client.post(
        reverse("admin:lab_experiment_queue") + f"?game={GAME}", form(**sized)
    )
    assert queued.status_code == 302
    assert Experiment.objects.get().trials == 263
    wrong = admin_client.post(CHECK, form(trials="", precision="0", power="100")).json()
    assert list(wrong["errors"]) == ["precision", "power"]
    assert wrong["trials"] is None


def test_many_variants_are_promised_no_more_than_the_result_will_tell(admin_client):
    many = form(trials="9604", replicates="1", **{"variants-TOTAL_FORMS": "5"})
    for at in range(2, 5):
        many |= {k.replace("-1-", f"-{at}-"): v for k, v in many.items() if "variants-1-" in k}
        many |= {f"variants-{at}-rule_colors": str(at + 4), f"variants-{at}-title": str(at)}
    many["variants-1-rule_colors"] = "5"
    told = admin_client.post(CHECK, many).json()
    assert told["errors"] == {}
    assert "A difference of 2.5 points to the baseline is found 4 times in 5" in told["said"]
    assert "allows for 4 comparisons" in told["said"]
    asked = many | {"trials": "", "difference": "2.5"}
    assert admin_client.post(CHECK, asked).json()["trials"] == pytest.approx(8_921, rel=1e-3)


def test_means_are_sized_by_how_far_plays_scatter(admin_client):
    address = CHECK.replace(GAME, "dots_and_boxes")
    data = {
        "title": "T",
        "trials": "100",
        "replicates": "1",
        "seed": "1",
        "precision": "0.5",
        "same_players": "on",
        "variants-TOTAL_FORMS": "2",
        "variants-INITIAL_FORMS": "0",
    }
    for at, cols in enumerate(("2", "3")):
        rules = {"rows": "2", "cols": cols, "extra_turn": "on"}
        players = {"policy": "random" if at else "greedy", "policy_second": "greedy"}
        data |= {f"variants-{at}-rule_{name}": value for name, value in rules.items()}
        data |= {f"variants-{at}-{name}": value for name, value in players.items()}
    told = admin_client.post(address, data).json()
    assert told["errors"] == {}
    assert "tried just now: about right" in told["planned"]
    assert told["trials"] >= 100
    assert "boxes, about (95 %)" in told["said"]
    assert admin_client.post(address.replace("check/", ""), data).status_code == 302
    saved = Experiment.objects.get()
    assert {one.policy for one in saved.variants.all()} == {"greedy,greedy"}
    run_chunks(worker="w")
    again = admin_client.post(address, data).json()
    assert "Reckoned from how far" in again["planned"]


def test_a_preview_is_a_board_of_the_rules(admin_client):
    asked = {"game": GAME, "rules": json.dumps(SMALL), "seed": "3"}
    picture = admin_client.get(PREVIEW, asked)
    assert picture["Content-Type"].startswith("image/svg+xml")
    assert picture.content.startswith(b"<svg")
    for wrong in ({"game": "no"}, {"rules": "{"}, {"rules": "[]"}, {"rules": '{"width": 0}'}):
        assert admin_client.get(PREVIEW, {**asked, **wrong}).status_code == 404


def test_a_grid_is_shown_as_a_map_of_both_rules(admin_client):
    experiment = queue(
        variants=[variant(f"{c}-{s}", colors=c, seeds=s) for c in (3, 4, 5) for s in (4, 6)]
    )
    run_chunks(worker="w")
    page = admin_client.get(reverse("admin:lab_experiment_change", args=[experiment.pk]))
    assert page.context["rule_charts"] == ["chart-grid"]
    assert 'data-chart="chart-grid"' in page.content.decode()


def test_a_sweep_is_shown_as_a_line(admin_client):
    experiment = queue(variants=[variant(f"{c}", colors=c) for c in (3, 4, 5, 6)])
    run_chunks(worker="w")
    page = admin_client.get(reverse("admin:lab_experiment_change", args=[experiment.pk]))
    assert page.context["rule_charts"] == ["chart-sweep"]
