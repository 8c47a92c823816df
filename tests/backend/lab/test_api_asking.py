"""Asking from a script: sweeps and grids, sizes by a wish, and requests that are sent twice."""

from __future__ import annotations

from uuid import uuid4

import pytest

from backend.lab import bell, planning
from backend.lab.models import Experiment, Run, Tuning
from backend.lab.work import run_chunks
from engines import get_game
from tests.support.api import Api, ok, pointers, problem
from tests.support.lab import GAME, SMALL
from tests.support.staff import designer

pytestmark = pytest.mark.django_db

URL = "experiments/"
FOR_TWO = {"rules": {"rows": 2, "cols": 2}, "policy": "random"}


@pytest.fixture(autouse=True)
def _bell(monkeypatch):
    monkeypatch.setattr(bell, "enqueue", lambda *_, **__: True)


@pytest.fixture
def staff():
    api = Api()
    api.client.force_login(designer())
    return api


def asked(**changes):
    return {
        "game": GAME,
        "title": "Which?",
        "baseline": {"rules": SMALL, "policy": "random"},
        "trials": 80,
        "seed": 9,
        **changes,
    }


def rules_of(told, *names):
    return [tuple(one["rules"][name] for name in names) for one in told["variants"]]


class TestSweeps:
    def test_a_range_becomes_named_variants_without_the_baseline_twice(self, staff):
        sweep = {"rule": "colors", "low": SMALL["colors"], "high": SMALL["colors"] + 4, "step": 2}
        told = ok(staff.post(URL, asked(sweep=sweep)), 201)
        at = SMALL["colors"]
        assert rules_of(told, "colors") == [(at,), (at + 2,), (at + 4,)]
        assert [one["title"] for one in told["variants"]] == [
            "Baseline",
            f"Colours {at + 2}",
            f"Colours {at + 4}",
        ]
        assert told["progress"]["trials"]["total"] == 3 * 80

    def test_a_list_may_name_choices(self, staff):
        values = ["split", "merged", "split"]
        told = ok(staff.post(URL, asked(sweep={"rule": "regions", "values": values})), 201)
        assert sorted(rules_of(told, "regions")) == [("merged",), ("split",)]

    def test_a_grid_has_every_combination(self, staff):
        grid = [{"rule": "colors", "values": [3, 4]}, {"rule": "seeds", "low": 4, "high": 6}]
        told = ok(staff.post(URL, asked(grid=grid)), 201)
        found = set(rules_of(told, "colors", "seeds"))
        assert {(c, s) for c in (3, 4) for s in (4, 5, 6)} <= found
        assert len(told["variants"]) == len(found)

    @pytest.mark.parametrize(
        ("changes", "wrong"),
        [
            ({"sweep": {"rule": "nothing", "values": [1]}}, "/sweep/rule"),
            ({"sweep": {"rule": "colors", "low": 5, "high": 3}}, "/sweep/high"),
            ({"sweep": {"rule": "colors", "low": 3}}, "/sweep/high"),
            ({"sweep": {"rule": "colors"}}, "/sweep/values"),
            ({"sweep": {"rule": "width", "low": 2, "high": 2000}}, "/sweep/high"),
            ({"sweep": {"rule": "colors", "values": [4, 99]}}, "/sweep"),
            ({"sweep": {"rule": "regions", "values": ["none", None, {}]}}, "/sweep"),
            ({"grid": [{"rule": "colors", "values": [3, 4]}] * 2}, "/grid/0/rule"),
            (
                {
                    "sweep": {"rule": "colors", "values": [4]},
                    "baseline": {"rules": {"width": 0}, "policy": "x"},
                },
                "/baseline/policy",
            ),
            (
                {
                    "grid": [
                        {"rule": "width", "low": 8, "high": 18},
                        {"rule": "height", "low": 8, "high": 18},
                    ]
                },
                "/grid",
            ),
        ],
    )
    def test_what_is_not_allowed_is_pointed_at(self, staff, changes, wrong):
        assert wrong in pointers(problem(staff.post(URL, asked(**changes)), 422))
        assert not Experiment.objects.exists()

    @pytest.mark.parametrize(
        ("changes", "wrong"),
        [
            ({}, "/sweep"),
            (
                {
                    "sweep": {"rule": "colors", "values": [4]},
                    "grid": [{"rule": "colors", "values": [4]}] * 2,
                },
                "/grid",
            ),
            ({"sweep": {"rule": "colors", "values": [4], "low": 1}}, "/sweep/low"),
            ({"sweep": {"rule": "colors", "values": [4], "by": 1}}, "/sweep/by"),
            ({"sweep": {"rule": "colors", "values": 4}}, "/sweep/values"),
            ({"sweep": {"rule": "colors", "values": [4]}, "precision": 0.1}, "/trials"),
            ({"sweep": {"rule": "colors", "values": [4]}, "power": 0.8}, "/power"),
            (
                {
                    "sweep": {"rule": "colors", "values": [4]},
                    "variants": [{"rules": SMALL, "policy": "random"}],
                },
                "/baseline",
            ),
        ],
    )
    def test_what_does_not_go_together_can_not_be_read(self, staff, changes, wrong):
        assert wrong in pointers(problem(staff.post(URL, asked(**changes)), 400))

    def test_a_sweep_needs_a_baseline(self, staff):
        body = {"game": GAME, "title": "T", "trials": 8, "sweep": {"rule": "colors", "values": [4]}}
        assert pointers(problem(staff.post(URL, body), 400)) == ["/baseline"]


