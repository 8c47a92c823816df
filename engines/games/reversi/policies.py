"""Simulated players and bots, one decision at a time, in plain Python.

`kernels` tells the same in Numba: given the same stream both make the same moves.

What is drawn from the stream, and when, is part of a policy's definition: each decision of
random, greedy, positional and lookahead draws once, among the moves that are equally good to
it, row by row. endgame draws as lookahead does until it plays exactly, and nothing then.
"""

from __future__ import annotations

from collections.abc import Sequence

from engines.declarations import Parameter, Policy
from engines.errors import UnknownName
from engines.game import TwoPlayers
from engines.games.reversi import rules as judge
from engines.games.reversi.discs import axes, cells_in, turned_over
from engines.games.reversi.endgame import Endgame
from engines.games.reversi.lookahead import best_cells, gain
from engines.games.reversi.types import Board, Move, State
from engines.games.reversi.weights import cell_weights
from engines.randomness import PLAY, Stream
from engines.shared.named import Named, parameters_of, read_named
from engines.shared.seats import as_usual, read_seats, split_seats

USUAL_DEPTH = 3

POLICIES = (
    Policy("random", "Random", "Chooses at random among the legal moves."),
    Policy(
        "greedy",
        "Greedy",
        "Turns over as many discs as possible, at random among the moves that turn over most.",
    ),
    Policy(
        "positional",
        "Positional",
        "Weighs cells by the board's shape: safe corners and tips are worth most, the rim "
        "something, and cells that open a corner to the other player cost.",
    ),
    Policy(
        "lookahead",
        "Looks some moves ahead",
        "Looks depth moves ahead (3, or lookahead(depth=4)), its own and the other player's, "
        "for worthy cells and many moves to choose from.",
        (
            Parameter(
                name="depth",
                title="Depth",
                description="How many moves it looks ahead, both players' together.",
                kind="integer",
                low=1,
                high=5,
                default=USUAL_DEPTH,
            ),
        ),
    ),
    Policy(
        "endgame",
        "Looks ahead, exact at the end",
        "Plays as lookahead does, and without a mistake once few cells are empty (8, or "
        "endgame(empties=12)).",
        (
            Parameter(
                name="empties",
                title="Empty cells",
                description="With so many left it begins to play without a mistake.",
                kind="integer",
                low=1,
                high=14,
                default=8,
            ),
        ),
    ),
)

KNOWN = parameters_of(POLICIES)

BOTS = ("positional", "random", "greedy", "lookahead", "endgame")
OPTIMAL = "optimal"
"""The bot of puzzles: exact from the first move on."""


def read_player(name: str) -> Named:
    """One seat's player and its parameters. Raises `UnknownName` naming the known ones."""
    return read_named("policy", name, KNOWN)


def check_policy(policy: str) -> str:
    """The normal spelling of both seats' players. Raises `UnknownName`."""
    return read_seats(policy, lambda name: read_player(name).text)


def bots(board: Board) -> tuple[str, ...]:
    return BOTS if board.seat_to_win is None else (OPTIMAL,)


def check_bot(board: Board, bot: str) -> str:
    """The bot's normal spelling. Raises `UnknownName` naming those allowed on this board."""
    known = bots(board)
    player = read_named("bot", bot, {name: KNOWN.get(name, ()) for name in known})
    if player.text not in known:
        raise UnknownName("bot", bot, known, as_usual(player, known))
    return player.text


def choose_move(state: State, bot: str, seed: int, turn: int) -> Move:
    """The bot's move, drawn from `Stream(seed, turn, PLAY)`."""
    width, _ = state.board.rules.field
    if check_bot(state.board, bot) == OPTIMAL:
        return judge.move_at(exact_cell(state), width)
    return judge.move_at(_choose(state, read_player(bot), Stream(seed, turn, PLAY)), width)


def play(board: Board, policy: str, stream: Stream) -> tuple[Move, ...]:
    """The moves of both seats' players to the end of the game, drawing from `stream` only."""
    players = [read_player(name) for name in split_seats(policy)]
    width, _ = board.rules.field
    state, moves = judge.initial_state(board), []
    while judge.open_cells(state):
        moves.append(judge.move_at(_choose(state, players[state.to_move], stream), width))
        state = judge.apply(state, moves[-1])
    return tuple(moves)


def exact_cell(state: State) -> int:
    """The cell that is best against best play: a search that grows fast with empty cells."""
    board = state.board
    return Endgame(board.shape, axes(*board.rules.field)).best_move(*judge.own_and_other(state))[0]


def good_cells(state: State, player: Named) -> Sequence[int]:
    """The cells, ascending, that are equally good to a player, but for exact play."""
    able = list(cells_in(judge.open_cells(state)))
    if player.name == "random":
        return able
    shape, (width, height) = state.board.shape, state.board.rules.field
    lines = axes(width, height)
    own, other = judge.own_and_other(state)
    if player.name == "greedy":
        return _highest(able, [turned_over(c, own, other, lines).bit_count() for c in able])
    weights = cell_weights(width, height, shape)
    if player.name == "positional":
        return _highest(able, [gain(c, turned_over(c, own, other, lines), weights) for c in able])
    depth = int(player.values.get("depth", USUAL_DEPTH))
    return best_cells(own, other, shape, lines, weights, depth)


def _highest(cells: Sequence[int], values: Sequence[int]) -> list[int]:
    best = max(values)
    return [cell for cell, value in zip(cells, values, strict=True) if value == best]


def _choose(state: State, player: Named, stream: Stream) -> int:
    if player.name == "endgame" and judge.empties(state) <= player.values["empties"]:
        return exact_cell(state)
    cells = good_cells(state, player)
    return cells[stream.below(len(cells))]


TWO_PLAYERS = TwoPlayers[Board, State, Move](
    bots=bots,
    check_bot=check_bot,
    choose_move=choose_move,
)
