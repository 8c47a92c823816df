"""People join a study, and begin its puzzles in their own order."""

from __future__ import annotations

from dataclasses import dataclass
from uuid import UUID

from django.db import transaction
from django.utils import timezone
from rest_framework.exceptions import NotAuthenticated

from backend.common.problems import Conflict, NotAllowed
from backend.play import services as play
from backend.play.models import Move, Player
from backend.play.selectors import Position, find_session, read_position
from backend.playtests.models import Participant, Study, StudySession, taking_part
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

    Raises `NotAllowed` without consent, and `Conflict` when the study is not open or full, or the
    player has withdrawn: who comes back knows its puzzles.
    """
    if not consent:
        message = "Nobody takes part without having agreed to the study’s text: consent is true."
        raise NotAllowed(message, code="not_consented", faults=[Fault("/consent", message)])
    _lock_player(player)
    # All who join queue up here, so that no more come in than are wanted.
    locked = lock_study(study=study)
    if found := find_participant(study=locked, player=player):
        _check_takes_part(found)
        return found, False
    check_open(study=locked)
    if (
        locked.participants.filter(taking_part(), is_synthetic=is_synthetic).count()
        >= locked.wanted
    ):
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
def begin_session(*, study: Study, player: Player, client: str = "") -> Begun:
    """The participant's session that is going on; else one of the next puzzle in their order.

    The session and its link to the study are written together. Raises `Conflict` when the
    player has not joined or has withdrawn, has played everything, or the study is closed.
    `client` is the program that plays a session that is begun.
    """
    _lock_player(player)  # two devices at once begin one session
    participant = require_participant(study=study, player=player)
    puzzles = list_own_puzzles(participant)
    active = next((one for one in puzzles if one.status == "active"), None)
    if active is not None and active.session is not None:
        return _going_on(player, active.session)
    study.refresh_from_db(fields=["status"])
    check_open(study=study)
    ahead = next((one for one in puzzles if one.session is None), None)
    if ahead is None:
        raise Conflict("You have played all its puzzles: thank you.", code="all_played")
    position, replies = play.start_session(player=player, puzzle_id=ahead.puzzle, client=client)
    StudySession.objects.create(
        session=position.session, item_id=ahead.item, participant=participant
    )
    return Begun(position, tuple(replies), is_new=True)


@transaction.atomic
def withdraw(*, study: Study, player: Player) -> Participant:
    """The player's part in the study is over for good; withdrawing twice is withdrawing once.

    What they played is no longer linked to it, whether the study goes on or not; their sessions
    stay their own, and one that is going on may be ended. Raises `Conflict` when the player has
    not joined.
    """
    _lock_player(player)
    participant = find_participant(study=study, player=player)
    if participant is None:
        raise Conflict("You have not joined this study.", code="not_joined")
    if participant.withdrawn_at is None:
        participant.withdrawn_at = timezone.now()
        participant.save(update_fields=["withdrawn_at"])
        StudySession.objects.filter(participant=participant).delete()
    return participant


def require_participant(*, study: Study, player: Player) -> Participant:
    """The player as one who takes part now. Raises `Conflict`."""
    participant = find_participant(study=study, player=player)
    if participant is None:
        raise Conflict("You have not joined this study: join it first.", code="not_joined")
    _check_takes_part(participant)
    return participant


def _check_takes_part(participant: Participant) -> None:
    if participant.withdrawn_at is not None:
        message = "You have withdrawn from this study: you can’t take part in it again."
        raise Conflict(message, code="withdrawn")


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
