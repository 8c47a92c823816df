"""Lines of a grid of boxes: numbers, neighbours, text and JSON."""

from __future__ import annotations

import json

import jsonschema
import pytest

from engines.errors import Unreadable
from engines.shared.lines import (
    LINE_SCHEMA,
    Line,
    box_lines,
    boxes_beside,
    dump_line,
    is_line,
    line_count,
    line_number,
    line_of,
    line_text,
    line_words,
    parse_line,
)

SIZES = [(1, 1), (1, 3), (2, 2), (3, 2), (4, 5), (10, 10)]
sizes = pytest.mark.parametrize(("rows", "cols"), SIZES)


@sizes
def test_numbers_and_lines_are_one_to_one(rows, cols):
    lines = [line_of(rows, cols, n) for n in range(line_count(rows, cols))]
    assert len(set(lines)) == 2 * rows * cols + rows + cols
    assert [line_number(rows, cols, line) for line in lines] == list(range(len(lines)))
    assert all(is_line(rows, cols, line) for line in lines)
    for beyond in (Line("h", rows + 1, 0), Line("h", 0, cols), Line("v", rows, 0)):
        assert not is_line(rows, cols, beyond)
    assert is_line(rows, cols, Line("h", rows, cols - 1))
    assert is_line(rows, cols, Line("v", rows - 1, cols))


@sizes
def test_a_line_lies_beside_the_boxes_it_bounds(rows, cols):
    rim = 0
    for number in range(line_count(rows, cols)):
        beside = boxes_beside(rows, cols, number)
        rim += len(beside) == 1
        bounded = [b for b in range(rows * cols) if number in box_lines(rows, cols, b)]
        assert list(beside) == bounded
    assert rim == 2 * (rows + cols)


def test_a_boxs_lines_are_above_below_left_right():
    lines = [line_of(4, 5, n) for n in box_lines(4, 5, 7)]  # row 1, column 2
    assert lines == [Line("h", 1, 2), Line("h", 2, 2), Line("v", 1, 2), Line("v", 1, 3)]


@sizes
def test_lines_survive_text_and_json(rows, cols):
    schema = jsonschema.Draft202012Validator(LINE_SCHEMA)
    lines = [line_of(rows, cols, n) for n in range(line_count(rows, cols))]
    for line in lines:
        assert parse_line(line_text(line)) == line
        assert len(line_text(line).split()) == 1
        value = json.loads(json.dumps(dump_line(line)))
        assert schema.is_valid(value)
        assert parse_line(value) == line
    assert len({line_words(line) for line in lines}) == len(lines)


@pytest.mark.parametrize("text", ["h 0 2", "H0-2", " h 0,2 ", "h:0:2", "h0 2"])
def test_text_is_read_generously(text):
    assert parse_line(text) == Line("h", 0, 2)


@pytest.mark.parametrize(
    "value",
    [
        *("", "h", "h 1", "x 1 2", "h 1 2 3", "h02", "h -1 2", "h 1000 2"),
        *(None, 3, [], {}, ["h", 1, 2], {"line": "h", "row": 1}),
        {"line": "x", "row": 1, "col": 2},
        {"line": [], "row": 1, "col": 1},
        {"line": "h", "row": True, "col": 2},
        {"line": "h", "row": -1, "col": 2},
        {"line": "h", "row": 101, "col": 2},
        {"line": "h", "row": 1.5, "col": 2},
        {"line": "h", "row": 1, "col": 2, "more": 1},
    ],
)
def test_what_is_no_line_is_unreadable_and_says_what_would_be(value):
    with pytest.raises(Unreadable) as caught:
        parse_line(value)
    assert "h" in str(caught.value)
    assert not jsonschema.Draft202012Validator(LINE_SCHEMA).is_valid(value)
