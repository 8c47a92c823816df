"""A play of a puzzle, from its start to its end."""

from __future__ import annotations

from datetime import timedelta

from django.db import models
from django.db.models import F, Q
from django.utils import timezone

from backend.common.ids import new_id
from backend.play.models.players import Player
from backend.puzzles.models import Puzzle

OVER = ["solved", "finished", "abandoned"]
MAX_CLIENT = 60
CLIENT = r"^([A-Za-z0-9][A-Za-z0-9 ._/+()-]*)?\Z"
"""A client's name and version. It is shown and exported, so it is plain text and no formula."""


class Session(models.Model):
    """One player's play of one puzzle. The board's state is the replay of its history.

    `mode`, `seat`, `bot` and the scores are a game for two's; else they are empty.
    """

    class Status(models.TextChoices):
        ACTIVE = "active", "active"
        SOLVED = "solved", "solved"
        FINISHED = "finished", "finished"  # a whole game for two is over
        ABANDONED = "abandoned", "abandoned"

    class Mode(models.TextChoices):
        BOT = "bot", "against a bot"
        HOTSEAT = "hotseat", "two people on one device"

    class Seat(models.TextChoices):
        FIRST = "first", "first"
        SECOND = "second", "second"

    id = models.UUIDField(primary_key=True, default=new_id, editable=False)
    player = models.ForeignKey(
        Player,
        null=True,
        blank=True,
        on_delete=models.SET_NULL,
        related_name="sessions",
        db_index=False,  # `session_of_player` begins with it
        help_text="Empty once the player has asked to be forgotten",
    )
    puzzle = models.ForeignKey(Puzzle, on_delete=models.PROTECT, related_name="sessions")
    mode = models.CharField(max_length=7, choices=Mode, blank=True)
    seat = models.CharField(
        max_length=6, choices=Seat, blank=True, help_text="The player's, against a bot"
    )
    bot = models.CharField(max_length=64, blank=True)
    client = models.CharField(
        max_length=MAX_CLIENT, blank=True, help_text="The client's name and version, such as web/1"
    )
    is_imported = models.BooleanField(
        default=False, help_text="Played elsewhere: it counts in playtests only"
    )
    first_score = models.IntegerField(null=True, blank=True)
    second_score = models.IntegerField(null=True, blank=True)
    status = models.CharField(max_length=10, choices=Status, default=Status.ACTIVE)
    stuck = models.BooleanField(default=False, help_text="The board as it stands has no way on")
    move_count = models.PositiveIntegerField(default=0)
    undo_count = models.PositiveIntegerField(default=0)
    hint_count = models.PositiveIntegerField(default=0)
    bot_count = models.PositiveIntegerField(default=0, help_text="Moves of the bot")
    stuck_count = models.PositiveIntegerField(default=0, help_text="How often it got stuck")
    odd_count = models.PositiveIntegerField(default=0, help_text="Entries with odd times")
    hidden_ms = models.PositiveBigIntegerField(
        default=0,
        help_text="How long the board was hidden, from the first move on, and no longer than the "
        "times between entries",
    )
    owed_ms = models.PositiveIntegerField(
        default=0, help_text="Time told so far beyond what passed, within the tolerance"
    )
    stood_ms = models.PositiveBigIntegerField(
        default=0,
        help_text="After a hint, how long the board had stood the same by then; else nothing",
    )
    started_at = models.DateTimeField(default=timezone.now, editable=False)
    first_move_at = models.DateTimeField(null=True, blank=True)
    last_entry_at = models.DateTimeField(null=True, blank=True)
    last_client_time = models.DateTimeField(
        null=True, blank=True, help_text="Of the last entry that had one"
    )
    finished_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        indexes = [models.Index(fields=["player", "-id"], name="session_of_player")]
        constraints = [
            models.CheckConstraint(
                condition=Q(status__in=["active", *OVER]), name="session_status_known"
            ),
            models.CheckConstraint(
                condition=Q(status="active", finished_at__isnull=True)
                | (~Q(status="active") & Q(finished_at__isnull=False)),
                name="session_finished_has_time",
            ),
            models.CheckConstraint(
                condition=Q(finished_at__isnull=True) | Q(finished_at__gte=F("started_at")),
                name="session_times_in_order",
            ),
            # An abandoned session may have been left stuck; one that reached its end cannot be.
            models.CheckConstraint(
                condition=Q(stuck=False) | ~Q(status__in=["solved", "finished"]),
                name="session_ended_not_stuck",
            ),
            models.CheckConstraint(
                condition=Q(undo_count__lte=F("move_count")), name="session_undoes_only_moves"
            ),
            models.CheckConstraint(
                condition=Q(mode="", seat="", bot="", bot_count=0)
                | Q(mode="hotseat", seat="", bot="", bot_count=0)
                | (Q(mode="bot", seat__in=["first", "second"]) & ~Q(bot="")),
                name="session_seats_fit_mode",
            ),
            models.CheckConstraint(
                condition=Q(mode="", first_score__isnull=True, second_score__isnull=True)
                | (~Q(mode="") & Q(first_score__isnull=False, second_score__isnull=False)),
                name="session_scores_fit_mode",
            ),
            models.CheckConstraint(
                condition=~Q(status="finished") | ~Q(mode=""), name="session_finished_is_for_two"
            ),
            models.CheckConstraint(condition=Q(client__regex=CLIENT), name="session_client_plain"),
        ]

    def __str__(self) -> str:
        return f"session {self.id}"

    @property
    def next_number(self) -> int:
        """The number the next history entry must carry; the first is 1."""
        return self.move_count + self.undo_count + self.hint_count + self.bot_count + 1

    @property
    def is_active(self) -> bool:
        return self.status == self.Status.ACTIVE

    @property
    def time_ms(self) -> int | None:
        """From the first move to the last entry by the server's clock, less declared pauses."""
        if self.first_move_at is None or self.last_entry_at is None:
            return None
        passed = (self.last_entry_at - self.first_move_at) // timedelta(milliseconds=1)
        return max(0, passed - self.hidden_ms)

    @property
    def scores(self) -> tuple[int, int] | None:
        """What both seats have, first seat first, in a game for two."""
        if self.first_score is None or self.second_score is None:
            return None
        return self.first_score, self.second_score

    @property
    def winner(self) -> str | None:
        """`you`, `bot` or `draw`, or in a hotseat game `first`, `second` or `draw`, at the end."""
        if self.scores is None or not (self.stuck or self.status in ("solved", "finished")):
            return None
        first, second = self.scores
        if first == second:
            return "draw"
        ahead = self.Seat.FIRST if first > second else self.Seat.SECOND
        if self.mode == self.Mode.HOTSEAT:
            return str(ahead)
        return "you" if ahead == self.seat else "bot"
