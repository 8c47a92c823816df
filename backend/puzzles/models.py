"""Puzzles and the calendar of daily ones, whose rows are never changed once written; and levels
that staff adopted.
"""

from __future__ import annotations

from django.conf import settings
from django.db import models
from django.db.models import F, Q

from backend.common.ids import new_id


class Puzzle(models.Model):
    """A board that can be solved, with its private proof.

    Everything is stored in the game's own JSON; `game` and `version` say how to read it.

    A board that came with recorded play has no seed, but the board's own key. As long as no
    recorded play has solved it, its certificate is empty, and it is handed to no player.
    """

    id = models.UUIDField(primary_key=True, default=new_id, editable=False)
    game = models.CharField(max_length=40)
    version = models.PositiveIntegerField()
    rules = models.JSONField()
    rules_key = models.CharField(
        max_length=64, help_text="SHA-256 of the rules' canonical JSON, for the unique constraint"
    )
    seed = models.BigIntegerField(null=True, blank=True, help_text="None: the board was imported")
    level = models.CharField(max_length=40, blank=True, help_text="Empty: made without a level")
    board = models.JSONField()
    board_key = models.CharField(
        max_length=64, blank=True, help_text="SHA-256 of an imported board's canonical JSON"
    )
    certificate = models.JSONField(help_text="Moves that solve it. Never shown to a player")
    difficulty = models.FloatField(null=True, blank=True)
    figures = models.JSONField(default=dict, blank=True)
    created_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        constraints = [
            models.UniqueConstraint(
                fields=["game", "version", "rules_key", "seed", "level"], name="puzzle_unique"
            ),
            models.UniqueConstraint(
                fields=["game", "version", "rules_key", "board_key", "level"],
                condition=Q(seed__isnull=True),
                name="puzzle_imported_unique",
            ),
            models.CheckConstraint(condition=Q(seed__gte=0), name="puzzle_seed_range"),
            models.CheckConstraint(
                condition=Q(seed__isnull=False, board_key="")
                | Q(seed__isnull=True, board_key__regex=r"^[0-9a-f]{64}$"),
                name="puzzle_made_or_imported",
            ),
            models.CheckConstraint(condition=Q(version__gte=1), name="puzzle_version_range"),
            models.CheckConstraint(condition=~Q(game=""), name="puzzle_game_named"),
            models.CheckConstraint(
                condition=Q(rules_key__regex=r"^[0-9a-f]{64}$"), name="puzzle_rules_key_hex"
            ),
            models.CheckConstraint(
                condition=Q(difficulty__isnull=True) | Q(difficulty__gte=0),
                name="puzzle_difficulty_range",
            ),
            # A level is a band of measured difficulty: no level without the measure.
            models.CheckConstraint(
                condition=Q(level="") | Q(difficulty__isnull=False), name="puzzle_level_measured"
            ),
            models.CheckConstraint(
                condition=(Q(seed__isnull=True) | ~Q(certificate=[])) & ~Q(certificate=None),
                name="puzzle_has_certificate",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.game} {self.level or 'puzzle'} {self.id}"

    @property
    def is_proven(self) -> bool:
        """Whether it is known that it can be solved."""
        return bool(self.certificate)


class DailyPuzzle(models.Model):
    """The puzzle of a calendar date, game and level."""

    id = models.UUIDField(primary_key=True, default=new_id, editable=False)
    date = models.DateField()
    game = models.CharField(max_length=40)
    level = models.CharField(max_length=40)
    puzzle = models.ForeignKey(Puzzle, on_delete=models.PROTECT, related_name="days")

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["date", "game", "level"], name="daily_unique"),
            models.CheckConstraint(condition=~Q(level=""), name="daily_level_named"),
            models.CheckConstraint(condition=~Q(game=""), name="daily_game_named"),
        ]

    def __str__(self) -> str:
        return f"{self.date} {self.game} {self.level}"


