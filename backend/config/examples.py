"""Examples for the OpenAPI document, made from what the first game declares.

Answers are those of rows that are never stored, told by the functions that tell of stored
ones, so they cannot grow untrue. Only what a simulation counted is made up. All of it is the
same on every machine and every day.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from datetime import UTC, datetime, timedelta
from functools import cache
from math import prod
from typing import Any
from uuid import UUID

from django.contrib.auth.models import User
from rest_framework.renderers import JSONRenderer

from backend.common.problems import problem_document, problem_of
from backend.config.study_examples import study_answers, study_requests
from backend.lab.models import (
    BoardChoice,
    EventKind,
    Experiment,
    ExperimentStatus,
    RunStatus,
    Tuning,
    TuningStatus,
)
from backend.lab.selectors import describe_experiment
from backend.lab.selectors.tuning import describe_tuning
from backend.lab.tuning.checking import searchable
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
    HistoryLineSerializer,
    SessionSerializer,
    SessionSummarySerializer,
)
from backend.playtests.exchange.rows import write_rows
from backend.playtests.exchange.telling import tell_session
from backend.puzzles import selectors as puzzles
from backend.puzzles.adopted import describe_level
from backend.puzzles.models import AdoptedLevel, DailyPuzzle, Puzzle, PuzzleOrder
from engines import Fault, Game, IllegalMove, Metric, all_games, derive_seed, headline_of, summarise
from engines.protocol import Preset

DAY = datetime(2026, 1, 1, 9, 30, tzinfo=UTC)
MINUTE = timedelta(minutes=1)
THINK_MS = 900
DIFFICULTIES = [0.3, 0.5, 0.4] * 40
ADOPTED = {
    "key": "cosy",
    "title": "Cosy",
    "description": "Some boards give way, some do not.",
    "low": 0.3,
    "high": 0.45,
}
NAME, CODE, CLIENT = "Aiko", "K7MQX-2FRTN", "web/1.2"
TRIALS, REPLICATES = 2000, 2  # small: whoever tries it out is not kept waiting


@cache
def parameters() -> dict[str, Any]:
    """Values for parts of addresses, by name. An id has none: it would lead nowhere."""
    game = all_games()[0]
    return {"game": game.slug, "level": game.levels[0].key, "day": DAY.date().isoformat()}


@cache
def requests() -> dict[str, dict[str, dict[str, Any]]]:
    """Bodies to send, by component and by a short name: ``{"summary": …, "value": …}``."""
    game = all_games()[0]
    preset = game.presets[0]
    move = answers()["Entry"]["payload"]
    level = game.levels[0].key
    moment = DAY.isoformat().replace("+00:00", "Z")
    turn = {"move": move, "think_ms": THINK_MS, "hidden_ms": 0, "client_time": moment}
    size = {"trials": TRIALS, "replicates": REPLICATES}
    own = {
        "game": game.slug,
        "title": preset.title,
        "variants": [
            {name: variant[name] for name in ("title", "rules", "policy")}
            for variant in _variants(preset)[:2]
        ],
        **size,
        "seed": preset.seed,
    }
    swept = {
        "game": game.slug,
        "title": f"{game.title}: which rule makes it hard?",
        "baseline": {"rules": {}, "policy": game.policies[0].key},
        "replicates": REPLICATES,
        "seed": 1,
    }
    return {
        "StartSessionRequest": {
            "puzzle": _named(
                "The id of a puzzle, as daily/ shows it",
                {"puzzle": _id("puzzle"), "client": CLIENT},
            )
        },
        "MakeMovesRequest": {
            "first": _named("The first move of a session", {"number": 1, **turn}),
            "list": _named(
                "A move and an undo, played out of reach of the server",
                {"moves": [{"number": 1, **turn}, {"number": 2, "kind": "undo"}]},
            ),
        },
        "OrderPuzzleRequest": {
            "level": _named("A puzzle of a level", {"game": game.slug, "level": level}),
            "rules": _named(
                "A puzzle by rules of your own", {"game": game.slug, "rules": {}, "seed": 7}
            ),
        },
        "PatchedChangePlayerRequest": {
            "name": _named("A name for leaderboards", {"name": NAME}),
            "none": _named("No name any more", {"name": None}),
        },
        "ClaimPlayerRequest": {
            "code": _named("A code, as the other device shows it", {"code": CODE})
        },
        "TakeTurnRequest": {
            "second": _named("After one move", {"number": 2, "think_ms": THINK_MS})
        },
        "PatchedAnnotationRequest": {
            "bands": _named(
                "Bands and tags; the note stays as it is",
                {"bands": [0.05, 0.2], "tags": ["corners"]},
            )
        },
        "RerunRequest": {"other": _named("With another seed", {"seed": 2})},
        "ExperimentRequestRequest": {
            "preset": _named(
                "One of the game's presets, with fewer trials",
                {"game": game.slug, "preset": preset.key, **size},
            ),
            "own": _named("Rules and players of your own", own),
            "sweep": _named(
                "A rule over a range, as many trials as ± 2 points take",
                {**swept, "sweep": _range(game), "precision": 0.02},
            ),
            "grid": _named(
                "Two rules, as many trials as show a difference of 5 points 9 times in 10",
                {**swept, "grid": _grid(game), "difference": 0.05, "power": 0.9},
            ),
        },
        "TuningRequestRequest": {
            "one": _named("One whole-number rule", _tuning_request(game)),
        },
        "ProposalRequestRequest": {
            "variant": _named("A try of the short list", {"variant": _id("variant")})
        },
        "AdoptionRequest": {"level": _named("A band of measured difficulty", ADOPTED)},
        **{
            name: {key: _named(*told) for key, told in bodies.items()}
            for name, bodies in study_requests(game).items()
        },
    }


@cache
def files() -> dict[str, dict[str, dict[str, Any]]]:
    """Files of recorded play to send or to get, by media type, named as in `requests`."""
    session, entry, _ = _played(all_games()[0])
    told = tell_session(session, [entry], key=b"example", synthetic=False)
    line = json.dumps(told, separators=(",", ":")) + "\n"
    return {
        "application/x-ndjson": {"session": _named("A session of one move", line)},
        "text/csv": {"session": _named("The same as CSV", "".join(write_rows([told])))},
    }


@cache
def answers() -> dict[str, Any]:
    """What the API answers, by component, JSON-ready."""
    game = all_games()[0]
    told = {**_of_games(game), **_of_play(game), **_of_lab(game), **study_answers(game)}
    told["StudySession"] = told["Started"]
    told["Fault"] = {"pointer": "/number", "detail": "A whole number is needed here, such as 3."}
    told["Problem"] = problem_document(405, 'Method "PUT" not allowed.', code="method_not_allowed")
    plain: dict[str, Any] = json.loads(JSONRenderer().render(told))
    return plain


@cache
def problems() -> dict[str, Any]:
    """Problem documents by status, as the keys of an operation's responses."""
    fault = Fault("/number", "A whole number is needed here, such as 3.")
    return {
        "400": problem_document(
            400, "Some values cannot be read.", code="unreadable", faults=[fault]
        ),
        "403": problem_document(
            403,
            "Your account may not add experiments: it lacks the permission lab.add_experiment. "
            "Whoever keeps the accounts can grant it in the admin.",
            code="forbidden",
        ),
        "404": problem_document(404, "There is nothing at this address.", code="not_found"),
        "409": problem_document(409, "The experiment has ended.", code="conflict"),
        "411": problem_document(
            411, "Send the file with its Content-Length, not in chunks.", code="length_required"
        ),
        "413": problem_document(413, "A file holds at most 4 MB.", code="too_large"),
        "415": problem_document(
            415,
            'Unsupported media type "application/pdf" in request.',
            code="unsupported_media_type",
        ),
        "422": problem_document(
            422,
            "Some values are not allowed.",
            code="out_of_bounds",
            faults=[Fault("/number", "Ensure this value is greater than or equal to 1.")],
        ),
        "503": problem_document(
            503,
            f"The puzzles of {DAY.date()} are being made. Try again in a moment.",
            code="unavailable",
        ),
    }


