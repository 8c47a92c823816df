"""A recorded session played again by the rules: what can't have been is refused.

Entries are made by the same code as those that are played here, so what is worked out of them
(loci, legal moves, outcomes, odd times) is the same. No row is stored.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from copy import copy
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any, get_args

from backend.common.texts import unfit
from backend.play.history import BOT, HINT, MAX_ENTRIES, MOVE
from backend.play.models import MAX_WRONG, WRONG, Move, Session, WrongTry
from backend.play.seats import SEATS, to_move
from backend.play.selectors import Position
from backend.play.services.recording import add_entry, own_move, settle, start_clock
from backend.play.services.wrong import MAX_PAYLOAD, wrong_try
from backend.play.timing import MS, Clock, Timing
from backend.playtests.exchange.boards import Place
from backend.playtests.exchange.shapes import EntryShape, SessionShape
from engines import EngineError, Fault, Game, IllegalMove, Unreadable
from engines.results import Reason
from engines.shared.numbers import whole, with_whole_numbers

COUNTS = ("move_count", "undo_count", "hint_count", "bot_count")
DERIVED = ("locus", "legal_count", "outcome")
HINT_MEMBERS = {"advice", "reason", "move", "moves_left", "message"}


class Impossible(Exception):
    """The history can't have been played; `fault` says where and why."""

    def __init__(self, pointer: str, message: str) -> None:
        self.fault = Fault(pointer, message)
        super().__init__(message)


@dataclass(slots=True)
class Replayed:
    """A session and its entries, not stored, and the moves that stand at its end.

    `wrong` are its tries that the rules refused, each move once at a number.
    """

    session: Session
    moves: list[Move] = field(default_factory=list)
    wrong: list[WrongTry] = field(default_factory=list)
    line: list[Any] = field(default_factory=list)


def replay(
    told: SessionShape, place: Place, now: datetime, check: Callable[[], None] = lambda: None
) -> Replayed:
    """Raises `Impossible` at the first thing that can't be, and what `check` raises.

    That is asked before each entry whether to go on.
    """
    _check_seats(told, place.game)
    session = Session(
        mode=told.mode or "",
        seat=told.seat or "",
        bot=told.bot or "",
        client=told.client or "",
        is_imported=True,
        started_at=told.started_at,
    )
    for name in ("started_at", "ended_at"):
        if (getattr(told, name) or now) > now:
            raise Impossible(f"/{name}", "This lies in the future.")
    state = place.game.initial_state(place.board)
    settle(session=session, outcome=place.game.outcome(state))
    position = Position(session, place.game, (), (), state)
    clock = start_clock(session=session, now=told.started_at)
    moves: list[Move] = []
    wrong: list[WrongTry] = []
    for place_of, entry in enumerate(told.entries):
        check()
        where = f"/entries/{place_of}"
        at = _moment(entry, clock.now, where)
        if at > now:
            raise Impossible(f"{where}/at", "This lies in the future.")
        if entry.kind == WRONG:
            # It adds nothing: the entry after it may have been on its way already.
            same = moves and at == clock.now
            judged = copy(clock) if same else start_clock(session=session, now=at)
            tried = _try(position, entry, judged, where)
            if not any((one.number, one.payload) == (tried.number, tried.payload) for one in wrong):
                wrong.append(tried)
            if len(wrong) > MAX_WRONG:
                raise Impossible(where, f"A session has at most {MAX_WRONG} wrong tries.")
            continue
        # Entries of one moment came in one message, and are judged as one.
        if not moves or at != clock.now:
            clock = start_clock(session=session, now=at)
        position, move = _add(position, entry, clock, where)
        moves.append(move)
    _end(told, session, position)
    _check_counts(told, session)
    return Replayed(session, moves, wrong, [one.entry.payload for one in position.line])


def _check_seats(told: SessionShape, game: Game) -> None:
    given = [name for name in ("mode", "seat", "bot") if getattr(told, name) is not None]
    if game.two_players is None:
        if given:
            message = f"{game.title} is for one: leave out mode, seat and bot."
            raise Impossible(f"/{given[0]}", message)
    elif told.mode is None:
        raise Impossible("/mode", f"{game.title} is for two: say bot or hotseat.")
    elif told.mode == "hotseat" and len(given) > 1:
        raise Impossible(f"/{given[1]}", "Two people on one device have both seats: leave it out.")
    elif told.mode == "bot" and len(given) < 3:
        missing = next(name for name in ("seat", "bot") if name not in given)
        raise Impossible(f"/{missing}", "Is missing: against a bot, seat and bot are needed.")


