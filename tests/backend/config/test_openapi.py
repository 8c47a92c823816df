"""The OpenAPI document is true, and the committed copy is the one that is served."""

from __future__ import annotations

import io
import json
import re
from pathlib import Path
from typing import Any

import pytest
from django.core.management import call_command
from django.test import Client
from django.urls import URLPattern, URLResolver, get_resolver
from django.utils import timezone
from jsonschema import Draft202012Validator, FormatChecker
from openapi_spec_validator import validate

from backend.common.permissions import NoOne
from backend.puzzles.models import Puzzle
from tests.support.api import fill_day
from tests.support.documents import read_yaml
from tests.support.walk import walk

COMMITTED = Path(__file__).resolve().parents[3] / "docs" / "openapi.yaml"


@pytest.fixture(scope="module")
def generated() -> str:
    out = io.StringIO()
    call_command("spectacular", "--validate", "--fail-on-warn", stdout=out)
    return out.getvalue()


@pytest.fixture(scope="module")
def document(generated: str) -> Any:
    return read_yaml(generated)


def test_the_committed_document_is_the_generated_one(generated: str) -> None:
    assert COMMITTED.read_text() == generated, "run `make openapi`"


def test_it_is_openapi_3_1(document: Any) -> None:
    assert document["openapi"].startswith("3.1.")
    validate(document)


def test_what_has_a_default_may_be_left_out(document: Any) -> None:
    with_default = 0
    for name, schema in document["components"]["schemas"].items():
        for member, told in schema.get("properties", {}).items():
            if "default" in told:
                with_default += 1
                assert member not in schema.get("required", []), (name, member)
    assert with_default > 5
    for _, operation in operations(document):
        for parameter in operation.get("parameters", []):
            assert not (parameter.get("required") and "default" in parameter["schema"])


def test_a_batched_turn_is_a_move_unless_it_says_otherwise(document: Any) -> None:
    turn = document["components"]["schemas"]["BatchTurnRequest"]
    assert turn["properties"]["kind"]["default"] == "move"
    assert turn["required"] == ["number"]


def test_it_is_served_as_yaml_and_json(client: Client, document: Any) -> None:
    served = client.get("/api/v1/schema/")
    assert read_yaml(served.content) == document
    as_json = client.get("/api/v1/schema/", headers={"accept": "application/json"})
    assert as_json.json() == document


def api_views() -> list[tuple[str, Any]]:
    """(route, view) of every address under /api/."""

    def below(patterns: Any, prefix: str) -> Any:
        for pattern in patterns:
            route = prefix + str(pattern.pattern)
            if isinstance(pattern, URLResolver):
                yield from below(pattern.url_patterns, route)
            elif isinstance(pattern, URLPattern) and route.startswith("api/"):
                yield route, pattern.callback

    return list(below(get_resolver().url_patterns, ""))


def test_every_post_takes_an_idempotency_key(document: Any) -> None:
    without = [
        path
        for path, item in document["paths"].items()
        if "post" in item
        and "Idempotency-Key" not in [one["name"] for one in item["post"].get("parameters", [])]
    ]
    assert without == []


def test_every_address_is_in_the_document(document: Any) -> None:
    told = {re.sub(r"{.*?}", "{}", path).strip("/") for path in document["paths"]}
    real = {re.sub(r"<.*?>", "{}", route).strip("/") for route, _ in api_views()}
    assert real - told == {"api/v1/schema", "api/v1/docs"}
    assert told <= real


@pytest.mark.parametrize(("route", "view"), api_views())
def test_every_view_says_who_may_use_it(route: str, view: Any) -> None:
    cls = getattr(view, "cls", None)
    if cls is None:
        assert route == "api/v1/docs/"  # a plain page
        return
    assert cls.permission_classes
    assert NoOne not in cls.permission_classes


def operations(document: Any) -> Any:
    """(name, operation) of each."""
    for path, item in document["paths"].items():
        for method, told in item.items():
            yield f"{method.upper()} {path}", told


def test_every_operation_has_a_description_and_names_its_problems(document: Any) -> None:
    for name, operation in operations(document):
        assert operation["description"], name
        assert "application/problem+json" in operation["responses"]["default"]["content"]


def test_the_list_of_operations_reads_by_itself(document: Any) -> None:
    summaries = {name: operation["summary"] for name, operation in operations(document)}
    assert len(set(summaries.values())) == len(summaries)
    for name, summary in summaries.items():
        assert 8 <= len(summary) <= 80, (name, summary)
        assert "\n" not in summary


FOR_STAFF = (
    "/experiments/",
    "/tunings/",
    "/api/v1/levels/",
    "/playtests/",
    "}/plan/",
    "}/open/",
    "}/close/",
    "/studies/{code}/results/",
)


def test_what_is_for_staff_is_not_said_to_open_with_a_players_token(document: Any) -> None:
    for name, operation in operations(document):
        ways = [way for option in operation["security"] for way in option]
        for_staff = name.endswith("/v1/studies/") or any(part in name for part in FOR_STAFF)
        assert ways == (["staffSession"] if for_staff else ways)
        assert "staffSession" not in ways or for_staff


@pytest.mark.django_db
def test_every_answer_is_as_the_document_says(document: Any, puzzle: Puzzle) -> None:
    fill_day(timezone.now().date())
    checked = set()
    for response in walk(Client(raise_request_exception=False), str(puzzle.id)):
        path, method = response.request["PATH_INFO"], response.request["REQUEST_METHOD"]
        found = operation(document, path, method.lower())
        if found is None:
            continue
        template, told = found
        status = str(response.status_code)
        answer = told["responses"].get(status) or told["responses"]["default"]
        checked.add((template, method, status))
        if "content" not in answer:
            assert response.content == b""
            continue
        media = response["Content-Type"].partition(";")[0]
        schema = {**answer["content"][media]["schema"], "components": document["components"]}
        Draft202012Validator(schema, format_checker=FormatChecker()).validate(
            json.loads(response.getvalue())
        )
    assert len({(template, method) for template, method, _ in checked}) >= 16
    assert len(checked) >= 26


def operation(document: Any, path: str, method: str) -> Any:
    for template, item in document["paths"].items():
        pattern = re.sub(r"{.*?}", "[^/]+", template)
        if method in item and re.fullmatch(pattern, path) and "{" not in path:
            return template, item[method]
    return None