# Games, puzzles and play ------------------------------------------------------------------
def _of_games(game: Game) -> dict[str, Any]:
    told = puzzles.tell_game(game, game.levels)
    preset = told["presets"][0]
    policy = next(policy for policy in told["policies"] if policy["parameters"])
    summary = puzzles.summarise_game(game, game.levels)
    daily = DailyPuzzle(
        date=DAY.date(), game=game.slug, level=game.levels[0].key, puzzle=_puzzle(game)
    )
    return {
        "Level": told["levels"][0],
        "Policy": policy,
        "Parameter": policy["parameters"][0],
        "Metric": told["metrics"][0],
        "Preset": {**preset, "variants": preset["variants"][:2]},
        "GameSummary": summary,
        "Game": told,
        "Puzzle": puzzles.describe_puzzle(daily.puzzle),
        "Order": puzzles.describe_order(
            PuzzleOrder(id=UUID(_id("order")), game=game.slug, level=game.levels[0].key)
        ),
        "DailyPuzzle": puzzles.describe_daily(daily),
        "DailySet": puzzles.describe_set(DAY.date(), [daily]),
    }


def _puzzle(game: Game) -> Puzzle:
    """A puzzle of the first level. Its difficulty is not measured: that takes the kernels."""
    level = game.levels[0]
    made = game.generate(level.rules, 1)
    return Puzzle(
        id=UUID(_id("puzzle")),
        game=game.slug,
        version=game.version,
        rules=level.rules.model_dump(mode="json"),
        seed=made.seed,
        level=level.key,
        board=game.dump_board(made.board),
        difficulty=round((level.low + level.high) / 2, 3),
    )


