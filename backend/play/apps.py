from __future__ import annotations

from django.apps import AppConfig


class PlayConfig(AppConfig):
    name = "backend.play"
    label = "play"

    def ready(self) -> None:
        from backend.play import schema  # noqa: F401  (registers itself)
