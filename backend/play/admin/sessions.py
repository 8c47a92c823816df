"""Sessions to look through: a history is stepped through, entry by entry."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from statistics import median
from typing import Any
from uuid import UUID

from django.contrib import admin
from django.http import Http404, HttpRequest, HttpResponse
from django.urls import URLPattern, path, reverse
from django.utils.formats import date_format
from django.utils.html import format_html
from django.utils.timezone import localtime

from backend.common import admin_cells as cells
from backend.common.admin_read_only import ReadOnlyAdmin, whole
from backend.common.admin_steps import Step, stepper_context, svg_response
from backend.play.admin.words import PuzzleGameFilter, PuzzleLevelFilter, seconds_text
from backend.play.history import PLAYED, Entry, replay, states_before, taken_back
from backend.play.models import WRONG, Move, Session, WrongTry
from backend.play.results import score_text
from backend.play.seats import to_move
from backend.play.selectors import list_history, list_wrong, with_wrong
from backend.puzzles.boards import UNREADABLE, load_board
from engines import EngineError, Game

WINNERS = {
    "you": "the player wins",
    "bot": "the bot wins",
    "first": "the first player wins",
    "second": "the second player wins",
    "draw": "a draw",
}


@admin.register(Session)
class SessionAdmin(ReadOnlyAdmin):
    page_template = "play/session.html"
    list_display = (
        "started",
        cells.puzzle,
        "state",
        "moves",
        "undos",
        "hints",
        "took",
    )
    list_filter = (
        "status",
        "stuck",
        "mode",
        "is_imported",
        PuzzleGameFilter,
        PuzzleLevelFilter,
        "started_at",
    )
    list_select_related = ("puzzle",)
    search_fields = ("id", "player__id", "puzzle__id")
    search_help_text = "Id of a session, a player or a puzzle"
    ordering = ("-started_at", "-id")

    @admin.display(description="Started", ordering="started_at")
    def started(self, obj: Session) -> str:
        return date_format(localtime(obj.started_at), "DATETIME_FORMAT")

    @admin.display(description="Moves", ordering="move_count")
    def moves(self, obj: Session) -> int:
        return obj.move_count

    @admin.display(description="Undos", ordering="undo_count")
    def undos(self, obj: Session) -> int:
        return obj.undo_count

    @admin.display(description="Hints", ordering="hint_count")
    def hints(self, obj: Session) -> int:
        return obj.hint_count

    @admin.display(description="Status", ordering="status")
    def state(self, obj: Session) -> str:
        told = cells.badge(obj.status, obj.status.capitalize())
        return format_html("{} {}", told, cells.badge("stuck", "Stuck")) if obj.stuck else told

    @admin.display(description="Took")
    def took(self, obj: Session) -> str:
        return _took(obj)

    def get_urls(self) -> list[URLPattern]:
        view = self.admin_site.admin_view(self.picture_view)
        return [
            path("<uuid:pk>/picture/", view, name="play_session_picture"),
            *super().get_urls(),
        ]

    def page_context(self, request: HttpRequest, obj: Session) -> dict[str, Any]:
        rows = list(list_history(session=obj).order_by("number"))
        thought = [row.think_ms for row in rows if row.think_ms is not None and not row.odd]
        context: dict[str, Any] = {
            "session": obj,
            "title": f"Session of {date_format(localtime(obj.started_at), 'DATETIME_FORMAT')}",
            "game_title": cells.game_title(obj.puzzle.game),
            "took": _took(obj),
            "seats": _seats(obj),
            "winner": WINNERS.get(obj.winner or ""),
            "score": _score(obj),
            "median_think": seconds_text(int(median(thought))) if thought else "",
            "times_stuck": obj.stuck_count,
        }
        lines = _lines(obj, rows)
        context |= {"lines": lines, "wrong_count": len(lines) - len(rows)}
        try:
            game, board = load_board(obj.puzzle)
            seats = _seats_to_move(obj, game, board, rows)
            steps = [Step(0, "The board as the player got it")]
            seat_of = dict(zip((row.number for row in rows), seats, strict=True))
            nth_of = {line.number: nth for nth, line in enumerate(lines, 1)}
            gone = {
                undo: [nth_of[number] for number in numbers]
                for undo, numbers in taken_back(_entries(rows)).items()
            }
            steps += [
                _step(game, line, nth, gone, seat_of.get(line.number, ""))
                for nth, line in enumerate(lines, 1)
            ]
        except UNREADABLE as error:
            return context | {"error": str(error)}
        picture = reverse("admin:play_session_picture", args=[obj.pk])
        return context | stepper_context(
            steps,
            whole(request.GET.get("step"), len(steps) - 1),
            page_url="?step=",
            frame_url=f"{picture}?step=",
            label="History",
        )

    def picture_view(self, request: HttpRequest, pk: UUID) -> HttpResponse:
        """The board after `step` entries of the history, as SVG."""
        session = self.visible_object(request, str(pk))
        if session is None:
            raise Http404("There is no such session.")
        rows = list(list_history(session=session).order_by("number"))
        shown = _lines(session, rows)[: max(whole(request.GET.get("step"), 0), 0)]
        try:
            # A session that goes on changes: its pictures are kept for a moment only.
            return svg_response(_picture(session, shown), seconds=60)
        except UNREADABLE as error:
            raise Http404(f"This board can't be drawn: {error}") from None


def _lines(session: Session, rows: Sequence[Move]) -> list[Move | WrongTry]:
    """The history with what was tried wrong, a step each."""
    return with_wrong(rows, list_wrong(session=session))


def _picture(session: Session, lines: Sequence[Move | WrongTry]) -> str:
    """The board after these steps; the last one's move stands out, or what is stuck.

    A wrong try leaves the board as it was; its place is marked.
    """
    game, board = load_board(session.puzzle)
    rows = [line for line in lines if isinstance(line, Move)]
    state = replay(game, board, _entries(rows))
    if lines and isinstance(lines[-1], WrongTry):
        return game.draw_svg(state, mark=(lines[-1].locus,) if lines[-1].locus else (), last=None)
    outcome, last, mark = game.outcome(state), None, ()
    if rows and rows[-1].kind in PLAYED:
        last = game.parse_move(rows[-1].payload)
    if outcome.status == "stuck":
        mark = outcome.loci
    elif rows and rows[-1].kind == Move.Kind.HINT and rows[-1].locus:
        mark = (rows[-1].locus,)
    return game.draw_svg(state, mark=mark, last=last)


def _seats_to_move(session: Session, game: Game, board: Any, rows: Sequence[Move]) -> list[str]:
    """Of two people on one device, which one made each entry; else nothing is to be told."""
    if session.mode != Session.Mode.HOTSEAT:
        return [""] * len(rows)
    return [to_move(game, state) or "" for state in states_before(game, board, _entries(rows))]


def _entries(rows: Sequence[Move]) -> list[Entry]:
    return [Entry(row.number, row.kind, row.payload) for row in rows]


def _step(
    game: Game, row: Move | WrongTry, nth: int, gone: Mapping[int, Sequence[int]], seat: str
) -> Step:
    """One line of the history as step `nth` of the list.

    `gone` has the steps that each undo took back, by the undo's number in the history.
    """
    time = "" if row.think_ms is None else seconds_text(row.think_ms)
    badges: tuple[str, ...] = ()
    if isinstance(row, WrongTry):
        text, badges = f"Tried: {_words(game, row)}. {row.reason}", (WRONG,)
    elif row.kind in PLAYED:
        text = game.move_words(game.parse_move(row.payload))
        badges = ("bot",) if row.kind == Move.Kind.BOT else (seat,) if seat else ()
    elif row.kind == Move.Kind.UNDO:
        text, badges = f"Takes back {_steps_words(gone[row.number])}", ("undo",)
    else:
        text, badges = row.payload.get("message") or "Asked for a hint", ("hint",)
    if isinstance(row, Move) and row.outcome != Move.Outcome.PLAYING:
        badges = (*badges, row.outcome)
    if any(nth in steps for steps in gone.values()):
        badges = (*badges, "undone")
    if row.odd:
        text, badges = f"{text} (times odd: {row.get_odd_display()})", (*badges, "odd")
    return Step(nth, text, badges, time)


def _words(game: Game, tried: WrongTry) -> str:
    """The move in words; one that is not on the board may have none, and is told as it came."""
    try:
        return game.move_words(game.parse_move(tried.payload))
    except (EngineError, LookupError, ValueError):
        return json.dumps(tried.payload)


def _steps_words(numbers: Sequence[int]) -> str:
    if len(numbers) == 1:
        return f"step {numbers[0]}"
    joint = "and" if len(numbers) == 2 else "to"
    return f"steps {numbers[0]} {joint} {numbers[-1]}"


def _seats(session: Session) -> str:
    """Who sat where; empty in a game for one."""
    if session.mode == Session.Mode.BOT:
        return f"the player {session.seat}, against the bot “{session.bot}”"
    return "two people on one device" if session.mode else ""


def _score(session: Session) -> str:
    """The winner's score first; while nobody has won, that of the first seat."""
    if session.winner or session.scores is None:
        return score_text(session)
    return f"{session.first_score} to {session.second_score}, that of the first seat first"


def _took(session: Session) -> str:
    """From the start to the end; empty while it goes on."""
    if session.finished_at is None:
        return ""
    seconds = round((session.finished_at - session.started_at).total_seconds())
    minutes, seconds = divmod(seconds, 60)
    hours, minutes = divmod(minutes, 60)
    if hours:
        return f"{hours} h {minutes:02} min"
    return f"{minutes} min {seconds:02} s" if minutes else f"{seconds} s"
