"""What the database itself refuses, whoever writes."""

from __future__ import annotations

import pytest
from django.db import IntegrityError, transaction
from django.db.models.deletion import ProtectedError
from django.db.models.functions import Now

from backend.playtests.models import (
    Arm,
    ArmPuzzle,
    Participant,
    Study,
    StudyEvent,
    StudySession,
)
from tests.support.studies import Told, tell

pytestmark = pytest.mark.django_db


@pytest.mark.parametrize(
    ("model", "changes"),
    [
        (Study, {"code": "ABCDEF"}),
        (Study, {"code": "BCD"}),
        (Study, {"name": ""}),
        (Study, {"game": ""}),
        (Study, {"consent": ""}),
        (Study, {"assignment": "two"}),
        (Study, {"wanted": 0}),
        (Study, {"wanted": 1_000_001}),
        (Study, {"status": "draft"}),
        (Study, {"status": "closed"}),
        (Study, {"status": "lost"}),
        (Study, {"opened_at": None}),
        (Study, {"closed_at": Now()}),
        (StudyEvent, {"kind": "lost"}),
        (Arm, {"position": 0}),
        (Arm, {"position": 8}),
        (Arm, {"title": ""}),
        (Arm, {"title": "the same"}),
        (ArmPuzzle, {"puzzle": None}),
        (ArmPuzzle, {"position": 1}),
        (ArmPuzzle, {"position": 100}),
        (Participant, {"consent_hash": "x"}),
    ],
)
def test_refused(make_study, model, changes) -> None:
    tell(make_study(), 0, [Told()])
    with pytest.raises(IntegrityError), transaction.atomic():
        model.objects.update(**changes)


def test_nobody_takes_part_twice_or_plays_a_puzzle_twice(make_study) -> None:
    study = make_study()
    one, other = tell(study, 0, [Told()]), tell(study, 0, [Told()])
    with pytest.raises(IntegrityError), transaction.atomic():
        Participant.objects.filter(pk=other.pk).update(player=one.player)
    with pytest.raises(IntegrityError), transaction.atomic():
        StudySession.objects.update(participant=one)


def test_what_people_took_part_in_can_not_be_deleted(make_study) -> None:
    study = make_study()
    tell(study, 0, [Told()])
    with pytest.raises(ProtectedError):
        study.delete()
