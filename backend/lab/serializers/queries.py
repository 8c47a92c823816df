"""What stands behind the question mark of an address."""

from __future__ import annotations

from collections.abc import Container, Iterable
from typing import Any
from uuid import UUID

from rest_framework import serializers
from rest_framework.serializers import ErrorDetail

from backend.common.fields import (
    QueryIntegerField,
    StrictCharField,
    StrictChoiceField,
    StrictSerializer,
    StrictUUIDField,
)
from backend.common.pagination import PageQuery
from backend.lab.exports.formats import FORMATS
from backend.lab.models import (
    MAX_REPLICATES,
    MAX_TAG,
    MAX_TITLE,
    MAX_TRIALS,
    MAX_VARIANTS,
    ExperimentStatus,
)
from backend.lab.selectors.comparing import MOST_COMPARED
from backend.lab.selectors.trials import PICKS

MAX_CELL = 10_000
CELL = ("metric", "row", "column", "after")


class TrialQuery(StrictSerializer):
    """Either `trial`, or `which` and `nth`, or `metric`, `row`, `column` and `after`."""

    position = QueryIntegerField(required=False, default=0, min_value=0, max_value=MAX_VARIANTS)
    replicate = QueryIntegerField(required=False, default=1, min_value=1, max_value=MAX_REPLICATES)
    trial = QueryIntegerField(required=False, min_value=0, max_value=MAX_TRIALS)
    which = StrictChoiceField(
        choices=sorted({pick for picks in PICKS.values() for pick in picks}),
        required=False,
        help_text="Where the headline is a rate: first, typical, worst (of those that counted); "
        "where it is a mean: typical, highest, lowest",
    )
    nth = QueryIntegerField(required=False, default=0, min_value=0, max_value=MAX_TRIALS)
    metric = StrictCharField(
        required=False,
        max_length=64,
        help_text="A heatmap whose cells lead to plays: the first trial after `after` that was "
        "counted in the cell. One request replays up to 300 plays, for about a second",
    )
    row = QueryIntegerField(required=False, default=0, min_value=0, max_value=MAX_CELL)
    column = QueryIntegerField(required=False, default=0, min_value=0, max_value=MAX_CELL)
    after = QueryIntegerField(
        required=False, default=-1, min_value=-1, max_value=MAX_TRIALS, help_text="A trial’s number"
    )

    def validate(self, attrs: dict[str, Any]) -> dict[str, Any]:
        wrong = _clashes(self.initial_data)
        if wrong:
            raise serializers.ValidationError(
                {name: [ErrorDetail(text, code="invalid")] for name, text in wrong.items()}
            )
        return attrs


def _clashes(given: Container[str]) -> dict[str, str]:
    """Why, by name, of what says nothing beside the rest."""
    wrong: dict[str, str] = {}

    def clash(names: Iterable[str], text: str) -> None:
        wrong.update({name: text for name in names if name in given and name not in wrong})

    if "trial" in given:
        clash(("which", "nth", *CELL), "A trial is named by its number; leave this out.")
    if "metric" in given:
        clash(("which", "nth"), "Plays of a cell come in their order; leave this out.")
    else:
        clash(CELL, "Of which heatmap? Give its metric too.")
    return wrong


class ComparisonQuery(StrictSerializer):
    """At least one of either."""

    variants = StrictCharField(
        max_length=40 * MOST_COMPARED,
        required=False,
        default="",
        allow_blank=True,
        help_text="Ids of variants, as results have them, with commas; the first is the yardstick",
    )
    people = StrictCharField(
        max_length=400 * MOST_COMPARED,
        required=False,
        default="",
        allow_blank=True,
        help_text="What people played, with commas: `rules:KEY` or `puzzle:ID`, and after "
        "semicolons which sessions count, e.g. `rules:KEY;hints:without;since:2026-01-31`. The "
        "compare page in the admin offers what there is",
    )

    def validate_variants(self, value: str) -> list[UUID]:
        try:
            return [UUID(text) for text in value.split(",") if text]
        except ValueError:
            raise serializers.ValidationError("Ids with commas between them.") from None

    def validate_people(self, value: str) -> list[str]:
        return [text for text in value.split(",") if text]

    def validate(self, attrs: dict[str, Any]) -> dict[str, Any]:
        if not 1 <= len(attrs["variants"]) + len(attrs["people"]) <= MOST_COMPARED:
            fault = ErrorDetail(f"One to {MOST_COMPARED} ids.", code="invalid")
            raise serializers.ValidationError({"variants": [fault]})
        return attrs


def format_field() -> serializers.ChoiceField:
    return StrictChoiceField(choices=list(FORMATS), required=False, default="csv")


class ExportQuery(StrictSerializer):
    format = format_field()
    table = StrictChoiceField(
        choices=["figures", "distributions", "boards"],
        required=False,
        default="figures",
        help_text="figures: rates and means. distributions: histograms and heatmaps. "
        "boards: the headline on each fixed board",
    )


class ComparisonExportQuery(ComparisonQuery):
    format = format_field()


class ExperimentQuery(PageQuery):
    game = StrictCharField(required=False, max_length=64)
    status = StrictChoiceField(choices=ExperimentStatus.values, required=False)
    preset = StrictCharField(required=False, max_length=64)
    tag = StrictCharField(required=False, max_length=MAX_TAG)
    search = StrictCharField(
        required=False, max_length=MAX_TITLE, help_text="In title, question and note"
    )
    after = StrictUUIDField(required=False, help_text="`id` of the last experiment seen")
