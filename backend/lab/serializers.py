"""The shapes of experiments, as they are asked for and as they are told."""

from __future__ import annotations

from typing import Any

from rest_framework import serializers
from rest_framework.serializers import ErrorDetail

from backend.common.fields import (
    StrictBooleanField,
    StrictCharField,
    StrictIntegerField,
    StrictSerializer,
    StrictUUIDField,
)
from backend.common.pagination import PageQuery
from backend.lab.models import MAX_REPLICATES, MAX_TITLE, MAX_TRIALS, MAX_VARIANTS, ExperimentStatus
from engines.randomness import MAX_SEED


class VariantRequestSerializer(StrictSerializer):
    title = StrictCharField(max_length=MAX_TITLE, required=False, default="", allow_blank=True)
    rules = serializers.DictField(
        required=False, default=dict, help_text="By name; those left out take their defaults"
    )
    policy = StrictCharField(max_length=200)


class ExperimentRequestSerializer(StrictSerializer):
    """Either `preset`, and then the rest as the preset has it, or `title`, `variants`, `trials`."""

    game = StrictCharField(max_length=64)
    preset = StrictCharField(max_length=64, required=False)
    title = StrictCharField(max_length=MAX_TITLE, required=False)
    question = StrictCharField(max_length=2000, required=False, allow_blank=True)
    note = StrictCharField(max_length=10_000, required=False, allow_blank=True)
    variants = VariantRequestSerializer(
        many=True,
        required=False,
        allow_empty=False,
        max_length=MAX_VARIANTS,
        help_text="The first one is the baseline",
    )
    trials = StrictIntegerField(
        required=False, min_value=1, max_value=MAX_TRIALS, help_text="Of each run"
    )
    replicates = StrictIntegerField(
        required=False, min_value=1, max_value=MAX_REPLICATES, help_text="Runs of each variant"
    )
    seed = StrictIntegerField(required=False, min_value=0, max_value=MAX_SEED)
    both_seats = StrictBooleanField(
        required=False,
        help_text="Of a game for two: each variant whose players differ also with seats swapped",
    )

    def validate(self, attrs: dict[str, Any]) -> dict[str, Any]:
        if "preset" in attrs:
            clash = [name for name in ("variants", "question", "both_seats") if name in attrs]
            text = "A preset brings its own; leave this out."
        else:
            clash = [name for name in ("title", "variants", "trials") if name not in attrs]
            text = "This is needed where no preset is named."
        if clash:
            raise serializers.ValidationError(
                {name: [ErrorDetail(text, code="required")] for name in clash}
            )
        return attrs


class ExperimentQuery(PageQuery):
    after = StrictUUIDField(required=False, help_text="`id` of the last experiment seen")


class VariantSerializer(serializers.Serializer[Any]):
    position = serializers.IntegerField(help_text="0 is the baseline")
    title = serializers.CharField()
    rules = serializers.DictField()
    policy = serializers.CharField()


class ExperimentSerializer(serializers.Serializer[Any]):
    id = serializers.UUIDField()
    title = serializers.CharField()
    question = serializers.CharField()
    note = serializers.CharField()
    game = serializers.CharField()
    version = serializers.IntegerField(help_text="Of the game's rules")
    preset = serializers.CharField(help_text="Empty if it was made by hand")
    seed = serializers.IntegerField()
    trials = serializers.IntegerField(help_text="Of each run")
    replicates = serializers.IntegerField(help_text="Runs of each variant")
    status = serializers.ChoiceField(choices=ExperimentStatus.choices)
    created_by = serializers.CharField(allow_null=True)
    created_at = serializers.DateTimeField()
    started_at = serializers.DateTimeField(allow_null=True)
    finished_at = serializers.DateTimeField(allow_null=True)


class CountsSerializer(serializers.Serializer[Any]):
    done = serializers.IntegerField()
    total = serializers.IntegerField()


