"""Studies: a question, the arms that are to answer it, and who opened and closed them when."""

from __future__ import annotations

import hashlib
from uuid import UUID

from django.conf import settings
from django.db import models
from django.db.models import F, Q
from django.utils import timezone

from backend.common.ids import new_id
from backend.puzzles.models import Puzzle, PuzzleOrder

MAX_NAME = 200
MAX_QUESTION = 2_000
MAX_CONSENT = 10_000
MAX_WANTED = 1_000_000
MAX_ARMS = 8
MAX_PUZZLES = 100
"""Of one arm."""

LETTERS = "BCDFGHJKMNPQRSTVWXZ"
"""Of join codes: none that looks like a digit or another, and no vowel, so that none is a word."""
CODE_LENGTH = 6
CODE_PATTERN = f"^[{LETTERS}]{{{CODE_LENGTH}}}$"


class Study(models.Model):
    """A question put to people: whoever joins by the code plays the puzzles of its arms.

    A draft may be changed in all. From its opening on its arms and what people agree to stay.
    """

    class Assignment(models.TextChoices):
        ALL = "all", "everybody plays all arms, in a random order"
        ONE = "one", "everybody plays one arm, drawn by a hash"

    class Status(models.TextChoices):
        DRAFT = "draft", "draft"
        OPEN = "open", "open"
        CLOSED = "closed", "closed"

    id = models.UUIDField(primary_key=True, default=new_id, editable=False)
    code = models.CharField(max_length=CODE_LENGTH, unique=True, help_text="To join by")
    name = models.CharField(max_length=MAX_NAME)
    question = models.TextField(blank=True)
    game = models.CharField(max_length=40)
    assignment = models.CharField(max_length=3, choices=Assignment)
    wanted = models.PositiveIntegerField(help_text="So many people may join")
    consent = models.TextField(help_text="What people agree to when they join")
    status = models.CharField(max_length=6, choices=Status, default=Status.DRAFT)
    created_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, blank=True, on_delete=models.SET_NULL, related_name="+"
    )
    created_at = models.DateTimeField(default=timezone.now, editable=False)
    opened_at = models.DateTimeField(null=True, blank=True, help_text="For the first time")
    closed_at = models.DateTimeField(null=True, blank=True, help_text="For the last time")

    class Meta:
        verbose_name_plural = "studies"
        constraints = [
            models.CheckConstraint(
                condition=Q(code__regex=CODE_PATTERN),
                name="study_code_spelled",
            ),
            models.CheckConstraint(
                condition=~Q(name="") & ~Q(game="") & ~Q(consent=""), name="study_texts_given"
            ),
            models.CheckConstraint(
                condition=Q(assignment__in=["all", "one"]), name="study_assignment_known"
            ),
            models.CheckConstraint(
                condition=Q(wanted__range=(1, MAX_WANTED)), name="study_wanted_range"
            ),
            models.CheckConstraint(
                condition=Q(status="draft", opened_at__isnull=True, closed_at__isnull=True)
                | Q(status="open", opened_at__isnull=False, closed_at__isnull=True)
                | Q(
                    status="closed",
                    opened_at__isnull=False,
                    closed_at__isnull=False,
                    closed_at__gte=F("opened_at"),
                ),
                name="study_times_fit_status",
            ),
        ]

    def __str__(self) -> str:
        return self.name

    @property
    def is_draft(self) -> bool:
        return self.status == self.Status.DRAFT

    @property
    def is_open(self) -> bool:
        return self.status == self.Status.OPEN

    @property
    def consent_hash(self) -> str:
        return hash_consent(self.consent)


def hash_consent(text: str) -> str:
    """SHA-256 of a consent text: which text it was that somebody agreed to."""
    return hashlib.sha256(text.encode()).hexdigest()


class StudyEvent(models.Model):
    """One entry of a study's trail; written with what it tells of, never changed."""

    class Kind(models.TextChoices):
        CREATED = "created", "Created"
        CHANGED = "changed", "Changed"
        OPENED = "opened", "Opened"
        CLOSED = "closed", "Closed"

    id = models.BigAutoField(primary_key=True)
    study = models.ForeignKey(Study, on_delete=models.CASCADE, related_name="events")
    at = models.DateTimeField(default=timezone.now, editable=False)
    by = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, on_delete=models.SET_NULL, related_name="+"
    )
    kind = models.CharField(max_length=7, choices=Kind)
    detail = models.TextField(blank=True, help_text="In words")

    class Meta:
        ordering = ["id"]
        constraints = [
            models.CheckConstraint(
                condition=Q(kind__in=["created", "changed", "opened", "closed"]),
                name="study_event_kind_known",
            )
        ]

    def __str__(self) -> str:
        return f"{self.get_kind_display()}: {self.study_id}"


class Arm(models.Model):
    """One set of rules, and the puzzles of it that are played."""

    study = models.ForeignKey(Study, on_delete=models.CASCADE, related_name="arms")
    position = models.PositiveSmallIntegerField(help_text="The first is 0")
    title = models.CharField(max_length=MAX_NAME)
    rules = models.JSONField()

    class Meta:
        ordering = ["study_id", "position"]
        constraints = [
            models.UniqueConstraint(fields=["study", "position"], name="arm_position_unique"),
            models.UniqueConstraint(fields=["study", "title"], name="arm_title_unique"),
            models.CheckConstraint(condition=Q(position__lt=MAX_ARMS), name="arm_position_range"),
            models.CheckConstraint(condition=~Q(title=""), name="arm_title_given"),
        ]

    def __str__(self) -> str:
        return self.title


class ArmPuzzle(models.Model):
    """One of an arm's puzzles. A fresh one has an order, and its puzzle once that is made."""

    arm = models.ForeignKey(Arm, on_delete=models.CASCADE, related_name="items")
    position = models.PositiveSmallIntegerField(help_text="The first is 0")
    puzzle = models.ForeignKey(
        Puzzle, null=True, blank=True, on_delete=models.PROTECT, related_name="in_studies"
    )
    order = models.ForeignKey(
        PuzzleOrder, null=True, blank=True, on_delete=models.PROTECT, related_name="in_studies"
    )

    class Meta:
        ordering = ["arm_id", "position"]
        constraints = [
            models.UniqueConstraint(fields=["arm", "position"], name="arm_puzzle_position_unique"),
            models.UniqueConstraint(fields=["arm", "puzzle"], name="arm_puzzle_unique"),
            models.CheckConstraint(
                condition=Q(position__lt=MAX_PUZZLES), name="arm_puzzle_position_range"
            ),
            models.CheckConstraint(
                condition=Q(puzzle__isnull=False) | Q(order__isnull=False),
                name="arm_puzzle_or_order",
            ),
        ]

    def __str__(self) -> str:
        return f"puzzle {self.position + 1} of arm {self.arm_id}"

    @property
    def made_id(self) -> UUID | None:
        """Its puzzle's id, also where that was made but the study is not opened yet."""
        return self.puzzle_id or (self.order.puzzle_id if self.order else None)
