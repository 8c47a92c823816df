"""Every game for two is played to its end over the API, against each of its bots."""

from __future__ import annotations

from typing import Any

import pytest

from backend.play.models import Move
from backend.puzzles.boards import load_board
from backend.puzzles.services import make_puzzle
from engines import Game, all_games
from engines.randomness import Stream
from tests.support.api import Api
from tests.support.play import start

pytestmark = pytest.mark.django_db

GAMES = [game for game in all_games() if game.players == 2]


def bots() -> list[Any]:
    """(game, bot) of whole games by the usual rules."""
    found = []
    for game in GAMES:
        assert game.two_players
        board = game.generate(game.Rules(), 1).board
        found += [
            pytest.param(game, bot, id=f"{game.slug} {bot}") for bot in game.two_players.bots(board)
        ]
    return found


@pytest.mark.slow
@pytest.mark.parametrize(("game", "bot"), bots())
def test_a_game_against_each_bot(player_api: Api, game: Game, bot: str) -> None:
    puzzle = make_puzzle(game=game.slug, rules={}, seed=1)
    stream = Stream(7, 0, 0)
    play = start(player_api, puzzle, seat="second", bot=bot)
    told = play.detail()
    for _ in range(300):
        if told["status"] != "active":
            break
        assert told["to_move"] == "second"
        told = play.move(told["legal_moves"][stream.below(len(told["legal_moves"]))])["session"]
        if stream.below(8) == 0 and told["status"] == "active":
            told = play.undo()["session"]
    assert told["status"] == "finished"
    first, second = told["scores"]
    expected = "draw" if first == second else "bot" if first > second else "you"
    assert told["winner"] == expected
    # The rules themselves come to the same.
    game, board = load_board(puzzle)
    state, line = game.initial_state(board), []
    for entry in Move.objects.filter(session_id=play.id).order_by("number"):
        if entry.kind == "undo":
            while line.pop().kind == "bot":
                pass
        elif entry.kind != "hint":
            line.append(entry)
    for entry in line:
        seat = game.two_players.to_move(state)
        assert entry.kind == ("bot" if seat == 0 else "move")
        state = game.apply(state, game.parse_move(entry.payload))
    assert game.outcome(state).scores == (first, second)


@pytest.mark.parametrize("game", GAMES, ids=[game.slug for game in GAMES])
def test_a_game_of_two_people(player_api: Api, game: Game) -> None:
    play = start(player_api, make_puzzle(game=game.slug, rules={}, seed=2), mode="hotseat")
    told = play.detail()
    for _ in range(300):
        if told["status"] != "active":
            break
        told = play.move(told["legal_moves"][-1])["session"]
    assert told["status"] == "finished"
    assert told["bot_count"] == 0
    assert told["winner"] in ("first", "second", "draw")
