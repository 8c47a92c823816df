"""Wrong tries where playtests are read: readings, pages, files, simulated people."""

from __future__ import annotations

import io
import json
from typing import Any

import pytest

from backend.play import services as play
from backend.play.models import Move, Session, WrongTry
from backend.playtests.models import ImportedSession, SessionReading, SyntheticSession
from backend.playtests.selectors.exporting import Wanted, export_play
from backend.playtests.selectors.filters import Filters
from backend.playtests.selectors.puzzles import sum_puzzle
from backend.playtests.selectors.variants import sum_variants
from backend.playtests.services import import_play
from backend.playtests.services.readings import read_sessions

pytestmark = pytest.mark.django_db

EVERYONE = Wanted(everyone=True)


@pytest.fixture
def session(puzzle: Any) -> Session:
    """A move, the same again twice, another move, a wrong one, given up."""
    player, _ = play.create_player()
    position, _ = play.start_session(player=player, puzzle_id=puzzle.pk)
    key: Any = {"player": player, "session_id": position.session.pk}
    first, second, *_ = puzzle.certificate
    for number, move in ((1, first), (2, first), (2, first), (2, second), (3, second)):
        try:
            play.make_move(**key, number=number, move=move, think_ms=3)
        except play.WrongMove as wrong:
            play.keep_wrong_try(tried=wrong.tried)
    play.abandon_session(**key)
    return Session.objects.get(pk=position.session.pk)


def test_readings_count_them_and_decisions_know_nothing_of_them(session: Any, puzzle: Any) -> None:
    read_sessions(session_ids=[session.pk])
    reading = SessionReading.objects.get()
    loci = list(Move.objects.order_by("number").values_list("locus", flat=True))
    assert (reading.wrong_count, reading.points["wrong"]) == (2, loci)
    assert (reading.moves, reading.entries, reading.decisions) == (2, 2, "tt")
    total = sum_puzzle(puzzle, Filters())
    assert {at: one.wrong for at, one in total.loci.items() if one.wrong} == dict.fromkeys(loci, 1)
    assert (total.funnel["wrong"].reached, total.funnel["wrong"].solved) == (1, 0)
    assert [one.tried_wrong for one in sum_variants(puzzle.game, Filters())] == [1]


def test_a_reading_made_before_tells_of_none(session: Any, puzzle: Any) -> None:
    read_sessions(session_ids=[session.pk])
    SessionReading.objects.update(points={"stuck": [], "undo": [], "hint": []}, wrong_count=0)
    assert sum_puzzle(puzzle, Filters()).funnel["wrong"].reached == 0


def test_the_pages_show_them(session: Any, puzzle: Any, admin_client: Any) -> None:
    read_sessions(session_ids=[session.pk])
    place = f"/admin/play/session/{session.pk}"
    page = admin_client.get(f"{place}/change/")
    steps = page.context["steps"]
    assert [one.badges for one in steps] == [(), (), ("wrong",), (), ("wrong",)]
    assert [one.number for one in steps] == [0, 1, 2, 3, 4]
    assert WrongTry.objects.order_by("id")[0].reason in steps[2].text
    drawn = [
        admin_client.get(f"{place}/picture/", {"step": step}).content for step in range(len(steps))
    ]
    assert all(one.startswith(b"<svg") for one in drawn)
    assert drawn[2] not in (drawn[1], drawn[3])
    board = f"/admin/playtests/playedpuzzle/{puzzle.pk}/change/"
    assert b"Tried wrong" in admin_client.get(board).content
    table = admin_client.get(f"{board}?table=places&format=csv").getvalue().decode()
    assert "wrong_sessions" in table.splitlines()[0]
    variants = admin_client.get(f"/admin/playtests/playedpuzzle/variants/{puzzle.game}/")
    assert b"Tried wrong" in variants.content


def files(layout: str = "jsonl") -> str:
    return "".join(export_play(EVERYONE, layout, key=b"key"))


def take(text: str, layout: str = "jsonl") -> Any:
    return import_play(stream=io.BytesIO(text.encode()), layout=layout, source="there")


@pytest.mark.parametrize("layout", ["jsonl", "csv"])
def test_out_and_in_and_out_again(session: Any, layout: str) -> None:
    before = json.loads(files())["entries"]
    assert [one["kind"] for one in before] == ["move", "wrong", "move", "wrong"]
    assert before[1]["reason"]
    file = files(layout)
    session.delete()
    report = take(file, layout)
    assert [str(fault) for fault in report.faults] == []
    assert (report.stored, report.entries) == (1, 4)
    assert json.loads(files())["entries"] == before
    assert SessionReading.objects.get().wrong_count == 2
    assert take(file, layout).there == 1


@pytest.mark.usefixtures("session")
def test_a_wrong_try_more_is_another_recording() -> None:
    told = json.loads(files())
    assert take(json.dumps(told)).stored == 1
    del told["entries"][3]
    assert take(json.dumps(told)).refused == 1
    assert ImportedSession.objects.count() == 1


@pytest.mark.parametrize(
    ("change", "pointer"),
    [
        ({"payload": {"nonsense": 1}}, "/entries/1/payload"),
        ({"number": 1}, "/entries/1/number"),
        ({"locus": "elsewhere"}, "/entries/1/locus"),
        ({"legal_count": 3}, "/entries/1/legal_count"),
        ({"kind": "move"}, "/entries/1/payload"),
        ({"payload": "right"}, "/entries/1/kind"),
        ({"at": "2001-01-01T00:00:00Z"}, "/entries/1/at"),
    ],
)
@pytest.mark.usefixtures("session")
def test_a_wrong_try_that_cannot_be_is_told(change: Any, pointer: str) -> None:
    told = json.loads(files())
    right = told["entries"][2]["payload"]
    told["entries"][1] |= {"payload": right} if change == {"payload": "right"} else change
    faults = take(json.dumps(told)).faults
    assert [fault.pointer.split("/")[:4] for fault in faults] == [pointer.split("/")]


@pytest.mark.usefixtures("session")
def test_only_wrong_tries_have_a_reason() -> None:
    told = json.loads(files())
    told["entries"][0]["reason"] = "Because."
    assert [fault.pointer for fault in take(json.dumps(told)).faults] == ["/entries/0/reason"]


def test_simulated_people_try_wrong_moves_if_they_shall(seed_people: Any, puzzle: Any) -> None:
    seed_people([puzzle], sessions=3, players=1, wrong=1.0)
    assert WrongTry.objects.filter(session__in=SyntheticSession.objects.values("pk")).exists()
    assert SessionReading.objects.filter(wrong_count__gt=0).exists()
    report = take("".join(export_play(EVERYONE)))  # what was tried is wrong by the rules too
    assert [str(fault) for fault in report.faults] == []
