"""The shapes of studies."""

from __future__ import annotations

from typing import Any

from rest_framework import serializers

from backend.common.fields import (
    StrictBooleanField,
    StrictCharField,
    StrictChoiceField,
    StrictIntegerField,
    StrictSerializer,
    StrictUUIDField,
)
from backend.common.pagination import PageQuery
from backend.play.models import Session
from backend.play.serializers.sessions import PlayedWith, StartedSerializer
from backend.playtests.models import (
    MAX_ARMS,
    MAX_CONSENT,
    MAX_NAME,
    MAX_PUZZLES,
    MAX_QUESTION,
    MAX_WANTED,
    Study,
    StudyEvent,
)
from backend.playtests.selectors.joining import WAITING
from backend.playtests.studies.results import COMPARED
from backend.statistics.chi_squared import LEAST_EXPECTED
from backend.statistics.clusters import LEAST_PLAYERS

WHO = ["people", "synthetic"]
PROGRESS = [(WAITING, "not begun"), *Session.Status.choices]


# What players send and get ------------------------------------------------------------------
class JoinStudy(StrictSerializer):
    consent = StrictBooleanField(help_text="That the player agrees to the study’s consent text")


class BeginStudySession(PlayedWith):
    """What begins the next puzzle of a study."""


class WithdrawnSerializer(serializers.Serializer[Any]):
    code = serializers.CharField()
    withdrawn_at = serializers.DateTimeField(help_text="The first time, if asked for again")


class PublicStudySerializer(serializers.Serializer[Any]):
    code = serializers.CharField()
    name = serializers.CharField()
    question = serializers.CharField()
    game = serializers.CharField()
    open = serializers.BooleanField(help_text="People may join and begin puzzles")
    full = serializers.BooleanField(help_text="It has all the people that it wanted")
    consent = serializers.CharField(help_text="What people agree to when they join; show it whole")
    consent_hash = serializers.CharField(help_text="SHA-256 of that text, in UTF-8")


class OwnPuzzleSerializer(serializers.Serializer[Any]):
    puzzle = serializers.UUIDField()
    session = serializers.UUIDField(allow_null=True, help_text="The player’s session of it")
    status = serializers.ChoiceField(choices=PROGRESS)


class OwnStudySerializer(serializers.Serializer[Any]):
    code = serializers.CharField()
    name = serializers.CharField()
    open = serializers.BooleanField()
    agreed_at = serializers.DateTimeField()
    consent_hash = serializers.CharField(help_text="Of the text that was agreed to")
    played = serializers.IntegerField(help_text="Puzzles whose session is over")
    total = serializers.IntegerField()
    next = serializers.UUIDField(
        allow_null=True, help_text="The puzzle to play now; null when all are played"
    )
    puzzles = OwnPuzzleSerializer(many=True, help_text="In the player’s own order")


class StudySessionSerializer(StartedSerializer):
    """As a session that was just started."""


# What staff send ----------------------------------------------------------------------------
class ArmRequestSerializer(StrictSerializer):
    title = StrictCharField(
        max_length=MAX_NAME,
        required=False,
        default="",
        allow_blank=True,
        help_text="Left out: named after its rules",
    )
    rules = serializers.DictField(
        required=False,
        default=dict,
        help_text="By name; those left out take their defaults. Where puzzles are picked, theirs",
    )
    puzzles = serializers.ListField(
        child=StrictUUIDField(),
        required=False,
        default=list,
        max_length=MAX_PUZZLES,
        help_text="Stored puzzles in their order, all of the same rules",
    )
    fresh = StrictIntegerField(
        required=False,
        default=0,
        min_value=0,
        max_value=MAX_PUZZLES,
        help_text="So many more, made for it",
    )


class StudyRequestSerializer(StrictSerializer):
    name = StrictCharField(max_length=MAX_NAME)
    question = StrictCharField(
        lines=True, max_length=MAX_QUESTION, required=False, default="", allow_blank=True
    )
    game = StrictCharField(max_length=40)
    assignment = StrictChoiceField(choices=Study.Assignment.choices)
    wanted = StrictIntegerField(min_value=1, max_value=MAX_WANTED)
    consent = StrictCharField(lines=True, max_length=MAX_CONSENT)
    arms = ArmRequestSerializer(many=True, allow_empty=False, max_length=MAX_ARMS)


class AmendStudySerializer(StrictSerializer):
    """What may be changed at any time; what is left out stays."""

    name = StrictCharField(max_length=MAX_NAME, required=False)
    question = StrictCharField(
        lines=True, max_length=MAX_QUESTION, required=False, allow_blank=True
    )
    wanted = StrictIntegerField(min_value=1, max_value=MAX_WANTED, required=False)


class StudyListQuery(PageQuery):
    after = serializers.UUIDField(required=False, default=None, help_text="From `next`")


class ResultsQuery(StrictSerializer):
    who = StrictChoiceField(
        choices=WHO, default="people", help_text="Of people, or of simulated ones: never both"
    )


