"""Puzzles on demand: an order is a row, and a worker makes what it asks for.

The same game, rules or level, and seed are the same order, so nothing is made twice.
"""

from __future__ import annotations

import secrets
import time
from datetime import timedelta
from typing import Any
from uuid import UUID

import structlog
from django.conf import settings
from django.db.models import F, QuerySet
from django.utils import timezone

from backend.common.claims import claimed
from backend.common.inserting import get_or_insert
from backend.common.problems import NotAllowed
from backend.common.queueing import enqueue
from backend.puzzles.levels import find_open_level, levels_of
from backend.puzzles.models import PuzzleOrder
from backend.puzzles.selectors import is_open
from backend.puzzles.services.making import hash_rules, make_level_puzzle, make_puzzle
from engines import EngineError, Fault, InvalidRules, UnknownName, get_game, read_rules

log = structlog.get_logger(__name__)

POLL_SECONDS = 0.05
RANDOM_SEEDS = 2**53
"""Seeds chosen here are below it: any JSON reader keeps them whole."""
MOST_ATTEMPTS = 3
NOT_MADE = "This puzzle could not be made."
RING_AFTER = timedelta(seconds=30)
AT_ONCE = 50


def order_puzzle(
    *,
    game: str,
    rules: dict[str, Any] | None = None,
    level: str | None = None,
    seed: int | None = None,
) -> PuzzleOrder:
    """The order of a puzzle by rules or of a level; a seed is chosen if none is given.

    Raises `NotAllowed`, and `InvalidRules` with pointers into the rules.
    """
    try:
        maker = get_game(game)
    except UnknownName as error:
        raise _refused("/game", str(error)) from None
    if level is not None:
        if find_open_level(maker, level) is None:
            known = [one.key for one in levels_of(maker)]
            raise _refused("/level", str(UnknownName("level", level, known)))
        plain: dict[str, Any] = {}
    else:
        try:
            plain = read_rules(maker, rules or {}).model_dump(mode="json")
        except InvalidRules as error:
            faults = [Fault(f"/rules{fault.pointer}", fault.message) for fault in error.faults]
            raise InvalidRules(faults) from None
    order, _ = get_or_insert(
        PuzzleOrder.objects.all(),
        game=maker.slug,
        version=maker.version,
        rules_key=hash_rules(rules=plain),
        level=level or "",
        seed=secrets.randbelow(RANDOM_SEEDS) if seed is None else seed,
        defaults={"rules": plain},
    )
    return order


def _refused(pointer: str, message: str) -> NotAllowed:
    return NotAllowed(message, code="unknown_name", faults=[Fault(pointer, message)])


def wait_for_order(*, order: PuzzleOrder) -> PuzzleOrder:
    """Rings a worker for an order that waits, and gives it a moment. Not in a transaction.

    Raises `NotAllowed` when such a puzzle can't be made, or is one of a date to come.
    """
    if order.status == PuzzleOrder.Status.WAITING and ring_order(order=order):
        deadline = time.monotonic() + settings.PUZZLE_WAIT_SECONDS
        while order.status == PuzzleOrder.Status.WAITING and time.monotonic() < deadline:
            time.sleep(POLL_SECONDS)
            order.refresh_from_db()
    if order.status == PuzzleOrder.Status.FAILED:
        raise NotAllowed(order.error, code="cannot_be_made")
    if not is_open(order):
        raise NotAllowed(NOT_MADE, code="cannot_be_made")
    return order


def make_ordered_puzzle(*, order_id: UUID) -> PuzzleOrder:
    """Make what an order asks for, unless that is done. For workers only.

    A worker that dies of it is counted: after a few of those the order is given up. What comes
    while another worker is at it counts for nothing.
    """
    with claimed(f"order {order_id}") as is_mine:
        if is_mine and _waiting(order_id).update(attempts=F("attempts") + 1):
            return _make(PuzzleOrder.objects.get(pk=order_id))
    return PuzzleOrder.objects.get(pk=order_id)


def _make(order: PuzzleOrder) -> PuzzleOrder:
    if order.attempts > MOST_ATTEMPTS:
        return _fail(order, NOT_MADE)
    try:
        # No transaction around it: making may take seconds.
        if order.level:
            puzzle = make_level_puzzle(game=order.game, level=order.level, seed=order.seed)
        else:
            puzzle = make_puzzle(game=order.game, rules=order.rules, seed=order.seed)
    except EngineError as error:
        return _fail(order, str(error))
    _waiting(order.pk).update(status=PuzzleOrder.Status.DONE, puzzle=puzzle)
    order.refresh_from_db()
    return order


def _fail(order: PuzzleOrder, error: str) -> PuzzleOrder:
    if _waiting(order.pk).update(status=PuzzleOrder.Status.FAILED, error=error):
        log.warning("puzzle_not_made", order=str(order.pk), game=order.game, error=error)
    order.refresh_from_db()
    return order


def _waiting(order_id: UUID) -> QuerySet[PuzzleOrder]:
    """The order, as long as it waits: what has ended stays as it ended."""
    return PuzzleOrder.objects.filter(pk=order_id, status=PuzzleOrder.Status.WAITING)


def ring_for_orders() -> int:
    """Ring again for orders that have waited a while; returns how many."""
    waiting = PuzzleOrder.objects.filter(
        status=PuzzleOrder.Status.WAITING, created_at__lt=timezone.now() - RING_AFTER
    )
    return sum(ring_order(order=order) for order in waiting.order_by("created_at")[:AT_ONCE])


def ring_order(*, order: PuzzleOrder) -> bool:
    """Have a worker look at an order; False if nobody can hear."""
    return enqueue(
        "generation.make_ordered_puzzle",
        queue="generation",
        # Only a level measures, and that is what takes compiled kernels.
        kwargs={"order_id": str(order.pk), "kernels_of": order.game if order.level else None},
    )
