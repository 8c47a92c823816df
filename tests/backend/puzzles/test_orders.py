"""Puzzles on demand: made once, by a worker, waited for a moment."""

from __future__ import annotations

import threading
from datetime import timedelta
from typing import Any
from uuid import uuid4

import pytest
from django.db import IntegrityError, connection, transaction
from django.utils import timezone

from backend.puzzles import services
from backend.puzzles.models import Puzzle, PuzzleOrder
from backend.puzzles.services import orders
from engines import GenerationFailed, get_game
from tests.support.api import RULES, Api, make_map, ok, pointers, problem
from tests.support.races import at_once

pytestmark = pytest.mark.django_db

BODY = {"game": "map_coloring", "rules": RULES, "seed": 5}


class Bell:
    """What was rung for, in place of a broker; `works` makes it at once, as a quick worker."""

    def __init__(self) -> None:
        self.rung: list[dict[str, Any]] = []
        self.works = False

    def __call__(self, name: str, *, queue: str, kwargs: dict[str, Any]) -> bool:
        assert (name, queue) == ("generation.make_ordered_puzzle", "generation")
        self.rung.append(kwargs)
        if self.works:
            services.make_ordered_puzzle(order_id=kwargs["order_id"])
        return True


@pytest.fixture(autouse=True)
def bell(monkeypatch: Any, settings: Any) -> Bell:
    settings.PUZZLE_WAIT_SECONDS = 0.2
    bell = Bell()
    monkeypatch.setattr(orders, "enqueue", bell)
    return bell


def test_a_puzzle_that_is_quick_comes_at_once_and_again(player_api: Api, bell: Bell) -> None:
    bell.works = True
    response = player_api.post("puzzles/", BODY)
    told = ok(response, 201)
    assert response["Location"] == f"/api/v1/puzzles/{told['id']}/"
    assert ok(player_api.get(response["Location"])) == told
    assert (told["game"], told["level"]) == ("map_coloring", None)
    assert "certificate" not in str(told)
    assert ok(player_api.post("puzzles/", BODY), 200) == told
    assert len(bell.rung) == 1
    session = ok(player_api.post("sessions/", {"puzzle": told["id"]}), 201)
    assert session["legal_moves"]


def test_one_that_takes_longer_has_an_address_to_ask(player_api: Api, bell: Bell) -> None:
    response = player_api.post("puzzles/", BODY)
    told = ok(response, 202)
    assert (told["status"], told["puzzle"], response["Retry-After"]) == ("waiting", None, "1")
    assert ok(player_api.get(response["Location"])) == told
    assert ok(player_api.post("puzzles/", BODY), 202)["id"] == told["id"]
    services.make_ordered_puzzle(order_id=told["id"])
    done = ok(player_api.get(response["Location"]))
    assert done["status"] == "done"
    assert ok(player_api.post("puzzles/", BODY), 200)["id"] == done["puzzle"]
    assert bell.rung[0] == {"order_id": told["id"], "kernels_of": None}


def test_rules_left_out_are_the_usual_ones(player_api: Api, bell: Bell) -> None:
    bell.works = True
    usual = get_game("map_coloring").Rules().model_dump(mode="json")
    first = ok(player_api.post("puzzles/", {"game": "map_coloring", "rules": {}, "seed": 1}), 201)
    assert first["rules"] == usual
    spelled = {"game": "map_coloring", "rules": usual, "seed": 1}
    assert ok(player_api.post("puzzles/", spelled), 200) == first


def test_without_a_seed_each_is_another(player_api: Api, bell: Bell) -> None:
    bell.works = True
    body = {"game": "map_coloring", "rules": RULES}
    ids = {ok(player_api.post("puzzles/", body), 201)["id"] for _ in range(3)}
    assert len(ids) == 3
    assert all(order.seed < 2**53 for order in PuzzleOrder.objects.all())


