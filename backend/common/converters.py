"""Parts of addresses. What does not fit is an unknown address: 404."""

from __future__ import annotations

from datetime import date

from django.urls import register_converter


class DateConverter:
    """A calendar date, YYYY-MM-DD."""

    regex = r"[0-9]{4}-[0-9]{2}-[0-9]{2}"

    def to_python(self, value: str) -> date:
        return date.fromisoformat(value)  # ValueError: no match

    def to_url(self, value: date) -> str:
        return value.isoformat()


register_converter(DateConverter, "date")
