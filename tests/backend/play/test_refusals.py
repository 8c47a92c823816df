"""What a refused move is answered with: in one shape, whatever stood against it."""

from __future__ import annotations

from typing import Any

import pytest

from backend.puzzles.models import Puzzle
from backend.puzzles.services import make_puzzle
from tests.support.api import Api, problem
from tests.support.play import start

pytestmark = pytest.mark.django_db


def test_a_maps_refusals_name_regions_and_colours(player_api: Api, puzzle: Puzzle) -> None:
    play = start(player_api, puzzle)
    first = puzzle.certificate[0]
    session = play.move(first)["session"]
    regions = sorted({move["region"] for move in session["legal_moves"]})
    free = regions[0]
    colors = [move["color"] for move in session["legal_moves"] if move["region"] == free]
    for move, left in (
        ({"region": 99, "color": 0}, []),
        (first, []),
        ({"region": free, "color": 8}, colors),
    ):
        told = problem(play.send("moves", move=move), 422)
        assert told["legal"] == {"regions": regions, "colors": left}


@pytest.mark.parametrize(
    ("game", "rules", "moves"),
    [
        ("number_hunt", {"circles": 5}, [{"number": 99}]),
        ("sliding", {"width": 3, "height": 3}, [{"tile": 20}]),
        ("dots_and_boxes", {"rows": 2, "cols": 2}, [{"line": "h", "row": 50, "col": 0}]),
    ],
)
def test_lists_by_name_are_what_they_name(
    player_api: Api, game: str, rules: dict[str, Any], moves: list[Any]
) -> None:
    play = start(player_api, make_puzzle(game=game, rules=rules, seed=1))
    for move in moves:
        told = problem(play.send("moves", move=move), 422)
        assert told["legal"]
        assert all(isinstance(value, list) for value in told["legal"].values())
