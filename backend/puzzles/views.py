"""Games, puzzles and the daily set: open to everyone, the same for everyone."""

from __future__ import annotations

from datetime import UTC, date, datetime, timedelta
from uuid import UUID

from django.http.response import HttpResponseBase
from django.utils import timezone
from drf_spectacular.utils import OpenApiParameter, extend_schema
from rest_framework.permissions import AllowAny
from rest_framework.request import Request
from rest_framework.views import APIView

from backend.common.caching import YEAR, cacheable
from backend.common.problems import NotFound
from backend.common.reading import read_query
from backend.common.schema import problems
from backend.puzzles import calendar, selectors, serializers, services

GAMES_SECONDS = 300  # what a game declares is fixed; staff may adopt a level now and then
TODAY_SECONDS = 600


class PublicView(APIView):
    """Nobody is asked who they are, so a stale token does no harm and caches may share."""

    authentication_classes = ()
    permission_classes = (AllowAny,)


class GameList(PublicView):
    @extend_schema(operation_id="games_list", responses=serializers.GameListSerializer)
    def get(self, request: Request) -> HttpResponseBase:
        """Every game there is, with its levels."""
        return cacheable(request, {"results": selectors.describe_games()}, max_age=GAMES_SECONDS)


class GameDetail(PublicView):
    @extend_schema(responses={200: serializers.GameSerializer, **problems(_404="No such game")})
    def get(self, request: Request, game: str) -> HttpResponseBase:
        """A game: schemas of its rules and moves, levels, policies, metrics and presets."""
        return cacheable(request, selectors.describe_game(game), max_age=GAMES_SECONDS)


class PuzzleDetail(PublicView):
    @extend_schema(responses={200: serializers.PuzzleSerializer, **problems(_404="No such puzzle")})
    def get(self, request: Request, puzzle_id: UUID) -> HttpResponseBase:
        """A puzzle and its board before the first move. It never changes."""
        puzzle = selectors.find_puzzle(puzzle_id)
        if puzzle is None:
            raise NotFound(f"There is no puzzle {puzzle_id}.")
        data = selectors.describe_puzzle(puzzle)
        return cacheable(request, data, max_age=YEAR, immutable=True)


DAILY_PROBLEMS = problems(
    _404="The date has not begun anywhere on Earth (`begins_at` says when it will), lies before "
    "the first daily set, or has no such puzzle",
    _503="The puzzles are still being made: try again after `Retry-After` seconds",
)


class DailySet(PublicView):
    @extend_schema(
        operation_id="daily_set_retrieve",
        parameters=[serializers.DailyQuery],
        responses={
            200: serializers.DailySetSerializer,
            **problems(_400="Not a date"),
            **DAILY_PROBLEMS,
        },
    )
    def get(self, request: Request) -> HttpResponseBase:
        """The puzzles of a date, by default today's: one for each game and level."""
        now = timezone.now()
        asked = read_query(request, serializers.DailyQuery).get("date")
        day = asked or now.astimezone(UTC).date()
        data = selectors.describe_set(day, services.ensure_daily_set(date=day))
        if asked is None:  # another set will be at this address tomorrow
            return cacheable(request, data, max_age=min(TODAY_SECONDS, _to_midnight(now)))
        return _daily(request, data, day)


class DailyDetail(PublicView):
    @extend_schema(
        operation_id="daily_puzzle_retrieve",
        parameters=[OpenApiParameter("day", date, "path", description="A date, YYYY-MM-DD")],
        responses={200: serializers.DailyPuzzleSerializer, **DAILY_PROBLEMS},
    )
    def get(self, request: Request, day: date, game: str, level: str) -> HttpResponseBase:
        """A date's puzzle of one game and level."""
        row = services.ensure_daily_puzzle(date=day, game=game, level=level)
        return _daily(request, selectors.describe_daily(row), day)


def _daily(request: Request, data: object, day: date) -> HttpResponseBase:
    """A puzzle never changes once made, so the body of a date does not either.

    Still, only a date that is over is called immutable for a year. While a date is being
    played, a release may add a game to its set or say more about its puzzles, and everyone
    should see that soon: ten minutes, and then a 304 that costs next to nothing.
    """
    if calendar.is_over(day, timezone.now()):
        return cacheable(request, data, max_age=YEAR, immutable=True)
    return cacheable(request, data, max_age=TODAY_SECONDS)


def _to_midnight(now: datetime) -> int:
    tomorrow = now.astimezone(UTC).date() + timedelta(days=1)
    return int((datetime.combine(tomorrow, datetime.min.time(), UTC) - now).total_seconds())
