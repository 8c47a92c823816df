"""Turns that were played out of reach of the server, sent together.

They are judged in their order. What was right up to the first fault is stored; nothing after
it is. Sent again, what is there already is passed over.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from uuid import UUID

from backend.common.problems import Conflict, Problem, problem_of
from backend.play.locking import locked_if_refused
from backend.play.models import Move, Player
from backend.play.selectors import Position, describe_position
from backend.play.services.playing import Wanted, is_stored, play
from backend.play.services.recording import start_clock, store
from backend.play.services.sessions import own_position
from engines import EngineError, Fault


@dataclass(frozen=True, slots=True)
class Batch:
    """How far it got: of the turns sent, `repeated` were there, and `stored` are now.

    `problem` is why the next one was refused. `entries` are the new ones, a bot's among them.
    """

    position: Position
    repeated: int
    stored: int
    entries: tuple[Move, ...]
    problem: Problem | None


@locked_if_refused
def play_batch(*, player: Player, session_id: UUID, turns: Sequence[Wanted]) -> Batch:
    """Play all of them up to the first that is wrong.

    Raises that one's problem if not even the first could be stored. Against a bot nothing can
    be played ahead of its answer: what follows a turn it answered is refused.
    """
    position = own_position(player=player, session_id=session_id)
    repeated, stored, entries, problem = 0, 0, list[Move](), None
    clock = start_clock(session=position.session)
    for wanted in turns:
        try:
            if not stored and is_stored(position=position, wanted=wanted):
                repeated += 1
                continue
            if entries and entries[-1].kind == Move.Kind.BOT:
                raise _answered(position)
            played = play(position=position, wanted=wanted, clock=clock)
        except (EngineError, Problem) as error:
            problem = _told(error, wanted)
            break
        position = played.position
        entries += [played.entry, *played.replies]
        stored += 1
    if problem and not (repeated or stored):
        raise problem
    if entries:
        store(session=position.session, moves=entries)
    return Batch(position, repeated, stored, tuple(entries), problem)


def _told(error: Exception, wanted: Wanted) -> Problem:
    """The error's problem, its faults pointing at this turn's move in the body."""
    problem = problem_of(error)
    assert problem is not None
    moved = [
        Fault(wanted.where, fault.message) if fault.pointer == "/move" else fault
        for fault in problem.faults
    ]
    problem.faults = tuple(moved)
    return problem


def _answered(position: Position) -> Conflict:
    return Conflict(
        "The bot has answered: look at its moves before you go on.",
        code="bot_answered",
        session=describe_position(position),
    )
