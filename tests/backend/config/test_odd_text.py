"""Wherever a text can stand, one that no database takes or nobody meant is no crash.

Every text of an address, of its parameters and of a body is tried, one at a time.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from typing import Any

import pytest
from django.test import Client
from django.urls import URLResolver, get_resolver
from django.utils import timezone

from backend.playtests.addresses import NAMES
from backend.puzzles.models import Puzzle
from tests.support.api import Api, fill_day, new_player_api
from tests.support.operations import NOBODY, operations
from tests.support.play import start

pytestmark = pytest.mark.django_db

IN_ADDRESSES = ["%00", "x" * 3000, "%ED%A0%80", "%F4%8F%BF%BF"]
IN_BODIES = ["\x00", "\ud800", "x" * 5000, "\U0010ffff"]
OWN_PARAMETERS = [
    *NAMES,
    *("q", "p", "o", "game", "level", "copy", "preset", "board", "variants", "people", "step"),
    *("trial", "which", "metric", "puzzle", "policy", "table", "format", "difficulty", "date"),
    *("created_at__gte", "created_at__year", "status__exact", "source__id__exact"),
]


@pytest.fixture
def visitor(admin_client: Client, settings: Any) -> dict[str, Api]:
    settings.DAILY_WAIT_SECONDS = settings.PUZZLE_WAIT_SECONDS = 0
    return {"player": new_player_api(), "staff": Api(admin_client)}


@pytest.fixture
def right(puzzle: Puzzle, visitor: dict[str, Api]) -> dict[str, str]:
    """What may stand in the parts of an address."""
    today = timezone.now().date()
    fill_day(today)
    return {
        "puzzle_id": str(puzzle.pk),
        "session_id": start(visitor["player"], puzzle).id,
        "day": today.isoformat(),
        "game": "map_coloring",
        "level": "easy",
    }


def fit(visitor: dict[str, Api], path: str) -> Api:
    ours = ("/experiments/", "/tunings/", "/playtests/", "/plan/", "/open/", "/close/")
    return visitor["staff" if any(part in path for part in ours) else "player"]


def fill(path: str, values: dict[str, str]) -> str:
    return re.sub(r"{(\w+)}", lambda part: values.get(part[1], NOBODY), path)


def check(crashes: list[str], response: Any, where: str, odd: str) -> None:
    if response.status_code >= 500:
        crashes.append(f"{response.status_code} {where} {odd[:20]!a}")


def test_in_parts_of_an_address_of_the_api(visitor: dict[str, Api], right: dict[str, str]) -> None:
    crashes: list[str] = []
    for path, method, bodies, parts, _ in operations():
        for part in parts:
            for odd in IN_ADDRESSES:
                address = fill(path, {**right, part: odd})
                response = fit(visitor, path).call(method, address, bodies[0])
                check(crashes, response, f"{method} {path} {part}", odd)
                assert response.status_code >= 400, (address, response.status_code)
    assert not crashes


def test_in_parameters_of_the_api(visitor: dict[str, Api], right: dict[str, str]) -> None:
    crashes: list[str] = []
    for path, method, bodies, _, names in operations():
        for name in [*names, "%00"]:
            for odd in IN_ADDRESSES[:2]:
                address = f"{fill(path, right)}?{name}={odd}"
                body = None if method == "GET" else bodies[0]
                response = fit(visitor, path).call(method, address, body)
                check(crashes, response, f"{method} {path} {name}", odd)
    assert not crashes


def with_odd(value: Any, odd: str) -> Iterator[Any]:
    """The value with one of its texts, a name or a member, exchanged for the odd one."""
    if isinstance(value, str):
        yield odd
    elif isinstance(value, list):
        for place, inner in enumerate(value):
            for changed in with_odd(inner, odd):
                yield [*value[:place], changed, *value[place + 1 :]]
    elif isinstance(value, dict):
        yield {**value, odd: ""}
        for name, inner in value.items():
            for changed in with_odd(inner, odd):
                yield {**value, name: changed}


def test_in_bodies_of_the_api(visitor: dict[str, Api], right: dict[str, str]) -> None:
    crashes: list[str] = []
    for path, method, bodies, _, _ in operations():
        for odd in IN_BODIES:
            for body in with_odd(bodies[-2:][0], odd):  # an example, where there is one
                response = fit(visitor, path).call(method, fill(path, right), body)
                check(crashes, response, f"{method} {path} {json.dumps(body)[:200]}", odd)
    assert not crashes


def routes(patterns: Any = None, before: str = "/") -> Iterator[str]:
    """Every address outside the API, its parts as ``<converter:name>``."""
    for one in get_resolver().url_patterns if patterns is None else patterns:
        route = before + str(one.pattern)
        if route.startswith("/api/") or "(?P" in route or route.endswith("/logout/"):
            continue
        if isinstance(one, URLResolver):
            yield from routes(one.url_patterns, route)
        else:
            yield route


def meant(puzzle: Puzzle, part: str) -> str:
    return "map_coloring" if "slug:" in part else str(puzzle.pk)


def test_in_parts_of_an_address_of_pages(admin_client: Client, puzzle: Puzzle) -> None:
    admin_client.raise_request_exception = False
    crashes: list[str] = []
    for route in routes():
        for odd_part in re.findall(r"<[^>]*>", route):
            for odd in IN_ADDRESSES[:2]:
                path = re.sub(
                    r"<[^>]*>",
                    lambda part: odd if part[0] == odd_part else meant(puzzle, part[0]),  # noqa: B023
                    route,
                )
                check(crashes, admin_client.get(path), route, odd)
    assert not crashes


def own_pages(puzzle: Puzzle) -> list[str]:
    """Lists, records and pages of our own; not the stock ones to add, delete and look back."""
    stock = ("/add/", "/delete/", "/history/", "<path:object_id>/", "<id>/password/", "/readyz")
    return [
        re.sub(r"<[^>]*>", lambda part: meant(puzzle, part[0]), route)
        for route in routes()
        if not route.endswith(stock)
    ]


def test_in_parameters_of_pages(admin_client: Client, puzzle: Puzzle) -> None:
    """The lists' own and those that the pages of the admin take, all at once, at every page."""
    admin_client.raise_request_exception = False
    crashes: list[str] = []
    for path in own_pages(puzzle):
        for odd in IN_ADDRESSES[:2]:
            query = "&".join(f"{name}={odd}" for name in OWN_PARAMETERS)
            check(crashes, admin_client.get(f"{path}?{query}"), path, odd)
    assert not crashes


