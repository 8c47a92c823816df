"""What Postgres itself refuses, whoever writes."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

import pytest
from django.db import IntegrityError, transaction
from django.utils import timezone

from backend.play.models import MAX_THINK_MS, Move, Player, Session
from backend.puzzles.models import Puzzle

pytestmark = pytest.mark.django_db

NOW = timezone.now()
BOT = {"mode": "bot", "seat": "first", "bot": "any", "first_score": 0, "second_score": 0}


def refused(constraint: str) -> Any:
    return pytest.raises(IntegrityError, match=constraint)


@pytest.mark.parametrize("token_hash", ["", "x" * 64, "0" * 63, "tsu_" + "0" * 60])
def test_a_player_has_a_hash(token_hash: str) -> None:
    with refused("player_token_hash_hex"), transaction.atomic():
        Player.objects.create(token_hash=token_hash)


def test_tokens_are_not_shared() -> None:
    Player.objects.create(token_hash="0" * 64)
    with refused("token_hash"), transaction.atomic():
        Player.objects.create(token_hash="0" * 64)


@pytest.mark.parametrize(
    ("fields", "constraint"),
    [
        ({"status": "lost", "finished_at": NOW}, "session_status_known"),
        ({"status": "active", "finished_at": NOW}, "session_finished_has_time"),
        ({"status": "solved"}, "session_finished_has_time"),
        ({"status": "abandoned"}, "session_finished_has_time"),
        (
            {"status": "solved", "started_at": NOW, "finished_at": NOW - timedelta(seconds=1)},
            "session_times_in_order",
        ),
        (
            {"status": "solved", "started_at": NOW, "finished_at": NOW, "stuck": True},
            "session_ended_not_stuck",
        ),
        (
            {**BOT, "status": "finished", "started_at": NOW, "finished_at": NOW, "stuck": True},
            "session_ended_not_stuck",
        ),
        (
            {"status": "finished", "started_at": NOW, "finished_at": NOW},
            "session_finished_is_for_two",
        ),
        ({"mode": "robot", "first_score": 0, "second_score": 0}, "session_seats_fit_mode"),
        ({**BOT, "seat": ""}, "session_seats_fit_mode"),
        ({**BOT, "bot": ""}, "session_seats_fit_mode"),
        ({**BOT, "seat": "third"}, "session_seats_fit_mode"),
        ({**BOT, "mode": "hotseat"}, "session_seats_fit_mode"),
        ({**BOT, "first_score": None}, "session_scores_fit_mode"),
        ({"first_score": 0, "second_score": 0}, "session_scores_fit_mode"),
        ({"bot_count": 1}, "session_seats_fit_mode"),
        ({"undo_count": 1}, "session_undoes_only_moves"),
        ({"move_count": -1}, "move_count"),
        ({"hint_count": -1}, "hint_count"),
        ({"puzzle_id": None}, "puzzle_id"),
    ],
)
def test_a_session_that_cannot_be_is_refused(puzzle: Puzzle, fields: Any, constraint: str) -> None:
    with refused(constraint), transaction.atomic():
        Session.objects.create(**{"puzzle": puzzle, **fields})


MOVE = {"number": 1, "kind": "move", "payload": {}, "locus": "a", "legal_count": 1}


@pytest.mark.parametrize(
    ("fields", "constraint"),
    [
        ({"number": 0}, "move_number_range"),
        ({"kind": "jump"}, "move_kind_known"),
        ({"outcome": "lost"}, "move_outcome_known"),
        ({"think_ms": MAX_THINK_MS + 1}, "move_think_ms_range"),
        ({"think_ms": -1}, "think_ms"),
        ({"legal_count": -1}, "legal_count"),
        ({"locus": ""}, "move_has_locus"),
        ({"kind": "bot", "locus": ""}, "move_has_locus"),
        ({"kind": "bot", "think_ms": 5}, "move_think_ms_range"),
        ({"kind": "hint", "outcome": "solved"}, "move_only_a_move_ends"),
        ({"kind": "undo", "outcome": "finished"}, "move_only_a_move_ends"),
    ],
)
def test_a_move_that_cannot_be_is_refused(puzzle: Puzzle, fields: Any, constraint: str) -> None:
    session = Session.objects.create(puzzle=puzzle)
    with refused(constraint), transaction.atomic():
        Move.objects.create(session=session, **{**MOVE, "outcome": "playing", **fields})


def test_a_number_is_taken_once(puzzle: Puzzle) -> None:
    session = Session.objects.create(puzzle=puzzle)
    Move.objects.create(session=session, **MOVE, outcome="playing")
    with refused("move_number_unique"), transaction.atomic():
        Move.objects.create(session=session, **MOVE, outcome="playing")
    other = Session.objects.create(puzzle=puzzle)
    Move.objects.create(session=other, **MOVE, outcome="playing")
