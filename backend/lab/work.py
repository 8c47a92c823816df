"""A worker's loop: claim a chunk, compute it, write it down, as long as chunks wait.

Now and then it works out what is told of done experiments, so that this never waits for the chunks.
"""

from __future__ import annotations

import traceback
from collections.abc import Callable
from time import monotonic, perf_counter
from typing import Literal

import structlog
from django.db import InterfaceError, OperationalError

from backend.lab import bell, expectations, findings, loci, pairing
from backend.lab.chunks import (
    Claim,
    claim_chunk,
    extend_lease,
    fail_chunk,
    finish_chunk,
    release_chunk,
)
from backend.lab.computing import Stopped, compute
from backend.lab.heart import Heart
from backend.lab.models import Chunk, ChunkStatus, Experiment
from backend.lab.persisting import persist
from backend.lab.recutting import LONG_SECONDS, is_enough
from backend.lab.services import tuning
from engines import Tally, get_game, read_rules

log = structlog.get_logger(__name__)

LOOP_SECONDS = 20.0
"""After so long a worker's child takes a fresh message, so that it can be told other things."""

PAUSE_SECONDS = 1.0
"""How often a worker that has chunks to compute looks beside them."""

TURN_SECONDS = 0.3
"""So long it then works out small things, one after another."""

SHARE = 4
"""One part in so many of its time goes to what is beside the chunks, if chunks wait."""

ChunkResult = Literal["done", "failed", "released"]


def run_chunks(
    *,
    worker: str,
    stopping: Callable[[], bool] = lambda: False,
    seconds: float = LOOP_SECONDS,
) -> int:
    """Compute waiting chunks for about `seconds`, or until none waits or `stopping` says so.

    What is told of done runs and experiments is worked out where no chunk waits, and for a share of
    the time where some do. Rings again if anything is left. Returns how many chunks were computed.
    """
    begun = monotonic()
    until = begun + seconds
    turn = begun + PAUSE_SECONDS
    computed = 0
    with Heart(extend_lease) as heart:
        while monotonic() < until and not stopping():
            result = run_next_chunk(worker=worker, heart=heart, stopping=stopping)
            if result is None and not _look_beside():
                break
            computed += result == "done"
            if result is not None and monotonic() >= turn:
                turn = _take_turn(stopping)
    if computed:
        log.info("chunks_computed", chunks=computed, seconds=round(monotonic() - begun, 1))
    if Chunk.objects.filter(status=ChunkStatus.WAITING).exists():
        if expectations.starving():
            expectations.ring()
        bell.ring(1)
    return computed


def run_next_chunk(
    *,
    worker: str,
    heart: Heart[Claim] | None = None,
    stopping: Callable[[], bool] = lambda: False,
) -> ChunkResult | None:
    """Claim one chunk and see it through. None when nothing waits."""
    if heart is None:
        with Heart(extend_lease) as own:
            return run_next_chunk(worker=worker, heart=own, stopping=stopping)
    claim = persist(lambda: claim_chunk(worker=worker))
    if claim is None:
        return None
    heart.hold(claim)
    try:
        return _see_through(claim, heart, stopping)
    finally:
        heart.hold(None)


def _see_through(claim: Claim, heart: Heart[Claim], stopping: Callable[[], bool]) -> ChunkResult:
    def go_on() -> bool:
        return heart.state == "held" and not stopping()

    try:
        tally, seconds = _compute(claim, go_on)
        ending = persist(lambda: finish_chunk(claim, tally, seconds=seconds))
    except Stopped:
        persist(lambda: release_chunk(claim))
        return "released"
    except _OtherVersion as error:
        text = str(error)
        persist(lambda: fail_chunk(claim, error=text, final=True))
        return "failed"
    except (OperationalError, InterfaceError):
        raise  # the database is away for long: the lease will run out
    except Exception:
        text = traceback.format_exc()
        log.exception("chunk_failed", chunk=claim.chunk, run=str(claim.run))
        persist(lambda: fail_chunk(claim, error=text))
        return "failed"
    if ending == "fenced":
        log.warning("late_result_fenced", chunk=claim.chunk, token=claim.token)
        return "released"
    return "done"


def _take_turn(stopping: Callable[[], bool]) -> float:
    """Work out some of what is beside the chunks; returns when it is time for that again."""
    begun = monotonic()
    while not stopping() and _look_beside() and monotonic() - begun < TURN_SECONDS:
        pass
    ended = monotonic()
    return ended + max(PAUSE_SECONDS, (SHARE - 1) * (ended - begun))


def _look_beside() -> bool:
    """Work out one pairing, one experiment's findings, a tuning's next step or one board's loci.

    False when nothing is wanted.

    What fails is logged and left, and keeps nothing else from being done: the results do without.
    """
    for look in (pairing.pair_next, findings.find_next, tuning.advance_next, loci.look_next):
        try:
            if persist(look):
                return True
        except (OperationalError, InterfaceError):
            raise
        except Exception:
            log.exception("not_worked_out")
    return False


class _OtherVersion(Exception):
    """This worker has another version of the game than the experiment was begun with."""


def _compute(claim: Claim, go_on: Callable[[], bool]) -> tuple[Tally, float]:
    """The chunk's tally and the seconds it took, kernels loaded beforehand not counted."""
    game = get_game(claim.game)
    if game.version != claim.version:
        raise _OtherVersion(
            f"This worker has version {game.version} of {claim.game}, "
            f"but the experiment was begun with version {claim.version}."
        )
    rules = read_rules(game, claim.rules)
    board = None if claim.board is None else game.parse_board(rules, claim.board)
    # The first call of a process loads (or compiles) the kernels.
    game.simulate(rules, claim.policy, claim.seed, claim.first_trial, 1, board=board)
    begun = perf_counter()

    def enough(done: int) -> bool:
        seconds = perf_counter() - begun
        return seconds >= LONG_SECONDS and persist(lambda: _is_enough(claim, done, seconds))

    tally = compute(
        game,
        rules,
        claim.policy,
        claim.seed,
        claim.first_trial,
        claim.trials,
        board=board,
        go_on=go_on,
        enough=enough,
    )
    return tally, perf_counter() - begun


def _is_enough(claim: Claim, done: int, seconds: float) -> bool:
    experiment = Experiment.objects.filter(pk=claim.experiment).first()
    return experiment is not None and is_enough(
        experiment, done=done, trials=claim.trials, seconds=seconds
    )
