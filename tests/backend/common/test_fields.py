"""Fields take the JSON type they name and no other."""

from __future__ import annotations

from datetime import date
from typing import Any
from uuid import UUID

import pytest
from rest_framework import serializers
from rest_framework.serializers import Field, ValidationError

from backend.common import fields

ID = "01890a5d-ac96-774b-bcce-b302099a8057"

GOOD: list[tuple[Field[Any, Any, Any, Any], Any, Any]] = [
    (fields.StrictIntegerField(), 3, 3),
    (fields.StrictIntegerField(), 3.0, 3),
    (fields.StrictIntegerField(), -(2**62), -(2**62)),
    (fields.QueryIntegerField(), "20", 20),
    (fields.QueryIntegerField(), "20.0", 20),
    (fields.QueryIntegerField(), "2e1", 20),
    (fields.StrictFloatField(), 3, 3.0),
    (fields.StrictFloatField(), 0.5, 0.5),
    (fields.StrictBooleanField(), False, False),
    (fields.StrictCharField(), " kept ", " kept "),
    (fields.StrictChoiceField(choices=["a", "b"]), "a", "a"),
    (fields.StrictUUIDField(), ID, UUID(ID)),
    (fields.StrictUUIDField(), ID.upper(), UUID(ID)),
    (fields.StrictDateField(), "2024-02-29", date(2024, 2, 29)),
]

BAD: list[tuple[Field[Any, Any, Any, Any], list[Any]]] = [
    (fields.StrictIntegerField(), ["3", 3.5, True, False, [], {}, "", 1e300]),
    (fields.StrictIntegerField(), [2.0**53, float("inf"), float("nan"), 1e-1]),
    (fields.QueryIntegerField(), ["", " 2", "+2", "2_0", "٣", "2.5", "1e400", "true", "NaN"]),
    (fields.StrictFloatField(), ["0.5", True, [], {}]),
    (fields.StrictBooleanField(), ["true", 1, 0, "yes", [], {}, "null"]),
    (fields.StrictCharField(), [3, True, 0.5, [], {}]),
    (fields.StrictChoiceField(choices=["a", "1"]), [1, True, [], {}, ["a"], {"a": 1}]),
    (
        fields.StrictUUIDField(),
        [
            1,
            True,
            [],
            {},
            "",
            "x",
            ID.replace("-", ""),
            "{" + ID + "}",
            "urn:uuid:" + ID,
            ID + "\n",
        ],
    ),
    (
        fields.StrictDateField(),
        ["2026-1-5", "2026-02-30", "0000-00-00", "20260105", "٢٠٢٦-01-05", 5, "2026-01-05T00:00"],
    ),
]


@pytest.mark.parametrize(("field", "given", "value"), GOOD)
def test_it_takes_its_own_type(field: Any, given: Any, value: Any) -> None:
    taken = field.run_validation(given)
    assert taken == value
    assert type(taken) is type(value)


@pytest.mark.parametrize(
    ("field", "given"), [(field, given) for field, several in BAD for given in several]
)
def test_it_refuses_other_types(field: Any, given: Any) -> None:
    with pytest.raises(ValidationError) as caught:
        field.run_validation(given)
    assert caught.value.get_codes() == ["invalid"]


class Inner(fields.StrictSerializer):
    n = fields.StrictIntegerField(min_value=0)


class Outer(fields.StrictSerializer):
    name = fields.StrictCharField(max_length=3)
    inner = Inner(many=True, required=False)


@pytest.mark.parametrize(
    ("given", "codes"),
    [
        ({}, {"name": ["required"]}),
        ({"name": None}, {"name": ["null"]}),
        ({"name": "ab", "nom": 1}, {"nom": ["unknown"]}),
        ({"name": "abcd"}, {"name": ["max_length"]}),
        ({"name": "a", "inner": {}}, {"inner": {"non_field_errors": ["not_a_list"]}}),
        ({"name": "a", "inner": [3]}, {"inner": {0: {"non_field_errors": ["invalid"]}}}),
        (
            {"name": "a", "inner": [{"n": 1}, {"n": -1, "m": 0}]},
            {"inner": {1: {"n": ["min_value"], "m": ["unknown"]}}},
        ),
        ([], {"non_field_errors": ["invalid"]}),
    ],
)
def test_an_object_has_its_names_and_no_others(given: Any, codes: Any) -> None:
    serializer = Outer(data=given)
    assert not serializer.is_valid()
    assert _codes(serializer.errors) == codes


def _codes(errors: Any) -> Any:
    if isinstance(errors, dict):
        return {name: _codes(inner) for name, inner in errors.items()}
    if isinstance(errors, list):
        return [_codes(inner) for inner in errors]
    return errors.code


class Several(fields.StrictSerializer):
    texts = serializers.ListField(child=fields.StrictCharField(max_length=2), max_length=2)
    inners = Inner(many=True, max_length=1)
    rules = serializers.DictField()
    count = serializers.IntegerField(min_value=1)
    chosen = serializers.ChoiceField(choices=["a"])


@pytest.mark.parametrize(
    ("name", "given", "words"),
    [
        ("texts", None, "A value is needed here, not null."),
        ("texts", {}, "A list is needed here, in square brackets."),
        ("texts", ["a"] * 3, "At most 2 are allowed here."),
        ("texts", ["abc"], "At most 2 characters are allowed here."),
        ("texts", [""], "This text may not be empty."),
        ("inners", {}, "A list is needed here, in square brackets."),
        ("inners", [{"n": 1}] * 2, "At most 1 are allowed here."),
        ("inners", [3], "An object is needed here, with these names: n."),
        ("inners", [{"n": -1}], "At least 0 is needed here."),
        ("rules", [], "An object is needed here, in braces."),
        ("count", "x", "A whole number is needed here, such as 3."),
        ("count", "0", "At least 1 is needed here."),
        ("chosen", "b", "“b” is none of the choices."),
    ],
)
def test_the_words_are_our_own(name: str, given: Any, words: str) -> None:
    with pytest.raises(ValidationError) as caught:
        Several().fields[name].run_validation(given)
    assert f"string='{words}'" in repr(caught.value.detail)


def test_what_is_missing_is_said_to_be() -> None:
    with pytest.raises(ValidationError) as caught:
        Several().run_validation({})
    assert str(caught.value.detail["chosen"][0]) == "Is missing."


def test_no_words_of_the_frameworks_are_left_in_fields_that_are_used() -> None:
    for field, words in fields.WORDS.items():
        own = dict(vars(field)["default_error_messages"])
        assert own.items() >= words.items()
        left = [str(text) for text in own.values()]
        assert not [text for text in left if "valid" in text.lower() or "Ensure" in text]
