"""What every game for two does besides."""

from __future__ import annotations

import pytest

from engines import UnknownName, headline_of
from engines.shared.seats import seat_metrics
from engines.tally import headline_values
from tests.support.every_game import GAMES, game_by_game

GAMES_FOR_TWO = [game for game in GAMES if game.players == 2]

game_for_two = pytest.mark.parametrize("game", GAMES_FOR_TWO, ids=lambda game: game.slug)


@game_by_game
def test_it_says_how_many_play(game):
    assert game.players in (1, 2)
    assert (game.two_players is not None) == (game.players == 2)


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
    assert game.two_players.seat_to_win(board) is None
    assert game.two_players.to_move(game.initial_state(board)) == 0
    assert len(game.two_players.bots(board)) >= 2
    for bot in game.two_players.bots(board):
        assert game.two_players.check_bot(board, bot) == bot
    with pytest.raises(UnknownName) as caught:
        game.two_players.check_bot(board, "nobody plays like this")
    assert set(caught.value.known) == set(game.two_players.bots(board))
    state, turn = game.initial_state(board), 0
    while moves := game.legal_moves(state):
        assert game.outcome(state).status == "playing"
        assert game.outcome(state).winner is None
        move = game.two_players.choose_move(state, game.two_players.bots(board)[0], 7, turn)
        assert move == game.two_players.choose_move(state, game.two_players.bots(board)[0], 7, turn)
        assert move in moves
        state, turn = game.apply(state, move), turn + 1
    outcome = game.outcome(state)
    assert outcome.status == "finished"
    assert outcome.scores is not None
    assert outcome.message
    for level in game.levels:
        puzzle = game.generate_level(level.key, 3)
        seat = game.two_players.seat_to_win(puzzle.board)
        state = game.initial_state(puzzle.board)
        assert seat == game.two_players.to_move(state)
        (bot,) = game.two_players.bots(puzzle.board)
        for move in puzzle.certificate:
            assert game.outcome(state).status == "playing"
            state = game.apply(state, move)
        assert game.outcome(state).status == "solved"
        assert game.outcome(state).winner == seat
        # However the bot defends itself, following the hints wins.
        state, turn = game.initial_state(puzzle.board), 0
        while game.legal_moves(state):
            mine = game.two_players.to_move(state) == seat
            choose = game.two_players.choose_move
            move = game.hint(state).move if mine else choose(state, bot, 11, turn)
            state, turn = game.apply(state, move), turn + 1
        assert game.outcome(state).status == "solved"
