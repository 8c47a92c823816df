"""Recorded play goes out and comes in again as it was."""

from __future__ import annotations

import io
import json
import re
from pathlib import Path
from typing import Any

import pytest

from backend.play import services as play
from backend.play.models import Move, Player, Session
from backend.playtests.exchange.shapes import EntryShape, SessionShape
from backend.playtests.models import (
    ImportedSession,
    SessionReading,
)
from backend.playtests.selectors.exporting import Wanted, export_play
from backend.playtests.services import import_play
from backend.puzzles.models import Puzzle
from backend.puzzles.services import make_puzzle
from engines import Game, all_games
from tests.support.api import Api
from tests.support.play import start

pytestmark = pytest.mark.django_db

KEY = b"a key for tests"
SMALL = {"sliding": {"width": 3, "height": 3}, "dots_and_boxes": {"rows": 3, "cols": 3}}
"""Rules of games whose hints on usual boards take long."""
EVERYONE = Wanted(everyone=True)


def exported(wanted: Wanted = EVERYONE, layout: str = "jsonl", key: bytes = KEY) -> str:
    return "".join(export_play(wanted, layout, key=key))


def imported(text: str, layout: str = "jsonl", **options: Any) -> Any:
    stream = io.BytesIO(text.encode())
    return import_play(stream=stream, layout=layout, **{"source": "there", **options})


def forget_everything() -> None:
    for model in (ImportedSession, SessionReading, Move, Session, Player, Puzzle):
        model.objects.all().delete()


def plain(text: str) -> list[Any]:
    """The sessions without their pseudonyms; players by when they first came."""
    players: dict[str, int] = {}
    told = [json.loads(line) for line in text.splitlines()]
    for one in told:
        del one["session"]
        if "player" in one:
            one["player"] = players.setdefault(one["player"], len(players))
    return told


def test_a_clock_that_was_never_set_comes_in_again(player_api: Api, puzzle: Puzzle) -> None:
    session = start(player_api, puzzle)
    moments = ["0001-01-01T00:00:00Z", "0001-01-01T00:00:05Z", "9999-12-31T23:59:59Z"]
    for move, moment in zip(puzzle.certificate, moments, strict=False):
        session.move(move, client_time=moment)
    text = exported()
    forget_everything()
    assert imported(text).faults == []
    assert plain(exported()) == plain(text)


def play_some(game: Game) -> None:
    """Sessions of one game: to some end, with undo and hint, given up, by somebody erased."""
    puzzle = make_puzzle(game=game.slug, rules=SMALL.get(game.slug, {}), seed=1)
    person, other = play.create_player()[0], play.create_player()[0]
    ways: list[dict[str, str]] = [{}]
    if game.two_players:
        ways = [{"mode": "hotseat"}, {"mode": "bot", "seat": "second"}, {"mode": "bot"}]
    for way in ways:
        position, _ = play.start_session(player=person, puzzle_id=puzzle.pk, **way)
        session = position.session
        for nth in range(6):
            legal = [game.dump_move(one) for one in game.legal_moves(position.state)]
            turn = play.make_move(
                player=person,
                session_id=session.pk,
                number=position.session.next_number,
                move=legal[nth % len(legal)],
                think_ms=90_000 if nth == 3 else 40,
                hidden_ms=5,
            )
            position = turn.position
            if nth in (1, 4):
                act = play.undo_move if nth == 1 else play.take_hint
                number = position.session.next_number
                position = act(player=person, session_id=session.pk, number=number).position
    play.abandon_session(player=person, session_id=session.pk)
    position, _ = play.start_session(player=other, puzzle_id=puzzle.pk, **ways[0])
    play.erase_player(player=other)
    if game.players == 1:
        position, _ = play.start_session(player=person, puzzle_id=puzzle.pk)
        turns = [
            play.Wanted(Move.Kind.MOVE, number, move)
            for number, move in enumerate(puzzle.certificate, 1)
        ]
        play.play_batch(player=person, session_id=position.session.pk, turns=turns)


def test_out_and_in_and_out_again() -> None:
    for game in all_games():
        play_some(game)
    before = exported()
    assert before.count("\n") == Session.objects.count() == 24
    odd = sorted(Move.objects.values_list("odd", flat=True))
    assert "too_long" in odd
    for layout in ("csv", "jsonl"):
        file = exported(layout=layout, key=b"another")
        forget_everything()
        report = imported(file, layout)
        assert [str(fault) for fault in report.faults] == []
        assert (report.stored, report.there, report.boards) == (24, 0, 7)
        assert plain(exported()) == plain(before)
        assert sorted(Move.objects.values_list("odd", flat=True)) == odd
        again = imported(file, layout)
        assert (again.stored, again.there, again.refused) == (0, 24, 0)


SAMPLES = Path(__file__).resolve().parents[3] / "docs" / "samples"


def test_the_samples_are_right_and_say_the_same() -> None:
    lines, table = (
        (SAMPLES / name).read_text(encoding="utf-8") for name in ("play.jsonl", "play.csv")
    )
    report = imported(lines)
    assert (report.stored, report.refused) == (3, 0)
    assert {one.status for one in Session.objects.all()} == {"solved", "abandoned", "finished"}
    again = imported(table, "csv")
    assert (again.stored, again.there, again.refused) == (0, 3, 0)


def test_the_paper_tells_of_every_member() -> None:
    paper = (SAMPLES.parent / "playtests-format.md").read_text(encoding="utf-8")
    told = set(re.findall(r"^\| (.*?) \|", paper, re.MULTILINE))
    names = set(re.findall(r"`(\w+)`", " ".join(told)))
    assert names == {*SessionShape.model_fields, *EntryShape.model_fields}
