"""Examples of players, sessions and what is recorded of them."""

from __future__ import annotations

import json
from copy import copy
from typing import Any
from uuid import UUID

from backend.common.problems import problem_document, problem_of
from backend.config.examples.parts import CLIENT, DAY, MINUTE, Named, known_id, named
from backend.config.examples.puzzles import puzzle
from backend.play.marks import marks
from backend.play.models import Move, Session, WrongTry
from backend.play.selectors import (
    Position,
    describe_entry,
    describe_position,
    describe_summary,
    describe_wrong,
)
from backend.play.serializers.sessions import (
    EntrySerializer,
    HintEntrySerializer,
    HistoryLineSerializer,
    SessionSerializer,
    SessionSummarySerializer,
)
from backend.play.services.advice import describe_step
from backend.playtests.exchange.rows import write_rows
from backend.playtests.exchange.telling import tell_session
from engines import Game, IllegalMove
from engines.advice import advise

THINK_MS = 900
NAME, CODE = "Aiko", "K7MQX-2FRTN"


def play_requests(game: Game) -> dict[str, Named]:
    """Bodies to send, by component."""
    _, entry, _ = played(game)
    moment = DAY.isoformat().replace("+00:00", "Z")
    turn = {"move": entry.payload, "think_ms": THINK_MS, "hidden_ms": 0, "client_time": moment}
    return {
        "StartSessionRequest": {
            "puzzle": named(
                "The id of a puzzle, as daily/ shows it",
                {"puzzle": known_id("puzzle"), "client": CLIENT},
            )
        },
        "MakeMovesRequest": {
            "first": named("The first move of a session", {"number": 1, **turn}),
            "list": named(
                "A move and an undo, played out of reach of the server",
                {"moves": [{"number": 1, **turn}, {"number": 2, "kind": "undo"}]},
            ),
        },
        "TakeTurnRequest": {"second": named("After one move", {"number": 2, "think_ms": THINK_MS})},
        "PatchedChangePlayerRequest": {
            "name": named("A name for leaderboards", {"name": NAME}),
            "none": named("No name any more", {"name": None}),
        },
        "ClaimPlayerRequest": {
            "code": named("A code, as the other device shows it", {"code": CODE})
        },
    }


def play_files(game: Game) -> dict[str, Named]:
    """Files of recorded play to send or to get, by media type."""
    session, entry, _ = played(game)
    told = tell_session(session, [entry], key=b"example", synthetic=False)
    line = json.dumps(told, separators=(",", ":")) + "\n"
    return {
        "application/x-ndjson": {"session": named("A session of one move", line)},
        "text/csv": {"session": named("The same as CSV", "".join(write_rows([told])))},
    }


def play_answers(game: Game) -> dict[str, Any]:
    """A player, and a session in which one move was made."""
    session, entry, after = played(game)
    position = describe_position(Position(session, game, (), (), after))
    told = EntrySerializer(describe_entry(entry)).data
    refused = _refused(game, after, game.parse_move(entry.payload))
    tried = WrongTry(
        number=2,
        payload=entry.payload,
        locus=refused.get("locus") or "",
        reason=refused["detail"],
        think_ms=THINK_MS,
        hidden_ms=0,
        client_time=DAY + 2 * MINUTE,
        created_at=DAY + 2 * MINUTE,
    )
    wrong = HistoryLineSerializer(describe_wrong(tried)).data
    conflict = problem_document(409, "The next number is 2, not 1.", code="wrong_number")
    return {
        "NewPlayer": {"id": known_id("player"), "token": "tsu_" + "x" * 43},
        **_of_players(game),
        "Entry": told,
        "HintEntry": _hint(game, entry),
        "HistoryLine": wrong,
        "ExportedEntry": {**told, "odd": None},
        "ExportedSession": SessionSummarySerializer(describe_summary(session)).data,
        "Session": SessionSerializer(position).data,
        "Batch": {"repeated": 0, "stored": 1, "problem": None},
        "Started": SessionSerializer(position).data,
        "SessionSummary": SessionSummarySerializer(describe_summary(session)).data,
        "SessionPage": {"next": None},
        "HistoryPage": {"next": None},
        "Conflict": {**conflict, "errors": []},
        "LineFault": {
            "line": 3,
            "session": "monday-3",
            "pointer": "/entries/7/at",
            "message": "This lies in the future.",
        },
        "ImportReport": {
            "sessions": 3,
            "stored": 2,
            "there": 0,
            "refused": 1,
            "entries": 57,
            "boards": 1,
            "unproven": 0,
            "stopped_at": None,
            "dry_run": False,
        },
        "ImportState": {
            "id": known_id("import"),
            "status": "reading",
            "share_read": 0.4,
            "error": None,
        },
        "Legal": refused,
    }


