from __future__ import annotations

from django.apps import AppConfig


class PlayConfig(AppConfig):
    name = "backend.play"
    label = "play"
