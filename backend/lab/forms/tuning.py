"""The form that begins a tuning: what is searched, where, and for what."""

from __future__ import annotations

from typing import Any

from django import forms
from django.utils.safestring import mark_safe

from backend.lab.differences import rule_labels, show
from backend.lab.forms.fields import LongText, whole_number
from backend.lab.models import MAX_STEPS, MAX_TITLE, MAX_TRIALS
from backend.lab.tuning.checking import MAX_RULES, SearchRequest, searchable
from engines import Game, headline_of
from engines.randomness import MAX_SEED

VALUES = "values_"


def _ticks(label: str, choices: tuple[Any, ...]) -> forms.Field:
    """A box to tick for each value of a rule that is a choice; cleans to the values ticked."""
    by_text = {str(value): value for value in choices}
    return forms.TypedMultipleChoiceField(
        label=f"{label}: which to try",
        required=False,
        choices=[(text, show(value)) for text, value in by_text.items()],
        coerce=lambda text: by_text.get(text, text),
        initial=list(by_text),
        widget=forms.CheckboxSelectMultiple,
        error_messages={"invalid_choice": "Tick some of these."},
    )


class TuningForm(forms.Form):
    """Cleans to the arguments of `create_tuning` that are not the base rules and the policy.

    Of a rate the target is given in per cent.
    """

    title = LongText(
        MAX_TITLE, required=False, label="Title", help_text="May stay empty: then it is named"
    )
    trials = whole_number(
        1,
        MAX_TRIALS,
        label="Plays of each value tried",
        initial=10_000,
        help_text="10,000 give about ± 1 point, 40,000 half of that",
    )
    steps = whole_number(
        1, MAX_STEPS, label="At most so many steps", initial=8, help_text="Each is an experiment"
    )
    seed = whole_number(
        0, MAX_SEED, label="Seed", initial=1, help_text="The same seed gives the same search"
    )

    def __init__(self, *args: Any, game: Game, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.game = game
        headline = headline_of(game)
        self.percent = headline.kind == "proportion"
        if not self.percent:
            self.fields["trials"].help_text = "More plays, narrower intervals"
        unit = "in %" if self.percent else f"in {headline.unit}" if headline.unit else ""
        for name, label in (("low", "From"), ("high", "To")):
            self.fields[name] = forms.FloatField(
                label=f"{label} {unit}".strip(),
                widget=forms.NumberInput(attrs={"step": "any"}),
                error_messages={"required": "Write a number.", "invalid": "Write a number."},
            )
        for at in range(MAX_RULES):
            self._add_rule(at)
        for rule, choices in searchable(game).items():
            if choices is not None:
                self.fields[VALUES + rule] = _ticks(rule_labels(game)[rule], choices)
        for field in self.fields.values():
            field.widget.attrs["autocomplete"] = "off"

    @property
    def searched(self) -> list[list[forms.BoundField]]:
        """The fields of each rule to search: which, from, to."""
        return [
            [self[f"{name}_{at}"] for name in ("rule", "from", "to")] for at in range(MAX_RULES)
        ]

    @property
    def choices(self) -> list[tuple[str, forms.BoundField]]:
        """Of each rule that is a choice: its name, and which of its values to try."""
        return [
            (name.removeprefix(VALUES), self[name])
            for name in self.fields
            if name.startswith(VALUES)
        ]

    def _add_rule(self, at: int) -> None:
        labels = rule_labels(self.game)
        kinds = searchable(self.game)
        self.fields[f"rule_{at}"] = forms.ChoiceField(
            label="Rule" if at == 0 else "and another rule",
            required=at == 0,
            choices=[("", "choose …" if at == 0 else "none")]
            + [
                (name, labels[name] + ("" if choices is None else " (a choice)"))
                for name, choices in kinds.items()
            ],
            error_messages={
                "required": "Choose a rule.",
                "invalid_choice": "Choose one of the list.",
            },
        )
        for name, label in (("from", "Lowest value"), ("to", "Highest value")):
            field = whole_number(-(2**31), 2**31, label=label, required=False)
            field.help_text = mark_safe('<span class="whose">Empty where it is a choice</span>')
            self.fields[f"{name}_{at}"] = field

    def clean(self) -> dict[str, Any]:
        cleaned = super().clean() or self.cleaned_data
        search: list[SearchRequest] = []
        for at in range(MAX_RULES):
            rule, low, high = (cleaned.pop(f"{n}_{at}", None) for n in ("rule", "from", "to"))
            if rule:
                values = cleaned.get(VALUES + rule)
                search.append({"rule": rule, "low": low, "high": high, "values": values})
        for rule, _ in self.choices:
            cleaned.pop(VALUES + rule, None)
        cleaned["search"] = search
        self._searched = [one["rule"] for one in search]
        scale = 100 if self.percent else 1
        self._ends = ends = [cleaned.pop(name, None) for name in ("low", "high")]
        cleaned["target"] = [end / scale for end in ends if end is not None]
        return cleaned

    def blame(self, pointer: str, message: str) -> None:
        """Say a fault such as ``/search/1/high`` beside its field."""
        parts = pointer.strip("/").split("/")
        name = {"target": "high", "search": "rule_0"}.get(parts[0], parts[0])
        if parts[0] == "target":
            message = self._about_target() or message
        if parts[0] == "search" and len(parts) == 3:
            fields = {"rule": "rule", "low": "from", "high": "to", "values": "rule"}
            name = f"{fields[parts[2]]}_{parts[1]}"
            if parts[2] == "values":
                name = VALUES + self._searched[int(parts[1])]
        self.add_error(name if name in self.fields else None, message)

    def _about_target(self) -> str:
        """What is wrong with it, in the units of the form: over REST a rate is a share."""
        low, high = self._ends
        unit = " %" if self.percent else ""
        if low >= high:
            return f"More than where it begins, {low:g}{unit}."
        return "A rate lies between 0 and 100 %." if self.percent else ""
