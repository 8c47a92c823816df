"""Fields of the queue form: one for each rule, read from the JSON Schema of the rules."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from django import forms
from django.core.exceptions import ValidationError

from backend.common.texts import unfit
from backend.lab.checking import too_long
from engines import Game
from engines.shared.numbers import whole_of_text


class LongText(forms.CharField):
    """Text of at most `most` characters, all to be seen. What is too long is said, where the
    browser's own `maxlength` would cut off what is pasted without a word."""

    def __init__(self, most: int, **kwargs: Any) -> None:
        super().__init__(**kwargs)
        self.most = most
        self.widget.attrs["data-most"] = most

    def validate(self, value: str) -> None:
        super().validate(value)
        if len(value) > self.most:
            raise ValidationError(too_long(self.most, len(value)))
        if wrong := unfit(value, lines=isinstance(self.widget, forms.Textarea)):
            raise ValidationError(wrong)


class WholeNumber(forms.IntegerField):
    """A whole number, as it is read from JSON too: 14.0 and 1e2 are some."""

    def to_python(self, value: Any) -> int | None:
        if value in self.empty_values:
            return None
        number = whole_of_text(str(value).strip())
        if number is None:
            raise ValidationError(self.error_messages["invalid"], code="invalid")
        return number


def whole_number(low: int | None, high: int | None, **kwargs: Any) -> WholeNumber:
    """A whole number between bounds, with refusals in words."""
    return WholeNumber(
        min_value=low,
        max_value=high,
        error_messages={
            "required": "Write a number.",
            "invalid": "Write a whole number.",
            "min_value": f"Too small: at least {low:,}." if low is not None else "",
            "max_value": f"Too large: at most {high:,}." if high is not None else "",
        },
        **kwargs,
    )


def decimal_number(low: float, high: float, **kwargs: Any) -> forms.FloatField:
    """Any number between bounds, with refusals in words."""
    field = forms.FloatField(
        min_value=low,
        max_value=high,
        error_messages={
            "required": "Write a number.",
            "invalid": "Write a number.",
            "min_value": f"Too small: at least {low:,.10g}.",
            "max_value": f"Too large: at most {high:,.10g}.",
        },
        **kwargs,
    )
    field.widget.attrs["step"] = "any"
    return field


def resolve(schema: Mapping[str, Any], root: Mapping[str, Any]) -> dict[str, Any]:
    """A property's schema with ``$ref`` and a lone ``allOf`` member put in place."""
    merged = dict(schema)
    if len(merged.get("allOf", ())) == 1:
        merged = {**merged.pop("allOf")[0], **merged}
    if "$ref" in merged:
        target: Any = root
        for part in merged.pop("$ref").removeprefix("#/").split("/"):
            target = target[part]
        merged = {**resolve(target, root), **merged}
    return merged


def rule_field(name: str, schema: Mapping[str, Any], default: Any) -> forms.Field:
    """The form field for one rule. `schema` is resolved JSON Schema."""
    common: dict[str, Any] = {
        "label": schema.get("title") or name.replace("_", " ").capitalize(),
        "help_text": schema.get("description", ""),
        "initial": default,
        "required": True,
    }
    if "enum" in schema or "const" in schema:
        values = schema.get("enum", [schema.get("const")])
        by_text = {str(value): value for value in values}
        return forms.TypedChoiceField(
            choices=[(text, text.replace("_", " ")) for text in by_text],
            coerce=lambda text: by_text.get(text, text),
            error_messages={
                "required": "Choose one.",
                "invalid_choice": f"Choose one of: {', '.join(by_text)}.",
            },
            **common,
        )
    kind = schema.get("type")
    if kind == "boolean":
        return forms.BooleanField(**{**common, "required": False})
    if kind == "integer":
        low, high = _bounds(schema, 1)
        field: forms.Field = whole_number(low, high, **common)
    elif kind == "number":
        low, high = _bounds(schema, 0)
        field = forms.FloatField(
            min_value=low,
            max_value=high,
            error_messages={"required": "Write a number.", "invalid": "Write a number."},
            **common,
        )
        field.widget.attrs["step"] = "any"
    elif kind == "string":
        return LongText(schema.get("maxLength", 1000), **common)
    else:
        return forms.JSONField(
            widget=forms.Textarea(attrs={"rows": 2}),
            error_messages={"invalid": "Write JSON, such as [] or {}."},
            **common,
        )
    if low is not None and high is not None:
        bounds = f"{low:,} to {high:,}"
        text = field.help_text
        field.help_text = f"{text}, {bounds}" if text else bounds
    return field


def _bounds(schema: Mapping[str, Any], step: int) -> tuple[Any, Any]:
    """Lowest and highest value; exclusive bounds of whole numbers move by `step`."""
    low, high = schema.get("minimum"), schema.get("maximum")
    if low is None and "exclusiveMinimum" in schema:
        low = schema["exclusiveMinimum"] + step
    if high is None and "exclusiveMaximum" in schema:
        high = schema["exclusiveMaximum"] - step
    return low, high


def rule_fields(game: Game) -> dict[str, forms.Field]:
    """A form field for each rule, in the rules' order."""
    schema = game.Rules.model_json_schema()
    defaults = game.Rules().model_dump(mode="json")
    return {
        name: rule_field(name, resolve(part, schema), defaults.get(name, part.get("default")))
        for name, part in schema["properties"].items()
    }


def per_cent(**kwargs: Any) -> forms.FloatField:
    """A share in per cent, for people; may be left empty."""
    return decimal_number(0, 100, required=False, **kwargs)
