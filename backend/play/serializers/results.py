"""The shapes of results and leaderboards."""

from __future__ import annotations

from typing import Any

from rest_framework import serializers

from backend.play.marks import MOST
from backend.play.models import Finish, Move, Session
from backend.play.serializers.players import PlayerSerializer
from backend.play.serializers.sessions import (
    WINNERS,
    HistoryLineSerializer,
    SessionSummarySerializer,
)


class SoFarSerializer(serializers.Serializer[Any]):
    played = serializers.IntegerField(help_text="Sessions with at least one move")
    solved = serializers.IntegerField(allow_null=True, help_text="null for a whole game")
    stuck_share = serializers.FloatField(
        allow_null=True,
        help_text="Share of them that got stuck at least once; null for a whole game",
    )
    won_share = serializers.FloatField(
        allow_null=True, help_text="Share of the whole games played to the end that people won"
    )


class ResultSerializer(serializers.Serializer[Any]):
    session = serializers.UUIDField()
    status = serializers.ChoiceField(choices=Session.Status.choices)
    winner = serializers.ChoiceField(choices=WINNERS, allow_null=True)
    scores = serializers.ListField(child=serializers.IntegerField(), allow_null=True)
    move_count = serializers.IntegerField()
    undo_count = serializers.IntegerField()
    hint_count = serializers.IntegerField()
    stuck_count = serializers.IntegerField(help_text="How often the board was stuck")
    time_ms = serializers.IntegerField(
        allow_null=True,
        help_text="From the first move to the last by the server's clock, less declared pauses",
    )
    marks = serializers.CharField(
        help_text="One a move: green it stands, yellow taken back, white a miss that the game "
        "counts (such as a tap on a wrong number), blue after a hint, red stuck. "
        f"Of more than {MOST} moves one for every few: the worst of theirs"
    )
    text = serializers.CharField(help_text="To share: it gives nothing of the board away")
    so_far = SoFarSerializer(
        allow_null=True, help_text="How it went for all so far; null for who gave up"
    )


class LeaderboardLineSerializer(serializers.Serializer[Any]):
    id = serializers.UUIDField(help_text="Of this line, to report its name")
    rank = serializers.IntegerField(
        allow_null=True, help_text="Equal lines share one; null: `unranked` says why"
    )
    unranked = serializers.ChoiceField(
        choices=Finish.Unranked.choices, allow_null=True, help_text="Why it has no rank"
    )
    name = serializers.CharField(allow_null=True)
    own = serializers.BooleanField(help_text="Whether it is the player's who asks")
    move_count = serializers.IntegerField(help_text="Of the session that was solved")
    time_ms = serializers.IntegerField(help_text="Without the pauses")
    paused_ms = serializers.IntegerField(
        help_text="Pauses that its client told of, from the first move to the last"
    )
    undo_count = serializers.IntegerField(
        help_text="Of all the player's sessions of this board, until it was first solved"
    )
    hint_count = serializers.IntegerField(help_text="Of the same sessions")


class LeaderboardSerializer(serializers.Serializer[Any]):
    date = serializers.DateField()
    game = serializers.CharField()
    level = serializers.CharField()
    puzzle = serializers.UUIDField()
    players = serializers.IntegerField(help_text="Lines there are, beyond those shown too")
    entries = LeaderboardLineSerializer(many=True, help_text="The first hundred")
    own = LeaderboardLineSerializer(allow_null=True, help_text="The player's own, with a token")


class ExportedEntrySerializer(HistoryLineSerializer):
    odd = serializers.ChoiceField(
        choices=Move.Odd.choices, allow_null=True, help_text="Why its times can't be true"
    )


class ExportedSessionSerializer(SessionSummarySerializer):
    history = ExportedEntrySerializer(
        many=True, help_text="What was tried and refused stands before what took its number"
    )


class ExportedStudySerializer(serializers.Serializer[Any]):
    code = serializers.CharField()
    name = serializers.CharField()
    agreed_at = serializers.DateTimeField()
    consent_hash = serializers.CharField(help_text="SHA-256 of the text that was agreed to")
    withdrawn_at = serializers.DateTimeField(
        allow_null=True, help_text="Since then the player does not take part any more"
    )
    sessions = serializers.ListField(
        child=serializers.UUIDField(), help_text="Those played for the study"
    )


class ExportSerializer(serializers.Serializer[Any]):
    player = PlayerSerializer()
    sessions = ExportedSessionSerializer(many=True, help_text="Oldest first")
    studies = ExportedStudySerializer(many=True, help_text="Those the player takes part in")
