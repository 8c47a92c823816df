"""Games for two: against a bot, which answers in the same breath, or two people on one device."""

from __future__ import annotations

import logging
from typing import Any

import pytest
from django.urls import reverse

from backend.play.models import Move, Session
from backend.play.seats import bot_seed
from backend.play.services import bots
from backend.puzzles.boards import load_board
from backend.puzzles.models import Puzzle
from tests.support.api import Api, ok, pointers, problem
from tests.support.play import Play, start
from tests.support.taking import Taking

pytestmark = pytest.mark.django_db


def take(number: int) -> dict[str, int]:
    return {"take": number}


def kinds(play: Play) -> list[str]:
    return [entry["kind"] for entry in play.history()]


# How it is seated --------------------------------------------------------------------------
def test_a_whole_game_is_played_against_the_usual_bot_from_the_first_seat(
    player_api: Api, heap: Any
) -> None:
    told = ok(player_api.post("sessions/", {"puzzle": str(heap().id)}), 201)
    assert (told["mode"], told["seat"], told["bot"]) == ("bot", "first", "best")
    assert (told["to_move"], told["scores"], told["winner"]) == ("first", [0, 0], None)
    assert (told["number"], told["replies"]) == (1, [])


def test_in_the_second_seat_the_bot_has_begun(player_api: Api, heap: Any) -> None:
    how = {"puzzle": str(heap(stones=4, lucky=1).id), "seat": "second", "bot": "one"}
    told = ok(player_api.post("sessions/", how), 201)  # one by one it keeps the turn
    assert [entry["number"] for entry in told["replies"]] == [1, 2, 3, 4]
    assert (told["status"], told["winner"], told["scores"]) == ("finished", "bot", [4, 0])
    how = {"puzzle": str(heap(stones=8).id), "seat": "second", "bot": "one"}
    told = ok(player_api.post("sessions/", how), 201)
    (entry,) = told["replies"]
    assert (entry["number"], entry["kind"], entry["payload"]) == (1, "bot", take(1))
    assert (entry["legal_count"], entry["locus"], entry["think_ms"]) == (3, "heap:8", None)
    assert (told["number"], told["bot_count"], told["to_move"]) == (2, 1, "second")
    assert told["scores"] == [1, 0]
    play = Play(player_api, told["id"], 2)
    assert play.history() == [entry]
    problem(play.send("undo"), 422, "nothing_to_undo")  # a bot's opening stays


@pytest.mark.parametrize("seat", [0, 1])
def test_a_puzzle_fixes_the_seat_and_the_bot(player_api: Api, heap: Any, seat: int) -> None:
    puzzle = heap(goal="win", seat=seat)
    names = ["first", "second"]
    told = ok(player_api.get(f"puzzles/{puzzle.id}/"))
    assert told["for_two"] == {"seat_to_win": names[seat], "bots": ["best"]}
    play = start(player_api, puzzle)
    assert play.detail()["seat"] == play.detail()["to_move"] == names[seat]
    assert play.number == 1
    start(player_api, puzzle, seat=names[seat], bot="best", mode="bot")
    body = {"puzzle": str(puzzle.id), "seat": names[1 - seat], "bot": "one"}
    document = problem(player_api.post("sessions/", body), 422, "not_this_way")
    assert pointers(document) == ["/bot", "/seat"]
    assert names[seat] in document["detail"]
    # Nor can two people play it to any end they like: it asks to win against a bot.
    body = {"puzzle": str(puzzle.id), "mode": "hotseat"}
    document = problem(player_api.post("sessions/", body), 422, "not_this_way")
    assert pointers(document) == ["/mode"]


@pytest.mark.parametrize(
    ("how", "status", "where"),
    [
        ({"mode": "hotseat", "seat": "first"}, 422, ["/seat"]),
        ({"mode": "hotseat", "bot": "one", "seat": "second"}, 422, ["/bot", "/seat"]),
        ({"bot": "nobody"}, 422, ["/bot"]),
        ({"mode": "chess"}, 422, ["/mode"]),
        ({"seat": "third"}, 422, ["/seat"]),
        ({"seat": 1}, 400, ["/seat"]),
        ({"bot": None}, 400, ["/bot"]),
        ({"bot": "x" * 65}, 422, ["/bot"]),
    ],
)
def test_what_cannot_be_seated_is_refused(
    player_api: Api, heap: Any, how: Any, status: int, where: list[str]
) -> None:
    response = player_api.post("sessions/", {"puzzle": str(heap().id), **how})
    assert pointers(problem(response, status)) == where
    assert not Session.objects.exists()


@pytest.mark.parametrize("how", [{"mode": "bot"}, {"seat": "first"}, {"bot": "best"}])
def test_a_game_for_one_has_no_seats(player_api: Api, puzzle: Puzzle, how: Any) -> None:
    response = player_api.post("sessions/", {"puzzle": str(puzzle.id), **how})
    document = problem(response, 422, "not_this_way")
    assert pointers(document) == [f"/{name}" for name in how]
    assert "for one" in document["detail"]
    told = start(player_api, puzzle).detail()
    names = ("mode", "seat", "bot", "scores", "winner", "to_move")
    assert [told[name] for name in names] == [None] * 6
    assert ok(player_api.get(f"puzzles/{puzzle.id}/"))["for_two"] is None