def _hint(game: Game, entry: Move) -> dict[str, Any]:
    """A hint taken where that move was then made, as an entry."""
    board = game.generate(game.levels[0].rules, 1).board
    state = game.initial_state(board)
    step, _ = advise(game, [state], ())
    hint = copy(entry)
    hint.kind, hint.payload = Move.Kind.HINT, describe_step(game=game, step=step)
    hint.locus, hint.outcome = game.locus(state, step.move), Move.Outcome.PLAYING
    return dict(HintEntrySerializer(describe_entry(hint)).data)


def _of_players(game: Game) -> dict[str, Any]:
    """A player who has solved one puzzle."""
    slot = {"game": game.slug, "level": game.levels[0].key}
    day = DAY.date().isoformat()
    counts = {"move_count": 12, "undo_count": 2, "hint_count": 1}
    drawn = marks([("move", "playing")] * 6 + [("undo", "playing")] * 2 + [("move", "playing")] * 6)
    headline = f"Tsumi: {game.title}, {game.levels[0].key}, {day}"
    line = {
        "id": known_id("finish"),
        "rank": 1,
        "unranked": None,
        "name": NAME,
        "own": True,
        "time_ms": 83_000,
        "paused_ms": 4_000,
        **counts,
    }
    return {
        "Player": {
            "id": known_id("player"),
            "name": NAME,
            "created_at": DAY,
            "last_seen": DAY + MINUTE,
        },
        "Code": {"code": CODE, "expires_at": DAY + 10 * MINUTE},
        "Streak": {"current": 3, "longest": 8, "last": day},
        "GameStats": {
            **slot,
            "played": 9,
            "solved": 7,
            "finished": 0,
            "won": 0,
            "stuck": 3,
            "moves": 104,
            "undos": 11,
            "hints": 2,
            "mean_think_ms": 2400,
        },
        "ArchivePuzzle": {
            **slot,
            "puzzle": known_id("puzzle"),
            "status": "solved",
            "session": known_id("session"),
        },
        "ArchiveDay": {"date": day},
        "ArchivePage": {"next": None},
        "SoFar": {"played": 120, "solved": 96, "stuck_share": 0.35, "won_share": None},
        "Result": {
            "session": known_id("session"),
            "status": Session.Status.SOLVED,
            "winner": None,
            "scores": None,
            **counts,
            "stuck_count": 0,
            "time_ms": 83_000,
            "marks": drawn,
            "text": f"{headline}\nSolved, 12 moves, 2 undos, 1 hint, 1:23\n{drawn}",
        },
        "LeaderboardLine": line,
        "Leaderboard": {"date": day, **slot, "puzzle": known_id("puzzle"), "players": 1},
    }


def _refused(game: Game, state: Any, move: Any) -> dict[str, Any]:
    """What a move that was made already is answered with."""
    try:
        game.apply(state, move)
    except IllegalMove as error:
        problem = problem_of(error)
        assert problem is not None
        return problem_document(
            problem.status_code,
            str(error),
            code=problem.code,
            faults=problem.faults,
            extensions=problem.extensions,
        )
    return problem_document(422, "This move is not allowed here.", code="not_allowed")


def played(game: Game) -> tuple[Session, Move, Any]:
    """A session in which one move was made, that move, and the state after it."""
    board = game.generate(game.levels[0].rules, 1).board
    before = game.initial_state(board)
    legal = game.legal_moves(before)
    move = legal[0]
    after = game.apply(before, move)
    session = Session(
        id=UUID(known_id("session")),
        puzzle=puzzle(game),
        client=CLIENT,
        move_count=1,
        started_at=DAY,
    )
    entry = Move(
        number=1,
        kind=Move.Kind.MOVE,
        payload=game.dump_move(move),
        locus=game.locus(before, move),
        think_ms=THINK_MS,
        hidden_ms=0,
        client_time=DAY + MINUTE,
        legal_count=len(legal),
        outcome=game.outcome(after).status,
        created_at=DAY + MINUTE,
    )
    return session, entry, after