def _moment(entry: EntryShape, before: datetime, where: str) -> datetime:
    """When it was recorded; where that is not told, as soon as it can have been."""
    if entry.at is None:
        return before + ((entry.think_ms or 0) + (entry.hidden_ms or 0)) * MS
    if entry.at < before:
        raise Impossible(f"{where}/at", f"This is before what comes before it, {_told(before)}.")
    return entry.at


def _told(moment: datetime) -> str:
    return moment.isoformat().replace("+00:00", "Z")


def _check_next(position: Position, entry: EntryShape, where: str) -> None:
    session, number = position.session, position.session.next_number
    if entry.number not in (None, number):
        raise Impossible(f"{where}/number", f"{number} comes next: numbers count 1, 2, 3, …")
    if not session.is_active:
        message = f"The game was over with entry {number - 1}: nothing can follow."
        raise Impossible(where, message)
    if number > MAX_ENTRIES:
        message = f"A session has at most {MAX_ENTRIES} entries, wrong tries not counted."
        raise Impossible(where, message)


def _try(position: Position, entry: EntryShape, clock: Clock, where: str) -> WrongTry:
    """A move that the rules refuse. The board stays, and its number is free for what follows."""
    _check_next(position, entry, where)
    _check_turn(position, MOVE, where)
    game = position.game
    try:
        move = game.parse_move(entry.payload)
        game.apply(position.state, move)
    except Unreadable as error:
        fault = error.faults[0]
        raise Impossible(f"{where}/payload{fault.pointer}", fault.message) from None
    except IllegalMove as error:
        timing = Timing(entry.think_ms, entry.hidden_ms, entry.client_time)
        tried = wrong_try(position=position, move=move, error=error, timing=timing, clock=clock)
    else:
        raise Impossible(f"{where}/kind", "The rules allow this move: it is no wrong try.")
    if len(json.dumps(tried.payload)) > MAX_PAYLOAD:
        raise Impossible(f"{where}/payload", f"A move has at most {MAX_PAYLOAD} characters.")
    for name in ("legal_count", "outcome"):
        if getattr(entry, name) is not None:
            raise Impossible(f"{where}/{name}", "A wrong try has none: leave it out.")
    _check_derived(entry, tried, ("locus",), where)
    return tried


def _add(position: Position, entry: EntryShape, clock: Clock, where: str) -> tuple[Position, Move]:
    _check_next(position, entry, where)
    payload, locus, after = _effect(position, entry, where)
    if entry.reason is not None:
        raise Impossible(f"{where}/reason", "Only a wrong try has a reason: leave it out.")
    for name in ("think_ms", "hidden_ms"):
        if entry.kind == BOT and getattr(entry, name) is not None:
            raise Impossible(f"{where}/{name}", "A bot's move has no such time: leave it out.")
    position, move = add_entry(
        position=position,
        clock=clock,
        kind=entry.kind,
        payload=payload,
        locus=locus,
        after=after,
        timing=Timing(entry.think_ms, entry.hidden_ms, entry.client_time),
    )
    _check_derived(entry, move, DERIVED, where)
    return position, move


def _check_derived(
    entry: EntryShape, found: Move | WrongTry, names: Sequence[str], where: str
) -> None:
    for name in names:
        told, right = getattr(entry, name), getattr(found, name)
        if told not in (None, right):
            message = f"By the rules this is {right!r}: say so, or leave it out."
            raise Impossible(f"{where}/{name}", message)


def _effect(position: Position, entry: EntryShape, where: str) -> tuple[Any, str, Any]:
    """The payload as it is stored, the locus, and the state after it."""
    if entry.kind in (MOVE, BOT):
        _check_turn(position, entry.kind, where)
        move, after = _play(position, entry.payload, f"{where}/payload")
        return position.game.dump_move(move), position.game.locus(position.state, move), after
    if entry.kind == HINT:
        return _hint(position, entry.payload, f"{where}/payload")
    return _undo(position, entry.payload, where)


def _check_turn(position: Position, kind: str, where: str) -> None:
    session = position.session
    if session.mode != Session.Mode.BOT:
        if kind == BOT:
            raise Impossible(f"{where}/kind", "No bot plays in this session: say move.")
        return
    seat = to_move(position.game, position.state)
    other = SEATS[1 - SEATS.index(session.seat)]
    if seat is not None and seat != (session.seat if kind == MOVE else other):
        whose = "the player's" if seat == session.seat else "the bot's"
        raise Impossible(f"{where}/kind", f"It is {whose} turn: the {seat} seat is to move.")