def test_with_a_key_an_order_is_made_once(player_api: Api, bell: Bell) -> None:
    bell.works = True
    body, key = {"game": "map_coloring", "rules": RULES}, str(uuid4())
    first = ok(player_api.post("puzzles/", body, idempotency_key=key), 201)
    assert ok(player_api.post("puzzles/", body, idempotency_key=key), 200) == first
    assert PuzzleOrder.objects.count() == 1
    other = {**body, "seed": 1}
    problem(player_api.post("puzzles/", other, idempotency_key=key), 422, "key_reused")


def test_a_level_is_rung_for_with_its_kernels(player_api: Api, bell: Bell) -> None:
    told = ok(player_api.post("puzzles/", {"game": "map_coloring", "level": "easy"}), 202)
    assert (told["game"], told["level"]) == ("map_coloring", "easy")
    assert bell.rung[0]["kernels_of"] == "map_coloring"


def test_a_puzzle_of_a_level_is_made_as_the_daily_ones_are(
    player_api: Api, monkeypatch: Any
) -> None:
    asked = []

    def make(**what: Any) -> Puzzle:
        asked.append(what)
        return make_map(seed=1)

    monkeypatch.setattr(orders, "make_level_puzzle", make)
    body = {"game": "map_coloring", "level": "easy", "seed": 3}
    order = ok(player_api.post("puzzles/", body), 202)
    services.make_ordered_puzzle(order_id=order["id"])
    assert asked == [body]
    ok(player_api.post("puzzles/", body), 200)


@pytest.mark.parametrize(
    ("body", "status", "where"),
    [
        ({}, 400, ["/game"]),
        ({"game": "map_coloring"}, 400, ["/rules"]),
        ({"game": "map_coloring", "rules": {}, "level": "easy"}, 400, ["/rules"]),
        ({"game": "map_coloring", "rules": []}, 400, ["/rules"]),
        ({"game": "map_coloring", "rules": {}, "seed": "1"}, 400, ["/seed"]),
        ({"game": "map_coloring", "rules": {}, "seed": -1}, 422, ["/seed"]),
        ({"game": "map_coloring", "rules": {}, "seed": 2**63 - 1, "x": 1}, 400, ["/x"]),
        ({"game": "chess", "rules": {}}, 422, ["/game"]),
        ({"game": "map_coloring", "level": "mean"}, 422, ["/level"]),
        (
            {"game": "map_coloring", "rules": {"width": 0, "hue": 1}},
            422,
            ["/rules/hue", "/rules/width"],
        ),
    ],
)
def test_what_cannot_be_ordered_is_refused(
    player_api: Api, body: Any, status: int, where: list[str]
) -> None:
    assert pointers(problem(player_api.post("puzzles/", body), status)) == where
    assert not PuzzleOrder.objects.exists()


def test_orders_are_for_players(api: Api) -> None:
    problem(api.post("puzzles/", BODY), 401)
    problem(api.get(f"puzzles/orders/{uuid4()}/"), 401)


def test_an_order_that_is_not_there_is_404(player_api: Api) -> None:
    problem(player_api.get(f"puzzles/orders/{uuid4()}/"), 404)


def test_what_cannot_be_made_is_said(player_api: Api, bell: Bell, monkeypatch: Any) -> None:
    def fail(**_: Any) -> Puzzle:
        raise GenerationFailed("These rules give hardly any board.")

    monkeypatch.setattr(orders, "make_puzzle", fail)
    bell.works = True
    document = problem(player_api.post("puzzles/", BODY), 422, "cannot_be_made")
    assert document["detail"] == "These rules give hardly any board."
    order = PuzzleOrder.objects.get()
    told = ok(player_api.get(f"puzzles/orders/{order.id}/"))
    assert (told["status"], told["error"]) == ("failed", document["detail"])
    problem(player_api.post("puzzles/", BODY), 422, "cannot_be_made")
    assert len(bell.rung) == 1


def test_players_have_a_limit_of_puzzles(player_api: Api, settings: Any) -> None:
    settings.RATE_LIMITS = {"puzzles": (2, 600)}
    settings.PUZZLE_WAIT_SECONDS = 0
    for seed in range(2):
        ok(player_api.post("puzzles/", {**BODY, "seed": seed}), 202)
    problem(player_api.post("puzzles/", {**BODY, "seed": 3}), 429)


