"""People's first plays of boards, and what was simulated on the very same ones."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any
from uuid import UUID

from django.db import connection
from django.db.models import Q
from django.db.models.functions import Coalesce

from backend.playtests.models import StuckMap
from backend.playtests.noise import GRID, grid_of
from backend.playtests.selectors.filters import Filters, readings
from backend.playtests.statistics.against import Simulated
from backend.playtests.statistics.fitting import Curves, smooth
from backend.playtests.statistics.plays import Plays, from_boards
from engines import Game


@dataclass(frozen=True, slots=True)
class FirstPlays:
    """Each player's first session of each board, those that came to an end: stuck for the first

    time, or through without. `left` are those that were left before either.
    """

    plays: Plays
    left: int


def first_plays(game: str, filters: Filters, **fixed: Any) -> FirstPlays:
    """One query. Later sessions of a player on the same board never count, whatever the filters:

    the player knows it then. A session whose player was erased counts as a player's own.
    """
    rows = readings(filters, game=game, is_first=True, **fixed).annotate(
        who=Coalesce("session__player_id", "session_id"),
        stuck=Q(first_stuck__isnull=False),
        through=~Q(ending="gave_up"),
    )
    told, asked = (
        rows.order_by().values("puzzle_id", "who", "stuck", "through").query.sql_with_params()
    )
    with connection.cursor() as cursor:
        cursor.execute(_BY_BOARD.format(told=told), asked)
        found = cursor.fetchall()
    plays = from_boards((board, packed) for board, packed, _ in found if packed is not None)
    return FirstPlays(plays, sum(left for _, _, left in found))


_BY_BOARD = """
    SELECT puzzle_id, string_agg(int4send((2 * player + stuck::int)::int), ''::bytea)
        FILTER (WHERE ended), count(*) FILTER (WHERE NOT ended)
    FROM (
        SELECT puzzle_id, stuck, stuck OR through AS ended,
            dense_rank() OVER (PARTITION BY stuck OR through ORDER BY who) - 1 AS player
        FROM ({told}) told
    ) numbered
    GROUP BY puzzle_id ORDER BY puzzle_id
"""
"""A row for each board, its plays packed as `from_boards` reads them: what would be a row for each

play takes a hundred times as long to fetch.
"""

Maps = Mapping[UUID, Mapping[str, Simulated]]


def simulated_on(puzzles: Sequence[UUID], players: Iterable[str]) -> Maps:
    """By puzzle and player: of how many simulated plays how many got stuck. One query."""
    rows = StuckMap.objects.filter(puzzle__in=puzzles, policy__in=list(players), trials__gt=0)
    found: dict[UUID, dict[str, Simulated]] = defaultdict(dict)
    for puzzle, policy, stuck, trials in rows.values_list("puzzle_id", "policy", "stuck", "trials"):
        found[puzzle][policy] = (stuck, trials)
    return found


def curves_of(game: Game, policy: str, boards: Sequence[UUID], maps: Maps) -> Curves:
    """The policy's curves on these boards, each of which has been played at every ε."""
    grid = grid_of(game, policy)
    told = [[maps[board][player] for player in grid] for board in boards]
    stuck = [[one[0] for one in row] for row in told]
    trials = [[one[1] for one in row] for row in told]
    return smooth(GRID, stuck, trials)


def with_all(players: Iterable[str], boards: Iterable[UUID], maps: Maps) -> list[UUID]:
    """The boards that each of the players has played."""
    wanted = set(players)
    return [board for board in boards if wanted <= maps.get(board, {}).keys()]