def _played(game: Game) -> tuple[Session, Move, Any]:
    """A session in which one move was made, that move, and the state after it."""
    board = game.generate(game.levels[0].rules, 1).board
    before = game.initial_state(board)
    legal = game.legal_moves(before)
    move = legal[0]
    after = game.apply(before, move)
    session = Session(
        id=UUID(_id("session")),
        puzzle=_puzzle(game),
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


def _of_play(game: Game) -> dict[str, Any]:
    """A player, and a session in which one move was made."""
    session, entry, after = _played(game)
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
        "NewPlayer": {"id": _id("player"), "token": "tsu_" + "x" * 43},
        **_of_players(game),
        "Entry": told,
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
            "more_faults": 0,
            "dry_run": False,
        },
        "Legal": refused,
    }


def _of_players(game: Game) -> dict[str, Any]:
    """A player who has solved one puzzle."""
    slot = {"game": game.slug, "level": game.levels[0].key}
    day = DAY.date().isoformat()
    counts = {"move_count": 12, "undo_count": 2, "hint_count": 1}
    drawn = marks([("move", "playing")] * 6 + [("undo", "playing")] * 2 + [("move", "playing")] * 6)
    headline = f"Tsumi: {game.title}, {game.levels[0].key}, {day}"
    line = {
        "id": _id("finish"),
        "rank": 1,
        "name": NAME,
        "own": True,
        "time_ms": 83_000,
        **counts,
    }
    return {
        "Player": {
            "id": _id("player"),
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
            "puzzle": _id("puzzle"),
            "status": "solved",
            "session": _id("session"),
        },
        "ArchiveDay": {"date": day},
        "ArchivePage": {"next": None},
        "SoFar": {"played": 120, "solved": 96, "stuck_share": 0.35, "won_share": None},
        "Result": {
            "session": _id("session"),
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
        "Leaderboard": {"date": day, **slot, "puzzle": _id("puzzle"), "players": 1},
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


# Experiments ------------------------------------------------------------------------------
def _of_lab(game: Game) -> dict[str, Any]:
    """The game's first preset, done, with made-up counts."""
    preset = game.presets[0]
    experiment = Experiment(
        id=UUID(_id("experiment")),
        title=preset.title,
        question=preset.question,
        game=game.slug,
        version=game.version,
        preset=preset.key,
        seed=preset.seed,
        trials=TRIALS,
        replicates=REPLICATES,
        status=ExperimentStatus.DONE,
        created_by=User(username="designer"),
        created_at=DAY,
        started_at=DAY + MINUTE,
        finished_at=DAY + 2 * MINUTE,
    )
    told = describe_experiment(experiment)
    headline = headline_of(game)
    variants = _variants(preset)
    return {
        "Experiment": told,
        "Variant": variants[0],
        "ExperimentDetail": told,
        "Event": {"at": DAY, "by": "designer", "kind": EventKind.QUEUED, "detail": ""},
        "Progress": _progress(game, preset),
        "ExperimentPage": {"next": None},
        "LabMetric": puzzles.tell_game(game, game.levels)["metrics"][0],
        "VariantResults": _results(game, preset),
        "LabTrial": {
            "position": 0,
            "replicate": 1,
            "seed": preset.seed,
            "trial": 17,
            "puzzle": None,
            "board": {},
            "moves": [],
            "status": "stuck",
            "message": "",
            "loci": [],
            "headline": 1,
        },
        **_of_tunings(game),
        "Compared": {"game": game.slug, "headline": headline.key, "rules": ["colors"]},
        "ComparedExperiment": {
            "id": _id("experiment"),
            "title": preset.title,
            "seed": preset.seed,
            "status": ExperimentStatus.DONE,
            "boards": BoardChoice.PAIRED,
        },
        "Interval": {"value": -0.47, "low": -0.472, "high": -0.468},
        "ComparedVariant": {
            **{name: value for name, value in variants[0].items() if name != "position"},
            "id": _id("variant"),
            "trials": TRIALS,
            "metrics": {},
            "exact": {},
        },
        "ComparedPeople": {
            "key": f"puzzle:{_id('puzzle')};hints:without",
            "who": "people",
            "title": "People on puzzle 7f3a20",
            "about": "without hints",
            "url": f"/admin/playtests/playedpuzzle/{_id('puzzle')}/change/?hints=without",
            "rules": {},
            "sessions": 213,
            "left": 40,
            "metrics": {},
        },
        "ExportRow": {"variant": preset.variants[0].title, "metric": headline.key},
        "Comparison": {
            "method": "paired_proportions",
            "value": -0.47,
            "low": -0.472,
            "high": -0.468,
            "n": TRIALS * REPLICATES,
            "p": 1e-9,
            "p_holm": 2e-9,
        },
        "Spread": {"chi2": 1.39, "df": REPLICATES - 1, "p": 0.24},
        "Verdict": {"band": "sometimes", "more": None},
        "BothSeats": {
            "positions": [1, 2],
            "players": ["Greedy", "Random"],
            "value": 1.03,
            "low": 0.98,
            "high": 1.08,
            "n": TRIALS,
            "exact": None,
        },
        "StuckSample": {"plays": 200, "loci": {"region:9": [58, 1, 3]}, "error": ""},
        "VariantOnBoard": {"position": 0, "headline": {}},
        "BoardResults": {"number": 0, "puzzle": _id("puzzle")},
        "MovingFirst": {"value": 0.21, "low": 0.15, "high": 0.27, "n": TRIALS, "exact": None},
        "Results": {"partial": False, "compared": True},
    }


def _range(game: Game) -> dict[str, Any]:
    asked = _tuning_request(game)["search"][0]
    return {"rule": asked["rule"], "low": asked["low"], "high": asked["high"], "step": 2}


def _grid(game: Game) -> list[dict[str, Any]]:
    """The first whole-number rule, and the second with two values around the usual one."""
    second = [name for name, choices in searchable(game).items() if choices is None][1]
    usual = getattr(game.Rules(), second)
    return [_range(game), {"rule": second, "values": [usual, usual + 1]}]


def _tuning_request(game: Game) -> dict[str, Any]:
    rule = next(name for name, choices in searchable(game).items() if choices is None)
    usual = getattr(game.Rules(), rule)
    return {
        "game": game.slug,
        "policy": game.policies[0].key,
        "search": [{"rule": rule, "low": usual - 2, "high": usual + 2}],
        "target": [0.2, 0.3],
        "trials": TRIALS,
        "steps": 3,
        "seed": 1,
    }


def _of_tunings(game: Game) -> dict[str, Any]:
    asked = _tuning_request(game)
    searched = asked["search"][0]
    values = list(range(searched["low"], searched["high"] + 1))
    tried: dict[str, Any] = {
        "variant": _id("variant"),
        "values": {searched["rule"]: values[0]},
        "value": 0.251,
        "low": 0.2325,
        "high": 0.2705,
        "n": TRIALS,
        "standing": "inside",
    }
    told = describe_tuning(
        Tuning(
            id=_id("tuning"),
            title=f"{game.title}: {searched['rule']}",
            game=game.slug,
            version=game.version,
            rules=game.Rules().model_dump(mode="json"),
            policy=asked["policy"],
            axes=[{"rule": searched["rule"], "values": values, "ordered": True}],
            low=0.2,
            high=0.3,
            trials=TRIALS,
            max_steps=3,
            seed=1,
            status=TuningStatus.DONE,
            reason="Nothing is left within the bounds that is worth trying.",
            created_by=User(username="designer"),
            created_at=DAY,
            finished_at=DAY + MINUTE,
        )
    )
    proposal = {
        "id": _id("proposal"),
        "tuning": told["id"],
        "variant": tried["variant"],
        "game": game.slug,
        "rules": told["rules"] | tried["values"],
        "policy": told["policy"],
        "target": told["target"],
        **{name: tried[name] for name in ("value", "low", "high")},
        "created_by": "designer",
        "created_at": told["created_at"],
    }
    headline = headline_of(game).key
    found = {"headline": headline, "conclusion": "found", "turns": False, "complete": True}
    return {
        "Searched": told["search"][0],
        "Tuning": told,
        "TuningDetail": told | found,
        "TuningPage": {"next": None},
        "Try": tried,
        "Proposal": proposal,
        "ProposalDetail": {**proposal, "measuring_error": "", "levels": [_id("level")]},
        "MeasuredDifficulty": {
            "boards": len(DIFFICULTIES),
            "low": 0.3,
            "high": 0.5,
            "quantiles": {"0.1": 0.3, "0.25": 0.3, "0.5": 0.4, "0.75": 0.5, "0.9": 0.5},
            "values": DIFFICULTIES,
        },
        "AdoptedLevel": describe_level(
            AdoptedLevel(
                id=_id("level"),
                game=game.slug,
                version=game.version,
                **{name: ADOPTED[name] for name in ("key", "title", "description")},
                rules=proposal["rules"],
                low=ADOPTED["low"],
                high=ADOPTED["high"],
                difficulties=DIFFICULTIES,
                proposal=proposal["id"],
                first_date=DAY.date() + timedelta(days=2),
                adopted_by=User(username="designer"),
                adopted_at=DAY,
            ),
            DAY,
        ),
        "AdoptedLevelPage": {"next": None},
        "ProposalPage": {"next": None},
        "TuningStep": {
            "number": 1,
            "way": "spread",
            "experiment": _id("experiment"),
            "status": ExperimentStatus.DONE,
        },
    }


def _variants(preset: Preset) -> list[dict[str, Any]]:
    return [
        {
            "position": position,
            "title": variant.title,
            "rules": variant.rules.model_dump(mode="json"),
            "policy": variant.policy,
        }
        for position, variant in enumerate(preset.variants)
    ]


def _progress(game: Game, preset: Preset) -> dict[str, Any]:
    each = TRIALS * REPLICATES
    seconds = MINUTE.total_seconds()
    headline = headline_of(game)
    return {
        "status": ExperimentStatus.DONE,
        "partial": False,
        "share": 1.0,
        "chunks": _chunks(len(preset.variants) * REPLICATES),
        "trials": _done(each * len(preset.variants)),
        "rate": each * len(preset.variants) / seconds,
        "seconds": seconds,
        "seconds_left": None,
        "alarms": 0,
        "errors": [],
        "variants": [
            {
                "position": position,
                "title": variant.title,
                "chunks": _chunks(REPLICATES),
                "trials": _done(each),
                "headline": {
                    "key": headline.key,
                    **summarise(headline, variant.rules, _counts(headline, variant.rules, each)),
                },
            }
            for position, variant in enumerate(preset.variants)
        ],
    }


def _results(game: Game, preset: Preset) -> dict[str, Any]:
    """The last variant's figures. Heatmaps are left out: a number a cell tells nothing here."""
    first, last = preset.variants[0], preset.variants[-1]
    rules = last.rules
    variant = _variants(preset)[-1]
    baseline = first.rules.model_dump(mode="json")
    changed = [name for name, value in variant["rules"].items() if value != baseline.get(name)]
    changed += ["policy"] if last.policy != first.policy else []
    shown = [m for m in game.metrics if m.kind != "heatmap"]
    scalars = [m for m in shown if m.kind in ("proportion", "mean")]

    def figures(metrics: Sequence[Metric], trials: int) -> dict[str, Any]:
        return {m.key: summarise(m, rules, _counts(m, rules, trials)) for m in metrics}

    return {
        "id": _id("variant"),
        **variant,
        "differences": changed,
        "several_changes": len(changed) > 1,
        "trials": _done(TRIALS * REPLICATES),
        "metrics": figures(shown, TRIALS * REPLICATES),
        "exact": {},
        "replicates": [
            {
                "run": _id(f"run {number}"),
                "replicate": number,
                "seed": derive_seed(preset.seed, number),
                "status": RunStatus.DONE,
                "trials": _done(TRIALS),
                "metrics": figures(scalars, TRIALS),
            }
            for number in range(1, REPLICATES + 1)
        ],
    }


def _counts(metric: Metric, rules: Any, trials: int) -> list[int]:
    """Counters that look like something, in the metric's own shape."""
    if metric.kind == "proportion":
        return [trials // 25, trials]
    if metric.kind == "mean":
        return [trials, 12 * trials, 146 * trials]
    size = prod(metric.shape(rules))
    return [trials // 100 if place in (1, 2, 3, 4) else 0 for place in range(size)]


def _chunks(count: int) -> dict[str, int]:
    return {"done": count, "running": 0, "failed": 0, "cancelled": 0, "total": count}


def _done(trials: int) -> dict[str, int]:
    return {"done": trials, "total": trials}


# Small parts ------------------------------------------------------------------------------
IDS = (
    "puzzle",
    "player",
    "session",
    "experiment",
    "variant",
    "run 1",
    "run 2",
    "finish",
    "order",
    "tuning",
    "proposal",
    "level",
)


def _id(name: str) -> str:
    return f"019b7810-0000-7000-8000-{IDS.index(name) + 1:012d}"


def _named(summary: str, value: dict[str, Any] | str) -> dict[str, Any]:
    return {"summary": summary, "value": value}
