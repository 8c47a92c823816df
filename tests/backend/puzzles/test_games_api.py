"""What a game says of itself to clients."""

from __future__ import annotations

import pytest
from jsonschema import Draft202012Validator

from engines import all_games, game_slugs
from tests.support.api import Api, ok, problem

pytestmark = pytest.mark.django_db


def test_it_lists_every_game(api: Api) -> None:
    games = ok(api.get("games/"))["results"]
    assert [game["slug"] for game in games] == list(game_slugs())


@pytest.mark.parametrize("slug", game_slugs())
def test_a_game_tells_all_it_declares(api: Api, slug: str) -> None:
    told = ok(api.get(f"games/{slug}/"))
    game = next(game for game in all_games() if game.slug == slug)
    assert {level["key"] for level in told["levels"]} == {level.key for level in game.levels}
    assert {
        p["key"]: [(one["name"], one["default"]) for one in p["parameters"]]
        for p in told["policies"]
    } == {p.key: [(one.name, one.default) for one in p.parameters] for p in game.policies}
    assert {m["key"] for m in told["metrics"]} == {m.key for m in game.metrics}
    assert [m["key"] for m in told["metrics"] if m["headline"]]
    for schema in (told["rules_schema"], told["move_schema"]):
        Draft202012Validator.check_schema(schema)
    assert [preset["key"] for preset in told["presets"]] == [p.key for p in game.presets]
    for preset in told["presets"]:
        for variant in preset["variants"]:
            Draft202012Validator(told["rules_schema"]).validate(variant["rules"])
            assert variant["policy"]
    for level in told["levels"]:
        Draft202012Validator(told["rules_schema"]).validate(level["rules"])


def test_games_may_be_kept_for_a_while(api: Api) -> None:
    response = api.get("games/")
    assert response["Cache-Control"] == "public, max-age=300"
    assert api.get("games/", if_none_match=response["ETag"]).status_code == 304


@pytest.mark.parametrize("slug", ["go", "MAP_COLORING", "__init__", "%00", "%F0%9F%98%80", "a b"])
def test_an_unknown_game_is_404(api: Api, slug: str) -> None:
    problem(api.get(f"games/{slug}/"), 404, "not_found")
