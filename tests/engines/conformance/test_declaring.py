"""What every game declares: rules, policies, presets."""

from __future__ import annotations

import json

import jsonschema
import pytest
from pydantic import ValidationError

from engines import InvalidRules, UnknownName, game_slugs, get_game, headline_of, read_rules
from tests.support.every_game import game_by_game, some_rules


@game_by_game
def test_it_declares_itself(game):
    assert game.slug in game_slugs()
    assert get_game(game.slug) is game
    assert game.title
    assert game.summary.endswith(".")
    assert game.version >= 1
    jsonschema.Draft202012Validator.check_schema(game.Rules.model_json_schema())
    jsonschema.Draft202012Validator.check_schema(game.move_schema)
    for kind in (game.policies, game.metrics, game.levels, game.presets):
        keys = [one.key for one in kind]
        assert keys
        assert len(set(keys)) == len(keys)
    assert [metric.headline for metric in game.metrics].count(True) == 1
    headline = headline_of(game)
    assert headline.kind in ("proportion", "mean")
    assert headline.kind == "proportion" or not headline.counts_stuck
    assert all(metric.headline for metric in game.metrics if metric.counts_stuck)


@game_by_game
def test_rules_are_immutable_checked_and_survive_json(game):
    schema = jsonschema.Draft202012Validator(game.Rules.model_json_schema())
    for rules in some_rules(game):
        value = json.loads(json.dumps(rules.model_dump(mode="json")))
        assert schema.is_valid(value)
        assert read_rules(game, value) == rules
        assert hash(read_rules(game, value)) == hash(rules)
        with pytest.raises(ValidationError):
            setattr(rules, next(iter(game.Rules.model_fields)), 1)
    with pytest.raises(InvalidRules) as caught:
        read_rules(game, {"no such rule": 1})
    assert caught.value.faults[0].pointer == "/no such rule"
    for wrong in (None, [], "rules", 3):
        with pytest.raises(InvalidRules):
            read_rules(game, wrong)


@game_by_game
def test_whole_numbers_are_not_taken_from_text_or_truth(game):
    for name, field in game.Rules.model_json_schema()["properties"].items():
        if field.get("type") == "integer":
            for wrong in (True, str(field["default"]), field["default"] + 0.5, None, "\0"):
                with pytest.raises(InvalidRules) as caught:
                    read_rules(game, {name: wrong})
                assert caught.value.faults[0].pointer == f"/{name}"
            for beyond in (field["minimum"] - 1, field["maximum"] + 1):
                with pytest.raises(InvalidRules):
                    read_rules(game, {name: beyond})


@game_by_game
def test_policies_are_known_by_their_normal_spelling(game):
    for policy in game.policies:
        both = f"{policy.key},{policy.key}" if game.players == 2 else policy.key
        assert game.check_policy(policy.key) == game.check_policy(both) == both
    with pytest.raises(UnknownName) as caught:
        game.check_policy("nobody plays like this")
    assert set(caught.value.known) == {policy.key for policy in game.policies}


@game_by_game
def test_policies_take_the_parameters_that_they_declare_and_no_others(game):
    for policy in game.policies:
        for one in policy.parameters:
            for value in {one.low, one.high} - {one.default}:
                text = f"{policy.key}({one.name}={value})"
                assert game.check_policy(text) == (f"{text},{text}" if game.players == 2 else text)
            assert game.check_policy(f"{policy.key}({one.name}={one.default})") == (
                game.check_policy(policy.key)
            )
            with pytest.raises(UnknownName, match=one.name):
                game.check_policy(f"{policy.key}({one.name}={one.high + 1})")
        with pytest.raises(UnknownName):
            game.check_policy(f"{policy.key}(nonsense=1)")


@game_by_game
def test_presets_change_one_thing_at_a_time(game):
    for preset in game.presets:
        base = preset.variants[0]
        assert len(preset.variants) >= 2
        assert preset.trials > 0
        assert preset.replicates >= 1
        asked = [next(m for m in game.metrics if m.key == key) for key in preset.metrics]
        assert all(not m.headline and m.kind != "heatmap" for m in asked)
        for variant in preset.variants[1:]:
            changed = sum(
                getattr(variant.rules, name) != getattr(base.rules, name)
                for name in game.Rules.model_fields
            )
            for sides in (("width", "height"), ("rows", "cols")):
                size = [n for n in sides if n in game.Rules.model_fields]
                both = all(getattr(variant.rules, n) != getattr(base.rules, n) for n in size)
                changed -= bool(size) and both  # a square grid's size is one thing
            assert changed + (variant.policy != base.policy) == 1, (preset.key, variant.title)
            assert game.check_play(variant.rules, variant.policy) == variant.policy


@game_by_game
def test_what_is_said_to_have_no_effect_has_none(game):
    usual = game.Rules()
    values = {"cells": 9, "growth": "compact", "room": 2}
    assert usual.idle <= values.keys()
    if usual.idle:
        other = game.Rules(**{name: values[name] for name in usual.idle})
        assert other != usual
        assert other.idle == usual.idle
        for seed in range(3):
            boards = [game.generate(rules, seed).board for rules in (usual, other)]
            shown = [game.draw_text(game.initial_state(board)) for board in boards]
            assert shown[0] == shown[1]
