"""Boards shaded by figures of their loci."""

from __future__ import annotations

import re
from itertools import islice
from xml.etree import ElementTree

import pytest

from engines import all_games, get_game, read_rules

GAMES = [game.slug for game in all_games()]


def loci_of(game, board) -> list[str]:
    """Some loci at which the first moves of a play are made."""
    state, loci = game.initial_state(board), []
    for _ in range(30):
        moves = game.legal_moves(state)
        if not moves:
            break
        loci += [game.locus(state, move) for move in moves]
        state = game.apply(state, moves[0])
    return list(islice(dict.fromkeys(loci), 12))


@pytest.mark.parametrize("slug", GAMES)
def test_each_locus_has_its_shade_and_no_other(slug) -> None:
    game = get_game(slug)
    assert game.draw_shaded is not None
    board = game.generate(read_rules(game, {}), 3).board
    shades = {locus: f"#7a{at:02d}b3" for at, locus in enumerate(loci_of(game, board))}
    assert len(shades) > 2
    svg = game.draw_shaded(board, shades)
    ElementTree.fromstring(svg)
    assert set(re.findall("#7a..b3", svg)) == set(shades.values())
    assert "#7a" not in game.draw_shaded(board, {})
    assert "style" not in svg
    assert " id=" not in svg
