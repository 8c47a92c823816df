"""Every game at once, for what the protocol promises of each."""

from __future__ import annotations

import random

import pytest
from hypothesis import strategies as st

from engines import all_games

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
