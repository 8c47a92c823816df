"""Input fields that take exactly what the OpenAPI document says, and nothing more.

REST framework's own take `"3"` for 3, `3` for `"3"`, `"yes"` for true, and drop names they do
not know. A client that relies on such a kindness breaks with the next, stricter server.
"""

from __future__ import annotations

import re
from datetime import date, datetime
from functools import cached_property
from typing import Any, cast
from uuid import UUID

from rest_framework import serializers

from backend.common.moments import NEEDED, read_date, read_moment
from backend.common.texts import unfit
from engines.shared.numbers import WITH_ALL_DIGITS, is_inexact, whole, whole_of_text

UUID_TEXT = re.compile(r"[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}", re.IGNORECASE)


# The framework's own words, put into ours for all its fields: this module is imported by whatever
# reads input, and a field gathers its words when it is made.
_LIST = {
    "not_a_list": "A list is needed here, in square brackets.",
    "empty": "This list may not be empty.",
    "min_length": "At least {min_length} are needed here.",
    "max_length": "At most {max_length} are allowed here.",
}
_BOUNDS = {
    "min_value": "At least {min_value:,} is needed here.",
    "max_value": "At most {max_value:,} is allowed here.",
    "max_string_length": "This number is too long to be read.",
}
WORDS: dict[type[serializers.Field[Any, Any, Any, Any]], dict[str, str]] = {
    serializers.Field: {
        "required": "Is missing.",
        "null": "A value is needed here, not null.",
    },
    serializers.CharField: {
        "invalid": "A text is needed here.",
        "blank": "This text may not be empty.",
        "min_length": "At least {min_length} characters are needed here.",
        "max_length": "At most {max_length} characters are allowed here.",
    },
    serializers.IntegerField: {"invalid": "A whole number is needed here, such as 3.", **_BOUNDS},
    serializers.FloatField: {"invalid": "A number is needed here, such as 0.5.", **_BOUNDS},
    serializers.BooleanField: {"invalid": "true or false is needed here."},
    serializers.ChoiceField: {"invalid_choice": "“{input}” is none of the choices."},
    serializers.UUIDField: {
        "invalid": "An id is needed here, such as 01890a5d-ac96-774b-bcce-b302099a8057."
    },
    serializers.ListField: _LIST,
    serializers.ListSerializer: _LIST,
    serializers.DictField: {
        "not_a_dict": "An object is needed here, in braces.",
        "empty": "This object may not be empty.",
    },
    serializers.JSONField: {"invalid": "This is no JSON value."},
}
for _field, _words in WORDS.items():
    _field.default_error_messages = {**_field.default_error_messages, **_words}


class StrictIntegerField(serializers.IntegerField):
    """A JSON number without a fraction (3, 3.0 and 3e0 are the same JSON number)."""

    def to_internal_value(self, data: Any) -> int:
        return self._checked(data, whole(data))

    def _checked(self, data: Any, number: int | None) -> int:
        if number is None and is_inexact(data):
            raise serializers.ValidationError(f"{WITH_ALL_DIGITS}.", code="invalid")
        if number is None:
            self.fail("invalid")
        return number


class QueryIntegerField(StrictIntegerField):
    """The same number as the text of an address's parameter."""

    def to_internal_value(self, data: Any) -> int:
        return self._checked(data, whole_of_text(data) if isinstance(data, str) else None)


class StrictFloatField(serializers.FloatField):
    default_error_messages = {"invalid": "A number is needed here, such as 0.5."}

    def to_internal_value(self, data: Any) -> float:
        if not isinstance(data, int | float) or isinstance(data, bool):
            self.fail("invalid")
        return float(data)


class StrictBooleanField(serializers.BooleanField):
    default_error_messages = {"invalid": "true or false is needed here."}

    def to_internal_value(self, data: Any) -> bool:
        if not isinstance(data, bool):
            self.fail("invalid")
        return data


class StrictCharField(serializers.CharField):
    """A JSON string that people can read, kept as it came.

    Line breaks may stand in it only where it has several `lines`. One that is `cleaned` by whoever
    takes it may hold anything.
    """

    default_error_messages = {"invalid": "A text is needed here, in quotation marks."}

    def __init__(self, *, lines: bool = False, cleaned: bool = False, **options: Any) -> None:
        options.setdefault("trim_whitespace", False)
        super().__init__(**options)
        self.lines, self.cleaned = lines, cleaned

    def to_internal_value(self, data: Any) -> str:
        if not isinstance(data, str):
            self.fail("invalid")
        if not self.cleaned and (wrong := unfit(data, lines=self.lines)):
            raise serializers.ValidationError(wrong, code="not_allowed")
        return data


class StrictChoiceField(serializers.ChoiceField):
    """One of a few texts."""

    default_error_messages = {
        "invalid": "A text is needed here, in quotation marks.",
        "invalid_choice": "This is none of the choices: {choices}.",
    }

    def to_internal_value(self, data: Any) -> Any:
        if not isinstance(data, str):
            self.fail("invalid")
        if data not in self.choices:
            self.fail("invalid_choice", choices=", ".join(map(str, self.choices)))
        return data


class StrictUUIDField(serializers.UUIDField):
    """An id in its usual spelling, 8-4-4-4-12 hexadecimal digits."""

    default_error_messages = {
        "invalid": "An id is needed here, such as 01890a5d-ac96-774b-bcce-b302099a8057."
    }

    def to_internal_value(self, data: Any) -> UUID:
        if not isinstance(data, str) or not UUID_TEXT.fullmatch(data):
            self.fail("invalid")
        return UUID(data)


class StrictDateField(serializers.DateField):
    """A calendar date as YYYY-MM-DD, and in no shorter spelling."""

    default_error_messages = {"invalid": "A date is needed here, such as 2026-04-01."}

    def to_internal_value(self, value: Any) -> date:
        day = read_date(value) if isinstance(value, str) else None
        if day is None:
            self.fail("invalid")
        return day


class StrictMomentField(serializers.DateTimeField):
    """A moment as RFC 3339 has it, its offset from UTC included."""

    default_error_messages = {"invalid": NEEDED}

    def to_internal_value(self, value: Any) -> datetime:
        moment = read_moment(value) if isinstance(value, str) else None
        if moment is None:
            self.fail("invalid")
        return moment


class StrictSerializer(serializers.Serializer[Any]):
    """An object with these members and no others."""

    default_error_messages = {
        "invalid": "An object is needed here, with these names: {known}.",
        "unknown": "There is no such name here. Known: {known}.",
    }

    def to_internal_value(self, data: Any) -> Any:
        if not isinstance(data, dict):
            message = self.error_messages["invalid"].format(known=", ".join(self._known) or "none")
            raise serializers.ValidationError({"non_field_errors": [message]}, code="invalid")
        errors: dict[str, Any] = {}
        if unknown := [name for name in data if name not in self._known]:
            message = self.error_messages["unknown"].format(known=", ".join(self._known) or "none")
            detail = serializers.ErrorDetail(message, code="unknown")
            errors = {name: [detail] for name in unknown}
        try:
            value = super().to_internal_value(data)
        except serializers.ValidationError as error:
            errors |= cast(dict[str, Any], error.detail)
        if errors:
            raise serializers.ValidationError(errors)
        return value

    @cached_property
    def _known(self) -> list[str]:
        return [name for name, field in self.fields.items() if not field.read_only]
