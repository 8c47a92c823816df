"""Which sessions are to be read, and by which threshold."""

from __future__ import annotations

from datetime import datetime, timedelta
from uuid import UUID

from django.conf import settings
from django.db.models import F, Q

from backend.play.models import Session
from backend.playtests.models import SessionReading
from backend.playtests.reading import Threshold


def threshold() -> Threshold:
    """What makes a pause a stall, as it is set now."""
    return Threshold(settings.STALL_SECONDS, settings.STALL_FACTOR)


def due_sessions(*, now: datetime, limit: int) -> list[UUID]:
    """Sessions with at least one move that are over, or were left long ago, and have no reading;

    then those whose reading was made by another threshold, or before they went on.
    """
    left = now - timedelta(hours=settings.GIVE_UP_HOURS)
    over = Q(finished_at__isnull=False) | Q(last_entry_at__lt=left)
    unread = Session.objects.filter(over, move_count__gt=0, reading__isnull=True)
    found = list(unread.values_list("pk", flat=True)[:limit])
    return found if len(found) == limit else found + _stale(left, limit - len(found))


def _stale(left: datetime, limit: int) -> list[UUID]:
    now = threshold()
    other = ~Q(stall_seconds=now.seconds, stall_factor=now.factor)
    counts = [F(f"session__{kind}_count") for kind in ("move", "undo", "hint", "bot")]
    over = Q(session__finished_at__isnull=False) | Q(session__last_entry_at__lt=left)
    went_on = over & Q(ending="gave_up", entries__lt=sum(counts[1:], start=counts[0]))
    rows = SessionReading.objects.filter(other | went_on)
    return list(rows.values_list("pk", flat=True)[:limit])
