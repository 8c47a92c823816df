"""A study as those see it who may join it, or have."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from typing import Any
from uuid import UUID

from backend.common.problems import NotFound
from backend.play.models import Player
from backend.playtests.models import (
    CODE_LENGTH,
    LETTERS,
    ArmPuzzle,
    Participant,
    Study,
    StudySession,
    taking_part,
)
from backend.playtests.studies.assigning import draw_order

WAITING = "waiting"


@dataclass(frozen=True, slots=True)
class OwnPuzzle:
    """A puzzle in a participant's order; `status` is its session's, or `waiting`."""

    item: int
    puzzle: UUID
    session: UUID | None
    status: str


def find_public(code: str) -> Study:
    """The study of a code, however it is spelled. Raises `NotFound`; drafts are not there yet."""
    study = find_code(code)
    if study is None or study.is_draft:
        raise NotFound(f"There is no study with the code {code[:20]}.")
    return study


def find_code(code: str) -> Study | None:
    """The study of a code; spaces, dashes and small letters do not matter."""
    plain = code.upper().replace("-", "").replace(" ", "")
    if len(plain) != CODE_LENGTH or any(letter not in LETTERS for letter in plain):
        return None
    return Study.objects.filter(code=plain).first()


def count_joined(study: Study) -> int:
    """How many people take part; simulated ones are not counted."""
    return study.participants.filter(taking_part(), is_synthetic=False).count()


def is_full(study: Study) -> bool:
    return count_joined(study) >= study.wanted


def find_participant(*, study: Study, player: Player) -> Participant | None:
    rows = Participant.objects.select_related("study", "arm")
    return rows.filter(study=study, player=player).first()


def list_participations(player: Player) -> list[dict[str, Any]]:
    """The studies that a player takes part in or has withdrawn from, for the export of what is

    kept of them.
    """
    rows = Participant.objects.filter(player=player).select_related("study").order_by("agreed_at")
    sessions: dict[UUID, list[str]] = {row.pk: [] for row in rows}
    links = StudySession.objects.filter(participant__in=sessions).order_by("session")
    for participant, session in links.values_list("participant", "session"):
        sessions[participant].append(str(session))
    return [
        {
            "code": row.study.code,
            "name": row.study.name,
            "agreed_at": row.agreed_at,
            "consent_hash": row.consent_hash,
            "withdrawn_at": row.withdrawn_at,
            "sessions": sessions[row.pk],
        }
        for row in rows
    ]


def list_own_puzzles(participant: Participant) -> list[OwnPuzzle]:
    """What the participant plays, in their order."""
    items = ArmPuzzle.objects.filter(arm__study=participant.study_id, puzzle__isnull=False)
    if participant.arm_id is not None:
        items = items.filter(arm=participant.arm_id)
    rows = list(items.order_by("arm__position", "position").values_list("pk", "puzzle_id"))
    if participant.arm_id is None:
        order = draw_order(participant.study_id, participant.player_id, len(rows))
        rows = [rows[place] for place in order]
    played = StudySession.objects.filter(participant=participant)
    sessions = {
        item: (session, status)
        for item, session, status in played.values_list("item", "session", "session__status")
    }
    return [OwnPuzzle(item, puzzle, *sessions.get(item, (None, WAITING))) for item, puzzle in rows]


def describe_public(study: Study) -> dict[str, Any]:
    """What anybody may know who has the code."""
    return {
        "code": study.code,
        "name": study.name,
        "question": study.question,
        "game": study.game,
        "open": study.is_open,
        "full": is_full(study),
        "consent": study.consent,
        "consent_hash": study.consent_hash,
    }


def describe_own(participant: Participant) -> dict[str, Any]:
    """How far a participant is. Which arm it is, is not told: it might change how they play."""
    puzzles = list_own_puzzles(participant)
    over = [one for one in puzzles if one.status not in (WAITING, "active")]
    to_play = next((one for one in puzzles if one.status in (WAITING, "active")), None)
    agreed_at: datetime = participant.agreed_at
    return {
        "code": participant.study.code,
        "name": participant.study.name,
        "open": participant.study.is_open,
        "agreed_at": agreed_at,
        "consent_hash": participant.consent_hash,
        "played": len(over),
        "total": len(puzzles),
        "next": None if to_play is None else str(to_play.puzzle),
        "puzzles": [
            {
                "puzzle": str(one.puzzle),
                "session": None if one.session is None else str(one.session),
                "status": one.status,
            }
            for one in puzzles
        ],
    }