class ChunkCountsSerializer(CountsSerializer):
    running = serializers.IntegerField()
    failed = serializers.IntegerField()
    cancelled = serializers.IntegerField()


class ChunkErrorSerializer(serializers.Serializer[Any]):
    position = serializers.IntegerField(help_text="Of the variant")
    replicate = serializers.IntegerField()
    chunk = serializers.IntegerField()
    error = serializers.CharField()


class VariantProgressSerializer(serializers.Serializer[Any]):
    position = serializers.IntegerField()
    title = serializers.CharField()
    chunks = ChunkCountsSerializer()
    trials = CountsSerializer()
    headline = serializers.DictField(allow_null=True, help_text="The estimate so far")


class ProgressSerializer(serializers.Serializer[Any]):
    status = serializers.ChoiceField(choices=ExperimentStatus.choices)
    partial = serializers.BooleanField(help_text="Some trials are not done (yet)")
    share = serializers.FloatField(help_text="0 to 1")
    chunks = ChunkCountsSerializer()
    trials = CountsSerializer()
    rate = serializers.FloatField(allow_null=True, help_text="Trials a second")
    seconds = serializers.FloatField(allow_null=True, help_text="Since the first chunk began")
    seconds_left = serializers.FloatField(allow_null=True)
    alarms = serializers.IntegerField(
        help_text="Chunks computed twice with different results: never right"
    )
    errors = ChunkErrorSerializer(many=True, help_text="Of failed chunks, the first few")
    variants = VariantProgressSerializer(many=True)


class ExperimentDetailSerializer(ExperimentSerializer):
    variants = VariantSerializer(many=True)
    progress = ProgressSerializer()


class ExperimentPageSerializer(serializers.Serializer[Any]):
    next = serializers.CharField(allow_null=True)
    results = ExperimentSerializer(many=True)


class LabMetricSerializer(serializers.Serializer[Any]):
    key = serializers.CharField()
    title = serializers.CharField()
    kind = serializers.ChoiceField(choices=["proportion", "mean", "histogram", "heatmap"])
    unit = serializers.CharField()
    description = serializers.CharField()
    headline = serializers.BooleanField()


class ReplicateSerializer(serializers.Serializer[Any]):
    run = serializers.UUIDField()
    replicate = serializers.IntegerField()
    seed = serializers.IntegerField(
        help_text="`python -m engines simulate … --seed SEED` gives the same counts"
    )
    status = serializers.CharField()
    trials = CountsSerializer()
    metrics = serializers.DictField(help_text="Proportions and means by key")


class VariantResultsSerializer(VariantSerializer):
    id = serializers.UUIDField()
    differences = serializers.ListField(
        child=serializers.CharField(), help_text="Rules (or `policy`) not as in the baseline"
    )
    several_changes = serializers.BooleanField()
    trials = CountsSerializer()
    metrics = serializers.DictField(help_text="By key, over all replicates")
    exact = serializers.DictField(
        child=serializers.FloatField(), help_text="Exact values by key, those that are known"
    )
    replicates = ReplicateSerializer(many=True)


class BothSeatsSerializer(serializers.Serializer[Any]):
    positions = serializers.ListField(
        child=serializers.IntegerField(), help_text="Of the variants: as first, as second player"
    )
    players = serializers.ListField(child=serializers.CharField())
    value = serializers.FloatField(help_text="How far the first-named is ahead, on average")
    low = serializers.FloatField()
    high = serializers.FloatField()
    n = serializers.IntegerField(help_text="Pairs of games on the same streams")
    exact = serializers.FloatField(allow_null=True)


class ResultsSerializer(serializers.Serializer[Any]):
    experiment = ExperimentSerializer()
    partial = serializers.BooleanField(help_text="Some trials are not done (yet)")
    both_seats = BothSeatsSerializer(
        many=True, help_text="Games for two: the same two players in either seat"
    )
    metrics = LabMetricSerializer(many=True)
    variants = VariantResultsSerializer(many=True)
