"""One check for every game: what the protocol promises, without knowing the game."""

from __future__ import annotations

import json
import random
from contextlib import suppress
from dataclasses import FrozenInstanceError, fields, is_dataclass
from math import prod

import jsonschema
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from pydantic import ValidationError

from engines import (
    IllegalMove,
    InvalidRules,
    UnknownName,
    Unreadable,
    all_games,
    game_slugs,
    get_game,
    headline_of,
    read_rules,
    split_vector,
    summarise,
)
from engines.protocol import ForTwo
from engines.shared.seats import seat_metrics
from engines.tally import headline_size, headline_values
from engines.warmup import rules_to_play

SEEDS = st.integers(0, 2**63 - 1)
GAMES = all_games()
game_by_game = pytest.mark.parametrize("game", GAMES, ids=lambda game: game.slug)


def some_rules(game):
    """Rules worth checking: the defaults, every level's, every preset's."""
    found = [game.Rules(), *(level.rules for level in game.levels)]
    found += [variant.rules for preset in game.presets for variant in preset.variants]
    return list(dict.fromkeys(found))


def states_along_a_walk(game, board, seed: int, undecided: int = 40):
    """The states of a play of random legal moves."""
    rng = random.Random(seed)
    state = game.initial_state(board)
    yield state
    for _ in range(undecided):
        moves = game.legal_moves(state)
        if not moves:
            return
        state = game.apply(state, rng.choice(list(moves)))
        yield state


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
            for wrong in (True, str(field["default"]), float(field["default"]), None, "\0"):
                with pytest.raises(InvalidRules) as caught:
                    read_rules(game, {name: wrong})
                assert caught.value.faults[0].pointer == f"/{name}"
            for beyond in (field["minimum"] - 1, field["maximum"] + 1):
                with pytest.raises(InvalidRules):
                    read_rules(game, {name: beyond})


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
    whole = game.players == 2 and game.seat_to_win(puzzle.board) is None
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
def test_a_trial_can_be_replayed_alone_and_judged_by_the_rules(game):
    for policy in game.policies:
        rules = rules_to_play(game, policy.key)
        for trial in range(4):
            play = game.replay_trial(rules, policy.key, 5, trial)
            assert game.replay_trial(rules, policy.key, 5, trial) == play
            state = game.initial_state(play.board)
            for move in play.moves:
                state = game.apply(state, move)
            assert play.outcome.status == game.outcome(state).status
            assert set(play.outcome.loci) <= set(game.outcome(state).loci)


@game_by_game
def test_a_simulation_counts_its_own_trials_however_it_is_cut(game):
    rules, policy = game.Rules(), game.policies[0].key
    headline = headline_of(game)
    whole = game.simulate(rules, policy, 9, 16, 100)
    first = game.simulate(rules, policy, 9, 16, 40)
    rest = game.simulate(rules, policy, 9, 56, 60)
    added = [a + b for a, b in zip(first.vector(), rest.vector(), strict=True)]
    assert whole.vector() == added
    assert len(whole.headline) == headline_size(headline, 100)
    values = headline_values(headline, whole.headline, 100)
    cut = headline_values(headline, first.headline, 40) + headline_values(
        headline, rest.headline, 60
    )
    assert values == cut
    assert list(whole.counts) == [metric.key for metric in game.metrics]
    assert split_vector(game, rules, whole.vector()) == dict(whole.counts)
    for metric in game.metrics:
        assert len(whole.counts[metric.key]) == prod(metric.shape(rules))
        figures = summarise(metric, rules, whole.counts[metric.key])
        assert figures["kind"] == metric.kind
        json.dumps(figures, allow_nan=False)
    for trial in range(16, 116):
        play = game.replay_trial(rules, policy, 9, trial)
        assert play.headline_value == values[trial - 16]


# Games for two -----------------------------------------------------------------------------
GAMES_FOR_TWO = [game for game in GAMES if game.players == 2]
game_for_two = pytest.mark.parametrize("game", GAMES_FOR_TWO, ids=lambda game: game.slug)


