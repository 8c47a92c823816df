"""One seat's player, for people to play against."""

from __future__ import annotations

from engines.errors import EngineError, UnknownName
from engines.game import TwoPlayers
from engines.games.enclosure import rules as judge
from engines.games.enclosure.cuts import graph_of, position_of
from engines.games.enclosure.policies import EXACT_LINES, choose_line, good_lines, read_policy
from engines.games.enclosure.types import Board, State
from engines.randomness import PLAY, Stream
from engines.shared.lines import Line
from engines.shared.seats import as_usual


def bots(board: Board) -> tuple[str, ...]:
    """Who may be played against: a puzzle is played against the one that makes no mistake."""
    if board.seat_to_win is not None:
        return ("optimal",)
    known = ("careful", "random", "greedy", "lookahead")
    free = position_of(judge.initial_state(board)).bit_count()
    return (*known, "optimal") if free <= EXACT_LINES else known


def check_bot(board: Board, bot: str) -> str:
    """The normal spelling. Raises `UnknownName` naming those allowed on this board."""
    allowed = bots(board)
    try:
        player = read_policy(bot)
    except UnknownName:
        raise UnknownName("bot", bot, allowed) from None
    if player.text not in allowed:
        raise UnknownName("bot", bot, allowed, as_usual(player, allowed))
    return player.text


def choose_move(state: State, bot: str, seed: int, turn: int) -> Line:
    """The bot's line, drawn from `Stream(seed, turn, PLAY)`. Raises `EngineError` after the end.

    The bot of a puzzle draws nothing: of several best lines it takes the first, so that how a
    puzzle goes on is known.
    """
    position, rules = position_of(state), state.board.rules
    if not position:
        raise EngineError("No line is left to draw: the game is over.")
    player = read_policy(check_bot(state.board, bot))
    graph = graph_of(rules)
    if state.board.seat_to_win is not None:
        line = good_lines(graph, position, player)[0]
    else:
        line = choose_line(graph, position, player, Stream(seed, turn, PLAY))
    return judge.grid(rules).names[line]


TWO_PLAYERS = TwoPlayers[Board, State, Line](
    bots=bots,
    check_bot=check_bot,
    choose_move=choose_move,
)
