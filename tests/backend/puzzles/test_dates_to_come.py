"""A daily puzzle of a date that has begun nowhere is not there, for whoever has its id."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any
from uuid import uuid4

import pytest
import yaml
from django.test import Client
from django.utils import timezone

from backend.playtests.studies.checking import check_arms
from backend.puzzles.models import DailyPuzzle, Puzzle, PuzzleOrder
from backend.puzzles.services import hash_rules, order_puzzle, orders
from engines import Fault
from tests.support.api import Api, ok, problem

NOW = datetime(2026, 3, 29, 9, 59, tzinfo=UTC)  # a minute before the 30th begins on Kiritimati
ROOT = Path(__file__).resolve().parents[3]


@pytest.fixture
def coming(puzzle: Puzzle, monkeypatch: pytest.MonkeyPatch) -> Puzzle:
    """The puzzle of a date that begins in a minute."""
    day = (NOW + timedelta(days=1)).date()
    DailyPuzzle.objects.create(date=day, game=puzzle.game, level="easy", puzzle=puzzle)
    monkeypatch.setattr(timezone, "now", lambda: NOW)
    return puzzle


def refusals(api: Api, puzzle_id: Any) -> list[Any]:
    """What is said of an id that nobody may know, without the id."""
    documents = [
        problem(api.get(f"puzzles/{puzzle_id}/"), 404, "not_found"),
        problem(api.post("sessions/", {"puzzle": str(puzzle_id)}), 422, "unknown_puzzle"),
    ]
    return [str(document).replace(str(puzzle_id), "ID") for document in documents]


def test_it_is_as_if_it_did_not_exist(player_api: Api, coming: Puzzle) -> None:
    assert refusals(player_api, coming.id) == refusals(player_api, uuid4())
    problem(player_api.get("daily/2026-03-30/map_coloring/easy/"), 404, "not_begun")
    problem(player_api.get("daily/2026-03-30/map_coloring/easy/leaderboard/"), 404, "not_begun")
    assert str(coming.id) not in str(ok(player_api.get("archive/?limit=31")))


def test_it_is_there_from_the_first_moment_of_its_date(
    player_api: Api, coming: Puzzle, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(timezone, "now", lambda: NOW + timedelta(minutes=1))
    ok(player_api.get(f"puzzles/{coming.id}/"))
    ok(player_api.post("sessions/", {"puzzle": str(coming.id)}), 201)


def test_a_puzzle_of_a_date_that_has_begun_stays_open(player_api: Api, coming: Puzzle) -> None:
    for day, level in ((NOW.date(), "easy"), (NOW.date(), "hard")):
        DailyPuzzle.objects.create(date=day, game=coming.game, level=level, puzzle=coming)
    ok(player_api.get(f"puzzles/{coming.id}/"))


def test_an_order_by_its_seed_leads_nowhere(
    player_api: Api, coming: Puzzle, monkeypatch: pytest.MonkeyPatch
) -> None:
    def make(_: str, *, queue: str, kwargs: dict[str, Any]) -> bool:  # noqa: ARG001
        orders.make_ordered_puzzle(order_id=kwargs["order_id"])
        return True

    monkeypatch.setattr(orders, "enqueue", make)
    body = {"game": coming.game, "rules": coming.rules, "seed": coming.seed}
    for _ in range(2):
        told = problem(player_api.post("puzzles/", body), 422, "cannot_be_made")
        assert str(coming.id) not in str(told)
    order = order_puzzle(game=coming.game, rules=coming.rules, seed=coming.seed)
    assert order.status == PuzzleOrder.Status.DONE
    assert order.puzzle_id == coming.id
    assert order.rules_key == hash_rules(rules=coming.rules)
    problem(player_api.get(f"puzzles/orders/{order.id}/"), 404, "not_found")


def test_no_study_hands_it_out(coming: Puzzle) -> None:
    faults: list[Fault] = []
    arm = {"title": "", "rules": {}, "puzzles": [coming.id], "fresh": 0}
    check_arms(coming.game, [arm], faults)  # type: ignore[list-item]
    (fault,) = faults
    assert fault.pointer == "/arms/0/puzzles/0"
    assert "not begun" in fault.message


def test_staff_see_it(coming: Puzzle, admin_client: Client) -> None:
    page = admin_client.get(f"/admin/puzzles/puzzle/{coming.pk}/change/")
    assert page.status_code == 200


def test_no_address_takes_a_puzzle_but_those_tried_here() -> None:
    """Whoever adds one finds out here that it needs the lock too."""
    document = yaml.safe_load((ROOT / "docs" / "openapi.yaml").read_text())
    schemas = document["components"]["schemas"]

    def takes_puzzle(operation: Any) -> bool:
        names = {parameter["name"] for parameter in operation.get("parameters", [])}
        for media in operation.get("requestBody", {}).get("content", {}).values():
            name = media["schema"].get("$ref", "").rpartition("/")[2]
            names |= set(schemas.get(name, {}).get("properties", {}))
        return bool(names & {"puzzle", "puzzle_id", "order_id", "seed"})

    def is_for_players(operation: Any) -> bool:
        return not any("staffSession" in way for way in operation.get("security", []))

    found = {
        operation["operationId"]
        for item in document["paths"].values()
        for operation in item.values()
        if takes_puzzle(operation) and is_for_players(operation)
    }
    assert found == {
        "puzzles_retrieve",
        "sessions_create",
        "puzzles_create",
        "puzzles_orders_retrieve",
    }
