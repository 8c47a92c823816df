"""Simulated plays of puzzles' very boards, to hold beside people's. Workers play them.

What is wanted is a row, a message only a doorbell: a worker takes all that is wanted of one board
under a lease, plays, and writes each where it still holds it. A worker that dies costs the lease;
what has cost `MAX_ATTEMPTS` of them is not tried again.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from time import monotonic
from typing import Any
from uuid import UUID

import structlog
from django.db import InterfaceError, OperationalError, connection, transaction
from django.db.models import Exists, OuterRef, Q, QuerySet
from django.db.models.functions import Now

from backend.common.inserting import get_or_insert
from backend.common.problems import Conflict
from backend.common.queueing import enqueue
from backend.playtests.models import EpsilonFit, SessionReading, StuckMap
from backend.playtests.noise import players_of, tells_stuck
from backend.puzzles.boards import load_board
from backend.puzzles.models import Puzzle
from engines import EngineError, Game, all_games, headline_of, read_rules

log = structlog.get_logger(__name__)

TASK, QUEUE = "simulation.hold_against_people", "simulation"
SEED = 0
PLAIN_TRIALS, NOISY_TRIALS = 20_000, 4_000
"""Of a policy as it is, and of one with an ε (there are twenty of them, smoothed together)."""
LOOKED_AT = 2_000
"""Of so many plays it is told where they got stuck: these are replayed in plain Python."""
SECONDS = 2.0
"""About so long for counting, and again for replaying; slow policies are played less often."""
LEASE_SECONDS = 300
MAX_ATTEMPTS = 3
AHEAD = 200
"""So many of the newest unplayed puzzles of each game are made ready to be predicted."""


# What is wanted ----------------------------------------------------------------------------
def want_simulation(*, puzzle: Puzzle, policy: str) -> StuckMap:
    """Ask for this player on this board. Asking twice is harmless.

    Raises `UnknownName`, and `Conflict` where plays can't get stuck, or the board is unreadable.
    """
    game, _ = load_board(puzzle)
    if not tells_stuck(game):
        raise Conflict(f"{game.title} has no simulated players that get stuck.")
    policy = game.check_play(read_rules(game, puzzle.rules), policy)
    row, _ = get_or_insert(StuckMap.objects.all(), puzzle=puzzle, policy=policy)
    failed = StuckMap.objects.filter(pk=row.pk).exclude(error="")
    if failed.update(error="", attempts=0, lease_until=None):
        row.refresh_from_db()
    transaction.on_commit(ring)
    return row


def want_played(*, most: int = 100) -> int:
    """Want all players on boards that were played, and on the newest that nobody played yet

    where an ε was fitted to tell how they will do. Returns on how many boards; `most` at once.
    """
    found = 0
    for game in all_games():
        players = players_of(game)
        if players and found < most:
            puzzles = _without(players[0], game, most - found)
            rows = [StuckMap(puzzle=one, policy=player) for one in puzzles for player in players]
            StuckMap.objects.bulk_create(rows, ignore_conflicts=True)
            found += len(puzzles)
    return found


def _without(player: str, game: Game, most: int) -> list[Puzzle]:
    """Puzzles that should have been simulated and are not even wanted, by their first player."""
    there = StuckMap.objects.filter(puzzle=OuterRef("pk"), policy=player)
    readings = SessionReading.objects.filter(puzzle=OuterRef("pk"))
    puzzles = Puzzle.objects.filter(game=game.slug, version=game.version)
    played = list(puzzles.filter(~Exists(there), Exists(readings)).order_by("-id")[:most])
    if len(played) == most or not EpsilonFit.objects.filter(game=game.slug).exists():
        return played
    newest = puzzles.order_by("-id").values_list("pk", flat=True)[:AHEAD]
    unplayed = Puzzle.objects.filter(~Exists(there), ~Exists(readings), pk__in=list(newest))
    return played + list(unplayed[: most - len(played)])


def wanted() -> QuerySet[StuckMap]:
    """What waits for a worker."""
    free = Q(lease_until__isnull=True) | Q(lease_until__lt=Now())
    return StuckMap.objects.filter(free, trials=0, error="")


def ring() -> None:
    """Ask a worker to look for what is wanted."""
    enqueue(TASK, queue=QUEUE)


# What a worker does ------------------------------------------------------------------------
def simulate_next(*, stopping: Callable[[], bool] = lambda: False) -> bool:
    """Play all that is wanted on one board; False when none is. Given back when `stopping`."""
    held = _claim()
    if not held:
        return False
    if held[0].attempt > MAX_ATTEMPTS:
        # They are played in this order: whoever had them before died while playing the first.
        said = f"It was begun {MAX_ATTEMPTS} times, and each time the worker was lost."
        _mine(held.pop(0)).update(error=said, lease_until=None)
    if not held:
        return True
    puzzle = Puzzle.objects.get(pk=held[0].puzzle)
    for at, one in enumerate(held):
        if stopping():
            for left in held[at:]:
                _mine(left).update(lease_until=None, attempts=left.attempt - 1)
            return False
        try:
            found = play_board(puzzle=puzzle, policy=one.policy)
        except (OperationalError, InterfaceError):
            raise  # the database is away: the lease will run out
        except (EngineError, Conflict) as error:
            _mine(one).update(error=str(error), lease_until=None)
        except Exception as error:
            log.exception("not_simulated", puzzle=str(puzzle.pk), policy=one.policy)
            said = "" if one.attempt < MAX_ATTEMPTS else f"It failed: {type(error).__name__}"
            _mine(one).update(error=said, lease_until=None)
        else:
            _mine(one).update(**found, lease_until=None)
    return True


@dataclass(frozen=True, slots=True)
class _Held:
    """A row in this worker's hands: nobody else has it in an attempt of this number."""

    pk: int
    puzzle: UUID
    policy: str
    attempt: int


