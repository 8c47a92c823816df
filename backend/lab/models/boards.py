"""Boards that an experiment plays on, where it was given some, and where its plays got stuck."""

from __future__ import annotations

from django.db import models
from django.db.models import Q

from backend.lab.models.experiments import Experiment, Variant
from backend.puzzles.models import Puzzle

MAX_BOARDS = 200
"""Of one experiment."""


class FixedBoard(models.Model):
    """One of the stored puzzles that every variant of an experiment plays.

    A puzzle is never changed, and can't be deleted while an experiment plays it: so what was
    counted on it can always be counted again. Which trials fall to it: see `backend.lab.dealing`.
    """

    id = models.BigAutoField(primary_key=True)
    experiment = models.ForeignKey(
        Experiment, on_delete=models.CASCADE, related_name="fixed_boards", db_index=False
    )
    number = models.PositiveSmallIntegerField(help_text="Counted from 0")
    puzzle = models.ForeignKey(Puzzle, on_delete=models.PROTECT, related_name="experiment_boards")

    class Meta:
        ordering = ["experiment_id", "number"]
        constraints = [
            models.UniqueConstraint(
                fields=["experiment", "number"], name="lab_fixed_board_number_once"
            ),
            models.UniqueConstraint(
                fields=["experiment", "puzzle"], name="lab_fixed_board_puzzle_once"
            ),
            models.CheckConstraint(
                condition=Q(number__lt=MAX_BOARDS), name="lab_fixed_board_number_range"
            ),
        ]

    def __str__(self) -> str:
        return f"board {self.number} of {self.experiment_id}"


class LocusSample(models.Model):
    """Where plays of one variant on one fixed board got stuck (or where else its headline counted).

    A worker plays the first of those that counted once more, in plain Python, because no tally
    tells loci. `plays` is how many it looked at, `loci` in how many of them each locus was named
    and the first of these: ``{locus: [plays, replicate, trial]}``. Null until that is done.
    Where that failed too often it is none, and `error` says why.
    """

    id = models.BigAutoField(primary_key=True)
    variant = models.ForeignKey(
        Variant, on_delete=models.CASCADE, related_name="locus_samples", db_index=False
    )
    board = models.ForeignKey(FixedBoard, on_delete=models.CASCADE, related_name="locus_samples")
    plays = models.PositiveIntegerField(null=True, blank=True)
    loci = models.JSONField(null=True, blank=True)
    attempts = models.PositiveSmallIntegerField(default=0, help_text="How often it failed")
    error = models.TextField(blank=True)

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["variant", "board"], name="lab_locus_sample_once"),
            models.CheckConstraint(
                condition=Q(plays__isnull=True, loci__isnull=True)
                | Q(plays__isnull=False, loci__isnull=False),
                name="lab_locus_sample_whole",
            ),
        ]
        indexes = [
            models.Index(
                fields=["variant"],
                condition=Q(plays__isnull=True),
                name="lab_locus_sample_wanted",
            )
        ]

    def __str__(self) -> str:
        return f"loci of {self.variant_id} on board {self.board_id}"
