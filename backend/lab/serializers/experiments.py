"""Experiments, and how far they are."""

from __future__ import annotations

from typing import Any

from rest_framework import serializers

from backend.lab.models import BoardChoice, EventKind, ExperimentStatus


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
    tags = serializers.ListField(child=serializers.CharField())
    bands = serializers.ListField(
        child=serializers.FloatField(),
        allow_null=True,
        help_text="Where *sometimes* and where *often* begin, if that was set",
    )
    boards = serializers.ChoiceField(
        choices=BoardChoice.choices,
        help_text="`paired`: variants share all streams; `fresh`: each has its own; `fixed`: all "
        "play the `puzzles`",
    )
    puzzles = serializers.ListField(
        child=serializers.UUIDField(),
        help_text="With fixed boards: trial t of T plays number t × boards ÷ T, rounded down",
    )
    seed = serializers.IntegerField()
    trials = serializers.IntegerField(help_text="Of each run")
    replicates = serializers.IntegerField(help_text="Runs of each variant")
    status = serializers.ChoiceField(choices=ExperimentStatus.choices)
    rerun_of = serializers.UUIDField(
        allow_null=True, help_text="The experiment that it repeats, or is a changed copy of"
    )
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


class EventSerializer(serializers.Serializer[Any]):
    at = serializers.DateTimeField()
    by = serializers.CharField(allow_null=True)
    kind = serializers.ChoiceField(choices=EventKind.choices)
    detail = serializers.CharField(help_text="In words; may be empty")


class ExperimentDetailSerializer(ExperimentSerializer):
    variants = VariantSerializer(many=True)
    events = EventSerializer(many=True, help_text="Who did what to it, in order")
    progress = ProgressSerializer()


class ExperimentPageSerializer(serializers.Serializer[Any]):
    next = serializers.CharField(allow_null=True)
    results = ExperimentSerializer(many=True)
