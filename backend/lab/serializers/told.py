"""Shapes of what is told."""

from __future__ import annotations

from typing import Any

from rest_framework import serializers

from backend.lab.models import (
    BoardChoice,
    EventKind,
    ExperimentStatus,
)
from backend.lab.statistics.bands import NAMES
from backend.lab.statistics.estimates import METHODS


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


class IntervalSerializer(serializers.Serializer[Any]):
    value = serializers.FloatField()
    low = serializers.FloatField(help_text="Of the 95 % interval")
    high = serializers.FloatField()


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
    difference = IntervalSerializer(
        allow_null=True, help_text="Of the headline, to the first variant's; independent samples"
    )


class ComparedPeopleSerializer(serializers.Serializer[Any]):
    key = serializers.CharField()
    who = serializers.ChoiceField(
        choices=["people", "synthetic"], help_text="synthetic: models of people"
    )
    title = serializers.CharField()
    about = serializers.CharField(help_text="Which sessions were counted, in words")
    url = serializers.CharField(help_text="The page in the admin that tells more")
    rules = serializers.DictField()
    sessions = serializers.IntegerField()
    left = serializers.IntegerField(help_text="Of them, those given up in the end; they count too")
    metrics = serializers.DictField(
        help_text="The headline: sessions that got stuck at least once, with Wilson’s interval"
    )
    difference = IntervalSerializer(
        allow_null=True, help_text="To the first arm; Newcombe’s interval"
    )


class ExportRowSerializer(serializers.Serializer[Any]):
    """Columns as the CSV has them, then `rule_…` for each rule; null where there is no value."""

    variant = serializers.CharField()
    metric = serializers.CharField()


class ComparedSerializer(serializers.Serializer[Any]):
    game = serializers.CharField()
    headline = serializers.CharField(help_text="The metric's key")
    rules = serializers.ListField(
        child=serializers.CharField(), help_text="Names of those that differ"
    )
    variants = ComparedVariantSerializer(many=True)
    people = ComparedPeopleSerializer(many=True)


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


class LabMetricSerializer(serializers.Serializer[Any]):
    key = serializers.CharField()
    title = serializers.CharField()
    kind = serializers.ChoiceField(choices=["proportion", "mean", "histogram", "heatmap"])
    unit = serializers.CharField()
    description = serializers.CharField()
    headline = serializers.BooleanField()


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
        child=serializers.CharField(), help_text="Rules (or `policy`) not as in the baseline"
    )
    several_changes = serializers.BooleanField()
    trials = CountsSerializer()
    metrics = serializers.DictField(help_text="By key, over all replicates")
    exact = serializers.DictField(
        child=serializers.FloatField(), help_text="Exact values by key, those that are known"
    )
    comparison = ComparisonSerializer(allow_null=True, help_text="With the baseline, once done")
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
    metrics = LabMetricSerializer(many=True)
    variants = VariantResultsSerializer(many=True)
