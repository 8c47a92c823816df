"""Bodies that are sent: an experiment to queue, what is noted down, a rerun."""

from __future__ import annotations

from collections.abc import Container, Iterable
from typing import Any

from rest_framework import serializers
from rest_framework.serializers import ErrorDetail

from backend.common.fields import (
    StrictBooleanField,
    StrictCharField,
    StrictChoiceField,
    StrictFloatField,
    StrictIntegerField,
    StrictSerializer,
    StrictUUIDField,
)
from backend.lab.models import (
    MAX_BOARDS,
    MAX_REPLICATES,
    MAX_TAG,
    MAX_TAGS,
    MAX_TITLE,
    MAX_TRIALS,
    MAX_VARIANTS,
    BoardChoice,
)
from engines.randomness import MAX_SEED

MOST = 2**31


class VariantRequestSerializer(StrictSerializer):
    title = StrictCharField(max_length=MAX_TITLE, required=False, default="", allow_blank=True)
    rules = serializers.DictField(
        required=False, default=dict, help_text="By name; those left out take their defaults"
    )
    policy = StrictCharField(max_length=200)


def tags_field() -> serializers.ListField:
    return serializers.ListField(
        child=StrictCharField(max_length=MAX_TAG, allow_blank=True),
        required=False,
        max_length=MAX_TAGS,
    )


def bands_field(**kwargs: Any) -> serializers.ListField:
    return serializers.ListField(
        child=StrictFloatField(min_value=0, max_value=1),
        required=False,
        min_length=2,
        max_length=2,
        help_text="Of a rate: where *sometimes* begins, and where *often* does",
        error_messages={"not_a_list": "A list is needed here, such as [0.2, 0.5]."},
        **kwargs,
    )


class AnnotationSerializer(StrictSerializer):
    """What may be changed after an experiment was queued; what is left out stays."""

    note = StrictCharField(lines=True, max_length=10_000, required=False, allow_blank=True)
    tags = tags_field()
    bands = bands_field(allow_null=True)


class SweptRuleSerializer(StrictSerializer):
    """A rule with the values it takes: `values`, or of a whole number `low`, `high` and `step`."""

    rule = StrictCharField(max_length=64)
    values = serializers.ListField(
        child=serializers.JSONField(allow_null=True),
        required=False,
        allow_empty=False,
        max_length=MAX_VARIANTS,
    )
    low = StrictIntegerField(
        required=False, min_value=-MOST, max_value=MOST, help_text="The first value"
    )
    high = StrictIntegerField(
        required=False, min_value=-MOST, max_value=MOST, help_text="The last value, at most"
    )
    step = StrictIntegerField(
        required=False,
        min_value=1,
        max_value=MOST,
        help_text="From one value to the next; usually 1",
    )

    def validate(self, attrs: dict[str, Any]) -> dict[str, Any]:
        if "values" in attrs:
            clash = [name for name in ("low", "high", "step") if name in attrs]
            if clash:
                text = "There are values already; leave this out."
                raise serializers.ValidationError(
                    {name: [ErrorDetail(text, code="required")] for name in clash}
                )
        return attrs