# Workers -----------------------------------------------------------------------------------
def test_what_still_waits_is_rung_for_again(player_api: Api, bell: Bell) -> None:
    ok(player_api.post("puzzles/", BODY), 202)
    assert services.ring_for_orders() == 0
    PuzzleOrder.objects.update(created_at=timezone.now() - timedelta(minutes=1))
    assert services.ring_for_orders() == 1
    assert len(bell.rung) == 2
    services.make_ordered_puzzle(order_id=PuzzleOrder.objects.get().pk)
    assert services.ring_for_orders() == 0


def test_an_order_that_kills_its_workers_is_given_up(player_api: Api, monkeypatch: Any) -> None:
    told = ok(player_api.post("puzzles/", BODY), 202)

    def die(**_: Any) -> Puzzle:
        raise MemoryError

    monkeypatch.setattr(orders, "make_puzzle", die)
    for _ in range(3):
        with pytest.raises(MemoryError):
            services.make_ordered_puzzle(order_id=told["id"])
    assert services.make_ordered_puzzle(order_id=told["id"]).status == "failed"


@pytest.mark.django_db(transaction=True)
def test_what_is_rung_while_a_worker_is_at_it_counts_for_nothing(
    player_api: Api, monkeypatch: Any
) -> None:
    told = ok(player_api.post("puzzles/", BODY), 202)

    def ring() -> str:
        return services.make_ordered_puzzle(order_id=told["id"]).status

    def make(**_: Any) -> Puzzle:
        for _ in range(orders.MOST_ATTEMPTS + 1):
            assert at_once(ring) == ["waiting"]
        return make_map(seed=1)

    monkeypatch.setattr(orders, "make_puzzle", make)
    assert ring() == "done"
    order = PuzzleOrder.objects.get()
    assert (order.status, order.attempts, order.error) == ("done", 1, "")


@pytest.mark.parametrize("ended", ["done", "failed"])
def test_an_order_stays_as_it_has_ended(player_api: Api, monkeypatch: Any, ended: str) -> None:
    told = ok(player_api.post("puzzles/", BODY), 202)
    end = {"done": {"puzzle": make_map(seed=1)}, "failed": {"error": "It could not."}}[ended]

    def make(**_: Any) -> Puzzle:
        PuzzleOrder.objects.update(status=ended, **end)
        if ended == "done":
            raise GenerationFailed("Too late.")
        return make_map(seed=1)

    monkeypatch.setattr(orders, "make_puzzle", make)
    assert services.make_ordered_puzzle(order_id=told["id"]).status == ended


@pytest.mark.django_db(transaction=True)
def test_a_worker_sees_the_order_while_the_request_waits(
    player_api: Api, settings: Any, monkeypatch: Any
) -> None:
    settings.PUZZLE_WAIT_SECONDS = 20
    threads = []

    def ring(name: str, *, queue: str, kwargs: Any) -> bool:  # noqa: ARG001
        def work() -> None:
            services.make_ordered_puzzle(order_id=kwargs["order_id"])
            connection.close()

        threads.append(threading.Thread(target=work))
        threads[-1].start()
        return True

    monkeypatch.setattr(orders, "enqueue", ring)
    ok(player_api.post("puzzles/", BODY, idempotency_key=str(uuid4())), 201)
    for thread in threads:
        thread.join()


@pytest.mark.parametrize(
    "fields", [{"status": "done"}, {"status": "failed"}, {"error": "x"}, {"status": "lost"}]
)
def test_an_order_that_cannot_be_is_refused(fields: Any) -> None:
    row = {"game": "x", "version": 1, "rules": {}, "rules_key": "0" * 64, "seed": 1, **fields}
    with pytest.raises(IntegrityError, match="order_status_fits"), transaction.atomic():
        PuzzleOrder.objects.create(**row)
