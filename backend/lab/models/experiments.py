"""The question: an experiment, its variants, and one run for each replicate of each."""

from __future__ import annotations

from typing import Any

from django.conf import settings
from django.contrib.postgres.fields import ArrayField
from django.db import models
from django.db.models import F, Q

from backend.common.ids import new_id
from engines.randomness import MAX_SEED

MAX_TRIALS = 10**9
MAX_REPLICATES = 50
MAX_VARIANTS = 100
MAX_TITLE = 200
MAX_TAG = 40
MAX_TAGS = 20


class ExperimentStatus(models.TextChoices):
    QUEUED = "queued", "Queued"
    RUNNING = "running", "Running"
    CANCELLING = "cancelling", "Being cancelled"
    CANCELLED = "cancelled", "Cancelled"
    PARTIAL = "partial", "Partial"
    FAILED = "failed", "Failed"
    DONE = "done", "Done"


class RunStatus(models.TextChoices):
    QUEUED = "queued", "Queued"
    RUNNING = "running", "Running"
    CANCELLED = "cancelled", "Cancelled"
    PARTIAL = "partial", "Partial"
    FAILED = "failed", "Failed"
    DONE = "done", "Done"


class BoardChoice(models.TextChoices):
    """Which boards the variants play.

    - *paired*: each trial a new one, drawn from streams that all variants share
    - *fresh*: each trial a new one, from streams of the variant's own
    - *fixed*: stored puzzles, the same for all variants, and shared streams of play
    """

    PAIRED = "paired", "The same boards for all variants"
    FRESH = "fresh", "Boards of its own for each variant"
    FIXED = "fixed", "Stored puzzles"


ENDED = ("cancelled", "partial", "failed", "done")
"""The statuses, of an experiment as of a run, in which nothing waits and nothing runs."""


class Experiment(models.Model):
    """A baseline and its variants, each played `trials` times in each of `replicates` runs.

    - *partial*: ended, with some chunks failed after their last attempt
    - *failed*: ended, and no chunk at all was computed
    - *cancelled*: stopped on request; what was done by then is kept
    """

    id = models.UUIDField(primary_key=True, default=new_id, editable=False)
    title = models.CharField(max_length=MAX_TITLE)
    game = models.CharField(max_length=64)
    version = models.PositiveIntegerField(help_text="Version of the game's rules")
    preset = models.CharField(max_length=64, blank=True, default="")
    question = models.TextField(blank=True, default="")
    note = models.TextField(blank=True, default="")
    tags = ArrayField(models.CharField(max_length=MAX_TAG), default=list, blank=True)
    bands = ArrayField(
        models.FloatField(),
        null=True,
        blank=True,
        help_text="Where *sometimes* and where *often* begin, 0 to 1; of a rate only",
    )
    boards = models.CharField(max_length=8, choices=BoardChoice.choices, default=BoardChoice.PAIRED)
    seed = models.BigIntegerField()
    trials = models.BigIntegerField(help_text="Trials of each run")
    replicates = models.PositiveSmallIntegerField(help_text="Runs of each variant")
    status = models.CharField(
        max_length=16, choices=ExperimentStatus.choices, default=ExperimentStatus.QUEUED
    )
    created_by = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        on_delete=models.SET_NULL,
        null=True,
        blank=True,
        related_name="experiments",
    )
    rerun_of = models.ForeignKey(
        "self",
        on_delete=models.SET_NULL,
        null=True,
        blank=True,
        related_name="reruns",
        help_text="The experiment that this one repeats, or is a changed copy of",
    )
    created_at = models.DateTimeField(auto_now_add=True)
    started_at = models.DateTimeField(null=True, blank=True)
    finished_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        ordering = ["-created_at", "-id"]
        indexes = [models.Index(fields=["-created_at", "-id"], name="lab_experiment_newest")]
        constraints = [
            models.CheckConstraint(
                condition=Q(status__in=ExperimentStatus.values), name="lab_experiment_status_known"
            ),
            models.CheckConstraint(
                condition=Q(boards__in=BoardChoice.values), name="lab_experiment_boards_known"
            ),
            models.CheckConstraint(
                condition=Q(seed__gte=0, seed__lte=MAX_SEED), name="lab_experiment_seed_range"
            ),
            models.CheckConstraint(
                condition=Q(trials__gte=1, trials__lte=MAX_TRIALS),
                name="lab_experiment_trials_range",
            ),
            models.CheckConstraint(
                condition=Q(replicates__gte=1, replicates__lte=MAX_REPLICATES),
                name="lab_experiment_replicates_range",
            ),
            models.CheckConstraint(
                condition=Q(status__in=ENDED, finished_at__isnull=False)
                | (~Q(status__in=ENDED) & Q(finished_at__isnull=True)),
                name="lab_experiment_finished_when_ended",
            ),
            models.CheckConstraint(
                condition=~Q(title="") & ~Q(game=""), name="lab_experiment_named"
            ),
            models.CheckConstraint(
                condition=Q(bands__isnull=True)
                | Q(
                    bands__len=2,
                    bands__0__gte=0,
                    bands__1__lte=1,
                    bands__0__lt=F("bands__1"),
                ),
                name="lab_experiment_bands_in_order",
            ),
        ]

    def __str__(self) -> str:
        return self.title

    @property
    def ended(self) -> bool:
        return self.status in ENDED


