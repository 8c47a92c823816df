"""People join a study, and begin its puzzles in their own order."""

from __future__ import annotations

from dataclasses import dataclass
from uuid import UUID

from django.db import transaction
from rest_framework.exceptions import NotAuthenticated

from backend.common.problems import Conflict, NotAllowed
from backend.play import services as play
from backend.play.models import Move, Player
from backend.play.selectors import Position, find_session, read_position
from backend.playtests.models import Participant, Study, StudySession
from backend.playtests.selectors.joining import find_participant, list_own_puzzles
from backend.playtests.services.studies import lock_study
from backend.playtests.studies.assigning import draw_arm
from engines import Fault


@dataclass(frozen=True, slots=True)
class Begun:
    """A session for a study, with a bot's first moves; `is_new`: it was not going on already."""

    position: Position
    replies: tuple[Move, ...]
    is_new: bool


@transaction.atomic
def join_study(
    *, study: Study, player: Player, consent: bool, is_synthetic: bool = False
) -> tuple[Participant, bool]:
    """The player as a participant, and whether that is new. Joining twice is joining once.

    Raises `NotAllowed` without consent, and `Conflict` when the study is not open or full.
    """
    if not consent:
        message = "Nobody takes part without having agreed to the study’s text: consent is true."
        raise NotAllowed(message, code="not_consented", faults=[Fault("/consent", message)])
    _lock_player(player)
    # All who join queue up here, so that no more come in than are wanted.
    locked = lock_study(study=study)
    if found := find_participant(study=locked, player=player):
        return found, False
    check_open(study=locked)
    if locked.participants.filter(is_synthetic=is_synthetic).count() >= locked.wanted:
        message = f"This study has the {locked.wanted:,} people that it wanted."
        raise Conflict(message, code="full")
    arm = None
    if locked.assignment == Study.Assignment.ONE:
        arms = list(locked.arms.order_by("position"))
        arm = arms[draw_arm(locked.pk, player.pk, len(arms))]
    made = Participant.objects.create(
        study=locked,
        player=player,
        arm=arm,
        is_synthetic=is_synthetic,
        consent_hash=locked.consent_hash,
    )
    return made, True


@transaction.atomic
def begin_session(*, study: Study, player: Player) -> Begun:
    """The participant's session that is going on; else one of the next puzzle in their order.

    The session and its link to the study are written together. Raises `Conflict` when the
    player has not joined, has played everything, or the study is closed.
    """
    _lock_player(player)  # two devices at once begin one session
    participant = find_participant(study=study, player=player)
    if participant is None:
        raise Conflict("You have not joined this study: join it first.", code="not_joined")
    puzzles = list_own_puzzles(participant)
    active = next((one for one in puzzles if one.status == "active"), None)
    if active is not None and active.session is not None:
        return _going_on(player, active.session)
    study.refresh_from_db(fields=["status"])
    check_open(study=study)
    ahead = next((one for one in puzzles if one.session is None), None)
    if ahead is None:
        raise Conflict("You have played all its puzzles: thank you.", code="all_played")
    position, replies = play.start_session(player=player, puzzle_id=ahead.puzzle)
    StudySession.objects.create(
        session=position.session, item_id=ahead.item, participant=participant
    )
    return Begun(position, tuple(replies), is_new=True)


def check_open(*, study: Study) -> None:
    """Raises `Conflict` unless people may join and begin puzzles."""
    if not study.is_open:
        state = "has not been opened yet" if study.is_draft else "is closed"
        code = "not_open" if study.is_draft else "closed"
        raise Conflict(f"This study {state}.", code=code)


def _going_on(player: Player, session_id: UUID) -> Begun:
    session = find_session(player=player, session_id=session_id)
    assert session is not None, "a participant's session is their own"
    return Begun(read_position(session), (), is_new=False)


def _lock_player(player: Player) -> None:
    """Before anything else is locked: erasing a player begins there too."""
    if not Player.objects.select_for_update(no_key=True).filter(pk=player.pk).exists():
        raise NotAuthenticated("This player was just erased.")