def _play(position: Position, told: Any, where: str) -> tuple[Any, Any]:
    """The move and the state after it."""
    game = position.game
    try:
        move = game.parse_move(told)
        return move, game.apply(position.state, move)
    except Unreadable as error:
        fault = error.faults[0]
        raise Impossible(where + fault.pointer, fault.message) from None
    except EngineError as error:
        raise Impossible(where, str(error)) from None


def _hint(position: Position, told: Any, where: str) -> tuple[Any, str, Any]:
    told = {} if told is None else told
    if not isinstance(told, dict) or set(told) - HINT_MEMBERS:
        message = (
            f"A hint's payload is an object of {', '.join(sorted(HINT_MEMBERS))}; all may be left "
            "out."
        )
        raise Impossible(where, message)
    payload = {"move": None, "message": told.get("message") or ""}
    if not isinstance(payload["message"], str):
        raise Impossible(f"{where}/message", "A text is needed here, in quotation marks.")
    if wrong := unfit(payload["message"], lines=True):
        raise Impossible(f"{where}/message", wrong)
    locus = ""
    if told.get("move") is not None:
        move, _ = _play(position, told["move"], f"{where}/move")
        payload["move"] = position.game.dump_move(move)
        locus = position.game.locus(position.state, move)
    payload |= _advice(told, payload["move"] is None, where)
    return payload, locus, position.state


def _advice(told: dict[str, Any], to_undo: bool, where: str) -> dict[str, Any]:
    """What a hint's payload says besides, where it does: older ones don't."""
    advice = "undo" if to_undo else "move"
    if told.get("advice") not in (None, advice):
        raise Impossible(f"{where}/advice", f"By its move this is {advice}: say so.")
    if told.get("reason") not in (None, *get_args(Reason)):
        raise Impossible(
            f"{where}/reason", f"One of these is needed: {', '.join(get_args(Reason))}."
        )
    said = {name: told[name] for name in ("advice", "reason") if told.get(name) is not None}
    if told.get("moves_left") is None:
        return said
    left = whole(told["moves_left"])
    if left is None or left < 0:
        raise Impossible(f"{where}/moves_left", "A whole number from 0 on is needed here.")
    return {**said, "moves_left": left}


def _undo(position: Position, told: Any, where: str) -> tuple[Any, str, Any]:
    nth = own_move(position=position)
    if nth is None:
        raise Impossible(where, "There is no move of the player's to undo.")
    undone, before = position.line[nth].entry, position.line[nth].before
    payload = {"undone": undone.number}
    if told is not None and json.dumps(with_whole_numbers(told)) != json.dumps(payload):
        message = f"It takes back entry {undone.number}: say so, or leave the payload out."
        raise Impossible(f"{where}/payload", message)
    locus = position.game.locus(before, position.game.parse_move(undone.payload))
    return payload, locus, before


def _end(told: SessionShape, session: Session, position: Position) -> None:
    """How and when it ended. Sets, not saves."""
    last = session.last_entry_at or session.started_at
    if session.is_active:
        if told.ended in (Session.Status.SOLVED, Session.Status.FINISHED):
            message = (
                f"After the last entry the board is {position.outcome.status}, not {told.ended}: "
                "say abandoned, or leave it out if the player just left."
            )
            raise Impossible("/ended", message)
        if told.ended is None:
            if told.ended_at is not None:
                raise Impossible("/ended_at", "Say in ended how it ended, or leave this out.")
            return
        session.status = Session.Status.ABANDONED
    elif told.ended not in (None, session.status):
        raise Impossible("/ended", f"It ended {session.status}: say so, or leave it out.")
    session.finished_at = told.ended_at or last
    if session.finished_at < last:
        raise Impossible("/ended_at", f"This is before the last entry, {_told(last)}.")


def _check_counts(told: SessionShape, session: Session) -> None:
    for name in COUNTS:
        count = getattr(session, name)
        if getattr(told, name) not in (None, count):
            raise Impossible(f"/{name}", f"The entries come to {count}: say so, or leave it out.")
    if told.scores is not None and tuple(told.scores) != session.scores:
        found = "none" if session.scores is None else f"{list(session.scores)}"
        raise Impossible("/scores", f"By the rules the scores are {found}.")
