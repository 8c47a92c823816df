"""What a session's hints follow."""

from __future__ import annotations

from django.db import models

from backend.play.models.sessions import Session


class HintPlan(models.Model):
    """The plan that a session's last hint was the first step of, or a later one.

    It holds the answer to the puzzle, so nothing of it is ever shown. Who does as it says goes on
    along it; who does otherwise gets a new one with the next hint.
    """

    session = models.OneToOneField(
        Session, primary_key=True, on_delete=models.CASCADE, related_name="hint_plan"
    )
    number = models.PositiveIntegerField(help_text="Of the hint it was last asked by")
    plan = models.JSONField(help_text="{undos, why, moves, reason, left}: see engines/advice.py")

    class Meta:
        constraints = [
            models.CheckConstraint(condition=models.Q(number__gte=1), name="plan_number_range")
        ]

    def __str__(self) -> str:
        return f"plan of {self.session_id} at #{self.number}"
