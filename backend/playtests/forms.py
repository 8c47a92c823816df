"""The forms of a study, its arms made from what the game declares."""

from __future__ import annotations

import re
from typing import Any
from uuid import UUID

from django import forms
from django.core.exceptions import ValidationError

from backend.lab.forms import RULE, rule_fields
from backend.lab.forms.fields import LongText, whole_number
from backend.playtests.models import (
    MAX_ARMS,
    MAX_CONSENT,
    MAX_NAME,
    MAX_PUZZLES,
    MAX_QUESTION,
    MAX_WANTED,
    Study,
)
from engines import Game

USUAL_CONSENT = (
    "You take part in a study of how people play this puzzle. Your moves, undos, hints and think "
    "times are kept, without your name and without anything that says who you are. You may stop "
    "at any time. If you erase your player, nothing links what you played to you any more."
)

MAX_IDS = 10_000
"""Characters: room for `MAX_PUZZLES` ids, a line each."""


class AmendForm(forms.Form):
    """What may be changed at any time."""

    name = LongText(
        MAX_NAME,
        label="Name",
        help_text="People see it when they join",
        error_messages={"required": "Give it a name."},
    )
    question = LongText(
        MAX_QUESTION,
        required=False,
        label="Question",
        widget=forms.Textarea(attrs={"rows": 2}),
        help_text="What do you want to know? People see it too: word it so that it does not lead",
    )
    wanted = whole_number(
        1,
        MAX_WANTED,
        label="People wanted",
        initial=40,
        help_text="When so many have joined, nobody else can",
    )


class StudyForm(AmendForm):
    """All of a study but its game and arms."""

    assignment = forms.ChoiceField(
        label="Who plays what",
        choices=[(key, label.capitalize()) for key, label in Study.Assignment.choices],
        initial=Study.Assignment.ONE,
        error_messages={"required": "Choose one.", "invalid_choice": "Choose one of the list."},
    )
    consent = LongText(
        MAX_CONSENT,
        label="What people agree to",
        initial=USUAL_CONSENT,
        widget=forms.Textarea(attrs={"rows": 4}),
        help_text="Shown whole before anybody joins; it can’t be changed once the study was opened",
        error_messages={"required": "Write what people agree to when they join."},
    )
    field_order = ("name", "question", "assignment", "wanted", "consent")


class ArmForm(forms.Form):
    """An arm's title, rules and puzzles. Cleans to what `create_study` takes for an arm."""

    title = LongText(
        MAX_NAME,
        required=False,
        label="Title",
        help_text="May stay empty: then it is named after its rules. People do not see it",
    )
    fresh = whole_number(
        0,
        MAX_PUZZLES,
        label="Puzzles to make",
        initial=3,
        help_text="Fresh boards by the rules below, each with its proof",
    )
    puzzles = LongText(
        MAX_IDS,
        required=False,
        strip=True,
        label="Or stored puzzles",
        widget=forms.Textarea(attrs={"rows": 2, "spellcheck": "false"}),
        help_text="Their ids, one to a line. The rules of the arm are then theirs",
    )

    def __init__(self, *args: Any, game: Game, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.game = game
        for name, field in rule_fields(game).items():
            self.fields[RULE + name] = field
        for name, field in self.fields.items():
            field.widget.attrs["data-part"] = name
            field.widget.attrs["autocomplete"] = "off"

    @property
    def rule_fields(self) -> list[forms.BoundField]:
        return [self[name] for name in self.fields if name.startswith(RULE)]

    def clean_puzzles(self) -> list[UUID]:
        found = []
        for text in re.split(r"[\s,;]+", self.cleaned_data["puzzles"].strip()):
            if not text:
                continue
            try:
                found.append(UUID(text))
            except ValueError:
                raise ValidationError(f"“{text[:50]}” is no id of a puzzle.") from None
        return found

    @property
    def wanted(self) -> dict[str, Any]:
        """The arm as the services take it; the form is valid."""
        told = self.cleaned_data
        rules = {
            name.removeprefix(RULE): value for name, value in told.items() if name.startswith(RULE)
        }
        return {
            "title": told["title"],
            "rules": rules,
            "puzzles": told["puzzles"],
            "fresh": told["fresh"],
        }


class BaseArms(forms.BaseFormSet):
    default_error_messages = {
        **forms.BaseFormSet.default_error_messages,
        "too_many_forms": f"A study has at most {MAX_ARMS} arms.",
        "too_few_forms": "A study needs an arm.",
    }

    def get_form_kwargs(self, index: int | None) -> dict[str, Any]:
        # An arm left as it came is an arm too, not an empty line.
        return {**super().get_form_kwargs(index), "empty_permitted": False}


Arms = forms.formset_factory(
    ArmForm,
    formset=BaseArms,
    extra=0,
    min_num=1,
    validate_min=True,
    max_num=MAX_ARMS,
    absolute_max=MAX_ARMS + 1,
    validate_max=True,
)


def arm_initial(
    title: str, rules: dict[str, Any], fresh: int = 3, puzzles: list[UUID] | None = None
) -> dict[str, Any]:
    """Initial values of an `ArmForm`."""
    return {
        "title": title,
        "fresh": fresh,
        "puzzles": "\n".join(str(pk) for pk in puzzles or []),
        **{RULE + name: value for name, value in rules.items()},
    }
