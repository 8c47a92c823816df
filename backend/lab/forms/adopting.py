"""The form that makes a daily level of a proposal."""

from __future__ import annotations

from typing import Any

from django import forms

from backend.common.problems import Problem
from backend.lab.forms.fields import LongText
from backend.lab.models import LevelProposal
from backend.puzzles.bands import band_of, band_words, usual_band
from backend.puzzles.models import MAX_LEVEL_DESCRIPTION, MAX_LEVEL_KEY, MAX_LEVEL_TITLE
from backend.puzzles.services import check_level

NUMBER = {"required": "Write a number.", "invalid": "Write a number."}


class AdoptionForm(forms.Form):
    """Cleans to the arguments of `adopt_proposal`. Its band is at first the usual one."""

    title = LongText(
        MAX_LEVEL_TITLE,
        label="Title",
        help_text="What players read, such as Cosy",
        error_messages={"required": "A level needs a title."},
    )
    key = LongText(
        MAX_LEVEL_KEY,
        label="Key",
        help_text="Its name in addresses, such as cosy. It can’t be changed later",
        error_messages={"required": "A level needs a key."},
    )
    description = LongText(
        MAX_LEVEL_DESCRIPTION,
        label="Description",
        required=False,
        help_text="A sentence for players. May stay empty",
    )
    low = forms.FloatField(
        label="Difficulty from", error_messages=NUMBER, widget=forms.NumberInput({"step": "any"})
    )
    high = forms.FloatField(
        label="to", error_messages=NUMBER, widget=forms.NumberInput({"step": "any"})
    )

    def __init__(self, *args: Any, proposal: LevelProposal, **kwargs: Any) -> None:
        self.difficulties: list[float] = proposal.difficulties or []
        if self.difficulties:
            low, high = usual_band(self.difficulties)
            kwargs["initial"] = {"low": low, "high": high}
        super().__init__(*args, **kwargs)
        for field in self.fields.values():
            field.widget.attrs["autocomplete"] = "off"

    def clean(self) -> dict[str, Any]:
        cleaned = super().clean() or self.cleaned_data
        texts = {name: cleaned.get(name, "") for name in ("key", "title", "description")}
        low, high = cleaned.get("low"), cleaned.get("high")
        faults = check_level(
            difficulties=self.difficulties, low=low or 0.0, high=high or 0.0, **texts
        )
        for fault in faults:
            name = fault.pointer.removeprefix("/")
            ends = name in ("low", "high") and (low is None or high is None)
            if name not in self.errors and not ends:
                self.add_error(name, fault.message)
        return cleaned

    @property
    def band(self) -> tuple[float, float] | None:
        """The band as the form has it; None where it is none."""
        try:  # also of numbers that were found fault with
            low, high = (self.fields[name].clean(self[name].value()) for name in ("low", "high"))
        except forms.ValidationError:
            return None
        return (low, high) if low <= high else None

    def said(self) -> str:
        """How many of the measured boards lie in the band."""
        return band_words(band_of(self.difficulties, *self.band)) if self.band else ""

    def blame(self, refusal: Problem) -> None:
        """Say why it was refused: beside the field at fault, or above the form."""
        for fault in refusal.faults:
            self.add_error(fault.pointer.removeprefix("/"), fault.message)
        if not refusal.faults:
            self.add_error(None, str(refusal.detail))
