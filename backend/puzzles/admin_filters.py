"""A list filter for records that may belong to a level."""

from __future__ import annotations

from typing import Any

from django.contrib import admin
from django.db.models import QuerySet
from django.http import HttpRequest

from backend.puzzles.levels import NO_LEVEL, known_levels
from engines import all_games


class LevelFilter(admin.SimpleListFilter):
    """Which level, of whatever game."""

    title = "level"
    parameter_name = "level"
    field = "level"

    def lookups(self, request: HttpRequest, model_admin: Any) -> list[tuple[str, str]]:  # noqa: ARG002
        return [*known_levels(all_games()).items(), (NO_LEVEL, "Without a level")]

    def queryset(self, request: HttpRequest, queryset: QuerySet[Any]) -> QuerySet[Any]:  # noqa: ARG002
        wanted = self.value()
        if not wanted:
            return queryset
        return queryset.filter(**{self.field: "" if wanted == NO_LEVEL else wanted})