_CLAIM = """
    WITH board AS (
        SELECT puzzle_id FROM playtests_stuckmap
        WHERE trials = 0 AND error = ''
          AND (lease_until IS NULL OR lease_until < clock_timestamp())
        ORDER BY attempts, id LIMIT 1
        FOR UPDATE SKIP LOCKED
    ), rows AS (
        SELECT id FROM playtests_stuckmap JOIN board USING (puzzle_id)
        WHERE trials = 0 AND error = ''
          AND (lease_until IS NULL OR lease_until < clock_timestamp())
        FOR UPDATE OF playtests_stuckmap SKIP LOCKED
    )
    UPDATE playtests_stuckmap map
    SET attempts = attempts + 1, lease_until = clock_timestamp() + %s * interval '1 second'
    FROM rows WHERE map.id = rows.id
    RETURNING map.id, map.puzzle_id, map.policy, map.attempts
"""


def _claim() -> list[_Held]:
    with connection.cursor() as cursor:
        cursor.execute(_CLAIM, [LEASE_SECONDS])
        return sorted((_Held(*row) for row in cursor.fetchall()), key=lambda one: one.pk)


def _mine(held: _Held) -> QuerySet[StuckMap]:
    return StuckMap.objects.filter(
        pk=held.pk, attempts=held.attempt, trials=0, lease_until__isnull=False
    )


def play_board(*, puzzle: Puzzle, policy: str) -> dict[str, Any]:
    """Play and count: the fields of a `StuckMap`. Plays are counted by the kernels; where they

    got stuck is told by replaying, of a policy as it is. Raises `EngineError` and `Conflict`.
    """
    game, board = load_board(puzzle)
    rules = read_rules(game, puzzle.rules)
    plain = policy in {one.key for one in game.policies}
    headline = headline_of(game)
    most = PLAIN_TRIALS if plain else NOISY_TRIALS
    stuck, trials, places, until = 0, 0, list[int](), 0.0
    while trials < most and (not trials or monotonic() < until):
        tally = game.simulate(rules, policy, SEED, trials, min(200, most), board)
        stuck += tally.counts[headline.key][0]
        if trials < LOOKED_AT:
            places += [trials + offset for offset in tally.headline_trials()]
        trials += tally.trials
        until = until or monotonic() + SECONDS  # the first one may load the kernels
    looked_at, loci = 0, Counter[str]()
    if plain:
        first = min(trials, LOOKED_AT)
        early = [trial for trial in places if trial < first]
        looked_at, loci = _look_at(game, board, rules, policy, early, first)
    return {"stuck": stuck, "trials": trials, "looked_at": looked_at, "loci": dict(loci)}


def _look_at(
    game: Game, board: Any, rules: Any, policy: str, stuck: Iterable[int], first: int
) -> tuple[int, Counter[str]]:
    """Of how many plays it was found where they got stuck, and where."""
    loci, until = Counter[str](), monotonic() + SECONDS
    for trial in stuck:
        if monotonic() > until:
            return trial, loci
        loci.update(game.replay_trial(rules, policy, SEED, trial, board=board).loci)
    return first, loci