# What staff get -----------------------------------------------------------------------------
class StudySerializer(serializers.Serializer[Any]):
    id = serializers.UUIDField()
    code = serializers.CharField()
    name = serializers.CharField()
    question = serializers.CharField()
    game = serializers.CharField()
    assignment = serializers.ChoiceField(choices=Study.Assignment.choices)
    status = serializers.ChoiceField(choices=Study.Status.choices)
    wanted = serializers.IntegerField()
    joined = serializers.IntegerField(help_text="People; simulated ones are not counted")
    sessions = serializers.IntegerField(help_text="Begun by people")
    created_by = serializers.CharField(allow_null=True)
    created_at = serializers.DateTimeField()
    opened_at = serializers.DateTimeField(allow_null=True)
    closed_at = serializers.DateTimeField(allow_null=True)


class StudyPageSerializer(serializers.Serializer[Any]):
    next = serializers.CharField(allow_null=True, help_text="Address of the next page")
    results = StudySerializer(many=True)


class PlannedPuzzleSerializer(serializers.Serializer[Any]):
    puzzle = serializers.UUIDField(allow_null=True)
    state = serializers.ChoiceField(
        choices=["ready", "waiting", "failed"], help_text="Waiting: it is being made"
    )


class PlannedArmSerializer(serializers.Serializer[Any]):
    position = serializers.IntegerField()
    title = serializers.CharField()
    rules = serializers.DictField()
    puzzles = PlannedPuzzleSerializer(many=True)


class StudyEventSerializer(serializers.Serializer[Any]):
    at = serializers.DateTimeField()
    by = serializers.CharField(allow_null=True)
    kind = serializers.ChoiceField(choices=StudyEvent.Kind.choices)
    detail = serializers.CharField()


class StudyPlanSerializer(StudySerializer):
    consent = serializers.CharField()
    consent_hash = serializers.CharField()
    arms = PlannedArmSerializer(many=True)
    events = StudyEventSerializer(many=True, help_text="Who did what, oldest first")


class StudyShareSerializer(serializers.Serializer[Any]):
    count = serializers.IntegerField()
    n = serializers.IntegerField(
        help_text="Sessions that are over and read; of stalls, with a timed move"
    )
    value = serializers.FloatField(allow_null=True)
    low = serializers.FloatField()
    high = serializers.FloatField()
    design_effect = serializers.FloatField(
        help_text="By how much n is divided, for sessions of one player are alike"
    )


class StudyMeasuresSerializer(serializers.Serializer[Any]):
    stuck = StudyShareSerializer()
    stalled = StudyShareSerializer()
    solved = StudyShareSerializer()
    gave_up = StudyShareSerializer()
    recovered = StudyShareSerializer(help_text="Got out of being stuck by an undo")
    ended = StudyShareSerializer(help_text="Played to the end, solved or not")


class ArmResultsSerializer(serializers.Serializer[Any]):
    position = serializers.IntegerField()
    title = serializers.CharField()
    rules = serializers.DictField()
    puzzles = serializers.IntegerField()
    joined = serializers.IntegerField(allow_null=True, help_text="Null where all play all arms")
    began = serializers.IntegerField(help_text="Participants with a session of the arm")
    played = serializers.IntegerField(help_text="Participants who made a move in it")
    finished = serializers.IntegerField(help_text="Participants who are through with all of it")
    sessions = serializers.IntegerField(help_text="Begun")
    read = serializers.IntegerField(help_text="Over, and counted below")
    measures = StudyMeasuresSerializer(help_text="Shares of the sessions that are over")


class ArmComparisonSerializer(serializers.Serializer[Any]):
    position = serializers.IntegerField(help_text="Of the arm that is compared with the first")
    measure = serializers.ChoiceField(choices=list(COMPARED))
    value = serializers.FloatField(help_text="Its share less the first arm’s")
    low = serializers.FloatField(help_text="Newcombe’s interval, 95 %")
    high = serializers.FloatField()
    p = serializers.FloatField()
    p_holm = serializers.FloatField(help_text="Adjusted for all comparisons here")


class SampleRatioSerializer(serializers.Serializer[Any]):
    of = serializers.ChoiceField(choices=["joined", "played"])
    counts = serializers.ListField(child=serializers.IntegerField())
    chi2 = serializers.FloatField(help_text="Pearson’s, against equal shares")
    df = serializers.IntegerField()
    p = serializers.FloatField()
    exact = serializers.BooleanField(
        help_text=f"p is of all draws, not of χ²: fewer than {LEAST_EXPECTED} are expected in each"
    )
    warns = serializers.BooleanField(help_text="p is below 0.001: the arms can’t be trusted")


class StudyResultsSerializer(serializers.Serializer[Any]):
    code = serializers.CharField()
    status = serializers.ChoiceField(choices=Study.Status.choices)
    partial = serializers.BooleanField(
        help_text="The study is not closed: no difference is told yet"
    )
    who = serializers.ChoiceField(choices=WHO)
    joined = serializers.IntegerField(help_text="Take part")
    withdrawn = serializers.IntegerField(help_text="Did, and do not any more")
    arms = ArmResultsSerializer(many=True)
    comparisons = ArmComparisonSerializer(
        many=True,
        help_text=f"Once the study is closed, of arms with {LEAST_PLAYERS} players or more each",
    )
    sample_ratio = SampleRatioSerializer(many=True, help_text="Where an arm is drawn for each")
