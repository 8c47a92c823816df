"""Which sessions are counted."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date, datetime, time, timedelta
from typing import Any, Literal

from django.db.models import QuerySet
from django.utils.timezone import make_aware

from backend.playtests.models import Arm, SessionReading, Study

Who = Literal["people", "synthetic"]
Hints = Literal["", "with", "without"]


@dataclass(frozen=True, slots=True)
class Filters:
    """People's sessions or synthetic ones, never both; started on `since` … `until` (UTC).

    `study` is a code: only sessions played for it, or for its arm at the position `arm`.
    """

    who: Who = "people"
    hints: Hints = ""
    level: str | None = None
    since: date | None = None
    until: date | None = None
    study: str = ""
    arm: int | None = None

    @property
    def in_study(self) -> str:
        """As an address spells it: ``CODE``, ``CODE.1`` for an arm, or empty."""
        return self.study if self.arm is None else f"{self.study}.{self.arm}"


def readings(filters: Filters, **fixed: Any) -> QuerySet[SessionReading]:
    """The readings that are counted."""
    rows = SessionReading.objects.filter(is_synthetic=filters.who == "synthetic", **fixed)
    if filters.hints:
        wanted = {"hint_count__gt": 0} if filters.hints == "with" else {"hint_count": 0}
        rows = rows.filter(**wanted)
    if filters.level is not None:
        rows = rows.filter(level=filters.level)
    if filters.study:
        rows = rows.filter(session__in_study__item__arm__study__code=filters.study)
        if filters.arm is not None:
            rows = rows.filter(session__in_study__item__arm__position=filters.arm)
    if filters.since:
        rows = rows.filter(started_at__gte=_midnight(filters.since))
    if filters.until and filters.until < date.max:
        rows = rows.filter(started_at__lt=_midnight(filters.until + timedelta(days=1)))
    return rows


@dataclass(frozen=True, slots=True)
class StudyChoice:
    """A study, or one of its arms, that a page may be restricted to."""

    value: str
    title: str


def list_choices(game: str) -> list[StudyChoice]:
    """Every study of a game that was opened, newest first, each before its arms. One query."""
    arms = Arm.objects.filter(study__game=game).exclude(study__status=Study.Status.DRAFT)
    found = []
    for arm in arms.select_related("study").order_by("-study_id", "position"):
        study = arm.study
        if arm.position == 0:
            found.append(StudyChoice(study.code, f"{study.name} ({study.code})"))
        found.append(StudyChoice(f"{study.code}.{arm.position}", f"– {arm.title}"))
    return found


def _midnight(day: date) -> datetime:
    return make_aware(datetime.combine(day, time()))
