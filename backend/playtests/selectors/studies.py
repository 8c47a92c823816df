"""Studies as staff sees them: what is planned, how far it is."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from django.db.models import Count, F, OuterRef, QuerySet, Subquery
from django.db.models.functions import Coalesce

from backend.common.problems import NotFound
from backend.playtests.models import ArmPuzzle, Participant, Study, StudySession, taking_part
from backend.playtests.selectors.joining import find_code
from backend.puzzles.models import PuzzleOrder


def list_studies() -> QuerySet[Study]:
    """All studies, each with how many people `joined` and what they have `begun`.

    `simulated` and `simulated_sessions` are the same of simulated people.
    """
    played = StudySession.objects.filter(item__arm__study=OuterRef("pk"))
    people = Participant.objects.filter(taking_part(), study=OuterRef("pk"), is_synthetic=False)
    synthetic = Participant.objects.filter(study=OuterRef("pk"), is_synthetic=True)
    of_people = played.filter(session__synthetic__isnull=True)
    of_synthetic = played.filter(session__synthetic__isnull=False)
    return Study.objects.select_related("created_by").annotate(
        joined=_counted(people, "study"),
        begun=_counted(of_people, "item__arm__study"),
        simulated=_counted(synthetic, "study"),
        simulated_sessions=_counted(of_synthetic, "item__arm__study"),
    )


def _counted(rows: QuerySet[Any], by: str) -> Coalesce:
    """How many of these rows a study has, as a subquery."""
    found = rows.order_by().values(by).annotate(found=Count("pk")).values("found")
    return Coalesce(Subquery(found), 0)


def find_study(code: str) -> Study:
    """By its code. Raises `NotFound`."""
    study = find_code(code)
    if study is None:
        raise NotFound(f"There is no study with the code {code[:20]}.")
    return study


def list_items(study: Study) -> dict[int, list[ArmPuzzle]]:
    """The puzzles of each arm by its position, those not made yet among them."""
    rows = ArmPuzzle.objects.filter(arm__study=study).select_related("puzzle", "order", "arm")
    found: dict[int, list[ArmPuzzle]] = {}
    for item in rows.order_by("arm__position", "position"):
        found.setdefault(item.arm.position, []).append(item)
    return found


def state_of(item: ArmPuzzle) -> str:
    """`ready`, `waiting` or `failed`."""
    if item.made_id is not None:
        return "ready"
    assert item.order is not None  # a constraint holds it
    return "failed" if item.order.status == PuzzleOrder.Status.FAILED else "waiting"


def describe_study(study: Study) -> dict[str, Any]:
    """A line of the list. `study` is one of `list_studies`."""
    told: Mapping[str, int] = study.__dict__
    return {
        "id": str(study.pk),
        "code": study.code,
        "name": study.name,
        "question": study.question,
        "game": study.game,
        "assignment": study.assignment,
        "status": study.status,
        "wanted": study.wanted,
        "joined": told["joined"],
        "sessions": told["begun"],
        "created_by": study.created_by.get_username() if study.created_by else None,
        "created_at": study.created_at,
        "opened_at": study.opened_at,
        "closed_at": study.closed_at,
    }


def describe_plan(study: Study) -> dict[str, Any]:
    """All of a study but its results."""
    told = describe_study(list_studies().get(pk=study.pk))
    items = list_items(study)
    events = study.events.order_by("id").annotate(username=F("by__username"))
    return {
        **told,
        "consent": study.consent,
        "consent_hash": study.consent_hash,
        "arms": [
            {
                "position": arm.position,
                "title": arm.title,
                "rules": arm.rules,
                "puzzles": [
                    {
                        "puzzle": None if item.made_id is None else str(item.made_id),
                        "state": state_of(item),
                    }
                    for item in items.get(arm.position, [])
                ],
            }
            for arm in study.arms.order_by("position")
        ],
        "events": [
            {"at": one.at, "by": one.username, "kind": one.kind, "detail": one.detail}
            for one in events
        ],
    }
