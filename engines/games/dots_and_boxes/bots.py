"""The players that people can play against."""

from __future__ import annotations

from engines.errors import UnknownName
from engines.game import TwoPlayers
from engines.games.dots_and_boxes import rules as judge
from engines.games.dots_and_boxes.policies import BEST, choose, read_player
from engines.games.dots_and_boxes.types import Board, State
from engines.randomness import PLAY, Stream
from engines.shared.lines import Line

USUAL = ("careful", "random", "greedy", "chain", "lookahead")


def bots(board: Board) -> tuple[str, ...]:
    """The usual one first. Where a seat is to win: only the one that makes no mistake."""
    if board.seat_to_win is not None:
        return (BEST,)
    return (*USUAL, BEST) if has_best(board) else USUAL


def has_best(board: Board) -> bool:
    """Whether the player that makes no mistake can play from this board."""
    from engines.games.dots_and_boxes.solver import can_solve

    return board.seat_to_win is not None or can_solve(judge.initial_state(board))


def check_bot(board: Board, bot: str) -> str:
    """The bot's normal spelling. Raises `UnknownName` naming those allowed on this board."""
    known = bots(board)
    try:
        player = read_player(bot, "bot")
    except UnknownName as error:
        detail = str(error) if error.name.partition("(")[0].strip().lower() in known else ""
        raise UnknownName("bot", bot, known, detail) from None
    if player.name not in known:
        raise UnknownName("bot", bot, known)
    return player.text


def choose_move(state: State, bot: str, seed: int, turn: int) -> Line:
    """The bot's line: a pure function of its arguments."""
    return choose(state, read_player(bot, "bot"), Stream(seed, turn, PLAY))


TWO_PLAYERS = TwoPlayers[Board, State, Line](
    bots=bots,
    check_bot=check_bot,
    choose_move=choose_move,
)
