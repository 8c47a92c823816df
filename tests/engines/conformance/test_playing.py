"""What every game does with boards, states and moves."""

from __future__ import annotations

import json
from contextlib import suppress
from dataclasses import FrozenInstanceError, fields, is_dataclass
from itertools import product

import jsonschema
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engines import IllegalMove, Unreadable
from tests.support.every_game import SEEDS, game_by_game, some_rules, states_along_a_walk


@game_by_game
@settings(max_examples=25, deadline=None)
@given(seed=SEEDS, data=st.data())
def test_a_puzzle_is_solved_by_its_certificate(game, seed, data):
    rules = data.draw(st.sampled_from(some_rules(game)))
    puzzle = game.generate(rules, seed)
    assert (puzzle.rules, puzzle.seed) == (rules, seed)
    assert game.generate(rules, seed) == puzzle
    state = game.initial_state(puzzle.board)
    for move in puzzle.certificate:
        assert game.outcome(state).status not in ("solved", "finished")
        state = game.apply(state, move)
    whole = game.players == 2 and game.two_players.seat_to_win(puzzle.board) is None
    assert game.outcome(state).status == ("finished" if whole else "solved")
    assert not game.legal_moves(state)


@game_by_game
@settings(max_examples=25, deadline=None)
@given(seed=SEEDS, data=st.data())
def test_boards_and_moves_survive_json_and_text(game, seed, data):
    rules = data.draw(st.sampled_from(some_rules(game)))
    board = game.generate(rules, seed).board
    assert game.parse_board(rules, json.loads(json.dumps(game.dump_board(board)))) == board
    schema = jsonschema.Draft202012Validator(game.move_schema)
    for state in states_along_a_walk(game, board, seed):
        for move in game.legal_moves(state):
            value = json.loads(json.dumps(game.dump_move(move)))
            assert schema.is_valid(value)
            assert game.parse_move(value) == move
            assert game.parse_move(game.move_text(move)) == move
            assert "\n" not in game.move_text(move)
        said = [game.move_words(move) for move in game.legal_moves(state)]
        assert len(set(said)) == len(said)
        assert all(words.strip() and "\n" not in words for words in said)


@game_by_game
@settings(max_examples=40, deadline=None)
@given(value=st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(),
    lambda inner: st.lists(inner) | st.dictionaries(st.text(), inner),
    max_leaves=8,
))  # fmt: skip
def test_rubbish_is_unreadable_and_nothing_worse(game, value):
    for read in (game.parse_move, lambda value: game.parse_board(game.Rules(), value)):
        with suppress(Unreadable):
            read(value)


@game_by_game
@settings(max_examples=12, deadline=None)
@given(seed=SEEDS, data=st.data())
def test_legal_moves_are_exactly_those_that_apply_accepts(game, seed, data):
    rules = data.draw(st.sampled_from(some_rules(game)))
    board = game.generate(rules, seed).board
    every_move = set()
    states = list(states_along_a_walk(game, board, seed))
    for state in states:
        every_move |= set(game.legal_moves(state))
    for state in states:
        legal = game.legal_moves(state)
        assert len(set(legal)) == len(legal)
        before = repr(state)
        for move in sorted(every_move):
            if move in legal:
                after = game.apply(state, move)
                assert after != state
                assert isinstance(game.locus(state, move), str)
            else:
                with pytest.raises(IllegalMove) as caught:
                    game.apply(state, move)
                assert caught.value.code
                assert str(caught.value)
                json.dumps(caught.value.legal)
        assert repr(state) == before


def moves_of_the_schema(game):
    """Moves with each member at both ends of what the schema allows, and at a few values inside."""
    values = {
        name: member.get("enum") or {member["minimum"], 1, 2, 3, member["maximum"]}
        for name, member in game.move_schema["properties"].items()
    }
    for chosen in product(*values.values()):
        yield game.parse_move(dict(zip(values, chosen, strict=True)))


@game_by_game
def test_what_would_be_legal_is_told_in_one_shape(game):
    refused = []
    moves = list(moves_of_the_schema(game))
    for rules in some_rules(game):
        puzzle = game.generate(rules, 1)
        states = list(states_along_a_walk(game, puzzle.board, 1))
        end = game.initial_state(puzzle.board)
        for move in puzzle.certificate:
            end = game.apply(end, move)
        for state in (*states[:: max(1, len(states) // 5)], states[-1], end):
            for move in moves:
                try:
                    game.apply(state, move)
                except IllegalMove as error:
                    refused.append(error)
    assert len({error.code for error in refused}) > 1
    names = {tuple(error.legal) for error in refused}
    assert len(names) == 1, names
    assert names != {()}
    for error in refused:
        assert {type(value) for value in error.legal.values()} == {list}, error
        json.dumps(error.legal)


@game_by_game
def test_a_miss_changes_nothing_but_its_count(game):
    if game.is_miss is None:
        return
    missed = 0
    for seed in range(3):
        for state in states_along_a_walk(game, game.generate(game.Rules(), seed).board, seed):
            for move in game.legal_moves(state):
                after = game.apply(state, move)
                stays = game.legal_moves(after) == game.legal_moves(state)
                assert game.is_miss(state, move) == stays
                missed += stays
    assert missed


@game_by_game
def test_states_boards_and_moves_are_frozen(game):
    puzzle = game.generate(game.Rules(), 1)
    for value in (puzzle.board, game.initial_state(puzzle.board), puzzle.certificate[0]):
        assert is_dataclass(value)
        with pytest.raises(FrozenInstanceError):
            setattr(value, fields(value)[0].name, None)
        hash(value)


@game_by_game
def test_a_view_is_json_and_never_holds_the_certificate(game):
    for seed in range(5):
        puzzle = game.generate(game.Rules(), seed)
        state = game.initial_state(puzzle.board)
        text = json.dumps(game.view(state), allow_nan=False)
        certificate = [game.dump_move(move) for move in puzzle.certificate]
        assert "certificate" not in text
        assert json.dumps(certificate)[1:-1] not in text
        # A view follows from the position alone: however one came to have the board.
        same = game.parse_board(puzzle.rules, game.dump_board(puzzle.board))
        assert game.view(game.initial_state(same)) == game.view(state)


@game_by_game
def test_pictures_are_drawn_of_every_state(game):
    for seed in range(3):
        board = game.generate(game.Rules(), seed).board
        for state in states_along_a_walk(game, board, seed):
            assert game.draw_svg(state).startswith("<svg ")
            assert game.draw_text(state).strip()
            assert all(line.isprintable() for line in game.draw_text(state).split("\n"))


@game_by_game
def test_a_hint_is_a_legal_move_or_advice(game):
    for seed in range(2):
        board = game.generate(game.Rules(), seed).board
        for state in states_along_a_walk(game, board, seed):
            hint = game.hint(state)
            assert hint.message
            assert hint.move is None or hint.move in game.legal_moves(state)
        assert game.hint(game.initial_state(board)).move is not None


@game_by_game
def test_solve_proves_what_it_says(game):
    for seed in range(3):
        board = game.generate(game.Rules(), seed).board
        if game.players == 2:  # a whole game may be out of reach: a puzzle never is
            board = game.generate_level(game.levels[0].key, seed).board
        state = game.initial_state(board)
        solution = game.solve(state, 20.0)
        assert solution.answer == "yes"
        for move in solution.moves:
            state = game.apply(state, move)
        assert game.outcome(state).status == "solved"
