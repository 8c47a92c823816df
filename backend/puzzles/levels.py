"""Which levels there are: those a game declares, then those that staff adopted.

An adopted level is read from its row and is then like any other. `served` says whether puzzles
may still be made for it; what it once was is told for as long as its rules can be read.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Container, Iterable, Mapping, Sequence
from datetime import date, datetime

from django.db.models import Q, QuerySet
from django.utils import timezone

from backend.puzzles import calendar
from backend.puzzles.models import AdoptedLevel
from engines import Game, InvalidRules, UnknownName, all_games, get_game, read_rules
from engines.declarations import Level

LEVEL_KEY = re.compile(r"[a-z][a-z0-9]*([_-][a-z0-9]+)*")
"""What an adopted level's key looks like."""

NO_LEVEL = "none"
"""What lists are filtered by to find what has no level: no level is called so."""

Slot = tuple[str, str]
"""A game's slug and a level's key: one place in a daily set."""


def levels_of(game: Game) -> list[Level]:
    """The levels that clients may play now: of adopted ones those that are in an open set."""
    rows = in_service().filter(game=game.slug)
    return [*game.levels, *(level for row in rows if (level := served(row)))]


def levels_by_game() -> dict[str, list[Level]]:
    """As `levels_of`, of every game in one query."""
    found = {game.slug: list(game.levels) for game in all_games()}
    for row in in_service():
        if level := served(row):
            found[row.game].append(level)
    return found


def known_levels(games: Sequence[Game]) -> dict[str, str]:
    """Titles by key of all levels there are or were, those declared first."""
    found = {level.key: level.title for game in games for level in game.levels}
    rows = AdoptedLevel.objects.filter(game__in=[game.slug for game in games])
    for key, title in rows.values_list("key", "title"):
        found.setdefault(key, title)
    return found


def find_level(game: Game, key: str) -> Level | None:
    """The level of that key, whether puzzles are still made for it or not."""
    row = find_adopted(game, key)
    return read_level(row) if row else _declared(game, key)


def find_adopted(game: Game, key: str) -> AdoptedLevel | None:
    """The adopted level of that key; None if there is none, or the game declares one itself."""
    if _declared(game, key) or not LEVEL_KEY.fullmatch(key):
        return None
    return AdoptedLevel.objects.filter(game=game.slug, key=key).first()


def find_open_level(game: Game, key: str) -> Level | None:
    """As `find_level`, of those in `levels_of`: what can be asked for."""
    row = find_adopted(game, key)
    if row is None:
        return _declared(game, key)
    return served(row) if in_service().filter(pk=row.pk).exists() else None


# The calendar -----------------------------------------------------------------------------
def daily_slots(day: date, made: Container[Slot] = ()) -> list[Slot]:
    """Every (game, level) that a new set of the date holds, in the order it is shown in.

    An adopted level that is not served any more keeps the places that were `made`.
    """
    return _slots(day, made, _adopted_within(day, day))


def slots_by_day(made: Mapping[date, Collection[Slot]], now: datetime) -> dict[date, list[Slot]]:
    """Every (game, level) that the set of each date holds, with those `made` of it so far.

    One query for all dates.
    """
    adopted = _adopted_within(min(made), max(made)) if made else []
    return {
        day: without_later_games(_slots(day, there, adopted), day, there, now)
        for day, there in made.items()
    }


def without_later_games(
    slots: Sequence[Slot], day: date, made: Collection[Slot], now: datetime
) -> list[Slot]:
    """Of a date's slots those that its set can have.

    A set of a date that is over is closed: a game that came later is not added to it, for caches
    hold it as immutable.
    """
    games = {game for game, _ in made}
    closed = bool(games) and calendar.is_over(day, now)
    return [slot for slot in slots if not closed or slot[0] in games]


def _slots(day: date, made: Container[Slot], adopted: Iterable[AdoptedLevel]) -> list[Slot]:
    found = {game.slug: [level.key for level in game.levels] for game in all_games()}
    for row in adopted:
        keys = found.get(row.game, [])
        within = row.first_date <= day and (row.last_date is None or day <= row.last_date)
        if within and row.key not in keys and ((row.game, row.key) in made or served(row)):
            keys.append(row.key)
    return [(slug, key) for slug, keys in found.items() for key in keys]


def _adopted_within(first: date, last: date) -> list[AdoptedLevel]:
    """The adopted levels that sets of these dates, both included, may hold."""
    rows = AdoptedLevel.objects.filter(first_date__lte=last)
    return list(rows.filter(Q(last_date=None) | Q(last_date__gte=first)))


def in_service() -> QuerySet[AdoptedLevel]:
    """Adopted levels in the set of a date that has begun somewhere and is not over everywhere."""
    now = timezone.now()
    rows = AdoptedLevel.objects.filter(first_date__lte=calendar.newest_date(now))
    return rows.filter(Q(last_date=None) | Q(last_date__gte=calendar.oldest_date(now)))


# Reading a row ----------------------------------------------------------------------------
def read_level(row: AdoptedLevel) -> Level | None:
    """The row as a level; None where its game or its rules can't be read any more."""
    try:
        rules = read_rules(get_game(row.game), row.rules)
    except (UnknownName, InvalidRules):
        return None
    return Level(row.key, row.title, rules, row.low, row.high, row.description)


def served(row: AdoptedLevel) -> Level | None:
    """The row as a level that puzzles are made for; None where something is in the way."""
    return None if why_not_served(row) else read_level(row)


def why_not_served(row: AdoptedLevel) -> str:
    """Why no puzzle is made for it, in words; empty where nothing is in the way."""
    try:
        game = get_game(row.game)
    except UnknownName as error:
        return str(error)
    if _declared(game, row.key):
        return f"{game.title} now declares a level {row.key!r} itself, which is served instead."
    if row.version != game.version:
        return (
            f"It was measured with version {row.version} of {game.title}, which is now at version "
            f"{game.version}. Search and measure its rules again, and adopt them under a new key."
        )
    if read_level(row) is None:
        return f"{game.title} can't read its rules any more."
    return ""


def _declared(game: Game, key: str) -> Level | None:
    return next((level for level in game.levels if level.key == key), None)
