"""Levels that staff adopt, and retire again."""

from __future__ import annotations

import math
from collections.abc import Sequence
from datetime import timedelta
from typing import Any
from uuid import UUID

import structlog
from django.contrib.auth.models import User
from django.db import transaction
from django.utils import timezone

from backend.common.ids import new_id
from backend.common.inserting import get_or_insert
from backend.common.problems import Conflict, NotAllowed
from backend.common.texts import shows, unfit
from backend.puzzles import calendar
from backend.puzzles.ahead import coming_dates, enqueue_dailies
from backend.puzzles.bands import LEAST_BOARDS, LEAST_SHARE, band_of, band_words
from backend.puzzles.levels import LEVEL_KEY, NO_LEVEL
from backend.puzzles.models import (
    MAX_LEVEL_DESCRIPTION,
    MAX_LEVEL_KEY,
    MAX_LEVEL_TITLE,
    AdoptedLevel,
    DailyPuzzle,
)
from engines import Fault, Game

log = structlog.get_logger(__name__)

AHEAD = timedelta(hours=1)
"""A date that begins sooner than this is left alone: its set may be made and shown by then."""


def adopt_level(
    *,
    game: Game,
    rules: dict[str, Any],
    difficulties: Sequence[float],
    proposal: UUID,
    key: str,
    title: str,
    description: str = "",
    low: float,
    high: float,
    by: User | None = None,
) -> AdoptedLevel:
    """Make a level of rules and a band of their boards' measured `difficulties`.

    It is in all daily sets from the first date on that has not begun anywhere yet. Raises
    `NotAllowed` (422) with a JSON pointer for each fault, and `Conflict` (409) when the game has
    a level of that key.
    """
    title, description = title.strip(), description.strip()
    faults = check_level(
        difficulties=difficulties,
        key=key,
        title=title,
        description=description,
        low=low,
        high=high,
    )
    if faults:
        raise NotAllowed("This can't be made a level as it stands.", faults=faults)
    taken = Conflict(
        f"{game.title} has, or had, a level {key!r}: choose another key.",
        code="key_taken",
        faults=[Fault("/key", "The game has, or had, a level of this key: choose another one.")],
    )
    if any(level.key == key for level in game.levels):
        raise taken
    level, _ = get_or_insert(
        AdoptedLevel.objects.all(),
        game=game.slug,
        key=key,
        defaults={
            "id": (chosen := new_id()),
            "version": game.version,
            "title": title,
            "description": description,
            "rules": rules,
            "low": low,
            "high": high,
            "difficulties": list(difficulties),
            "proposal": proposal,
            "first_date": calendar.newest_date(timezone.now() + AHEAD) + timedelta(days=1),
            "adopted_by": by,
        },
    )
    if level.pk != chosen:  # another one is there
        raise taken
    log.info("level_adopted", game=game.slug, level=key, first_date=str(level.first_date))
    transaction.on_commit(lambda: _make_ahead(level))
    return level


def check_level(
    *,
    difficulties: Sequence[float],
    key: str,
    title: str,
    description: str,
    low: float,
    high: float,
) -> list[Fault]:
    """What is wrong with a level, each with its JSON pointer; whether its key is taken is not
    looked at."""
    return [*_text_faults(key, title, description), *_band_faults(difficulties, low, high)]


def retire_level(*, level: AdoptedLevel, by: User | None = None) -> AdoptedLevel:
    """Take a level out of the sets of dates that have not begun anywhere. Twice is harmless.

    Its puzzles stay, and so do the sets that hold them.
    """
    with transaction.atomic():
        row = AdoptedLevel.objects.select_for_update(no_key=True).get(pk=level.pk)
        if row.last_date is not None:
            return row
        now = timezone.now()
        row.last_date, row.retired_by, row.retired_at = calendar.newest_date(now), by, now
        row.save(update_fields=["last_date", "retired_by", "retired_at"])
        # Made ahead, and seen by nobody.
        DailyPuzzle.objects.filter(game=row.game, level=row.key, date__gt=row.last_date).delete()
    log.info("level_retired", game=row.game, level=row.key, last_date=str(row.last_date))
    return row


def _make_ahead(level: AdoptedLevel) -> None:
    enqueue_dailies(dates=[day for day in coming_dates() if day >= level.first_date])


def _text_faults(key: str, title: str, description: str) -> list[Fault]:
    faults = []
    if not LEVEL_KEY.fullmatch(key) or len(key) > MAX_LEVEL_KEY or key == NO_LEVEL:
        text = (
            f"A key is up to {MAX_LEVEL_KEY} small letters and digits, a letter first, such as "
            f"cosy-maps; and not {NO_LEVEL}."
        )
        faults.append(Fault("/key", text))
    texts = (
        ("/title", title, MAX_LEVEL_TITLE),
        ("/description", description, MAX_LEVEL_DESCRIPTION),
    )
    for pointer, text, most in texts:
        if len(text) > most:
            faults.append(Fault(pointer, f"At most {most} characters; these are {len(text)}."))
        elif wrong := unfit(text):
            faults.append(Fault(pointer, wrong))
    if not shows(title):
        faults.append(Fault("/title", "A level needs a title that can be seen."))
    return faults


def _band_faults(difficulties: Sequence[float], low: float, high: float) -> list[Fault]:
    if not (math.isfinite(low) and math.isfinite(high) and low <= high):
        return [Fault("/high", "The lower end first: the upper one is less, or no number.")]
    band = band_of(difficulties, low, high)
    if band.boards < LEAST_BOARDS:
        text = (
            f"Only {band.boards} boards of these rules could be measured in the time there is, and "
            f"{LEAST_BOARDS} are needed: making a puzzle would take too long."
        )
        return [Fault("/low", text)]
    if not band.is_common:
        text = (
            f"{band_words(band)} At least {LEAST_SHARE * 100:g} % have to, or making a puzzle "
            "would take too long: choose a wider band."
        )
        return [Fault("/low", text)]
    return []
