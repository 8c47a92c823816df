"""What is stored of an imported file, once."""

from __future__ import annotations

from datetime import timedelta

import pytest

from backend.play import services as play
from backend.play.models import Finish, Player, Session
from backend.play.results import describe_so_far
from backend.playtests.models import ImportedPlayer, ImportedSession, SessionReading
from backend.playtests.selectors.filters import Filters, list_origins, readings
from backend.playtests.services import read_sessions
from backend.puzzles.models import Puzzle
from tests.support.api import make_map
from tests.support.importing import BEGUN, record, solution, take, told

pytestmark = pytest.mark.django_db


def test_what_follows_from_the_rules_is_worked_out() -> None:
    assert take(record(solution(), client="proto/3")).stored == 1
    session = Session.objects.get()
    assert (session.status, session.is_imported, session.client) == ("solved", True, "proto/3")
    assert session.started_at == BEGUN
    assert session.finished_at == BEGUN + timedelta(seconds=10 * len(solution()))
    first, last = session.history.first(), session.history.last()
    assert (first.locus, first.think_ms, first.created_at) == (
        f"region:{solution()[0]['region']}",
        9_000,
        BEGUN + timedelta(seconds=10),
    )
    assert (first.outcome, last.outcome, first.odd) == ("playing", "solved", "")
    reading = SessionReading.objects.get()
    assert (reading.ending, reading.source, reading.client) == ("solved", "there", "proto/3")
    assert not reading.is_synthetic


def test_it_counts_in_playtests_and_nowhere_else() -> None:
    puzzle = make_map(seed=7)
    assert take(record(solution())).boards == 0
    assert Session.objects.get().puzzle_id == puzzle.pk
    assert not Finish.objects.exists()
    assert describe_so_far(Session.objects.get())["played"] == 0
    assert readings(Filters(), puzzle_id=puzzle.pk).count() == 1
    player = Player.objects.get()
    assert player.token_hash is None
    assert player.imported.external_id == "p1"


def test_filters_by_client_and_source() -> None:
    take(record(solution(), client="a/1"), record(solution(), "s2", client="b/2"))
    take(record(solution(), client="b/2"), source="other place")
    person, puzzle = play.create_player()[0], make_map(seed=8)
    position, _ = play.start_session(player=person, puzzle_id=puzzle.pk, client="web/1")
    read_sessions(session_ids=[position.session.pk])
    assert list_origins() == (["a/1", "b/2", "web/1"], ["other place", "there"])
    wanted = {
        Filters(client="b/2"): 2,
        Filters(source="here"): 1,
        Filters(source="imported"): 3,
        Filters(source="there"): 2,
        Filters(source="there", client="b/2"): 1,
    }
    assert {one: readings(one).count() for one in wanted} == wanted


def test_the_same_again_is_there_and_another_of_its_name_is_refused() -> None:
    moves = solution()
    assert take(record(moves)).stored == 1
    spelled = record([f"{m['region']}={m['color']}" for m in moves], ended="solved")
    spelled["entries"][0]["locus"] = f"region:{moves[0]['region']}"
    report = take(spelled)
    assert (report.stored, report.there, report.refused) == (0, 1, 0)
    report = take(record(moves[:3]))
    assert (report.there, report.refused) == (0, 1)
    assert told(report) == [(1, "/session")]
    assert "never changed" in report.faults[0].message
    assert take(record(moves[:3]), source="another").stored == 1
    assert Session.objects.count() == 2
    assert ImportedPlayer.objects.count() == 2


def test_twice_in_one_file() -> None:
    report = take(record(solution()), record(solution()), record(solution()[:2]))
    assert (report.stored, report.there, report.refused) == (1, 1, 1)
    assert told(report) == [(3, "/session")]


@pytest.mark.parametrize("options", [{"dry_run": True}, {}], ids=["dry", "wet"])
def test_one_fault_leaves_the_others(options) -> None:
    report = take(record(solution()), record([]) | {"session": 3}, record([], "s3"), **options)
    assert (report.sessions, report.stored, report.refused) == (3, 2, 1)
    assert told(report) == [(2, "/session")]
    assert (report.boards, report.unproven) == (1, 0)
    expected = 0 if options else 2
    assert [m.objects.count() for m in (Session, ImportedSession)] == [expected, expected]
    assert Puzzle.objects.exists() == (not options)


def test_all_or_nothing() -> None:
    records = [record([], f"s{nth}") for nth in range(150)]
    report = take(*records, {}, all_or_nothing=True)
    assert (report.stored, report.refused, report.sessions) == (0, 1, 151)
    for model in (Session, ImportedSession, Player, Puzzle):
        assert not model.objects.exists()
    assert take(*records, all_or_nothing=True).stored == 150
