"""The OpenAPI document's examples are true: they fit their schemas, and the server takes them."""

from __future__ import annotations

import re
import subprocess
import sys
from collections.abc import Iterator
from datetime import date
from pathlib import Path
from typing import Any

import pytest
from django.test import Client
from jsonschema import Draft202012Validator, FormatChecker

from backend.lab import bell
from backend.lab.models import Experiment
from backend.playtests import services
from backend.playtests.models import ArmPuzzle, Study
from backend.puzzles.models import Puzzle
from backend.puzzles.services import make_ordered_puzzle, make_puzzle
from engines import all_games
from tests.support.api import Api, fill_day, ok, problem
from tests.support.documents import read_yaml
from tests.support.lab import queue
from tests.support.play import start

ROOT = Path(__file__).resolve().parents[3]
DOCUMENT = read_yaml((ROOT / "docs" / "openapi.yaml").read_text(encoding="utf-8"))
SCHEMAS = DOCUMENT["components"]["schemas"]


def valid(value: Any, schema: dict[str, Any]) -> None:
    whole = {**schema, "components": DOCUMENT["components"]}
    Draft202012Validator(whole, format_checker=FormatChecker()).validate(value)


def operations() -> Iterator[tuple[str, str, dict[str, Any]]]:
    """(method, path, operation)."""
    for path, item in DOCUMENT["paths"].items():
        for method, told in item.items():
            yield method.upper(), path, told


def bodies() -> list[tuple[str, str, str, Any]]:
    """(method, path, name, value) of every example of a request's body."""
    return [
        (method, path, name, example["value"])
        for method, path, told in operations()
        for media in told.get("requestBody", {}).get("content", {}).values()
        for name, example in media["examples"].items()
    ]


def of_schema(schema: Any) -> Iterator[tuple[Any, dict[str, Any]]]:
    """(example, its schema) of every example that is kept in a schema or below it."""
    for value in schema.get("examples", []):
        yield value, schema
    for member in schema.get("properties", {}).values():
        yield from of_schema(member)


def composed(schema: dict[str, Any]) -> Any:
    """What a tool puts together for a schema: examples, and where there is none, those below."""
    if "examples" in schema:
        return schema["examples"][0]
    if "$ref" in schema:
        return composed(SCHEMAS[schema["$ref"].rpartition("/")[2]])
    if "oneOf" in schema:  # something, or null
        return composed(schema["oneOf"][0])
    if "allOf" in schema:
        return composed(schema["allOf"][0])
    if "oneOf" in schema:
        return composed(schema["oneOf"][0])
    if "enum" in schema:
        return schema["enum"][0]
    if schema.get("type") == "array":
        return [composed(schema["items"])]
    if "properties" in schema:
        names = {*schema["required"]}
        return {n: composed(s) for n, s in schema["properties"].items() if n in names}
    raise AssertionError(f"no example for {schema}")


def test_examples_kept_in_schemas_fit_them() -> None:
    found = [pair for schema in SCHEMAS.values() for pair in of_schema(schema)]
    assert len(found) > 30
    for value, schema in found:
        valid(value, schema)


def test_examples_of_bodies_problems_and_parameters_fit_their_schemas() -> None:
    seen = 0
    for _, _, told in operations():
        media = [
            m for answer in told["responses"].values() for m in answer.get("content", {}).values()
        ]
        media += told.get("requestBody", {}).get("content", {}).values()
        for one in media:
            values = [example["value"] for example in one.get("examples", {}).values()]
            for value in values + ([one["example"]] if "example" in one else []):
                valid(value, one["schema"])
                seen += 1
        for parameter in told.get("parameters", []):
            if "example" in parameter:
                valid(parameter["example"], parameter["schema"])
                seen += 1
    assert seen > 30


def test_every_body_and_every_answer_has_an_example() -> None:
    for method, path, told in operations():
        if "requestBody" in told:
            for media in told["requestBody"]["content"].values():
                assert media["examples"], (method, path)
        for status, answer in told["responses"].items():
            for kind, media in answer.get("content", {}).items():
                if not kind.endswith("json") or kind.endswith("ndjson"):
                    assert media["examples"], (method, path)
                    continue
                value = media["example"] if "example" in media else composed(media["schema"])
                valid(value, media["schema"])
                if not isinstance(value, dict) or not status.isdecimal():
                    continue
                if value.get("status") in range(400, 600):
                    assert value["status"] == int(status), (method, path, status)


def test_they_are_the_first_games() -> None:
    game = all_games()[0]
    preset = game.presets[0]
    sent = {f"{path} {name}": value for _, path, name, value in bodies()}
    asked = sent["/api/v1/experiments/ preset"]
    assert (asked["game"], asked["preset"]) == (game.slug, preset.key)
    own = sent["/api/v1/experiments/ own"]
    assert own["variants"][0]["rules"] == preset.variants[0].rules.model_dump(mode="json")
    view = SCHEMAS["Session"]["examples"][0]["view"]
    assert set(view) == set(SCHEMAS["Puzzle"]["examples"][0]["view"])