class Variant(models.Model):
    """Rules and a policy. Position 0 is the baseline that the others are compared with."""

    id = models.UUIDField(primary_key=True, default=new_id, editable=False)
    experiment = models.ForeignKey(
        Experiment, on_delete=models.CASCADE, related_name="variants", db_index=False
    )
    position = models.PositiveSmallIntegerField()
    title = models.CharField(max_length=MAX_TITLE)
    rules = models.JSONField(help_text="Every rule by name, defaults written out")
    policy = models.CharField(max_length=200)

    class Meta:
        ordering = ["experiment_id", "position"]
        constraints = [
            models.UniqueConstraint(
                fields=["experiment", "position"], name="lab_variant_position_once"
            ),
            models.CheckConstraint(
                condition=Q(position__lt=MAX_VARIANTS), name="lab_variant_position_range"
            ),
            models.CheckConstraint(
                condition=~Q(title="") & ~Q(policy=""), name="lab_variant_named"
            ),
        ]

    def __str__(self) -> str:
        return self.title

    @property
    def plain(self) -> tuple[dict[str, Any], str]:
        """What it plays: rules as JSON and the policy."""
        return self.rules, self.policy


class Run(models.Model):
    """One replicate of one variant: trials 0 … experiment.trials - 1 of the stream `seed`.

    The seed depends on the replicate only, so that all variants meet the same streams; with
    *fresh* boards also on the variant's position.
    When the run ends, `totals` (the sum of its done chunks' tallies, see
    `engines.split_vector`; empty when there is none), `trials_done` and `seconds` are
    written in the same transaction.
    """

    id = models.UUIDField(primary_key=True, default=new_id, editable=False)
    variant = models.ForeignKey(
        Variant, on_delete=models.CASCADE, related_name="runs", db_index=False
    )
    replicate = models.PositiveSmallIntegerField(help_text="Counted from 1")
    seed = models.BigIntegerField()
    status = models.CharField(max_length=16, choices=RunStatus.choices, default=RunStatus.QUEUED)
    totals = ArrayField(models.BigIntegerField(), null=True, blank=True)
    trials_done = models.BigIntegerField(null=True, blank=True)
    seconds = models.FloatField(null=True, blank=True, help_text="Spent computing, all chunks")
    finished_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        ordering = ["variant_id", "replicate"]
        constraints = [
            models.UniqueConstraint(fields=["variant", "replicate"], name="lab_run_replicate_once"),
            models.CheckConstraint(
                condition=Q(replicate__gte=1, replicate__lte=MAX_REPLICATES),
                name="lab_run_replicate_range",
            ),
            models.CheckConstraint(
                condition=Q(seed__gte=0, seed__lte=MAX_SEED), name="lab_run_seed_range"
            ),
            models.CheckConstraint(
                condition=Q(status__in=RunStatus.values), name="lab_run_status_known"
            ),
            models.CheckConstraint(
                condition=Q(
                    status__in=ENDED,
                    totals__isnull=False,
                    trials_done__isnull=False,
                    seconds__isnull=False,
                    finished_at__isnull=False,
                )
                | (
                    ~Q(status__in=ENDED)
                    & Q(
                        totals__isnull=True,
                        trials_done__isnull=True,
                        seconds__isnull=True,
                        finished_at__isnull=True,
                    )
                ),
                name="lab_run_totals_when_ended",
            ),
            models.CheckConstraint(
                condition=Q(trials_done__isnull=True) | Q(trials_done__gte=0),
                name="lab_run_trials_done_range",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.variant}, replicate {self.replicate}"

    @property
    def ended(self) -> bool:
        return self.status in ENDED