class ExperimentRequestSerializer(StrictSerializer):
    """Which: `preset`, or `title` and `variants`, or `title`, `baseline` and `sweep` or `grid`.

    How large: `trials`, or `precision` and/or `difference`; a preset has its own size, unless.
    """

    game = StrictCharField(max_length=64)
    preset = StrictCharField(max_length=64, required=False)
    title = StrictCharField(max_length=MAX_TITLE, required=False)
    question = StrictCharField(lines=True, max_length=2000, required=False, allow_blank=True)
    note = StrictCharField(lines=True, max_length=10_000, required=False, allow_blank=True)
    variants = VariantRequestSerializer(
        many=True,
        required=False,
        allow_empty=False,
        max_length=MAX_VARIANTS,
        help_text="The first one is the baseline",
    )
    baseline = VariantRequestSerializer(
        required=False, help_text="What `sweep` or `grid` changes: instead of `variants`"
    )
    sweep = SweptRuleSerializer(
        required=False, help_text="A variant for each value; what equals the baseline is left out"
    )
    grid = SweptRuleSerializer(
        many=True,
        required=False,
        min_length=2,
        max_length=2,
        help_text="Two rules: a variant for every combination of their values",
    )
    trials = StrictIntegerField(
        required=False, min_value=1, max_value=MAX_TRIALS, help_text="Of each run"
    )
    precision = StrictFloatField(
        required=False,
        help_text="Instead of `trials`: each variant's headline to so much either way (95 %). "
        "Of a rate a share, 0.01 is one point; of a mean in its own unit",
    )
    difference = StrictFloatField(
        required=False,
        help_text="Instead of `trials`: a true difference of this size shall be seen (at 5 %, "
        "adjusted for the number of variants compared with the baseline)",
    )
    power = StrictFloatField(
        required=False, help_text="… in this share of such experiments; usually 0.8"
    )
    replicates = StrictIntegerField(
        required=False, min_value=1, max_value=MAX_REPLICATES, help_text="Runs of each variant"
    )
    seed = StrictIntegerField(required=False, min_value=0, max_value=MAX_SEED)
    tags = tags_field()
    bands = bands_field()
    both_seats = StrictBooleanField(
        required=False,
        help_text="Of a game for two: each variant whose players differ also with seats swapped",
    )
    boards = StrictChoiceField(
        choices=BoardChoice.choices,
        required=False,
        help_text="`paired` (usual): variants share all streams, so the same boards where their "
        "rules draw the same; `fresh`: each variant has streams of its own; `fixed`: all variants "
        "play the stored `puzzles`",
    )
    puzzles = serializers.ListField(
        child=StrictUUIDField(),
        required=False,
        max_length=MAX_BOARDS,
        help_text="Ids of stored puzzles, with `fixed` boards. Each gets the same number of "
        "trials, for which `trials` is rounded up to a multiple of 8 × their number",
    )

    def validate(self, attrs: dict[str, Any]) -> dict[str, Any]:
        wrong = _too_many(attrs) | _missing(attrs)
        if wrong:
            raise serializers.ValidationError(
                {name: [ErrorDetail(text, code="required")] for name, text in wrong.items()}
            )
        return attrs


SWEEPS = ("sweep", "grid")
WISHES = ("precision", "difference")


def _too_many(given: Container[str]) -> dict[str, str]:
    """Why, by name, of what must be left out beside the rest."""
    wrong: dict[str, str] = {}

    def clash(names: Iterable[str], text: str) -> None:
        wrong.update({name: text for name in names if name in given})

    if "preset" in given:
        own = ("variants", "question", "both_seats", "baseline", *SWEEPS)
        clash(own, "A preset brings its own; leave this out.")
    elif "variants" in given:
        clash(("baseline", *SWEEPS), "There are variants already; leave this out.")
    elif "sweep" in given:
        clash(["grid"], "Either a sweep of one rule or a grid of two; leave one out.")
    if any(name in given for name in WISHES):
        clash(["trials"], "It follows from the precision or difference; leave one out.")
    if "difference" not in given:
        clash(["power"], "The power to see which difference? Give that too.")
    return wrong


def _missing(given: Container[str]) -> dict[str, str]:
    """Why, by name, of what is needed besides."""
    if "preset" in given:
        return {}
    wrong: dict[str, str] = {}
    swept = any(name in given for name in SWEEPS)
    if "title" not in given:
        wrong["title"] = "This is needed where no preset is named."
    if "variants" in given:
        pass  # what is beside them is too many
    elif swept and "baseline" not in given:
        wrong["baseline"] = "This is needed: what a sweep or grid changes."
    elif "baseline" in given and not swept:
        wrong["sweep"] = "A sweep of one rule, or a grid of two, is needed with a baseline."
    elif not swept:
        wrong["variants"] = (
            "These are needed where no preset is named, or a baseline with a sweep or a grid."
        )
    if not any(name in given for name in ("trials", *WISHES)):
        wrong["trials"] = "This is needed where no preset is named, or a precision or difference."
    return wrong


class RerunSerializer(StrictSerializer):
    seed = StrictIntegerField(
        required=False,
        min_value=0,
        max_value=MAX_SEED,
        help_text="Left out: the same seed, which gives identical numbers",
    )
