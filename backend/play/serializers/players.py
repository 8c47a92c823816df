"""The shapes of players: their names, codes, statistics, archive."""

from __future__ import annotations

from typing import Any

from rest_framework import serializers

from backend.common.fields import (
    QueryIntegerField,
    StrictCharField,
    StrictDateField,
    StrictSerializer,
)
from backend.play.models import MAX_NAME, MAX_NAME_POINTS

STATUSES = ["new", "active", "solved", "finished", "abandoned"]


# What clients send ------------------------------------------------------------------------
class ChangePlayer(StrictSerializer):
    name = StrictCharField(
        required=False,
        cleaned=True,
        max_length=MAX_NAME_POINTS,
        allow_blank=True,
        allow_null=True,
        help_text=f"1 to {MAX_NAME} characters, as people count them, after cleaning (NFC, nothing "
        "invisible); null or empty takes it away",
    )


class ClaimPlayer(StrictSerializer):
    code = StrictCharField(max_length=40, help_text="As the other device shows it")


class ArchiveQuery(StrictSerializer):
    limit = QueryIntegerField(min_value=1, max_value=31, default=7, help_text="Dates a page")
    after = StrictDateField(required=False, default=None, help_text="From `next`")


# What they get ------------------------------------------------------------------------------
class PlayerSerializer(serializers.Serializer[Any]):
    id = serializers.UUIDField()
    name = serializers.CharField(allow_null=True, help_text="Shown on leaderboards")
    created_at = serializers.DateTimeField()
    last_seen = serializers.DateTimeField()


class NewPlayerSerializer(serializers.Serializer[Any]):
    id = serializers.UUIDField()
    token = serializers.CharField(help_text="Shown this once: keep it")


class CodeSerializer(serializers.Serializer[Any]):
    code = serializers.CharField(help_text="To be typed in on the other device")
    expires_at = serializers.DateTimeField()


class StreakSerializer(serializers.Serializer[Any]):
    current = serializers.IntegerField(help_text="Puzzle dates in a row, up to now")
    longest = serializers.IntegerField()
    last = serializers.DateField(allow_null=True, help_text="The last date that counts")


class GameStatsSerializer(serializers.Serializer[Any]):
    game = serializers.CharField()
    level = serializers.CharField(allow_null=True)
    played = serializers.IntegerField(help_text="Sessions with at least one move")
    solved = serializers.IntegerField()
    finished = serializers.IntegerField(help_text="Whole games for two that ended")
    won = serializers.IntegerField(help_text="Of those, against a bot")
    stuck = serializers.IntegerField(help_text="Sessions that got stuck at least once")
    moves = serializers.IntegerField()
    undos = serializers.IntegerField()
    hints = serializers.IntegerField()
    mean_think_ms = serializers.IntegerField(allow_null=True)


class StatsSerializer(serializers.Serializer[Any]):
    streak = StreakSerializer()
    games = GameStatsSerializer(many=True)


class ArchivePuzzleSerializer(serializers.Serializer[Any]):
    game = serializers.CharField()
    level = serializers.CharField()
    puzzle = serializers.UUIDField(
        allow_null=True,
        help_text="null: nobody has asked for it yet; `daily/DATE/GAME/LEVEL/` has it made",
    )
    status = serializers.ChoiceField(
        choices=STATUSES, help_text="How far the player got; new: not begun"
    )
    session = serializers.UUIDField(allow_null=True, help_text="The one that got furthest")


class ArchiveDaySerializer(serializers.Serializer[Any]):
    date = serializers.DateField()
    puzzles = ArchivePuzzleSerializer(many=True)


class ArchivePage(serializers.Serializer[Any]):
    next = serializers.CharField(allow_null=True, help_text="Address of the next page")
    results = ArchiveDaySerializer(many=True)
