"""The daily set: made ahead, or when it is asked for."""

from __future__ import annotations

import math
import time
from collections.abc import Sequence
from datetime import date

import structlog
from django.conf import settings
from django.db import transaction
from django.utils import timezone
from django.utils.crypto import salted_hmac

from backend.common.inserting import get_or_insert
from backend.common.problems import NotFound, Unavailable
from backend.common.queueing import enqueue
from backend.puzzles import calendar
from backend.puzzles.levels import Slot, daily_slots, find_level, levels_of, without_later_games
from backend.puzzles.models import AdoptedLevel, DailyPuzzle
from backend.puzzles.selectors import find_dailies
from backend.puzzles.services.making import make_level_puzzle
from engines import UnknownName, get_game
from engines.randomness import MAX_SEED

log = structlog.get_logger(__name__)

POLL_SECONDS = 0.2
DAILY_SALT = "tsumi.daily"  # so that no other use of the same secret gives the same bytes


def daily_seed(*, date: date, game: str, level: str) -> int:
    """The seed of a date's puzzle: one installation can remake a lost row, nobody can foresee it.

    HMAC-SHA256, for whoever knows a seed can make the puzzle and its certificate.
    """
    secret = settings.DAILY_SECRET or settings.SECRET_KEY
    slot = f"{game}/{level}/{date.isoformat()}"
    digest = salted_hmac(DAILY_SALT, slot, secret=secret, algorithm="sha256").digest()
    return int.from_bytes(digest[:8], "big") & MAX_SEED


def make_daily_puzzle(*, date: date, game: str, level: str) -> DailyPuzzle:
    """The date's puzzle of that game and level, made if need be. For workers only.

    Raises `NotFound` if the date's set is not to hold one, such as of a level just retired.
    """
    rows = DailyPuzzle.objects.select_related("puzzle")
    if found := rows.filter(date=date, game=game, level=level).first():
        return found
    seed = daily_seed(date=date, game=game, level=level)
    # No transaction around both: making takes seconds, and a puzzle without a day is no harm.
    puzzle = make_level_puzzle(game=game, level=level, seed=seed)
    with transaction.atomic():
        _keep_in_service(game, level)
        if (game, level) not in daily_slots(date):
            raise NotFound(f"The set of {date} has no {level} puzzle of {game}.")
        row, made = get_or_insert(
            rows, date=date, game=game, level=level, defaults={"puzzle": puzzle}
        )
    if made:
        log.info("daily_puzzle_made", date=date.isoformat(), game=game, level=level)
    return row


def _keep_in_service(game: str, level: str) -> None:
    """If it was adopted, nobody retires it before this transaction ends."""
    rows = AdoptedLevel.objects.select_for_update(no_key=True)
    rows.filter(game=game, key=level).first()


def ensure_daily_set(*, date: date) -> list[DailyPuzzle]:
    """The date's whole set; what is missing is asked of a worker and waited for.

    A set of a date that is over is closed: a game that came later is not added to it, for
    caches hold it as immutable. Raises `NotFound` and `Unavailable`.
    """
    check_date(date=date)
    return _ensure(date, _slots_of(date))


def ensure_daily_puzzle(*, date: date, game: str, level: str) -> DailyPuzzle:
    """One puzzle of a date, as `ensure_daily_set`; raises `UnknownName` too."""
    check_slot(date=date, game=game, level=level)
    return _ensure(date, [(game, level)])[0]


def check_slot(*, date: date, game: str, level: str) -> None:
    """Raises `UnknownName`, or `NotFound` where the date has no such puzzle, nor will have one."""
    known = get_game(game)
    if find_level(known, level) is None:
        raise UnknownName("level", level, [one.key for one in levels_of(known)])
    check_date(date=date)
    if (game, level) not in _slots_of(date):
        raise NotFound(f"The set of {date} has no {level} puzzle of {game}.")


def check_date(*, date: date) -> None:
    """Raises `NotFound` for dates that have not begun anywhere, or lie before the first set."""
    first = settings.DAILY_FIRST_DATE
    if date < first:
        raise NotFound(f"There are no daily puzzles before {first}.", first=first.isoformat())
    now = timezone.now()
    if not calendar.has_begun(date, now):
        begins = calendar.begins_at(date).isoformat().replace("+00:00", "Z")
        raise NotFound(
            f"{date} has not begun anywhere on Earth; it begins at {begins}.",
            code="not_begun",
            begins_at=begins,
            newest=calendar.newest_date(now).isoformat(),
        )


def _slots_of(day: date) -> list[Slot]:
    made = find_dailies(day)
    return without_later_games(daily_slots(day, made), day, made, timezone.now())


def _ensure(day: date, slots: Sequence[Slot]) -> list[DailyPuzzle]:
    found = find_dailies(day)
    missing = [slot for slot in slots if slot not in found]
    if missing and _ask_for(day, missing):
        found = _wait_for(day, slots)
    if any(slot not in found for slot in slots):
        log.warning("daily_set_missing", date=day.isoformat(), missing=missing)
        raise Unavailable(
            f"The puzzles of {day} are being made. Try again in a moment.",
            retry_after=max(5, math.ceil(settings.DAILY_WAIT_SECONDS)),
        )
    return [found[slot] for slot in slots]


def _ask_for(day: date, slots: Sequence[Slot]) -> bool:
    """Rings the generation queue for each; False if nobody can hear."""
    return all(
        enqueue(
            "generation.make_daily_puzzle",
            queue="generation",
            kwargs={"date_iso": day.isoformat(), "game": game, "level": level},
        )
        for game, level in slots
    )


def _wait_for(day: date, slots: Sequence[Slot]) -> dict[Slot, DailyPuzzle]:
    deadline = time.monotonic() + settings.DAILY_WAIT_SECONDS
    while True:
        found = find_dailies(day)
        if all(slot in found for slot in slots) or time.monotonic() >= deadline:
            return found
        time.sleep(POLL_SECONDS)
