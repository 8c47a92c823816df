"""One puzzle's sessions, summed."""

from __future__ import annotations

from django.db.models.functions import Coalesce

from backend.playtests.models import StuckMap
from backend.playtests.selectors.filters import Filters, readings
from backend.playtests.summing import Row, Summary, sum_rows
from backend.puzzles.models import Puzzle
from engines import get_game


def sum_puzzle(puzzle: Puzzle, filters: Filters) -> Summary:
    """One query, streamed: a row of about a hundred bytes for each session."""
    rows = (
        readings(filters, puzzle_id=puzzle.pk)
        .annotate(who=Coalesce("session__player_id", "session_id"))
        .order_by("started_at", "pk")
        .values_list(*Row._fields)
    )
    return sum_rows(Row(*row) for row in rows.iterator(chunk_size=2_000))


def list_stuck_maps(puzzle: Puzzle) -> tuple[list[StuckMap], list[StuckMap]]:
    """The game's policies as they are, on this board: those simulated, and those wanted."""
    policies = [policy.key for policy in get_game(puzzle.game).policies]
    rows = StuckMap.objects.filter(puzzle_id=puzzle.pk, policy__in=policies, error="")
    found = sorted(rows, key=lambda one: policies.index(one.policy))
    return [one for one in found if one.trials], [one for one in found if not one.trials]