@game_by_game
def test_a_cell_of_a_heatmap_leads_back_to_the_plays_counted_in_it(game):
    leading = [metric for metric in game.metrics if metric.cells is not None]
    assert all(metric in leading for metric in game.metrics if metric.of_counted)
    if not leading:
        return
    rules, policy = rules_to_play(game, game.policies[0].key), game.policies[0].key
    tally = game.simulate(rules, policy, 5, 0, 24)
    plays = [game.replay_trial(rules, policy, 5, trial) for trial in range(24)]
    for metric in leading:
        assert metric.kind == "heatmap"
        height, width = metric.shape(rules)
        counts = [0] * (height * width)
        for play in plays:
            cells = metric.cells(play)
            assert len(set(cells)) == len(cells)
            assert play.headline_value or not (metric.of_counted and cells)
            for row, column in cells:
                counts[row * width + column] += 1
        assert tuple(counts) == tally.counts[metric.key]


@game_by_game
def test_it_says_how_many_play(game):
    assert game.players in (1, 2)
    assert isinstance(game, ForTwo) == (game.players == 2)


@game_for_two
def test_it_counts_what_every_game_for_two_counts(game):
    shared = [metric.key for metric in seat_metrics("points")]
    assert [metric.key for metric in game.metrics][: len(shared)] == shared
    tally = game.simulate(game.Rules(), game.policies[0].key, 3, 0, 64)
    first, second, draws = (tally.counts[k] for k in ("first_wins", "second_wins", "draws"))
    assert first[0] + second[0] + draws[0] == first[1] == second[1] == draws[1] == 64
    difference = tally.counts["first_score"][1] - tally.counts["second_score"][1]
    assert tally.counts["advantage"][:2] == (64, difference)
    values = headline_values(headline_of(game), tally.headline, 64)
    assert sum(values) == difference
    assert sum(v > 0 for v in values) == first[0]


@game_for_two
def test_one_name_more_than_two_seats_is_refused(game):
    key = game.policies[0].key
    with pytest.raises(UnknownName) as caught:
        game.check_policy(f"{key},{key},{key}")
    assert set(caught.value.known) == {policy.key for policy in game.policies}


@game_for_two
def test_bots_play_a_whole_game_and_puzzles_are_won_by_the_certificate_only_against_the_best(game):
    board = game.generate(game.Rules(), 1).board
    assert game.seat_to_win(board) is None
    assert game.to_move(game.initial_state(board)) == 0
    assert len(game.bots(board)) >= 2
    for bot in game.bots(board):
        assert game.check_bot(board, bot) == bot
    with pytest.raises(UnknownName) as caught:
        game.check_bot(board, "nobody plays like this")
    assert set(caught.value.known) == set(game.bots(board))
    state, turn = game.initial_state(board), 0
    while moves := game.legal_moves(state):
        assert game.outcome(state).status == "playing"
        assert game.outcome(state).winner is None
        move = game.choose_move(state, game.bots(board)[0], 7, turn)
        assert move == game.choose_move(state, game.bots(board)[0], 7, turn)
        assert move in moves
        state, turn = game.apply(state, move), turn + 1
    outcome = game.outcome(state)
    assert outcome.status == "finished"
    assert outcome.scores is not None
    assert outcome.message
    for level in game.levels:
        puzzle = game.generate_level(level.key, 3)
        seat = game.seat_to_win(puzzle.board)
        state = game.initial_state(puzzle.board)
        assert seat == game.to_move(state)
        (bot,) = game.bots(puzzle.board)
        for move in puzzle.certificate:
            assert game.outcome(state).status == "playing"
            state = game.apply(state, move)
        assert game.outcome(state).status == "solved"
        assert game.outcome(state).winner == seat
        # However the bot defends itself, following the hints wins.
        state, turn = game.initial_state(puzzle.board), 0
        while game.legal_moves(state):
            mine = game.to_move(state) == seat
            move = game.hint(state).move if mine else game.choose_move(state, bot, 11, turn)
            state, turn = game.apply(state, move), turn + 1
        assert game.outcome(state).status == "solved"
