"""Who can be played against, and the player that makes no mistake."""

from __future__ import annotations

import pytest

from engines.errors import EngineError, UnknownName
from engines.games.dots_and_boxes import GAME
from engines.games.dots_and_boxes import rules as judge
from engines.games.dots_and_boxes.bots import bots, check_bot, choose_move
from engines.games.dots_and_boxes.types import Board, Rules

check_play, replay_trial, simulate = GAME.check_play, GAME.replay_trial, GAME.simulate

TINY = Rules(rows=2, cols=2)
ASKED = Board(TINY, to_move=1, seat_to_win=1)


def test_the_bots_of_a_whole_game_and_of_a_puzzle():
    assert bots(Board(Rules()))[0] == "careful"
    assert set(bots(Board(Rules()))) == {"careful", "random", "greedy", "chain", "lookahead"}
    assert bots(Board(TINY)) == (*bots(Board(Rules())), "optimal")
    assert bots(ASKED) == ("optimal",)


def test_bots_have_one_spelling_and_their_parameters():
    board = Board(Rules())
    assert check_bot(board, "Chain") == "chain"
    assert check_bot(board, "lookahead( depth = 2 )") == "lookahead"
    assert check_bot(board, "lookahead(depth=3)") == "lookahead(depth=3)"
    for wrong in ("", "nobody", "optimal", "careful,greedy"):
        with pytest.raises(UnknownName, match="There is no bot") as caught:
            check_bot(board, wrong)
        assert caught.value.known == bots(board)
    with pytest.raises(UnknownName, match="depth is a whole number 1 to 4"):
        check_bot(board, "lookahead(depth=9)")
    with pytest.raises(UnknownName) as caught:
        check_bot(ASKED, "careful")
    assert caught.value.known == ("optimal",)


@pytest.mark.parametrize("bot", ["careful", "chain", "lookahead", "random"])
def test_a_bot_s_move_depends_on_its_arguments_only(bot):
    state = judge.initial_state(Board(Rules(rows=5, cols=5)))
    moves = [choose_move(state, bot, 7, turn) for turn in range(20)]
    assert moves == [choose_move(state, bot, 7, turn) for turn in range(20)]
    assert set(moves) <= set(judge.legal_moves(state))
    assert len(set(moves)) > 5
    assert moves != [choose_move(state, bot, 8, turn) for turn in range(20)]


def test_the_player_that_makes_no_mistake_plays_what_can_be_worked_out():
    assert check_play(TINY, "optimal,random") == "optimal,random"
    for policy in ("optimal", "careful,optimal"):
        with pytest.raises(EngineError, match="4 by 4 boxes"):
            check_play(Rules(), policy)
        with pytest.raises(EngineError, match="4 by 4 boxes"):
            simulate(Rules(), policy, 1, 0, 1)


def test_no_mistake_is_made_on_two_by_two_boxes():
    """With best play of both the first player is two boxes ahead; without the extra turn the
    second one is."""
    tally = simulate(TINY, "optimal", 1, 0, 5)
    assert set(tally.headline) == {2}
    without = TINY.model_copy(update={"extra_turn": False})
    assert simulate(without, "optimal", 1, 0, 5).counts["advantage"][1] == -10
    for other in ("random", "careful", "chain"):
        tally = simulate(TINY, f"optimal,{other}", 1, 0, 50)
        ahead = [replay_trial(TINY, f"optimal,{other}", 1, trial).headline for trial in range(50)]
        assert list(tally.headline) == ahead
        assert min(ahead) >= 2
