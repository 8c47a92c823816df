"""Sessions are read once they are over, with few queries, and anew when that is called for."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.db import IntegrityError, transaction
from django.utils import timezone

from backend.play import services as play
from backend.play.models import Move, Session
from backend.playtests.models import SessionReading
from backend.playtests.services import read_due_sessions, read_sessions
from backend.puzzles.boards import load_board
from tests.support.api import make_map
from tests.support.play import stuck_line

pytestmark = pytest.mark.django_db


def play_on(player, puzzle, moves, *, session=None, think_ms=900):
    if session is None:
        session = play.start_session(player=player, puzzle_id=puzzle.id)[0].session
    number = Session.objects.get(pk=session.pk).next_number
    for move in moves:
        play.make_move(
            player=player, session_id=session.pk, number=number, move=move, think_ms=think_ms
        )
        number += 1
    return session


@pytest.fixture
def player():
    return play.create_player()[0]


def age(session, **ago):
    Session.objects.filter(pk=session.pk).update(
        started_at=timezone.now() - timedelta(**ago),
        last_entry_at=timezone.now() - timedelta(**ago),
    )


def test_a_solved_session_is_read_once(player, puzzle) -> None:
    session = play_on(player, puzzle, puzzle.certificate)
    assert read_due_sessions() == 1
    reading = SessionReading.objects.get(pk=session.pk)
    assert (reading.ending, reading.moves, reading.puzzle_id) == (
        "solved",
        len(puzzle.certificate),
        puzzle.id,
    )
    assert not reading.is_synthetic
    assert read_due_sessions() == 0


def test_a_session_that_goes_on_is_left_alone(player, puzzle) -> None:
    session = play_on(player, puzzle, puzzle.certificate[:2])
    assert read_due_sessions() == 0
    age(session, hours=25)
    assert read_due_sessions() == 1
    assert session.reading.ending == "gave_up"
    assert session.reading.gave_up_at
    game, board = load_board(puzzle)
    state = game.initial_state(board)
    for move in puzzle.certificate[:2]:
        state = game.apply(state, game.parse_move(move))
    left = {game.locus(state, move) for move in game.legal_moves(state)}
    assert set(session.reading.points["open"]) == left
    assert read_due_sessions() == 0


def test_who_comes_back_is_read_anew(player, puzzle) -> None:
    session = play_on(player, puzzle, puzzle.certificate[:2])
    age(session, hours=25)
    read_due_sessions()
    play_on(player, puzzle, puzzle.certificate[2:], session=session)
    assert read_due_sessions() == 1
    reading = SessionReading.objects.get(pk=session.pk)
    assert (reading.ending, reading.gave_up_at) == ("solved", "")


def test_another_threshold_reads_all_anew(player, puzzle, settings) -> None:
    session = play_on(player, puzzle, puzzle.certificate)
    Move.objects.filter(session=session).update(odd="")
    Move.objects.filter(session=session, number=2).update(think_ms=4000)
    read_due_sessions()
    assert SessionReading.objects.get().stalls == 0
    settings.STALL_SECONDS = 4.0
    assert read_due_sessions() == 1
    assert SessionReading.objects.get().decisions[:3] == "tst"


def test_a_hint_takes_no_time_away_from_the_move_after_it(player, puzzle, monkeypatch) -> None:
    now = [timezone.now()]
    monkeypatch.setattr(timezone, "now", lambda: now[0])
    session = play_on(player, puzzle, [])
    kept = {"player": player, "session_id": session.pk}
    for nth, move in enumerate(puzzle.certificate):
        if nth == 2:
            now[0] += timedelta(seconds=7)
            play.take_hint(**kept, number=3, think_ms=7_000)
        now[0] += timedelta(seconds=0.5)
        play.make_move(**kept, number=nth + 1 + (nth >= 2), move=move, think_ms=500)
    read_due_sessions()
    reading = SessionReading.objects.get()
    assert (reading.stalls, reading.first_stall, reading.decisions[:4]) == (1, 3, "ttst")
    assert [7_500 in times for times in reading.loci.values()].count(True) == 1


def test_odd_times_are_left_out(player, puzzle) -> None:
    session = play_on(player, puzzle, puzzle.certificate[:3], think_ms=80_000)
    read_sessions(session_ids=[session.pk])
    reading = SessionReading.objects.get()
    assert (reading.timed, reading.stalls, reading.decisions) == (0, 0, "---")


def test_where_it_got_stuck_is_told_by_the_rules(player, puzzle) -> None:
    line = stuck_line(puzzle)
    session = play_on(player, puzzle, line)
    read_sessions(session_ids=[session.pk])
    game, board = load_board(puzzle)
    state = game.initial_state(board)
    moves = 0
    while game.outcome(state).status != "stuck":
        state = game.apply(state, game.parse_move(line[moves]))
        moves += 1
    stuck = list(game.outcome(state).loci)
    reading = SessionReading.objects.get()
    assert reading.points["stuck"] == stuck
    assert reading.gave_up_at in stuck
    assert reading.first_stuck == moves
    assert not reading.recovered


def test_getting_out_by_undo(player, puzzle) -> None:
    line = stuck_line(puzzle)
    session = play_on(player, puzzle, line)
    for number in (1, 2):
        play.undo_move(player=player, session_id=session.pk, number=len(line) + number)
    play_on(player, puzzle, line[-2:], session=session)
    read_sessions(session_ids=[session.pk])
    reading = SessionReading.objects.get()
    assert reading.recovered
    assert reading.points["stuck"] == 2 * list(dict.fromkeys(reading.points["stuck"]))
    assert len(reading.points["undo"]) == 2


def test_many_sessions_take_as_many_queries_as_one(
    seed_people, django_assert_max_num_queries
) -> None:
    seed_people([make_map(seed=7)], sessions=30)
    ids = list(SessionReading.objects.values_list("pk", flat=True))
    with django_assert_max_num_queries(9):
        assert read_sessions(session_ids=ids) == 30


def test_a_reading_goes_with_its_session(player, puzzle) -> None:
    session = play_on(player, puzzle, puzzle.certificate)
    read_due_sessions()
    Session.objects.get(pk=session.pk).delete()
    assert not SessionReading.objects.exists()


@pytest.mark.parametrize(
    "wrong",
    [{"ending": "lost"}, {"stalls": 1}, {"timed": 10_000}, {"gave_up_at": "a"}],
    ids=lambda wrong: next(iter(wrong)),
)
def test_the_database_refuses_what_cannot_be(player, puzzle, wrong) -> None:
    play_on(player, puzzle, puzzle.certificate)
    read_due_sessions()
    with pytest.raises(IntegrityError), transaction.atomic():
        SessionReading.objects.update(**wrong)