@pytest.mark.long
def test_in_each_parameter_of_pages(admin_client: Client, puzzle: Puzzle) -> None:
    admin_client.raise_request_exception = False
    crashes: list[str] = []
    for path in own_pages(puzzle):
        for name in OWN_PARAMETERS:
            for odd in IN_ADDRESSES:
                check(crashes, admin_client.get(f"{path}?{name}={odd}"), f"{path} {name}", odd)
    assert not crashes


@pytest.mark.parametrize(
    "address",
    [
        "auth/user/?username=%00",
        "auth/user/?username__regex=(",
        "auth/user/?date_joined__year=99999999",
        "auth/group/?name=%00",
        "autocomplete/?term=%00&app_label=auth&model_name=user&field_name=groups",
    ],
)
def test_in_lists_of_who_may_sign_in(admin_client: Client, address: str) -> None:
    assert admin_client.get(f"/admin/{address}").status_code in (200, 302, 403)


@pytest.mark.parametrize("marked", ["\x00", "x", "9" * 40])
@pytest.mark.parametrize(
    ("page", "action"), [("play/player", "remove_names"), ("auth/user", "delete_selected")]
)
def test_in_what_is_marked_in_a_list(
    admin_client: Client, page: str, action: str, marked: str
) -> None:
    sent = {"action": action, "_selected_action": [marked]}
    assert admin_client.post(f"/admin/{page}/", sent).status_code in (200, 302)
