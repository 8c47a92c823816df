"""The unit of work: some consecutive trials of one run."""

from __future__ import annotations

from django.contrib.postgres.fields import ArrayField
from django.db import models
from django.db.models import F, Func, Q, Value
from django.db.models.lookups import Exact

from backend.lab.models.experiments import Run


class ChunkStatus(models.TextChoices):
    WAITING = "waiting", "Waiting"
    RUNNING = "running", "Running"
    DONE = "done", "Done"
    FAILED = "failed", "Failed"
    CANCELLED = "cancelled", "Cancelled"


def _iff(status: str, *fields: str) -> Q:
    """Every one of `fields` is set in this status, and none in any other."""
    all_set = Q(*[(f"{field}__isnull", False) for field in fields])
    none_set = Q(*[(f"{field}__isnull", True) for field in fields])
    return (Q(status=status) & all_set) | (~Q(status=status) & none_set)


_BYTES = Func(F("headline"), function="octet_length", output_field=models.BigIntegerField())


class Chunk(models.Model):
    """Trials first_trial … first_trial + trials - 1 of a run.

    While it is *running*, the worker that holds `token` has it until `lease_until` by the
    database's clock. `token` grows with every claim and never falls, so a worker that lost
    its lease can't write. `attempts` counts claims that ended badly or not yet; giving a
    chunk back in good order takes one off. `setbacks` counts what puts it behind all others.
    """

    id = models.BigAutoField(primary_key=True)
    run = models.ForeignKey(Run, on_delete=models.CASCADE, related_name="chunks", db_index=False)
    number = models.PositiveIntegerField(help_text="Counted from 0, in the order they were cut")
    rank = models.PositiveIntegerField(
        default=0, help_text="Place in the experiment's own order, from 0: who is claimed first"
    )
    first_trial = models.BigIntegerField()
    trials = models.BigIntegerField()
    status = models.CharField(
        max_length=16, choices=ChunkStatus.choices, default=ChunkStatus.WAITING
    )
    token = models.PositiveIntegerField(default=0)
    attempts = models.PositiveSmallIntegerField(default=0)
    setbacks = models.PositiveSmallIntegerField(
        default=0, help_text="How often it failed, or took a worker with it once more"
    )
    worker = models.CharField(max_length=200, blank=True, default="")
    lease_until = models.DateTimeField(null=True, blank=True)
    tally = ArrayField(models.BigIntegerField(), null=True, blank=True)
    headline = models.BinaryField(null=True, blank=True)
    seconds = models.FloatField(null=True, blank=True, help_text="Spent computing")
    finished_at = models.DateTimeField(null=True, blank=True)
    error = models.TextField(blank=True, default="", help_text="Of the last bad attempt")
    alarm = models.TextField(
        blank=True, default="", help_text="A second result of this chunk differed from the first"
    )

    class Meta:
        ordering = ["run_id", "first_trial"]
        constraints = [
            models.UniqueConstraint(fields=["run", "number"], name="lab_chunk_number_once"),
            models.UniqueConstraint(
                fields=["run", "first_trial"], name="lab_chunk_first_trial_once"
            ),
            models.CheckConstraint(
                condition=Q(status__in=ChunkStatus.values), name="lab_chunk_status_known"
            ),
            models.CheckConstraint(
                condition=Q(first_trial__gte=0, trials__gte=1), name="lab_chunk_trials_range"
            ),
            # Headline bits of neighbouring chunks can be joined byte by byte.
            models.CheckConstraint(
                condition=Exact(Func(F("first_trial"), Value(8), function="mod"), Value(0)),
                name="lab_chunk_starts_on_a_byte",
            ),
            models.CheckConstraint(
                condition=_iff("running", "lease_until"), name="lab_chunk_leased_while_running"
            ),
            models.CheckConstraint(
                condition=_iff("done", "tally", "headline", "seconds", "finished_at"),
                name="lab_chunk_tally_when_done",
            ),
            # See `engines.tally.headline_size`.
            models.CheckConstraint(
                condition=Q(
                    Q(headline__isnull=True),
                    Exact(_BYTES, (F("trials") + 7) / 8),
                    Exact(_BYTES, F("trials")),
                    _connector=Q.OR,
                ),
                name="lab_chunk_headline_bit_or_byte_each",
            ),
            models.CheckConstraint(
                condition=~Q(status="failed") | ~Q(error=""), name="lab_chunk_failed_says_why"
            ),
            models.CheckConstraint(
                condition=Q(attempts__lte=F("token")), name="lab_chunk_attempts_were_claims"
            ),
        ]
        indexes = [
            # The order of claiming.
            models.Index(
                fields=["setbacks", "rank", "id"],
                condition=Q(status="waiting"),
                name="lab_chunk_waiting",
            ),
            models.Index(
                fields=["lease_until"], condition=Q(status="running"), name="lab_chunk_leases"
            ),
            models.Index(
                fields=["run"],
                condition=Q(status__in=["waiting", "running"]),
                name="lab_chunk_unended",
            ),
        ]

    def __str__(self) -> str:
        return f"chunk {self.number} of {self.run_id}"
