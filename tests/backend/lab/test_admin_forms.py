"""The queue form's fields, made from a game's JSON Schema."""

from __future__ import annotations

from enum import StrEnum
from typing import Literal

import pytest
from django import forms
from django.core.exceptions import ValidationError
from pydantic import BaseModel, Field

from backend.lab.forms import VariantForm, Variants, resolve, rule_field, variant_initial
from engines import all_games, get_game


class Side(StrEnum):
    LEFT = "left"
    RIGHT = "right"


class Sample(BaseModel):
    count: int = Field(3, ge=2, le=9, title="How many", description="Things")
    above: int = Field(3, gt=2, lt=9)
    share: float = Field(0.5, ge=0, le=1)
    switch: bool = True
    choice: Literal["one", "two_words"] = "one"
    number_choice: Literal[3, 4, 5] = 4
    side: Side = Side.LEFT
    name: str = "x"
    numbers: list[int] = [1]


SCHEMA = Sample.model_json_schema()


def field(name):
    return rule_field(
        name, resolve(SCHEMA["properties"][name], SCHEMA), Sample().model_dump()[name]
    )


def test_whole_numbers_have_bounds_in_words():
    made = field("count")
    assert (made.label, made.help_text) == ("How many", "Things, 2 to 9")
    assert made.clean("9") == 9
    for wrong, said in (
        ("10", "at most 9"),
        ("1", "at least 2"),
        ("x", "whole number"),
        ("", "Write"),
    ):
        with pytest.raises(ValidationError, match=said):
            made.clean(wrong)
    assert made.widget.attrs["min"] == 2
    assert field("above").widget.attrs == {"min": 3, "max": 8}


def test_other_kinds_have_their_widgets():
    assert isinstance(field("share"), forms.FloatField)
    assert isinstance(field("switch").widget, forms.CheckboxInput)
    assert field("switch").clean(False) is False
    assert field("choice").choices == [("one", "one"), ("two_words", "two words")]
    assert field("number_choice").clean("5") == 5
    assert field("side").clean("right") == "right"
    assert field("name").clean("abc") == "abc"
    assert field("numbers").clean("[1, 2]") == [1, 2]
    with pytest.raises(ValidationError, match="Choose one of: one, two_words"):
        field("choice").clean("three")


@pytest.mark.parametrize("game", all_games(), ids=lambda game: game.slug)
def test_every_game_has_a_form_that_takes_its_defaults_and_its_presets(game):
    offered = [("", game.Rules(), game.policies[0].key)]
    offered += [(v.title, v.rules, v.policy) for p in game.presets for v in p.variants]
    for title, rules, policy in offered:
        initial = variant_initial(title, rules.model_dump(mode="json"), policy)
        shown = VariantForm(initial=initial, game=game)
        made = VariantForm({name: shown[name].value() for name in shown.fields}, game=game)
        assert made.is_valid(), made.errors
        assert made.cleaned_data["rules"] == rules.model_dump(mode="json")
        assert made.cleaned_data["policy"] == game.check_policy(policy)


def usual_rules(game):
    """What the form shows for the rules, before anything is changed."""
    shown = VariantForm(initial=variant_initial("", game.Rules().model_dump(), ""), game=game)
    return {one.name: one.value() for one in shown.rule_fields}


@pytest.mark.parametrize(
    ("sent", "spelled"),
    [
        ({"policy": "greedy_lookahead"}, "greedy_lookahead"),
        ({"policy": "greedy_lookahead", "policy_greedy_lookahead_depth": "3"}, "(depth=3)"),
        ({"policy": "greedy_noisy", "policy_greedy_noisy_epsilon": ".25"}, "(epsilon=0.25)"),
        # what was written for a policy that is not chosen does not matter, right or wrong
        ({"policy": "greedy", "policy_greedy_lookahead_depth": "99"}, "greedy"),
    ],
)
def test_parameters_are_fields_and_the_policy_is_one_spelling(sent, spelled):
    game = get_game("color_fill")
    rules = usual_rules(game)
    made = VariantForm({**rules, **sent}, game=game)
    assert made.is_valid(), made.errors
    assert made.cleaned_data["policy"].endswith(spelled)
    again = VariantForm(initial=variant_initial("", {}, made.cleaned_data["policy"]), game=game)
    shown = {name: again[name].value() for name in again.fields if name.startswith("policy")}
    assert VariantForm({**rules, **shown}, game=game).is_valid()
    assert shown["policy"] == sent["policy"]


def test_a_parameter_out_of_bounds_is_said_beside_it():
    game = get_game("reversi")
    rules = usual_rules(game)
    players = {"policy": "random", "policy_second": "lookahead"}
    made = VariantForm({**rules, **players, "policy_second_lookahead_depth": "6"}, game=game)
    assert set(made.errors) == {"policy_second_lookahead_depth"}
    assert "at most 5" in str(made.errors)
    assert [seat[0].name for seat in made.players] == ["policy", "policy_second"]
    assert made.players[1][1].name == "policy_second_lookahead_depth"


def test_what_is_too_long_is_said_and_not_cut_off():
    made = VariantForm({"title": "x" * 201}, game=get_game("map_coloring"))
    assert made.errors["title"] == ["Too long: at most 200 characters; this has 201."]
    assert "maxlength" not in str(made["title"])


def test_the_baseline_is_told_how_it_is_called():
    variants = Variants(
        initial=[{}, {}], prefix="v", form_kwargs={"game": get_game("map_coloring")}
    )
    hints = [form.fields["title"].help_text for form in (*variants.forms, variants.empty_form)]
    assert "called Baseline" in hints[0]
    assert all("named after what it changes" in hint for hint in hints[1:])


@pytest.mark.parametrize("game", all_games(), ids=lambda game: game.slug)
def test_a_variant_that_says_nothing_is_faulted_not_skipped(game):
    data = {"v-TOTAL_FORMS": "2", "v-INITIAL_FORMS": "0"}
    variants = Variants(data, prefix="v", form_kwargs={"game": game})
    assert not variants.is_valid()
    assert all(form.errors for form in variants.forms)
