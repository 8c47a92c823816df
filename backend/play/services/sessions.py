"""Sessions begin, and may be given up."""

from __future__ import annotations

from uuid import UUID

from django.db import transaction
from rest_framework.exceptions import NotAuthenticated

from backend.common.problems import Conflict, NotAllowed, NotFound
from backend.play.locking import lock_session
from backend.play.models import Move, Player, Session
from backend.play.seats import lay_table
from backend.play.selectors import Position, describe_position, find_position
from backend.play.services.bots import answer
from backend.play.services.recording import finish, settle, start_clock, store
from backend.puzzles.boards import load_board
from backend.puzzles.selectors import find_puzzle
from engines import Fault


@transaction.atomic
def start_session(
    *,
    player: Player,
    puzzle_id: UUID,
    mode: str | None = None,
    seat: str | None = None,
    bot: str | None = None,
    client: str = "",
) -> tuple[Position, list[Move]]:
    """A new session of the puzzle, and a bot's first moves where it begins.

    `client` is the name and version of the program that plays.

    Raises `NotAllowed` when there is no such puzzle, or it can't be played in this way.
    """
    puzzle = find_puzzle(puzzle_id)
    if puzzle is None:
        message = f"There is no puzzle {puzzle_id}."
        raise NotAllowed(message, code="unknown_puzzle", faults=[Fault("/puzzle", message)])
    game, board = load_board(puzzle)
    table = lay_table(game, board, mode=mode, seat=seat, bot=bot)
    # Shuts the gap between recognising a player and pointing at it: it may be erased meanwhile.
    if not Player.objects.select_for_update(no_key=True).filter(pk=player.pk).exists():
        raise NotAuthenticated("This player was just erased.")
    session = Session(
        player=player,
        puzzle=puzzle,
        mode=table.mode,
        seat=table.seat,
        bot=table.bot,
        client=client,
    )
    state = game.initial_state(board)
    settle(session=session, outcome=game.outcome(state))
    session.save(force_insert=True)
    clock = start_clock(session=session)
    position, moves = answer(position=Position(session, game, (), (), state), clock=clock)
    if moves:
        store(session=session, moves=moves)
    return position, moves


@transaction.atomic
def abandon_session(*, player: Player, session_id: UUID) -> Position:
    """Give a session up. Doing so twice is doing so once; one that has ended is `Conflict`."""
    lock_session(player=player, session_id=session_id)
    position = own_position(player=player, session_id=session_id)
    session = position.session
    if session.status in (Session.Status.SOLVED, Session.Status.FINISHED):
        raise finished(position=position)
    if session.is_active:
        finish(session=session, status=Session.Status.ABANDONED)
        session.save(update_fields=["status", "finished_at"])
    return position


def own_position(*, player: Player, session_id: UUID) -> Position:
    """Where the player's session stands. Raises `NotFound`."""
    position = find_position(player=player, session_id=session_id)
    if position is None:
        raise NotFound(f"You have no session {session_id}.")
    return position


def finished(*, position: Position) -> Conflict:
    return Conflict(
        f"This session is {position.session.status}.",
        code="finished",
        session=describe_position(position),
    )
