"""List filters for records that belong to a game."""

from __future__ import annotations

from itertools import pairwise
from typing import Any

from django.contrib import admin
from django.db.models import Max, Min, QuerySet
from django.http import HttpRequest

from engines import all_games


class GameFilter(admin.SimpleListFilter):
    """Which game; `field` is where its slug is found."""

    title = "game"
    parameter_name = "game"
    field = "game"

    def lookups(self, request: HttpRequest, model_admin: Any) -> list[tuple[str, str]]:  # noqa: ARG002
        return [(game.slug, game.title) for game in all_games()]

    def queryset(self, request: HttpRequest, queryset: QuerySet[Any]) -> QuerySet[Any]:  # noqa: ARG002
        return queryset.filter(**{self.field: self.value()}) if self.value() else queryset


class DifficultyFilter(admin.SimpleListFilter):
    """Five equal bands between the least and the greatest difficulty there is."""

    title = "difficulty"
    parameter_name = "difficulty"
    bands = 5

    def lookups(self, request: HttpRequest, model_admin: Any) -> list[tuple[str, str]]:
        ends = model_admin.get_queryset(request).aggregate(
            low=Min("difficulty"), high=Max("difficulty")
        )
        low, high = ends["low"], ends["high"]
        found = [("none", "Not measured")]
        if low is None or low == high:
            return found
        step = (high - low) / self.bands
        edges = [low + step * i for i in range(self.bands)] + [high]
        return [(f"{a!r}..{b!r}", f"{a:.3g} to {b:.3g}") for a, b in pairwise(edges)] + found

    def queryset(self, request: HttpRequest, queryset: QuerySet[Any]) -> QuerySet[Any]:  # noqa: ARG002
        wanted = self.value()
        if not wanted:
            return queryset
        if wanted == "none":
            return queryset.filter(difficulty__isnull=True)
        try:
            low, high = (float(end) for end in wanted.split(".."))
        except ValueError:
            return queryset.none()
        return queryset.filter(difficulty__gte=low, difficulty__lte=high)
