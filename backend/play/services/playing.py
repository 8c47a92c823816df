"""What a turn does: judged by the rules, answered by a bot, not stored yet.

A turn names the number it will have. So a message that arrives twice, or a second device,
cannot play a turn nobody meant: the wrong number is a conflict, and the answer says how
things stand.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from backend.common.problems import Conflict, NotAllowed
from backend.play.history import MAX_ENTRIES
from backend.play.models import Move
from backend.play.selectors import Position, describe_position
from backend.play.services.advice import describe_step, next_step
from backend.play.services.bots import answer
from backend.play.services.recording import add_entry, own_move
from backend.play.services.sessions import finished
from backend.play.services.wrong import WrongMove, wrong_try
from backend.play.timing import Clock, Timing
from engines import Fault, Game, IllegalMove, Unreadable
from engines.advice import Plan

Kind = Move.Kind


@dataclass(frozen=True, slots=True)
class Wanted:
    """A turn as it was sent. `move` is JSON, of a move only; `where` points at it in the body."""

    kind: Kind
    number: int
    move: Any = None
    timing: Timing = field(default_factory=Timing)
    where: str = "/move"


@dataclass(frozen=True, slots=True)
class Played:
    """A turn's entry, the entries of a bot's answer, and the position after them.

    `plan` is what a hint was a step of, to be kept with it.
    """

    position: Position
    entry: Move
    replies: tuple[Move, ...]
    plan: Plan | None


@dataclass(frozen=True, slots=True)
class _Effect:
    """What an entry says, where it was, and the state after it."""

    payload: Any
    locus: str
    after: Any
    plan: Plan | None = None


def play(*, position: Position, wanted: Wanted, clock: Clock) -> Played:
    """The turn, judged and answered.

    Raises `Unreadable`, `WrongMove`, `NotAllowed` and `Conflict`.
    """
    move = read_move(game=position.game, wanted=wanted)
    _check_turn(position, wanted)
    try:
        effect = _effect(position, wanted.kind, move)
    except IllegalMove as error:
        tried = wrong_try(
            position=position, move=move, error=error, timing=wanted.timing, clock=clock
        )
        raise WrongMove(error, tried) from None
    position, entry = add_entry(
        position=position,
        clock=clock,
        kind=wanted.kind,
        payload=effect.payload,
        locus=effect.locus,
        after=effect.after,
        timing=wanted.timing,
    )
    position, replies = answer(position=position, clock=clock)
    return Played(position, entry, tuple(replies), effect.plan)


def read_move(*, game: Game, wanted: Wanted) -> Any:
    """The game's own move, None of another kind of turn. Faults point into the body."""
    if wanted.kind != Kind.MOVE:
        return None
    try:
        return game.parse_move(wanted.move)
    except Unreadable as error:
        faults = [Fault(wanted.where + fault.pointer, fault.message) for fault in error.faults]
        raise Unreadable(str(error), faults) from None


def _effect(position: Position, kind: Kind, move: Any) -> _Effect:
    game, state = position.game, position.state
    if kind == Kind.MOVE:
        after = game.apply(state, move)
        return _Effect(game.dump_move(move), game.locus(state, move), after)
    if kind == Kind.HINT:
        step, plan = next_step(position=position)
        locus = "" if step.move is None else game.locus(state, step.move)
        return _Effect(describe_step(game=game, step=step), locus, state, plan)
    place = own_move(position=position)
    if place is None:
        message = "There is no move to undo."
        if position.line:
            message = "You have made no move to undo; the bot's opening stays."
        raise NotAllowed(message, code="nothing_to_undo")
    undone, before = position.line[place].entry, position.line[place].before
    locus = game.locus(before, game.parse_move(undone.payload))
    return _Effect({"undone": undone.number}, locus, before)


def is_stored(*, position: Position, wanted: Wanted) -> bool:
    """Whether the history has this very turn at its number. Raises `Unreadable`."""
    move = read_move(game=position.game, wanted=wanted)
    found = position.entries[wanted.number - 1 : wanted.number]
    if not found or found[0].kind != wanted.kind:
        return False
    return wanted.kind != Kind.MOVE or found[0].payload == position.game.dump_move(move)


def _check_turn(position: Position, wanted: Wanted) -> None:
    """Raises `Conflict` unless the session goes on and this is its next number."""
    session, number = position.session, wanted.number
    if not session.is_active:
        raise finished(position=position)
    if number != session.next_number:
        raise Conflict(
            _wrong_number(position, wanted),
            code="wrong_number",
            session=describe_position(position),
        )
    if number > MAX_ENTRIES:
        raise Conflict(
            f"A session has at most {MAX_ENTRIES} turns. Start a new one.",
            code="history_full",
            session=describe_position(position),
        )


def _wrong_number(position: Position, wanted: Wanted) -> str:
    number, free = wanted.number, position.session.next_number
    if number > free:
        return f"The next number is {free}, not {number}."
    if is_stored(position=position, wanted=wanted):
        return f"This turn is there as number {number}, and others after it: the next is {free}."
    return f"Another turn than this has number {number}: the next is {free}."
