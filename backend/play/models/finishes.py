"""The first time that a player solved a puzzle: what leaderboards and streaks are made of."""

from __future__ import annotations

from django.db import models
from django.db.models import Q

from backend.common.ids import new_id
from backend.play.models.players import Player
from backend.play.models.sessions import Session
from backend.puzzles.models import Puzzle


class Finish(models.Model):
    """One per player and puzzle. It is erased with its player; the session stays.

    Hints and undos are those of all the player's sessions of this board up to then, moves those
    of the session that was solved. `time_ms` is the server's: from the first move to the last,
    less what the client said the board was hidden. `unranked` says why it has no place on
    leaderboards.
    """

    class Unranked(models.TextChoices):
        TOO_FAST = "too_fast", "faster than a hand can move, or sent later all at once"
        ODD_TIMES = "odd_times", "more pauses or thinking declared than time that passed"
        REPLAYED = "replayed", "the player knew this board from another session"

    id = models.UUIDField(primary_key=True, default=new_id, editable=False)
    player = models.ForeignKey(Player, on_delete=models.CASCADE, related_name="finishes")
    puzzle = models.ForeignKey(Puzzle, on_delete=models.PROTECT, related_name="finishes")
    session = models.OneToOneField(Session, on_delete=models.CASCADE, related_name="finish")
    move_count = models.PositiveIntegerField()
    undo_count = models.PositiveIntegerField()
    hint_count = models.PositiveIntegerField()
    time_ms = models.PositiveBigIntegerField()
    unranked = models.CharField(max_length=10, choices=Unranked, blank=True)
    finished_at = models.DateTimeField()

    class Meta:
        verbose_name_plural = "finishes"
        indexes = [
            models.Index(
                fields=["puzzle", "hint_count", "move_count", "time_ms", "id"],
                condition=Q(unranked=""),
                name="finish_ranking",
            ),
        ]
        constraints = [
            models.UniqueConstraint(fields=["player", "puzzle"], name="finish_first_only"),
            models.CheckConstraint(
                condition=Q(unranked__in=["", "too_fast", "odd_times", "replayed"]),
                name="finish_unranked_known",
            ),
        ]

    def __str__(self) -> str:
        return f"finish {self.id}"
