"""How a play ended, in figures and in a text to share that gives nothing away."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import suppress
from typing import Any

from django.db.models import Count, F, Q

from backend.common.problems import Conflict
from backend.play.history import MOVE, Entry, states_before
from backend.play.marks import MISS, marks
from backend.play.models import Session
from backend.play.selectors import list_history
from backend.puzzles.boards import UNREADABLE, load_board
from backend.puzzles.models import Puzzle
from engines import UnknownName, get_game

ENDINGS = {
    "you": "Won",
    "bot": "Lost",
    "draw": "A draw",
    "first": "The first player wins",
    "second": "The second player wins",
}


def describe_result(session: Session) -> dict[str, Any]:
    """The result of a session that is over. Raises `Conflict` for one that goes on."""
    if session.is_active:
        raise Conflict("This session goes on: there is no result yet.", code="not_over")
    drawn = marks(_marked(session))
    return {
        "session": str(session.id),
        "status": session.status,
        "winner": session.winner,
        "scores": None if session.scores is None else list(session.scores),
        "move_count": session.move_count,
        "undo_count": session.undo_count,
        "hint_count": session.hint_count,
        "stuck_count": session.stuck_count,
        "time_ms": session.time_ms,
        "marks": drawn,
        "text": share_text(session, drawn),
        # It would tell those who still play what others found hard.
        "so_far": describe_so_far(session) if is_finished(session) else None,
    }


def _marked(session: Session) -> Iterator[tuple[str, str]]:
    """The history's (kind, outcome) pairs, misses told from other moves.

    A miss is found by a replay; where the game can't read its board any more, none is.
    """
    rows = list_history(session=session).order_by("number")
    history = list(rows.values_list("number", "kind", "payload", "outcome"))
    misses: set[int] = set()
    with suppress(*UNREADABLE):
        misses = _misses(session.puzzle, [Entry(*row) for *row, _ in history])
    for number, kind, _, outcome in history:
        yield MISS if number in misses else kind, outcome


def _misses(puzzle: Puzzle, entries: Sequence[Entry]) -> set[int]:
    """The numbers of the moves that were mistakes the game counts."""
    if get_game(puzzle.game).is_miss is None:
        return set()
    game, board = load_board(puzzle)
    assert game.is_miss
    states = states_before(game, board, entries)
    return {
        entry.number
        for entry, state in zip(entries, states, strict=True)
        if entry.kind == MOVE and game.is_miss(state, game.parse_move(entry.payload))
    }


def is_finished(session: Session) -> bool:
    """Whether it was played to its end, not given up."""
    return session.status in (Session.Status.SOLVED, Session.Status.FINISHED)


def share_text(session: Session, drawn: str) -> str:
    """A few lines to share: what was played, how it went, and the row of marks."""
    return "\n".join(line for line in (_headline(session), _figures(session), drawn) if line)


def _headline(session: Session) -> str:
    puzzle = session.puzzle
    try:
        title = get_game(puzzle.game).title
    except UnknownName:
        title = puzzle.game
    level = f", {puzzle.level}" if puzzle.level else ""
    day = puzzle.days.order_by("date").values_list("date", flat=True).first()
    return f"Tsumi: {title}{level}" + (f", {day}" if day else "")


def _figures(session: Session) -> str:
    told = [_ending(session), _counted(session.move_count, "move")]
    if session.undo_count:
        told.append(_counted(session.undo_count, "undo"))
    if session.hint_count:
        told.append(_counted(session.hint_count, "hint"))
    if session.time_ms is not None:
        minutes, seconds = divmod(session.time_ms // 1000, 60)
        told.append(f"{minutes}:{seconds:02}")
    return ", ".join(told)


def _ending(session: Session) -> str:
    if session.status == Session.Status.FINISHED:
        return f"{ENDINGS[session.winner or 'draw']} {score_text(session)}"
    return str(session.status).capitalize()


def score_text(session: Session) -> str:
    """``3 to 1`` of a game that is over: the winner's score first, as the rules tell it."""
    first, second = session.scores or (0, 0)
    return f"{max(first, second)} to {min(first, second)}"


def _counted(count: int, word: str) -> str:
    return f"{count} {word}" if count == 1 else f"{count} {word}s"


def describe_so_far(session: Session) -> dict[str, Any]:
    """How the puzzle of an ended session went for all who made a move in it.

    Two people on one device are left out, and those that were imported: those people did not play
    it here. A whole game asks for nothing that could be solved, whoever has ended it so far: of
    those played to the end against a bot it has the share that people won.
    """
    is_whole = session.status == Session.Status.FINISHED
    people = Session.objects.filter(
        puzzle=session.puzzle_id, move_count__gt=0, is_imported=False
    ).exclude(mode=Session.Mode.HOTSEAT)
    first, second = Session.Seat.FIRST, Session.Seat.SECOND
    won = Q(seat=first, first_score__gt=F("second_score")) | Q(
        seat=second, second_score__gt=F("first_score")
    )
    over = Q(status=Session.Status.FINISHED)
    found = people.aggregate(
        played=Count("id"),
        solved=Count("id", filter=Q(status=Session.Status.SOLVED)),
        stuck=Count("id", filter=Q(stuck_count__gt=0)),
        finished=Count("id", filter=over),
        won=Count("id", filter=over & won),
    )
    played, finished = found["played"], found["finished"]
    return {
        "played": played,
        "solved": None if is_whole else found["solved"],
        "stuck_share": None if is_whole or not played else found["stuck"] / played,
        "won_share": found["won"] / finished if finished else None,
    }