# Against a bot -----------------------------------------------------------------------------
def test_the_bots_answer_comes_with_the_turn(player_api: Api, heap: Any) -> None:
    play = start(player_api, heap(stones=9), bot="one")
    told = play.move(take(3), think_ms=700)
    (reply,) = told["replies"]
    assert (told["entry"]["kind"], told["entry"]["think_ms"]) == ("move", 700)
    assert (reply["kind"], reply["payload"], reply["locus"]) == ("bot", take(1), "heap:6")
    assert (reply["legal_count"], reply["outcome"]) == (3, "playing")
    session = told["session"]
    assert (session["scores"], session["to_move"]) == ([3, 1], "first")
    assert (session["move_count"], session["bot_count"], session["number"]) == (1, 1, 3)
    assert play.detail() == session
    assert play.history() == [told["entry"], reply]


def test_extra_turns_leave_no_answer_or_give_several(player_api: Api, heap: Any) -> None:
    play = start(player_api, heap(stones=12, lucky=1), bot="one", seat="first")
    assert play.move(take(1))["replies"] == []  # the turn is kept
    told = play.move(take(2))
    assert len(told["replies"]) == 9  # one by one, down to the end
    assert told["session"]["status"] == "finished"
    assert told["session"]["scores"] == [3, 9]
    assert told["session"]["winner"] == "bot"


def test_an_answer_lost_on_the_way_is_given_again(player_api: Api, heap: Any) -> None:
    play = start(player_api, heap(stones=12, lucky=1), bot="random")
    first = play.move(take(3))
    assert ok(play.send("moves", number=1, move=take(3)), 200) == first
    problem(play.send("moves", number=1, move=take(2)), 409, "wrong_number")
    for reply in first["replies"]:
        problem(play.send("moves", number=reply["number"], move=reply["payload"]), 409)
    told = play.undo()
    assert ok(play.send("undo", number=play.number - 1), 200) == told
    assert Move.objects.count() == play.number - 1


def test_undo_takes_the_bots_answer_back_too(player_api: Api, heap: Any) -> None:
    play = start(player_api, heap(stones=40, lucky=1), seat="second", bot="random")
    opening = play.detail()
    first = play.move(take(2))
    assert first["replies"]
    told = play.turn("undo", think_ms=40)
    number = first["entry"]["number"]
    assert told["entry"]["payload"] == {"undone": number}
    assert told["entry"]["locus"] == first["entry"]["locus"]
    assert told["replies"] == []
    for name in ("view", "to_move", "scores", "legal_moves"):
        assert told["session"][name] == opening[name]
    assert told["session"]["bot_count"] == opening["bot_count"] + len(first["replies"])
    problem(play.send("undo"), 422, "nothing_to_undo")
    again = play.move(take(3))
    assert again["session"]["scores"][1] == 3
    replied = len(again["replies"])
    opened = opening["bot_count"]
    expected = ["bot"] * opened + ["move"] + ["bot"] * len(first["replies"]) + ["undo", "move"]
    assert kinds(play) == expected + ["bot"] * replied


def test_a_bots_moves_can_be_made_again(player_api: Api, heap: Any) -> None:
    puzzle = heap(stones=60)
    play = start(player_api, puzzle, bot="random", seat="second")
    while play.detail()["status"] == "active":
        play.move(take(1))
    game, board = load_board(puzzle)
    assert isinstance(game, Taking)
    state, seed = game.initial_state(board), bot_seed(Session.objects.get().id)
    chosen = []
    for entry in play.history():
        if entry["kind"] == "bot":
            again = game.two_players.choose_move(state, "random", seed, entry["number"])
            assert game.dump_move(again) == entry["payload"]
            chosen.append(again)
        state = game.apply(state, game.parse_move(entry["payload"]))
    assert set(chosen) == {1, 2, 3}
    assert state.left == 0


def test_hints_are_asked_in_ones_own_turn(player_api: Api, heap: Any) -> None:
    play = start(player_api, heap(stones=9), bot="one")
    play.move(take(1))
    told = play.hint()
    assert told["entry"]["payload"]["move"] in told["session"]["legal_moves"]
    assert told["replies"] == []
    assert told["session"]["to_move"] == "first"


# The end -----------------------------------------------------------------------------------
@pytest.mark.parametrize(
    ("stones", "bot", "takes", "scores", "winner"),
    [
        (4, "one", 3, [3, 1], "you"),
        (4, "best", 1, [1, 3], "bot"),
        (2, "one", 1, [1, 1], "draw"),
    ],
)
def test_a_whole_game_ends_finished(
    player_api: Api, heap: Any, stones: int, bot: str, takes: int, scores: list[int], winner: str
) -> None:
    play = start(player_api, heap(stones=stones), bot=bot)
    told = play.move(take(takes))
    session = told["session"]
    assert told["replies"][-1]["outcome"] == "finished"
    assert (session["status"], session["scores"]) == ("finished", scores)
    assert (session["winner"], session["to_move"]) == (winner, None)
    assert (session["legal_moves"], session["stuck"]) == ([], False)
    assert session["finished_at"] is not None
    for action in ("undo", "hint"):
        problem(play.send(action), 409, "finished")
    problem(play.api.post(f"sessions/{play.id}/abandon/"), 409, "finished")
    page = ok(player_api.get("sessions/?status=finished"))
    assert [(row["id"], row["winner"]) for row in page["results"]] == [(play.id, winner)]


