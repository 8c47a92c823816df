"""The list of experiments by their tags."""

# ruff: noqa: ARG002 (the signatures are the admin's own)

from __future__ import annotations

from typing import Any

from django.contrib import admin
from django.db.models import Count, F, Func, QuerySet
from django.http import HttpRequest

from backend.lab.models import Experiment

MOST_TAGS = 30


class TagFilter(admin.SimpleListFilter):
    """Experiments with a tag: the most used ones are offered, any other is taken."""

    title = "tag"
    parameter_name = "tag"

    def lookups(self, request: HttpRequest, model_admin: Any) -> list[tuple[str, str]]:
        each = Experiment.objects.order_by().annotate(one=Func(F("tags"), function="unnest"))
        used = each.values("one").annotate(times=Count("id")).order_by("-times", "one")
        found = [row["one"] for row in used[:MOST_TAGS]]
        chosen = self.value()
        return [(tag, tag) for tag in found + [chosen] * bool(chosen and chosen not in found)]

    def queryset(self, request: HttpRequest, queryset: QuerySet[Any]) -> QuerySet[Any]:
        return queryset.filter(tags__contains=[self.value()]) if self.value() else queryset
