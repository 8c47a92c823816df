"""Results and their text to share: how it went, and nothing of the board."""

from __future__ import annotations

from datetime import date
from typing import Any

import pytest

from backend.play.marks import MOST, marks
from backend.puzzles import boards
from backend.puzzles.models import DailyPuzzle, Puzzle
from backend.puzzles.services import make_puzzle
from tests.support.api import Api, new_player_api, ok, problem
from tests.support.play import Play, start, stuck_line

G, Y, W, B, R = "🟩", "🟨", "⬜", "🟦", "🟥"
KINDS = {"m": ("move", "playing"), "s": ("move", "stuck"), "u": ("undo", "playing")}
KINDS |= {"w": ("miss", "playing")}
KINDS |= {"h": ("hint", "playing"), "b": ("bot", "playing"), "t": ("bot", "stuck")}


@pytest.mark.parametrize(
    ("script", "drawn"),
    [
        ("", ""),
        ("h", ""),
        ("mmm", G * 3),
        ("mmu", G + Y),
        ("mmum", G + Y + G),
        ("mmuum", Y + Y + G),
        ("hmm", B + G),
        ("hhmum", Y + G),
        ("msum", G + R + G),
        ("mbmtum", G + R + G),
        ("bmbmb", G + G),
        ("mwm", G + W + G),
        ("hwm", W + G),
        ("wu", Y),
        ("m" * 31, G * 16),
        ("m" * 59 + "su", G * 19 + R),
    ],
)
def test_a_play_is_a_row_of_marks(script: str, drawn: str) -> None:
    told = marks(KINDS[letter] for letter in script)
    assert len(told) <= MOST
    if len(script) < 40:
        assert told == drawn
    else:
        assert told.endswith(R)


def solve(play: Play, puzzle: Puzzle) -> Any:
    for move in puzzle.certificate:
        told = play.move(move)
    return told["session"]


def result(play: Play) -> Any:
    return ok(play.api.get(f"sessions/{play.id}/result/"))


@pytest.mark.django_db
def test_the_result_of_a_solved_puzzle(player_api: Api, puzzle: Puzzle) -> None:
    DailyPuzzle.objects.create(date=date(2026, 3, 1), game=puzzle.game, level="easy", puzzle=puzzle)
    play = start(player_api, puzzle)
    problem(player_api.get(f"sessions/{play.id}/result/"), 409, "not_over")
    play.move(puzzle.certificate[0])
    play.undo()
    play.hint()
    solve(play, puzzle)
    told, count = result(play), len(puzzle.certificate)
    assert told["status"] == "solved"
    assert (told["move_count"], told["undo_count"], told["hint_count"]) == (count + 1, 1, 1)
    assert told["marks"] == Y + B + G * (count - 1)
    first, second, third = told["text"].split("\n")
    assert first == "Tsumi: Map colouring, 2026-03-01"
    assert second == f"Solved, {count + 1} moves, 1 undo, 1 hint, 0:00"
    assert third == told["marks"]
    assert told["so_far"] == {"played": 1, "solved": 1, "stuck_share": 0.0, "won_share": None}


@pytest.mark.django_db
def test_difficulty_is_told_only_after_ones_own_finish(player_api: Api, puzzle: Puzzle) -> None:
    other = start(new_player_api(), puzzle)
    for move in stuck_line(puzzle):
        other.move(move)
    start(new_player_api(), puzzle)  # nothing was played: not counted
    mine = start(player_api, puzzle)
    ok(player_api.post(f"sessions/{mine.id}/abandon/"))
    assert result(mine)["so_far"] is None
    mine = start(player_api, puzzle)
    solve(mine, puzzle)
    assert result(mine)["so_far"] == {
        "played": 2,
        "solved": 1,
        "stuck_share": 0.5,
        "won_share": None,
    }
    assert R not in result(mine)["marks"]
    ok(other.api.post(f"sessions/{other.id}/abandon/"))
    told = result(other)
    assert told["marks"].endswith(R)
    assert told["stuck_count"] == 1
    assert "Abandoned" in told["text"]


@pytest.mark.django_db
def test_the_result_of_a_game_for_two(player_api: Api, heap: Any) -> None:
    play = start(player_api, heap(stones=4), bot="one")
    play.move({"take": 3})
    told = result(play)
    assert (told["status"], told["winner"], told["scores"]) == ("finished", "you", [3, 1])
    assert told["text"].split("\n")[1] == "Won 3 to 1, 1 move, 0:00"


@pytest.mark.django_db
def test_wrong_taps_are_not_green(player_api: Api) -> None:
    puzzle = make_puzzle(game="number_hunt", rules={"circles": 5}, seed=1)
    play = start(player_api, puzzle)
    for number in (3, 1, 4, 2, 3, 4, 5):
        play.move({"number": number})
    told = result(play)
    assert told["marks"] == W + G + W + G * 4
    assert told["text"].endswith(told["marks"])


@pytest.mark.django_db
def test_marks_are_drawn_though_the_game_reads_its_boards_no_more(player_api: Api) -> None:
    puzzle = make_puzzle(game="number_hunt", rules={"circles": 5}, seed=1)
    play = start(player_api, puzzle)
    for number in (3, 1, 2, 3, 4, 5):
        play.move({"number": number})
    Puzzle.objects.update(rules={"an old rule": 1})
    boards.keep_puzzle.cache_clear()
    boards._kept.clear()
    assert result(play)["marks"] == G * 6


@pytest.mark.django_db
@pytest.mark.parametrize("others", [False, True])
def test_a_whole_game_is_never_solved(player_api: Api, heap: Any, others: bool) -> None:
    """Whoever has ended it so far: two people count for nobody."""
    puzzle = heap(stones=3)
    if others:
        left = start(new_player_api(), puzzle, bot="one")
        left.move({"take": 1})
    play = start(player_api, puzzle, mode="hotseat")
    play.move({"take": 3})
    assert result(play)["so_far"] == {
        "played": int(others),
        "solved": None,
        "stuck_share": None,
        "won_share": None,
    }


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("how", "said"),
    [
        ({"bot": "one", "seat": "second"}, "Lost 4 to 0, 0 moves"),
        ({"mode": "hotseat"}, "The second player wins 3 to 1, 2 moves"),
    ],
)
def test_the_winners_score_comes_first(
    player_api: Api, heap: Any, how: dict[str, str], said: str
) -> None:
    play = start(player_api, heap(stones=4, lucky=int("bot" in how)), **how)
    if "mode" in how:
        play.move({"take": 1})
        play.move({"take": 3})
    assert result(play)["text"].split("\n")[1].startswith(said)


@pytest.mark.django_db
def test_a_result_is_its_players_alone(player_api: Api, puzzle: Puzzle) -> None:
    play = start(player_api, puzzle)
    problem(new_player_api().get(f"sessions/{play.id}/result/"), 404)
