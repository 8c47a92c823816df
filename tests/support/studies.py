"""Sessions of a study, written down without being played."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import timedelta
from uuid import uuid4

from django.utils import timezone

from backend.play.models import Player, Session
from backend.playtests.models import (
    Corpus,
    Participant,
    SessionReading,
    Study,
    StudySession,
    SyntheticSession,
)


@dataclass(frozen=True)
class Told:
    """How a session went. `stall`: the move number of the first; `read`: it has a reading; `timed`:

    its moves have times.
    """

    stuck: bool = False
    stall: int | None = None
    ending: str = "solved"
    moves: int = 4
    read: bool = True
    timed: bool = True


def tell(
    study: Study, arm: int, sessions: Sequence[Told | None], *, synthetic: bool = False
) -> Participant:
    """A new participant in an arm, with a session of each of its puzzles; None: not played."""
    own = study.arms.get(position=arm)
    player = Player.objects.create(token_hash=uuid4().hex * 2)
    participant = Participant.objects.create(
        study=study,
        player=player,
        arm=own if study.assignment == Study.Assignment.ONE else None,
        is_synthetic=synthetic,
        consent_hash=study.consent_hash,
    )
    for item, told in zip(own.items.order_by("position"), sessions, strict=False):
        if told is None:
            continue
        now = timezone.now()
        over = told.ending == "solved"
        session = Session.objects.create(
            player=player,
            puzzle=item.puzzle,
            status="solved" if over else "abandoned",
            move_count=told.moves,
            started_at=now - timedelta(hours=1),
            finished_at=now,
        )
        StudySession.objects.create(session=session, item=item, participant=participant)
        if synthetic:
            corpus = Corpus.objects.create(truth={})
            SyntheticSession.objects.create(session=session, corpus=corpus)
        if told.read:
            SessionReading.objects.create(**reading_of(session, told, synthetic))
    return participant


def tell_many(study: Study, arm: int, sessions: Sequence[Told | None], players: int) -> None:
    """As `tell`, of so many new participants who all did the same."""
    for _ in range(players):
        tell(study, arm, sessions)


def reading_of(session: Session, told: Told, synthetic: bool = False) -> dict[str, object]:
    puzzle = session.puzzle
    return {
        "session": session,
        "puzzle": puzzle,
        "game": puzzle.game,
        "rules_key": puzzle.rules_key,
        "level": "",
        "is_synthetic": synthetic,
        "started_at": session.started_at,
        "ending": told.ending,
        "stall_seconds": 5,
        "stall_factor": 3,
        "entries": told.moves,
        "moves": told.moves,
        "timed": told.moves if told.timed else 0,
        "stalls": 0 if told.stall is None else 1,
        "median_ms": 900 if told.timed else None,
        "first_stall": told.stall,
        "first_stuck": 3 if told.stuck else None,
        "recovered": False,
        "undo_count": 0,
        "hint_count": 0,
        "gave_up_at": "",
        "decisions": ("t" if told.timed else "-") * told.moves,
        "loci": {"region:1": [told.moves, 0, 900]} if told.timed else {},
        "points": {"stuck": [], "undo": [], "hint": []},
    }