def test_a_puzzle_is_solved_by_winning_and_stuck_when_lost(player_api: Api, heap: Any) -> None:
    puzzle = heap(stones=5, goal="win", seat=1)
    play = start(player_api, puzzle)
    told = play.move(take(1))
    assert (told["session"]["status"], told["session"]["stuck"]) == ("active", False)
    told = play.move(take(1))
    assert told["entry"]["outcome"] == "stuck"
    session = told["session"]
    assert (session["stuck"], session["winner"]) == (True, "bot")
    assert (session["scores"], session["to_move"]) == ([3, 2], None)
    assert session["stuck_at"] == [told["replies"][-1]["locus"] if told["replies"] else "heap:1"]
    assert play.detail()["stuck_at"] == session["stuck_at"]
    assert play.undo()["session"]["stuck_at"] == []
    assert play.undo()["session"]["winner"] is None
    for move in puzzle.certificate[::2]:
        told = play.move(move)
    session = told["session"]
    assert (session["status"], session["winner"], session["scores"]) == ("solved", "you", [2, 3])


def test_a_puzzle_may_be_solved_by_the_bots_last_move(player_api: Api, heap: Any) -> None:
    play = start(player_api, heap(stones=4, goal="win"))
    told = play.move(take(3))
    assert [entry["outcome"] for entry in told["replies"]] == ["solved"]
    assert told["session"]["status"] == "solved"


# Two people on one device ------------------------------------------------------------------
def test_two_people_play_in_turns_on_one_device(player_api: Api, heap: Any) -> None:
    play = start(player_api, heap(stones=6), mode="hotseat")
    told = play.detail()
    assert (told["mode"], told["seat"], told["bot"]) == ("hotseat", None, None)
    assert told["to_move"] == "first"
    told = play.move(take(1))
    assert (told["replies"], told["session"]["to_move"]) == ([], "second")
    play.move(take(3))
    told = play.undo()  # one move, whosever it was
    assert (told["session"]["to_move"], told["session"]["scores"]) == ("second", [1, 0])
    play.move(take(2))
    told = play.move(take(3))
    assert kinds(play) == ["move", "move", "undo", "move", "move"]
    session = told["session"]
    assert (session["status"], session["scores"]) == ("finished", [4, 2])
    assert session["winner"] == "first"


def test_the_admin_says_whose_move_it_was(player_api: Api, heap: Any, admin_client: Any) -> None:
    play = start(player_api, heap(stones=6), mode="hotseat")
    for count in (1, 3):
        play.move(take(count))
    play.undo()
    play.move(take(2))
    page = admin_client.get(reverse("admin:play_session_change", args=[play.id]))
    badges = [badge for step in page.context["steps"] for badge in step.badges]
    assert badges == ["first", "second", "undone", "undo", "second"]


def test_so_far_a_whole_game_is_won_not_solved(player_api: Api, heap: Any) -> None:
    play = start(player_api, heap(stones=4), bot="one")
    while play.detail()["status"] == "active":
        play.move(take(1))
    told = ok(player_api.get(f"sessions/{play.id}/result/"))
    won = float(told["winner"] == "you")
    assert told["so_far"] == {"played": 1, "solved": None, "stuck_share": None, "won_share": won}


# In the log and the database ---------------------------------------------------------------
def test_a_bot_that_thinks_long_is_told_of_in_the_log(
    player_api: Api, heap: Any, monkeypatch: Any, caplog: Any
) -> None:
    play = start(player_api, heap(stones=20))
    with caplog.at_level(logging.WARNING):
        play.move(take(1))
        assert "bot_slow" not in caplog.text
        monkeypatch.setattr(bots, "SLOW_MS", -1)
        play.move(take(1))
    assert "bot_slow" in caplog.text


def test_a_turn_that_a_bot_breaks_leaves_nothing(
    player_api: Api, heap: Any, monkeypatch: Any
) -> None:
    play = start(player_api, heap(stones=20))
    monkeypatch.setattr(Taking, "choose_move", lambda *_: 99)
    assert play.send("moves", move=take(1)).status_code >= 400
    assert not Move.objects.exists()
    assert Session.objects.get().next_number == 1


def test_a_turn_with_its_answer_costs_as_few_queries(
    player_api: Api, heap: Any, django_assert_num_queries: Any
) -> None:
    play = start(player_api, heap(stones=20), bot="one")
    play.move(take(1))
    with django_assert_num_queries(3):
        play.move(take(1))