class PuzzleOrder(models.Model):
    """A puzzle that somebody asked for. Orders alike are one row, and stay: they are the cache."""

    class Status(models.TextChoices):
        WAITING = "waiting", "waiting"
        DONE = "done", "done"
        FAILED = "failed", "failed"

    id = models.UUIDField(primary_key=True, default=new_id, editable=False)
    game = models.CharField(max_length=40)
    version = models.PositiveIntegerField()
    rules = models.JSONField(help_text="Empty where a level is asked for")
    rules_key = models.CharField(max_length=64, help_text="SHA-256 of the rules' canonical JSON")
    level = models.CharField(max_length=40, blank=True)
    seed = models.BigIntegerField()
    status = models.CharField(max_length=7, choices=Status, default=Status.WAITING)
    attempts = models.PositiveSmallIntegerField(default=0)
    error = models.TextField(blank=True, help_text="Why it failed, for people")
    puzzle = models.ForeignKey(
        Puzzle, null=True, blank=True, on_delete=models.PROTECT, related_name="orders"
    )
    created_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        indexes = [
            models.Index(
                fields=["created_at"], condition=Q(status="waiting"), name="order_waiting"
            ),
        ]
        constraints = [
            models.UniqueConstraint(
                fields=["game", "version", "rules_key", "level", "seed"], name="order_unique"
            ),
            models.CheckConstraint(condition=Q(seed__gte=0), name="order_seed_range"),
            models.CheckConstraint(
                condition=Q(status="waiting", puzzle__isnull=True, error="")
                | Q(status="done", puzzle__isnull=False, error="")
                | (Q(status="failed", puzzle__isnull=True) & ~Q(error="")),
                name="order_status_fits",
            ),
        ]

    def __str__(self) -> str:
        return f"order of {self.game} {self.id}"


MAX_LEVEL_KEY = 40
MAX_LEVEL_TITLE = 60
MAX_LEVEL_DESCRIPTION = 200


class AdoptedLevel(models.Model):
    """A level that no game declares: staff made it of rules that were searched and measured.

    It is part of the daily sets from `first_date` to `last_date`. What it says is never changed:
    a level that is to be another one is retired, and a new one adopted.
    """

    id = models.UUIDField(primary_key=True, default=new_id, editable=False)
    game = models.CharField(max_length=40)
    version = models.PositiveIntegerField(help_text="Of the game's rules")
    key = models.CharField(max_length=MAX_LEVEL_KEY)
    title = models.CharField(max_length=MAX_LEVEL_TITLE)
    description = models.CharField(max_length=MAX_LEVEL_DESCRIPTION, blank=True)
    rules = models.JSONField()
    low = models.FloatField(help_text="Least measured difficulty of its puzzles")
    high = models.FloatField()
    difficulties = models.JSONField(help_text="Of the boards that the band was chosen by")
    proposal = models.UUIDField(help_text="The lab's proposal that it came of")
    first_date = models.DateField()
    last_date = models.DateField(null=True, blank=True, help_text="None: it goes on")
    adopted_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.SET_NULL, null=True, related_name="+"
    )
    adopted_at = models.DateTimeField(auto_now_add=True)
    retired_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.SET_NULL, null=True, related_name="+"
    )
    retired_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        ordering = ["game", "adopted_at", "id"]
        constraints = [
            models.UniqueConstraint(fields=["game", "key"], name="adopted_level_unique"),
            models.CheckConstraint(
                condition=Q(key__regex=r"^[a-z][a-z0-9]*([_-][a-z0-9]+)*$"),
                name="adopted_level_key_slug",
            ),
            models.CheckConstraint(condition=~Q(title=""), name="adopted_level_titled"),
            models.CheckConstraint(condition=Q(low__lte=F("high")), name="adopted_level_band"),
            models.CheckConstraint(condition=Q(version__gte=1), name="adopted_level_version"),
            models.CheckConstraint(
                condition=Q(last_date__isnull=True, retired_at__isnull=True)
                | Q(last_date__isnull=False, retired_at__isnull=False),
                name="adopted_level_retired",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.title} ({self.key})"
