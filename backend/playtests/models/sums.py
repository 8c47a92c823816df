"""What was read of each puzzle, summed while it is written."""

from __future__ import annotations

from django.db import models

from backend.play.models import MAX_CLIENT
from backend.playtests.models.imports import MAX_SOURCE
from backend.puzzles.models import Puzzle


class ReadingSum(models.Model):
    """A change of a puzzle's readings, or several folded into one: all rows together are the sum.

    The database itself adds a row whenever readings are written, changed or deleted, in the same
    transaction (triggers of the migration that made this table), so the sum is that of a scan.
    Rows are only added, so nobody waits for anybody; upkeep folds them.

    `changes` counts what a fit depends on: readings, whose they are, and plays that were simulated
    on the puzzle. As long as their sum is the same, nothing has changed.
    """

    puzzle = models.ForeignKey(Puzzle, on_delete=models.CASCADE, related_name="reading_sums")
    is_synthetic = models.BooleanField(
        null=True, help_text="Empty: a change of simulated plays, which concerns both"
    )
    client = models.CharField(max_length=MAX_CLIENT, blank=True)
    source = models.CharField(max_length=MAX_SOURCE, blank=True)
    sessions = models.BigIntegerField(default=0)
    stuck = models.BigIntegerField(default=0)
    changes = models.BigIntegerField(default=1)

    def __str__(self) -> str:
        return f"{self.sessions} readings of {self.puzzle_id}"
