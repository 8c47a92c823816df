"""In every game 7.0 and 7e0 are the whole number 7, and true is none."""

from __future__ import annotations

import json
from itertools import islice

import pytest

from engines import InvalidRules, Unreadable, read_rules
from tests.support.every_game import game_by_game, some_rules, states_along_a_walk


def _as_floats(value):
    """The value as other programs write it: each whole number with a point."""
    return _with_numbers(value, float)


def _with_numbers(value, change):
    if type(value) is int:
        return change(value)
    if isinstance(value, dict):
        return {name: _with_numbers(member, change) for name, member in value.items()}
    if isinstance(value, list):
        return [_with_numbers(item, change) for item in value]
    return value


@game_by_game
def test_rules_boards_and_moves_may_have_a_point_in_whole_numbers(game):
    for rules in some_rules(game):
        assert read_rules(game, _as_floats(rules.model_dump(mode="json"))) == rules
        board = game.generate(rules, 3).board
        dumped = game.dump_board(board)
        again = game.parse_board(rules, _as_floats(dumped))
        assert again == board
        assert json.dumps(game.dump_board(again)) == json.dumps(dumped)
        for state in islice(states_along_a_walk(game, board, 3), 3):
            for move in game.legal_moves(state):
                value = game.dump_move(move)
                read = game.parse_move(_as_floats(value))
                assert read == move
                assert json.dumps(game.dump_move(read)) == json.dumps(value)


@game_by_game
@pytest.mark.parametrize(
    "wrong", [True, 1.5, float("nan"), float("inf"), -float("inf"), 1e300, 2.0**53, "1"]
)
def test_what_is_no_whole_number_is_refused_as_such(game, wrong):
    board = game.generate(game.Rules(), 3).board
    move = game.legal_moves(game.initial_state(board))[0]
    with pytest.raises(Unreadable):
        game.parse_move(_with_numbers(game.dump_move(move), lambda _: wrong))
    dumped = game.dump_board(board)
    if dumped != (changed := _with_numbers(dumped, lambda _: wrong)):
        with pytest.raises(Unreadable):
            game.parse_board(game.Rules(), changed)
    number = next(n for n, field in game.Rules.model_fields.items() if field.annotation is int)
    with pytest.raises(InvalidRules) as caught:
        read_rules(game, {number: wrong})
    words = "with all its digits" if wrong in (1e300, 2.0**53) else "whole number is needed"
    assert words in str(caught.value)


@game_by_game
def test_a_move_that_is_a_number_may_have_a_point_as_text(game):
    board = game.generate(game.Rules(), 3).board
    for move in game.legal_moves(game.initial_state(board)):
        if (text := game.move_text(move)).isdecimal():
            assert game.parse_move(f"{text}.0") == move
            with pytest.raises(Unreadable):
                game.parse_move(f"{text}.5")
            with pytest.raises(Unreadable):
                game.parse_move(f"0{text}")
