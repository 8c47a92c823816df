"""Playtests: readings of recorded sessions, and the pages that show them."""

from __future__ import annotations

from django.apps import AppConfig


class PlaytestsConfig(AppConfig):
    name = "backend.playtests"
    label = "playtests"
    verbose_name = "Playtests"

    def ready(self) -> None:
        from backend.lab import arms
        from backend.play.export import more
        from backend.playtests.arms import RecordedPlay
        from backend.playtests.selectors.joining import list_participations

        arms.register(RecordedPlay())
        more["studies"] = list_participations