def test_no_game_is_named_where_they_are_made() -> None:
    config = ROOT / "backend" / "config"
    modules = [config / "openapi.py", *(config / "examples").glob("*.py")]
    assert len(modules) > 2
    for module in modules:
        code = module.read_text(encoding="utf-8")
        assert not [game.slug for game in all_games() if game.slug in code], module.name


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("method", "path", "value"),
    [pytest.param(m, p, v, id=f"{p} {name}") for m, p, name, v in bodies()],
)
def test_the_server_takes_them(
    method: str,
    path: str,
    value: Any,
    player_api: Api,
    admin_client: Client,
    puzzle: Puzzle,
    settings: Any,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(bell, "enqueue", lambda *_, **__: True)
    if method == "PATCH" and "/experiments/" in path:
        experiment = queue()
        told = ok(Api(admin_client).call(method, path.format(id=experiment.pk), value))
        assert {name: told[name] for name in value} == value
        return
    if "/rerun/" in path:
        address = path.format(id=queue().pk)
        assert ok(Api(admin_client).call(method, address, value), 201)["seed"] == value["seed"]
        return
    if "/experiments/" in path:
        told = ok(Api(admin_client).call(method, path, value), 201)
        made = Experiment.objects.get(pk=told["id"])
        assert made.trials == value.get("trials", made.trials)
        return
    if "/proposals/" in path:  # read; there is no such tuning or proposal
        address = path.format(id=value.get("variant", puzzle.id))
        problem(Api(admin_client).call(method, address, value), 404)
        return
    if path == "/api/v1/tunings/":
        told = ok(Api(admin_client).call(method, path, value), 201)
        assert told["target"] == value["target"]
        return
    if path == "/api/v1/playtests/import/":
        kind = "application/x-ndjson" if value.startswith("{") else "text/csv"
        address = f"{path}?source=elsewhere"
        answer = Api(admin_client).call(method, address, value.encode(), content_type=kind)
        assert (ok(answer, 201)["stored"], answer.json()["faults"]) == (1, [])
        return
    if path.startswith("/api/v1/studies/"):
        assert take_study(method, path, value, player_api, Api(admin_client))
        return
    if path == "/api/v1/players/me/":
        assert ok(player_api.call(method, path, value))["name"] == value["name"]
        return
    if path == "/api/v1/puzzles/":
        settings.PUZZLE_WAIT_SECONDS = 0
        assert ok(player_api.call(method, path, value), 202)["game"] == value["game"]
        return
    if path == "/api/v1/players/claim/":
        problem(player_api.call(method, path, value), 422, "code_unknown")
        return
    if path == "/api/v1/sessions/":
        told = problem(player_api.call(method, path, value), 422)  # read; there is no such puzzle
        assert value["puzzle"] in str(told)
        real = {**value, "puzzle": str(puzzle.id)}
        ok(player_api.call(method, path, real), 201)
        return
    first = all_games()[0]
    rules = first.levels[0].rules.model_dump(mode="json")
    play = start(player_api, make_puzzle(game=first.slug, rules=rules, seed=1))
    if value.get("number") == 2:  # as its summary says: after one move
        play.move(play.detail()["legal_moves"][0])
    ok(player_api.call(method, re.sub("{.*?}", play.id, path), value), 201)


def take_study(method: str, path: str, value: Any, player: Api, staff: Api) -> Any:
    """What a study's address answers to its example; the study is that of the examples."""
    asked = next(body for _, where, _, body in bodies() if where == "/api/v1/studies/")
    made = ok(staff.post("studies/", asked), 201)
    if path == "/api/v1/studies/":
        return made["arms"]
    study = Study.objects.get(code=made["code"])
    for item in ArmPuzzle.objects.filter(arm__study=study):
        make_ordered_puzzle(order_id=item.order_id)
    address = path.format(code=services.open_study(study=study, by=None).code)
    if path.endswith("/sessions/"):
        ok(player.post(f"studies/{study.code}/join/", {"consent": True}), 201)
    if method == "PATCH":
        return ok(staff.call(method, address, value))["wanted"] == value["wanted"]
    told = ok(player.call(method, address, value), 201)
    return (told["client"] or "") == value.get("client", "") if "client" in told else told["next"]


@pytest.mark.django_db
def test_addresses_made_of_their_examples_lead_somewhere(api: Api) -> None:
    tried, tried_day = 0, False
    for method, path, told in operations():
        given = {p["name"]: p.get("example") for p in told.get("parameters", [])}
        parts = re.findall("{(.*?)}", path)
        if method == "GET" and parts and all(given[part] for part in parts):
            address = path.format(**given)
            if "day" in given and not tried_day:
                fill_day(date.fromisoformat(given["day"]))
                tried_day = True
            ok(api.get(address))
            tried += 1
    assert tried == 3


def test_making_them_loads_nothing_heavy_and_asks_no_database() -> None:
    code = (
        "import django, json, sys; django.setup();"
        "from backend.config import examples as e;"
        "e.answers(); e.requests(); e.problems(); e.parameters();"
        "sys.exit('numba' in sys.modules)"
    )
    environment = {
        "DJANGO_SETTINGS_MODULE": "backend.config.settings.test",
        "DATABASE_URL": "postgresql://127.0.0.1:9/none",
    }
    subprocess.run([sys.executable, "-c", code], cwd=ROOT, env=environment, check=True, timeout=60)
