"""What was counted: results, single plays, rows of exports."""

from __future__ import annotations

from typing import Any

from rest_framework import serializers

from backend.lab.bands import NAMES
from backend.lab.serializers.experiments import (
    CountsSerializer,
    ExperimentSerializer,
    VariantSerializer,
)
from backend.puzzles.serializers import MetricSerializer
from backend.statistics.estimates import METHODS


class LabTrialSerializer(serializers.Serializer[Any]):
    position = serializers.IntegerField(help_text="Of the variant")
    replicate = serializers.IntegerField()
    seed = serializers.IntegerField()
    trial = serializers.IntegerField()
    puzzle = serializers.UUIDField(
        allow_null=True, help_text="The stored one that was played, where boards are fixed"
    )
    board = serializers.DictField()
    moves = serializers.ListField(child=serializers.DictField())
    status = serializers.ChoiceField(choices=["playing", "stuck", "solved", "finished"])
    message = serializers.CharField()
    loci = serializers.ListField(child=serializers.CharField(), help_text="Where it happened")
    headline = serializers.IntegerField(help_text="What the headline metric says of this trial")


class ExportRowSerializer(serializers.Serializer[Any]):
    """Columns as the CSV has them, then `rule_…` for each rule; null where there is no value."""

    variant = serializers.CharField()
    metric = serializers.CharField()


class ComparisonSerializer(serializers.Serializer[Any]):
    method = serializers.ChoiceField(choices=list(METHODS))
    value = serializers.FloatField(help_text="The variant less the baseline")
    low = serializers.FloatField(help_text="Of the 95 % interval")
    high = serializers.FloatField()
    n = serializers.IntegerField(help_text="Trials, or pairs of them")
    p = serializers.FloatField()
    p_holm = serializers.FloatField(help_text="Adjusted for the number of comparisons (Holm)")


class SpreadSerializer(serializers.Serializer[Any]):
    chi2 = serializers.FloatField()
    df = serializers.IntegerField()
    p = serializers.FloatField(help_text="How often chance alone scatters replicates so far")
    p_holm = serializers.FloatField(help_text="Adjusted for the number of variants (Holm)")


class VerdictSerializer(serializers.Serializer[Any]):
    band = serializers.ChoiceField(choices=list(NAMES), allow_null=True)
    more = serializers.IntegerField(
        allow_null=True, help_text="If undecided: about so many more trials would tell"
    )


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
        child=serializers.CharField(),
        help_text="Rules (or `policy`) not as in the baseline; none that has no effect in either",
    )
    several_changes = serializers.BooleanField()
    trials = CountsSerializer()
    metrics = serializers.DictField(help_text="By key, over all replicates")
    exact = serializers.DictField(
        child=serializers.FloatField(), help_text="Exact values by key, those that are known"
    )
    comparison = ComparisonSerializer(
        allow_null=True, help_text="With the baseline, once done; null of fewer than 30 plays"
    )
    spread = SpreadSerializer(allow_null=True, help_text="χ² test of the replicates")
    verdict = VerdictSerializer(allow_null=True, help_text="Where bands are set")
    replicates = ReplicateSerializer(many=True)


class MovingFirstSerializer(serializers.Serializer[Any]):
    value = serializers.FloatField()
    low = serializers.FloatField()
    high = serializers.FloatField()
    n = serializers.IntegerField()
    exact = serializers.FloatField(allow_null=True)


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
    moving_first = MovingFirstSerializer(
        help_text="How far whoever moves first is ahead, who plays better left out"
    )


class StuckSampleSerializer(serializers.Serializer[Any]):
    plays = serializers.IntegerField(help_text="Looked at: the first in which the headline counted")
    loci = serializers.DictField(
        child=serializers.ListField(child=serializers.IntegerField()),
        help_text="By locus: in how many of them, and replicate and trial of the first",
    )
    error = serializers.CharField(help_text="Why no play could be looked at; else empty")


class VariantOnBoardSerializer(serializers.Serializer[Any]):
    position = serializers.IntegerField(help_text="Of the variant")
    headline = serializers.DictField(help_text="Its summary on this board, over all replicates")
    stuck = StuckSampleSerializer(
        allow_null=True, help_text="Where it counted; null until a worker has looked"
    )


class BoardResultsSerializer(serializers.Serializer[Any]):
    number = serializers.IntegerField(help_text="Counted from 0, in the order of `puzzles`")
    puzzle = serializers.UUIDField()
    variants = VariantOnBoardSerializer(many=True)


class ResultsSerializer(serializers.Serializer[Any]):
    experiment = ExperimentSerializer()
    partial = serializers.BooleanField(help_text="Some trials are not done (yet)")
    compared = serializers.BooleanField(
        help_text="Comparisons and tests have been worked out: seconds after the last trial"
    )
    both_seats = BothSeatsSerializer(
        many=True, help_text="Games for two: the same two players in either seat"
    )
    boards = BoardResultsSerializer(
        many=True, help_text="Board by board, where they are fixed; else empty"
    )
    metrics = MetricSerializer(many=True)
    variants = VariantResultsSerializer(many=True)
