"""Fields that choose the boards of an experiment."""

from __future__ import annotations

import re
from typing import Any
from uuid import UUID

from django import forms
from django.core.exceptions import ValidationError

from backend.lab.models import BoardChoice
from engines.shared.characters import visible

ID = re.compile(r"[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}", re.IGNORECASE)

CHOICES = (
    (BoardChoice.PAIRED, "The same boards for all variants"),
    (BoardChoice.FRESH, "Boards of its own for each variant"),
    (BoardChoice.FIXED, "Stored puzzles that you choose"),
)

MEANING = {
    BoardChoice.PAIRED: (
        "Each play has a new board, and all variants share their random numbers: where their rules "
        "draw the same, play 17 of each is on the same board. Differences show sooner. The usual "
        "choice."
    ),
    BoardChoice.FRESH: (
        "Each play has a new board, and every variant random numbers of its own. Then plays "
        "have nothing in common, and intervals of differences are often wider."
    ),
    BoardChoice.FIXED: (
        "All variants play these very puzzles, each as often as any other. The result also tells "
        "them apart, board by board."
    ),
}


class PuzzleIds(forms.CharField):
    """Ids of puzzles, or addresses with ids in them, with spaces or line breaks between.

    Cleans to a list of ids. Twice the same is left for the service to say.
    """

    widget = forms.Textarea

    def to_python(self, value: Any) -> list[UUID]:  # type: ignore[override]
        words = re.split(r"[\s,;]+", value or "")
        return [_read(word) for word in words if word]

    def prepare_value(self, value: Any) -> Any:
        return "\n".join(map(str, value)) if isinstance(value, list | tuple) else value


def _read(word: str) -> UUID:
    found = ID.search(word)
    if found is None:
        shown = f"{word[:40]}…" if len(word) > 40 else word
        raise ValidationError(visible(f"“{shown}” is no id of a puzzle."))
    return UUID(found[0])


def choice_field() -> forms.ChoiceField:
    """Which boards; left out it is the usual choice."""
    return forms.ChoiceField(
        choices=CHOICES,
        required=False,
        initial=BoardChoice.PAIRED,
        label="Boards",
        widget=forms.RadioSelect,
        error_messages={"invalid_choice": "Choose one of the three."},
    )
