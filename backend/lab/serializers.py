"""The shapes of experiments, as they are asked for and as they are told."""

from __future__ import annotations

from typing import Any
from uuid import UUID

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
from backend.common.pagination import PageQuery
from backend.lab.models import (
    MAX_REPLICATES,
    MAX_TAG,
    MAX_TAGS,
    MAX_TITLE,
    MAX_TRIALS,
    MAX_VARIANTS,
    EventKind,
    ExperimentStatus,
)
from backend.lab.selectors.comparing import MOST_COMPARED
from backend.lab.selectors.trials import PICKS
from backend.lab.statistics.bands import NAMES
from backend.lab.statistics.estimates import METHODS
from engines.randomness import MAX_SEED


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
        **kwargs,
    )


class AnnotationSerializer(StrictSerializer):
    """What may be changed after an experiment was queued; what is left out stays."""

    note = StrictCharField(max_length=10_000, required=False, allow_blank=True)
    tags = tags_field()
    bands = bands_field(allow_null=True)


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
    tags = tags_field()
    bands = bands_field()
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


class RerunSerializer(StrictSerializer):
    seed = StrictIntegerField(
        required=False,
        min_value=0,
        max_value=MAX_SEED,
        help_text="Left out: the same seed, which gives identical numbers",
    )


class TrialQuery(StrictSerializer):
    """Either `trial`, or `which` (and `nth`)."""

    position = serializers.IntegerField(
        required=False, default=0, min_value=0, max_value=MAX_VARIANTS
    )
    replicate = serializers.IntegerField(
        required=False, default=1, min_value=1, max_value=MAX_REPLICATES
    )
    trial = serializers.IntegerField(required=False, min_value=0, max_value=MAX_TRIALS)
    which = StrictChoiceField(
        choices=sorted({pick for picks in PICKS.values() for pick in picks}),
        required=False,
        help_text="Where the headline is a rate: first, typical, worst (of those that counted); "
        "where it is a mean: typical, highest, lowest",
    )
    nth = serializers.IntegerField(required=False, default=0, min_value=0, max_value=MAX_TRIALS)


class LabTrialSerializer(serializers.Serializer[Any]):
    position = serializers.IntegerField(help_text="Of the variant")
    replicate = serializers.IntegerField()
    seed = serializers.IntegerField()
    trial = serializers.IntegerField()
    board = serializers.DictField()
    moves = serializers.ListField(child=serializers.DictField())
    status = serializers.ChoiceField(choices=["playing", "stuck", "solved", "finished"])
    message = serializers.CharField()
    loci = serializers.ListField(child=serializers.CharField(), help_text="Where it happened")
    headline = serializers.IntegerField(help_text="What the headline metric says of this trial")


class ComparisonQuery(StrictSerializer):
    variants = StrictCharField(
        max_length=40 * MOST_COMPARED,
        help_text="Ids of variants, as results have them, with commas; the first is the yardstick",
    )

    def validate_variants(self, value: str) -> list[UUID]:
        try:
            ids = [UUID(text) for text in value.split(",") if text]
        except ValueError:
            raise serializers.ValidationError("Ids with commas between them.") from None
        if not 1 <= len(ids) <= MOST_COMPARED:
            raise serializers.ValidationError(f"One to {MOST_COMPARED} ids.")
        return ids


class IntervalSerializer(serializers.Serializer[Any]):
    value = serializers.FloatField()
    low = serializers.FloatField(help_text="Of the 95 % interval")
    high = serializers.FloatField()


class ComparedExperimentSerializer(serializers.Serializer[Any]):
    id = serializers.UUIDField()
    title = serializers.CharField()
    seed = serializers.IntegerField()
    status = serializers.CharField()


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


class ComparedSerializer(serializers.Serializer[Any]):
    game = serializers.CharField()
    headline = serializers.CharField(help_text="The metric's key")
    rules = serializers.ListField(
        child=serializers.CharField(), help_text="Names of those that differ"
    )
    variants = ComparedVariantSerializer(many=True)


class ExperimentQuery(PageQuery):
    game = StrictCharField(required=False, max_length=64)
    status = StrictChoiceField(choices=ExperimentStatus.values, required=False)
    preset = StrictCharField(required=False, max_length=64)
    tag = StrictCharField(required=False, max_length=MAX_TAG)
    search = StrictCharField(
        required=False, max_length=MAX_TITLE, help_text="In title, question and note"
    )
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
    tags = serializers.ListField(child=serializers.CharField())
    bands = serializers.ListField(
        child=serializers.FloatField(),
        allow_null=True,
        help_text="Where *sometimes* and where *often* begin, if that was set",
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
    compared = serializers.BooleanField(
        help_text="Comparisons and tests have been worked out: seconds after the last trial"
    )
    both_seats = BothSeatsSerializer(
        many=True, help_text="Games for two: the same two players in either seat"
    )
    metrics = LabMetricSerializer(many=True)
    variants = VariantResultsSerializer(many=True)
