"""The shapes of importing and exporting recorded play."""

from __future__ import annotations

from typing import Any

from rest_framework import serializers

from backend.common.fields import (
    QueryIntegerField,
    StrictCharField,
    StrictChoiceField,
    StrictDateField,
    StrictSerializer,
)
from backend.play.models import MAX_CLIENT
from backend.playtests.models import MAX_ARMS, Import
from backend.playtests.models.imports import MAX_SOURCE

YES = ("true", "false")


class ImportQuery(StrictSerializer):
    source = StrictCharField(
        max_length=MAX_SOURCE, help_text="Where it was recorded: ids are known by it"
    )
    dry_run = StrictChoiceField(
        choices=YES, default="false", help_text="Say what would be, store nothing"
    )
    all_or_nothing = StrictChoiceField(
        choices=YES, default="false", help_text="Store nothing if anything is wrong"
    )


class LineFaultSerializer(serializers.Serializer[Any]):
    line = serializers.IntegerField(help_text="Counts from 1")
    session = serializers.CharField(help_text="As the file calls it; empty if it can't be told")
    pointer = serializers.CharField(
        help_text="JSON pointer into the line; in CSV the column's name after a slash"
    )
    message = serializers.CharField(help_text="What is wrong, and what would be right")


class ImportReportSerializer(serializers.Serializer[Any]):
    sessions = serializers.IntegerField(help_text="Read: stored, there already, and refused")
    stored = serializers.IntegerField(help_text="In a dry run: that would be stored")
    there = serializers.IntegerField(help_text="Were imported before")
    refused = serializers.IntegerField()
    entries = serializers.IntegerField(help_text="Of the sessions stored")
    boards = serializers.IntegerField(help_text="Stored for the first time")
    unproven = serializers.IntegerField(help_text="Of these, not solved by anybody yet")
    faults = LineFaultSerializer(many=True)
    stopped_at = serializers.IntegerField(
        allow_null=True,
        help_text="The line before which reading ended, after a hundred faults; null: all was read",
    )
    dry_run = serializers.BooleanField()


class ImportStateSerializer(serializers.Serializer[Any]):
    id = serializers.UUIDField()
    status = serializers.ChoiceField(
        choices=Import.Status.choices,
        help_text="waiting and reading: look again; looked_at: a dry run is through",
    )
    share_read = serializers.FloatField(help_text="Of the file, 0 to 1")
    error = serializers.CharField(allow_null=True, help_text="Why it failed, and what is stored")
    report = ImportReportSerializer(help_text="What came of what was read by now")


class ExportQuery(StrictSerializer):
    layout = StrictChoiceField(choices=Import.Layout.choices, default="jsonl")
    who = StrictChoiceField(
        choices=["people", "synthetic", "everyone"],
        default="people",
        help_text="People's sessions, simulated people's, or both",
    )
    game = StrictCharField(max_length=40, required=False, help_text="A game's slug")
    puzzle = serializers.UUIDField(required=False, help_text="A puzzle's id")
    level = StrictCharField(max_length=40, required=False)
    hints = StrictChoiceField(choices=["with", "without"], required=False)
    client = StrictCharField(max_length=MAX_CLIENT, required=False)
    source = StrictCharField(
        max_length=MAX_SOURCE, required=False, help_text="here, imported, or the name of a source"
    )
    study = StrictCharField(
        max_length=40, required=False, help_text="A study's code: only sessions played for it"
    )
    arm = QueryIntegerField(
        min_value=0,
        max_value=MAX_ARMS - 1,
        required=False,
        help_text="With `study`: only its arm at this position, the first is 0",
    )
    since = StrictDateField(required=False, help_text="First date (UTC)")
    until = StrictDateField(required=False, help_text="Last date (UTC)")

    def validate(self, attrs: dict[str, Any]) -> dict[str, Any]:
        if "arm" in attrs and "study" not in attrs:
            raise serializers.ValidationError({"arm": "Say of which study: give its code too."})
        since, until = attrs.get("since"), attrs.get("until")
        if since and until and until < since:
            raise serializers.ValidationError({"until": f"This is before since, {since}."})
        return attrs
