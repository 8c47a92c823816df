"""Variants side by side, and what people did."""

from __future__ import annotations

from typing import Any

from rest_framework import serializers

from backend.lab.models import BoardChoice
from backend.statistics.clusters import LEAST_PLAYERS
from engines.intervals import LEAST


class ComparedDifferenceSerializer(serializers.Serializer[Any]):
    value = serializers.FloatField()
    low = serializers.FloatField(help_text="Of the 95 % interval")
    high = serializers.FloatField()
    p = serializers.FloatField(help_text="Two-sided")
    p_holm = serializers.FloatField(help_text="Adjusted for all differences here")


class ComparedExperimentSerializer(serializers.Serializer[Any]):
    id = serializers.UUIDField()
    title = serializers.CharField()
    seed = serializers.IntegerField()
    status = serializers.CharField()
    boards = serializers.ChoiceField(choices=BoardChoice.choices)


class ComparedVariantSerializer(serializers.Serializer[Any]):
    id = serializers.UUIDField()
    title = serializers.CharField()
    experiment = ComparedExperimentSerializer()
    rules = serializers.DictField()
    policy = serializers.CharField()
    trials = serializers.IntegerField(help_text="Of runs that have ended")
    metrics = serializers.DictField(help_text="Rates and means by key")
    exact = serializers.DictField(child=serializers.FloatField())
    difference = ComparedDifferenceSerializer(
        allow_null=True,
        help_text="Of the headline, to the first variant's; independent samples; null of fewer "
        f"than {LEAST} plays",
    )


class ComparedPeopleSerializer(serializers.Serializer[Any]):
    key = serializers.CharField()
    who = serializers.ChoiceField(
        choices=["people", "synthetic"], help_text="synthetic: models of people"
    )
    title = serializers.CharField()
    about = serializers.CharField(help_text="Which sessions were counted, in words")
    url = serializers.CharField(help_text="The page in the admin that tells more")
    caution = serializers.CharField(
        help_text="What the choice of sessions does to the figure; mostly empty"
    )
    rules = serializers.DictField()
    sessions = serializers.IntegerField()
    players = serializers.IntegerField()
    left = serializers.IntegerField(help_text="Of them, those given up in the end; they count too")
    going_on = serializers.BooleanField(
        help_text="It is of a study that is open: no difference is told yet"
    )
    metrics = serializers.DictField(
        help_text="The headline: sessions that got stuck at least once, with Wilson’s interval"
    )
    difference = ComparedDifferenceSerializer(
        allow_null=True,
        help_text="To the first arm; Newcombe’s interval, with players as units; null of fewer "
        f"than {LEAST_PLAYERS} players or {LEAST} plays, and where either is going on",
    )


class ComparedSerializer(serializers.Serializer[Any]):
    game = serializers.CharField()
    headline = serializers.CharField(help_text="The metric's key")
    rules = serializers.ListField(
        child=serializers.CharField(), help_text="Names of those that differ"
    )
    variants = ComparedVariantSerializer(many=True)
    people = ComparedPeopleSerializer(many=True)
