"""The shapes of games, puzzles and daily sets."""

from __future__ import annotations

from typing import Any

from rest_framework import serializers

from backend.common.fields import (
    StrictCharField,
    StrictDateField,
    StrictIntegerField,
    StrictSerializer,
)
from backend.puzzles.models import PuzzleOrder
from engines import game_slugs
from engines.randomness import MAX_SEED


class LevelSerializer(serializers.Serializer[Any]):
    key = serializers.CharField()
    title = serializers.CharField()
    description = serializers.CharField()
    low = serializers.FloatField(help_text="Least measured difficulty of its puzzles")
    high = serializers.FloatField()
    rules = serializers.DictField(help_text="What its puzzles are drawn from")


class GameSummarySerializer(serializers.Serializer[Any]):
    slug = serializers.CharField()
    title = serializers.CharField()
    version = serializers.IntegerField()
    summary = serializers.CharField()
    players = serializers.IntegerField(help_text="1, or 2: a game for two")
    levels = LevelSerializer(many=True)


class ParameterSerializer(serializers.Serializer[Any]):
    name = serializers.CharField(help_text="As the policy is spelled: `policy(name=value)`")
    title = serializers.CharField()
    description = serializers.CharField()
    kind = serializers.ChoiceField(
        choices=["integer", "number"], help_text="Whether its values are whole numbers only"
    )
    low = serializers.FloatField(help_text="The least value")
    high = serializers.FloatField(help_text="The greatest value")
    default = serializers.FloatField(help_text="The value where the spelling names none")


class PolicySerializer(serializers.Serializer[Any]):
    key = serializers.CharField()
    title = serializers.CharField()
    description = serializers.CharField()
    parameters = ParameterSerializer(many=True)


class MetricSerializer(serializers.Serializer[Any]):
    key = serializers.CharField()
    title = serializers.CharField()
    kind = serializers.ChoiceField(choices=["proportion", "mean", "histogram", "heatmap"])
    unit = serializers.CharField()
    description = serializers.CharField()
    headline = serializers.BooleanField()


class PresetVariantSerializer(serializers.Serializer[Any]):
    title = serializers.CharField()
    rules = serializers.DictField()
    policy = serializers.CharField()


class PresetSerializer(serializers.Serializer[Any]):
    key = serializers.CharField(help_text="The `preset` of an experiment")
    title = serializers.CharField()
    question = serializers.CharField()
    variants = PresetVariantSerializer(many=True, help_text="The first one is the baseline")
    trials = serializers.IntegerField(help_text="Of each run")
    replicates = serializers.IntegerField(help_text="Runs of each variant")
    seed = serializers.IntegerField()


class GameSerializer(GameSummarySerializer):
    rules_schema = serializers.DictField(help_text="JSON Schema of the rules")
    move_schema = serializers.DictField(help_text="JSON Schema of a move")
    policies = PolicySerializer(many=True)
    metrics = MetricSerializer(many=True)
    presets = PresetSerializer(many=True, help_text="Experiments ready to queue")


class GameListSerializer(serializers.Serializer[Any]):
    results = GameSummarySerializer(many=True)


class DifficultySerializer(serializers.Serializer[Any]):
    value = serializers.FloatField(help_text="Measured on this very board")
    low = serializers.FloatField(allow_null=True, help_text="The level's band")
    high = serializers.FloatField(allow_null=True)


class ForTwoSerializer(serializers.Serializer[Any]):
    seat_to_win = serializers.ChoiceField(
        choices=["first", "second"],
        allow_null=True,
        help_text="The seat that the puzzle asks to win; null: a whole game",
    )
    bots = serializers.ListField(
        child=serializers.CharField(), help_text="Who may be played against, the usual one first"
    )


class PuzzleSerializer(serializers.Serializer[Any]):
    id = serializers.UUIDField()
    game = serializers.CharField()
    version = serializers.IntegerField(help_text="Of the game's rules")
    level = serializers.CharField(allow_null=True)
    rules = serializers.DictField()
    difficulty = DifficultySerializer(allow_null=True)
    for_two = ForTwoSerializer(allow_null=True, help_text="null in a game for one")
    view = serializers.DictField(help_text="The board before the first move")


class DailyPuzzleSerializer(serializers.Serializer[Any]):
    date = serializers.DateField()
    game = serializers.CharField()
    level = serializers.CharField()
    puzzle = PuzzleSerializer()


class DailySetSerializer(serializers.Serializer[Any]):
    date = serializers.DateField()
    puzzles = DailyPuzzleSerializer(many=True)


class DailyQuery(StrictSerializer):
    date = StrictDateField(required=False, help_text="YYYY-MM-DD; by default today by UTC")


class OrderPuzzle(StrictSerializer):
    game = StrictCharField(max_length=40)
    rules = serializers.DictField(
        required=False, help_text="As the game's schema says; those left out are the usual ones"
    )
    level = StrictCharField(max_length=40, required=False, help_text="In place of rules")
    seed = StrictIntegerField(
        min_value=0,
        max_value=MAX_SEED,
        required=False,
        help_text="The same game, rules or level, and seed give the same puzzle",
    )

    def validate(self, attrs: Any) -> Any:
        known = attrs["game"] in game_slugs()  # of any other the service says that it is unknown
        if known and ("rules" in attrs) == ("level" in attrs):
            message = "Either rules or a level is needed, {} being the usual rules."
            raise serializers.ValidationError({"rules": message}, code="required")
        return attrs


class OrderSerializer(serializers.Serializer[Any]):
    id = serializers.UUIDField()
    game = serializers.CharField()
    level = serializers.CharField(allow_null=True)
    status = serializers.ChoiceField(choices=PuzzleOrder.Status.choices)
    puzzle = serializers.UUIDField(allow_null=True, help_text="Once it is made")
    error = serializers.CharField(allow_null=True, help_text="Why it can't be made")
