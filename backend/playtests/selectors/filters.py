"""Which sessions are counted."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date, datetime, time, timedelta
from typing import Any, Literal, TypeVar

from django.db.models import Model, QuerySet, Sum
from django.utils.timezone import make_aware

from backend.playtests.models import Arm, ReadingSum, SessionReading, Study
from backend.puzzles.models import Puzzle
from engines import get_game

Who = Literal["people", "synthetic"]
Hints = Literal["", "with", "without"]
M = TypeVar("M", bound=Model)

HERE, IMPORTED = "here", "imported"
"""Sources that are no source's name: played here, and imported from anywhere."""


BY_OUTCOME = (
    "Most hints are asked for by people who are stuck already: sessions with hints, and those "
    "without, are chosen by how they went. Their stuck rate and their pauses are not those of all "
    "people, nor what hints do."
)


@dataclass(frozen=True, slots=True)
class Filters:
    """People's sessions or synthetic ones, never both; started on `since` … `until` (UTC).

    `unreadable` says what was asked for and can't be read: then nothing is counted.
    `source` is `HERE`, `IMPORTED`, the name of a source, or empty: any.
    `study` is a code: only sessions played for it, or for its arm at the position `arm`.
    """

    who: Who = "people"
    hints: Hints = ""
    level: str | None = None
    client: str = ""
    source: str = ""
    since: date | None = None
    until: date | None = None
    study: str = ""
    arm: int | None = None
    unreadable: tuple[str, ...] = ()

    @property
    def in_study(self) -> str:
        """As an address spells it: ``CODE``, ``CODE.1`` for an arm, or empty."""
        return self.study if self.arm is None else f"{self.study}.{self.arm}"

    @property
    def caution(self) -> str:
        """What to know of sessions that were chosen so; mostly empty."""
        return BY_OUTCOME if self.hints else ""


def readings(filters: Filters, **fixed: Any) -> QuerySet[SessionReading]:
    """The readings that are counted. Of a `game` those by its present rules only: what simulated

    players do on a board is told by these, and the sessions of two versions are not alike.
    """
    if "game" in fixed:
        fixed["puzzle__version"] = get_game(fixed["game"]).version
    return _chosen(filters, **fixed)


def count_older(filters: Filters, *, game: str, **fixed: Any) -> int:
    """Sessions that `readings` leaves out because another version of the game was played."""
    older = Puzzle.objects.filter(game=game).exclude(version=get_game(game).version)
    return _chosen(filters, game=game, puzzle__in=older, **fixed).count()


def _chosen(filters: Filters, **fixed: Any) -> QuerySet[SessionReading]:
    rows = SessionReading.objects.filter(is_synthetic=filters.who == "synthetic", **fixed)
    if filters.source == IMPORTED:
        rows = rows.exclude(source="")
    elif filters.source:
        rows = rows.filter(source="" if filters.source == HERE else filters.source)
    return narrow(rows, filters, level="level", arm="session__in_study__item__arm")


def narrow(rows: QuerySet[M], filters: Filters, *, level: str, arm: str) -> QuerySet[M]:
    """What the filters say of readings and sessions alike: all but `who` and `source`.

    `level` and `arm` are the lookups by which such a row has its level, and its study's arm.
    """
    if filters.unreadable:
        return rows.extra(where=["false"])  # not none(): its SQL goes into larger queries
    if filters.hints:
        wanted = {"hint_count__gt": 0} if filters.hints == "with" else {"hint_count": 0}
        rows = rows.filter(**wanted)
    if filters.level is not None:
        rows = rows.filter(**{level: filters.level})
    if filters.client:
        rows = rows.filter(client=filters.client)
    if filters.study:
        rows = rows.filter(**{f"{arm}__study__code": filters.study})
        if filters.arm is not None:
            rows = rows.filter(**{f"{arm}__position": filters.arm})
    if filters.since:
        rows = rows.filter(started_at__gte=_midnight_of(filters.since))
    if filters.until and filters.until < date.max:
        rows = rows.filter(started_at__lt=_midnight_of(filters.until + timedelta(days=1)))
    return rows


def is_going_on(filters: Filters) -> bool:
    """Whether these are a study's sessions and it is not closed.

    No difference is told of them then, and no test: whoever looks again and again while it goes on,
    and stops at the first difference, finds some that are not there.
    """
    if not filters.study:
        return False
    found = Study.objects.filter(code=filters.study)
    return found.exclude(status=Study.Status.CLOSED).exists()


def list_origins(game: str | None = None, **fixed: Any) -> tuple[list[str], list[str]]:
    """The clients that such sessions were played with, and the sources they came from: of all that

    was read, of a game, of a `puzzle`. By the sums that are kept.
    """
    sums = ReadingSum.objects.filter(**fixed, **({"puzzle__game": game} if game else {}))
    pairs = sums.order_by().values_list("client", "source").annotate(read=Sum("sessions"))
    found = list(pairs.filter(read__gt=0))
    clients, sources = ({pair[at] for pair in found} - {""} for at in (0, 1))
    return sorted(clients), sorted(sources)


@dataclass(frozen=True, slots=True)
class StudyChoice:
    """A study, or one of its arms, that a page may be restricted to."""

    value: str
    title: str


def list_choices(game: str | None = None) -> list[StudyChoice]:
    """Every study, of a game or of all, that was opened, newest first, each before its arms.

    One query.
    """
    arms = Arm.objects.exclude(study__status=Study.Status.DRAFT)
    if game is not None:
        arms = arms.filter(study__game=game)
    found = []
    for arm in arms.select_related("study").order_by("-study_id", "position"):
        study = arm.study
        if arm.position == 0:
            found.append(StudyChoice(study.code, f"{study.name} ({study.code})"))
        found.append(StudyChoice(f"{study.code}.{arm.position}", f"– {arm.title}"))
    return found


def describe_filters(filters: Filters, game: str, **fixed: Any) -> dict[str, Any]:
    """What `playtests/_filters.html` shows: the filters, and what may be chosen for a game.

    `fixed` narrows whose clients and sources these are. Two queries.
    """
    clients, sources = list_origins(game, **fixed)
    studies = list_choices(game)
    known = {
        "client": ["", *clients],
        "source": ["", HERE, IMPORTED, *sources],
        "in_study": ["", *(one.value for one in studies)],
    }
    return {
        "filters": filters,
        "clients": clients,
        "sources": sources,
        "studies": studies,
        "unknown": [
            f"{name.removeprefix('in_')} “{value}” is not among what was played here."
            for name, values in known.items()
            if (value := getattr(filters, name)) not in values
        ],
    }


def _midnight_of(day: date) -> datetime:
    """When the day begins."""
    return make_aware(datetime.combine(day, time()))
