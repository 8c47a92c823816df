"""What was read from recorded sessions, once each."""

from __future__ import annotations

from django.db import models
from django.db.models import F, Q

from backend.play.models import MAX_CLIENT, Session
from backend.playtests.models.imports import MAX_SOURCE
from backend.puzzles.models import Puzzle

SUMMED = [
    *("session", "rules_key", "level", "client", "source", "is_first", "started_at", "ending"),
    *("moves", "timed", "stalls", "first_stall", "first_stuck", "recovered", "hint_count"),
    "wrong_count",
]


class SessionReading(models.Model):
    """A session's history in one small row: pages sum these and never touch the history.

    Made when the session has ended, or nobody has touched it for long, by the threshold that is
    set then; made anew when the threshold or the history has changed. What belongs to the puzzle
    and the session is repeated here so that one index answers a page.
    """

    class Ending(models.TextChoices):
        SOLVED = "solved", "solved"
        FINISHED = "finished", "finished"
        GAVE_UP = "gave_up", "given up"

    session = models.OneToOneField(
        Session, primary_key=True, on_delete=models.CASCADE, related_name="reading"
    )
    puzzle = models.ForeignKey(Puzzle, on_delete=models.PROTECT, related_name="readings")
    game = models.CharField(max_length=40)
    rules_key = models.CharField(max_length=64)
    level = models.CharField(max_length=40, blank=True)
    is_synthetic = models.BooleanField(default=False)
    client = models.CharField(max_length=MAX_CLIENT, blank=True)
    source = models.CharField(
        max_length=MAX_SOURCE,
        blank=True,
        help_text="Where it was imported from; empty: played here",
    )
    is_first = models.BooleanField(default=True, help_text="The player’s first of this puzzle")
    started_at = models.DateTimeField()
    ending = models.CharField(max_length=8, choices=Ending)

    stall_seconds = models.FloatField(help_text="The threshold it was read with")
    stall_factor = models.FloatField()
    entries = models.PositiveIntegerField(help_text="The history's length when it was read")
    moves = models.PositiveIntegerField()
    timed = models.PositiveIntegerField(help_text="Moves with a think time that counts")
    stalls = models.PositiveIntegerField()
    median_ms = models.FloatField(null=True, help_text="The player's median think time")
    first_stall = models.PositiveIntegerField(null=True, help_text="Its move number")
    first_stuck = models.PositiveIntegerField(null=True, help_text="The move that led to it")
    recovered = models.BooleanField(help_text="An undo led out of being stuck")
    undo_count = models.PositiveIntegerField()
    hint_count = models.PositiveIntegerField()
    wrong_count = models.PositiveIntegerField(
        default=0, help_text="Moves tried that the rules refused"
    )
    gave_up_at = models.CharField(max_length=64, blank=True)
    decisions = models.TextField(
        blank=True, help_text="A letter for each move: s a stall, t timed, - not timed"
    )
    loci = models.JSONField(help_text="{locus: [timed, stalls, median think time in ms]}")
    points = models.JSONField(
        help_text="Loci of each: {stuck: […], undo: […], hint: […], wrong: […], open: […]}"
    )

    class Meta:
        indexes = [
            models.Index(fields=["puzzle", "started_at"], name="reading_of_puzzle"),
            models.Index(fields=["rules_key", "game", "started_at"], name="reading_of_variant"),
            models.Index(fields=["stall_seconds", "stall_factor"], name="reading_threshold"),
            # Holds all that sums of many puzzles need: a row is ten times as long.
            models.Index(
                fields=["game", "is_synthetic", "puzzle"],
                include=SUMMED,
                name="reading_sums",
            ),
        ]
        constraints = [
            models.CheckConstraint(
                condition=Q(ending__in=["solved", "finished", "gave_up"]),
                name="reading_ending_known",
            ),
            models.CheckConstraint(
                condition=Q(stalls__lte=F("timed")) & Q(timed__lte=F("moves")),
                name="reading_counts_in_order",
            ),
            models.CheckConstraint(
                condition=Q(stalls=0, first_stall__isnull=True)
                | Q(stalls__gte=1, first_stall__isnull=False, first_stall__range=(1, F("moves"))),
                name="reading_first_stall_fits",
            ),
            models.CheckConstraint(
                condition=Q(gave_up_at="") | Q(ending="gave_up"), name="reading_gave_up_fits"
            ),
        ]

    def __str__(self) -> str:
        return f"reading of {self.session_id}"
