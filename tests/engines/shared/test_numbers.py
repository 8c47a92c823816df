"""A number is whole by its value, however it is written; true and false are no numbers."""

from __future__ import annotations

import json
from decimal import Decimal

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engines.shared.numbers import EXACT, whole, whole_of_text, with_whole_numbers

WHOLE = ["0", "-0", "7", "1500.0", "1e2", "15E+2", "1.5e1", "2500e-2", "-3.00", f"{EXACT - 1}.0"]
NONE = [
    "true",
    "1.5",
    "1e-1",
    "NaN",
    "1e400",
    "-1e400",
    f"{EXACT}.0",
    "1e300",
    '"7"',
    "null",
    "[7]",
]


@pytest.mark.parametrize("text", WHOLE)
def test_a_whole_number_is_one_however_it_is_written(text):
    number = int(Decimal(text))
    assert whole(json.loads(text)) == number
    assert type(whole(json.loads(text))) is int
    assert whole_of_text(text) == number


@pytest.mark.parametrize("text", NONE)
def test_anything_else_is_none(text):
    assert whole(json.loads(text)) is None
    assert whole_of_text(text) is None


@pytest.mark.parametrize(
    "text", ["", " 7", "+7", "7.", ".5", "07.0", "1e999", "7" * 41, "٧", "7\n"]
)
def test_a_text_that_json_would_not_have_is_none(text):
    assert whole_of_text(text) is None


@given(number=st.integers(-(10**18), 10**18))
def test_no_number_is_taken_for_its_neighbour(number):
    assert whole(number) == whole_of_text(str(number)) == number
    assert whole(float(number)) in (number, None)
    assert whole_of_text(f"{number}.0") in (number, None)
    assert whole_of_text(repr(float(number))) in (number, None)


def test_all_of_a_value_is_read_and_what_was_given_stays():
    given = {"a": [1.0, {"b": 2.5, "c": True}], "d": "1.0", "e": None}
    read = with_whole_numbers(given)
    assert json.dumps(read) == '{"a": [1, {"b": 2.5, "c": true}], "d": "1.0", "e": null}'
    assert given["a"][0] == 1.0
    assert type(given["a"][0]) is float


def test_a_value_nested_without_end_is_no_trouble():
    value: list = []
    for _ in range(100_000):
        value = [value]
    assert with_whole_numbers(value)
