"""A puzzle as a client sees it: never its proof, nor what would rebuild the proof."""

from __future__ import annotations

import json

import pytest

from backend.puzzles.models import Puzzle
from tests.support.api import Api, ok, problem

NOBODY = "01890a5d-ac96-774b-bcce-b302099a8057"


def test_it_shows_the_board_before_the_first_move(api: Api, puzzle: Puzzle) -> None:
    shown = ok(api.get(f"puzzles/{puzzle.id}/"))
    assert shown["id"] == str(puzzle.id)
    assert shown["rules"] == puzzle.rules
    assert shown["view"]["cells"] == puzzle.board["cells"]
    assert all(region["color"] is None for region in shown["view"]["regions"])
    assert shown["level"] is None
    assert shown["difficulty"] is None


def test_certificate_and_seed_never_leave(api: Api, puzzle: Puzzle) -> None:
    text = api.get(f"puzzles/{puzzle.id}/").content.decode()
    assert "certificate" not in text
    assert '"seed"' not in text
    assert json.dumps(puzzle.certificate[0], separators=(",", ":")) not in text


def test_it_never_changes(api: Api, puzzle: Puzzle) -> None:
    response = api.get(f"puzzles/{puzzle.id}/")
    assert response["Cache-Control"] == "public, max-age=31536000, immutable"
    again = api.get(f"puzzles/{puzzle.id}/", if_none_match=response["ETag"])
    assert (again.status_code, again.content) == (304, b"")
    assert again["ETag"] == response["ETag"]


def test_a_stale_token_does_no_harm(api: Api, puzzle: Puzzle) -> None:
    ok(api.get(f"puzzles/{puzzle.id}/", authorization="Bearer tsu_forgotten"))


@pytest.mark.django_db
@pytest.mark.parametrize("puzzle_id", [NOBODY, "7", "x" * 500, NOBODY + "0", "%00", "null"])
def test_an_unknown_puzzle_is_404(api: Api, puzzle_id: str) -> None:
    problem(api.get(f"puzzles/{puzzle_id}/"), 404, "not_found")


def test_a_board_that_the_game_reads_no_more_says_so(api: Api, puzzle: Puzzle) -> None:
    Puzzle.objects.update(rules={"an old rule": 1})
    told = problem(api.get(f"puzzles/{puzzle.id}/"), 409)
    assert told["code"] == "other_version"
    assert "made with version 1" in told["detail"]