class TestSizes:
    SWEEP = {"rule": "colors", "values": [3, 4]}

    def sized(self, staff, status=201, **changes):
        body = {**asked(sweep=self.SWEEP, replicates=3), **changes}
        del body["trials"]
        return ok(staff.post(URL, body), status)

    def test_a_rate_to_a_point_takes_9604_plays_at_most(self, staff):
        assert self.sized(staff, precision=0.01)["trials"] == -(-9604 // 3)
        # 2 × ¼ × ((1.960 + 0.842) / 0.02)²
        assert self.sized(staff, difference=0.02)["trials"] == -(-9812 // 3)
        more = self.sized(staff, difference=0.02, precision=0.005, power=0.95)["trials"]
        assert more == -(-38415 // 3)

    def test_a_preset_may_be_sized_too(self, staff):
        preset = get_game(GAME).presets[0]
        told = ok(staff.post(URL, {"game": GAME, "preset": preset.key, "precision": 0.1}), 201)
        assert told["trials"] == -(-97 // preset.replicates)

    @pytest.mark.parametrize(
        ("wish", "wrong"),
        [
            ({"precision": 0}, "/precision"),
            ({"precision": 5}, "/precision"),
            ({"precision": 1e-6}, "/precision"),  # more plays than there may be
            ({"precision": 1e-300}, "/precision"),
            ({"difference": 1e308}, "/difference"),
            ({"difference": -1}, "/difference"),
            ({"difference": 0.1, "power": 1}, "/power"),
        ],
    )
    def test_wishes_have_bounds(self, staff, wish, wrong):
        assert wrong in pointers(self.sized(staff, 422, **wish))

    def test_a_mean_goes_by_how_far_its_plays_scattered(self, staff):
        small = {"game": "dots_and_boxes", "baseline": FOR_TWO, "both_seats": True}
        small["sweep"] = {"rule": "extra_turn", "values": [True, False]}
        tried = self.sized(staff, precision=0.1, **small)["trials"]
        ok(staff.post(URL, {**asked(trials=2_000), **small}), 201)
        run_chunks(worker="w")
        measured = self.sized(staff, precision=0.1, **small)["trials"]
        assert measured != tried
        assert 0.4 < measured / tried < 2.5
        # twice as far takes a quarter
        assert self.sized(staff, precision=0.2, **small)["trials"] == pytest.approx(measured / 4, 1)

    def test_what_can_not_be_planned_says_why(self, staff, monkeypatch):
        monkeypatch.setattr(planning, "PILOT_SECONDS", 0.0)
        planning._tried.clear()
        slow = {"rules": {"rows": 2, "cols": 2}, "policy": "lookahead(depth=4)"}
        small = {"game": "dots_and_boxes", "sweep": {"rule": "extra_turn", "values": [False]}}
        told = self.sized(staff, 422, precision=0.1, baseline=slow, **small)
        assert pointers(told) == ["/precision"]
        assert "Give the number of trials this time" in told["errors"][0]["detail"]


class TestSentTwice:
    def test_it_is_done_once(self, staff):
        key = str(uuid4())
        body = asked(sweep={"rule": "colors", "values": [3, 4]})
        first = staff.post(URL, body, idempotency_key=key)
        again = staff.post(URL, body, idempotency_key=key)
        assert ok(first, 201) == ok(again, 201)
        assert again["Idempotency-Replayed"] == "true"
        assert again["Location"] == first["Location"]
        problem(staff.post(URL, asked(), idempotency_key=key), 422, "key_reused")
        assert Experiment.objects.count() == 1
        path = f"{URL}{first.json()['id']}"
        for action, status in (("rerun", 201), ("cancel", 200), ("resume", 200)):
            key = str(uuid4())
            once = ok(staff.post(f"{path}/{action}/", idempotency_key=key), status)
            assert ok(staff.post(f"{path}/{action}/", idempotency_key=key), status) == once
        assert Experiment.objects.count() == 2
        assert Run.objects.count() == 4

    def test_a_tuning_too(self, staff):
        search = [{"rule": "colors", "low": 3, "high": 5}]
        body = {"game": GAME, "policy": "random", "search": search, "target": [0.2, 0.3]}
        key = str(uuid4())
        first = ok(staff.post("tunings/", body, idempotency_key=key), 201)
        assert ok(staff.post("tunings/", body, idempotency_key=key), 201) == first
        key = str(uuid4())
        for _ in range(2):
            ok(staff.post(f"tunings/{first['id']}/cancel/", idempotency_key=key))
        assert Tuning.objects.count() == 1
