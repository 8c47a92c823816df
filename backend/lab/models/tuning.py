"""A search for rules whose headline falls within a target, and what came of it."""

from __future__ import annotations

from django.conf import settings
from django.db import models
from django.db.models import F, Q

from backend.common.ids import new_id
from backend.lab.models.experiments import MAX_TITLE, MAX_TRIALS, Experiment, Variant
from engines.randomness import MAX_SEED

MAX_STEPS = 30


class TuningStatus(models.TextChoices):
    RUNNING = "running", "Running"
    DONE = "done", "Done"
    CANCELLED = "cancelled", "Cancelled"
    FAILED = "failed", "Failed"


class Tuning(models.Model):
    """What is searched, and how far it is. Every step is an experiment of its own.

    `axes` are ``[{"rule", "values", "ordered"}]``, one or two; `low` and `high` bound the target
    in the headline's own unit (0 to 1 of a rate). What was measured stays with the experiments.
    """

    id = models.UUIDField(primary_key=True, default=new_id, editable=False)
    title = models.CharField(max_length=MAX_TITLE)
    game = models.CharField(max_length=64)
    version = models.PositiveIntegerField(help_text="Version of the game's rules")
    rules = models.JSONField(help_text="The rules that are not searched, defaults written out")
    policy = models.CharField(max_length=200)
    axes = models.JSONField()
    low = models.FloatField()
    high = models.FloatField()
    trials = models.BigIntegerField(help_text="Of each value tried")
    max_steps = models.PositiveSmallIntegerField()
    seed = models.BigIntegerField()
    status = models.CharField(
        max_length=16, choices=TuningStatus.choices, default=TuningStatus.RUNNING
    )
    reason = models.TextField(blank=True, default="", help_text="Why it ended, in words")
    created_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.SET_NULL, null=True, related_name="+"
    )
    created_at = models.DateTimeField(auto_now_add=True)
    finished_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        ordering = ["-created_at", "-id"]
        constraints = [
            models.CheckConstraint(
                condition=Q(status__in=TuningStatus.values), name="lab_tuning_status_known"
            ),
            models.CheckConstraint(
                condition=Q(status="running", finished_at__isnull=True)
                | (~Q(status="running") & Q(finished_at__isnull=False) & ~Q(reason="")),
                name="lab_tuning_ended_says_why",
            ),
            models.CheckConstraint(condition=Q(low__lt=F("high")), name="lab_tuning_target"),
            models.CheckConstraint(
                condition=Q(trials__gte=1, trials__lte=MAX_TRIALS), name="lab_tuning_trials_range"
            ),
            models.CheckConstraint(
                condition=Q(max_steps__gte=1, max_steps__lte=MAX_STEPS),
                name="lab_tuning_steps_range",
            ),
            models.CheckConstraint(
                condition=Q(seed__gte=0, seed__lte=MAX_SEED), name="lab_tuning_seed_range"
            ),
        ]
        indexes = [
            models.Index(fields=["id"], condition=Q(status="running"), name="lab_tuning_running")
        ]

    def __str__(self) -> str:
        return self.title

    @property
    def ended(self) -> bool:
        return self.status != TuningStatus.RUNNING


class TuningStep(models.Model):
    """One step: variant `i` of its experiment plays the rules of ``cells[i]``."""

    id = models.BigAutoField(primary_key=True)
    tuning = models.ForeignKey(
        Tuning, on_delete=models.CASCADE, related_name="steps", db_index=False
    )
    number = models.PositiveSmallIntegerField(help_text="Counted from 1")
    way = models.CharField(max_length=16)
    cells = models.JSONField(help_text="Places on the axes, in the order of the variants")
    experiment = models.OneToOneField(
        Experiment, on_delete=models.PROTECT, related_name="tuning_step"
    )

    class Meta:
        ordering = ["tuning_id", "number"]
        constraints = [
            models.UniqueConstraint(fields=["tuning", "number"], name="lab_tuning_step_once"),
            models.CheckConstraint(
                condition=Q(number__gte=1, number__lte=MAX_STEPS), name="lab_tuning_step_range"
            ),
        ]

    def __str__(self) -> str:
        return f"step {self.number} of {self.tuning_id}"


class LevelProposal(models.Model):
    """Rules that somebody would like to see as a level, with the evidence for them.

    `value` and its interval are the headline over many boards. A level is a band of the measured
    difficulty of each board, another figure: so a worker measures some boards of these rules.
    """

    id = models.UUIDField(primary_key=True, default=new_id, editable=False)
    tuning = models.ForeignKey(
        Tuning, on_delete=models.CASCADE, related_name="proposals", db_index=False
    )
    variant = models.OneToOneField(
        Variant,
        on_delete=models.PROTECT,
        related_name="level_proposal",
        help_text="What was measured: its rules are proposed",
    )
    value = models.FloatField(help_text="The headline of these rules")
    interval_low = models.FloatField()
    interval_high = models.FloatField()
    difficulties = models.JSONField(
        null=True, blank=True, help_text="Of boards of these rules; None: not measured yet"
    )
    measuring_since = models.DateTimeField(null=True, blank=True)
    measuring_attempts = models.PositiveSmallIntegerField(default=0)
    measuring_error = models.TextField(
        blank=True, default="", help_text="Why they can't be measured, in words"
    )
    created_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.SET_NULL, null=True, related_name="+"
    )
    created_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        ordering = ["-created_at", "-id"]
        indexes = [models.Index(fields=["tuning"], name="lab_proposal_tuning")]
        constraints = [
            models.CheckConstraint(
                condition=Q(interval_low__lte=F("value"), interval_high__gte=F("value")),
                name="lab_proposal_interval",
            ),
            models.CheckConstraint(
                condition=Q(difficulties__isnull=True) | Q(measuring_error=""),
                name="lab_proposal_measured_or_not",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.tuning}: {self.variant}"
