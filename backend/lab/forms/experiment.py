"""What is asked, how large it is, and what may be written down with it."""

from __future__ import annotations

from typing import Any

from django import forms
from django.core.exceptions import ValidationError

from backend.lab.checking import check_tags
from backend.lab.forms.fields import LongText, per_cent, whole_number
from backend.lab.models import MAX_REPLICATES, MAX_TITLE, MAX_TRIALS, Experiment
from engines import Fault, Game
from engines.randomness import MAX_SEED


class NotesForm(forms.Form):
    """What may be written down with an experiment, now or later.

    Cleans to `note`, `tags` (a list) and `bands` (two shares, or None).
    """

    note = LongText(
        10_000,
        required=False,
        label="Note",
        widget=forms.Textarea(attrs={"rows": 2}),
        help_text="Anything worth remembering, such as what you expect",
    )
    tags = LongText(
        500,
        required=False,
        label="Tags",
        help_text="With commas between them, to find it again",
    )
    sometimes = per_cent(label="“Sometimes” begins at %", help_text="Below it: hardly ever")
    often = per_cent(label="“Often” begins at %", help_text="From there on: often")

    def __init__(self, *args: Any, game: Game, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        if not has_bands(game):
            del self.fields["sometimes"], self.fields["often"]

    def clean_tags(self) -> list[str]:
        faults: list[Fault] = []
        found = check_tags(self.cleaned_data["tags"].split(","), faults)
        if faults:
            raise ValidationError([fault.message for fault in faults])
        return found

    def clean(self) -> dict[str, Any]:
        cleaned = super().clean() or self.cleaned_data
        low, high = cleaned.pop("sometimes", None), cleaned.pop("often", None)
        cleaned["bands"] = None
        unreadable = self.errors.keys() & {"sometimes", "often"}
        if unreadable or (low is None and high is None):
            return cleaned
        if low is None or high is None:
            self.add_error("often" if high is None else "sometimes", "Give both, or neither.")
        elif low >= high:
            self.add_error("often", "“Often” begins above “sometimes”.")
        else:
            cleaned["bands"] = [low / 100, high / 100]
        return cleaned


def has_bands(game: Game) -> bool:
    """Whether its headline is a rate."""
    return next(m for m in game.metrics if m.headline).kind == "proportion"


def notes_initial(experiment: Experiment) -> dict[str, Any]:
    """Initial values of a `NotesForm`."""
    low, high = experiment.bands or (None, None)
    return {
        "note": experiment.note,
        "tags": ", ".join(experiment.tags),
        "sometimes": low if low is None else round(low * 100, 6),
        "often": high if high is None else round(high * 100, 6),
    }


class ExperimentForm(NotesForm):
    """What is asked, and how large the experiment is."""

    title = LongText(
        MAX_TITLE,
        label="Title",
        error_messages={"required": "Give it a title, to find it again."},
    )
    question = LongText(
        2_000,
        required=False,
        label="Question",
        widget=forms.Textarea(attrs={"rows": 2}),
        help_text="What do you want to know? It is shown above the result.",
    )
    trials = whole_number(
        1,
        MAX_TRIALS,
        label="Plays in each replicate",
        initial=20_000,
        help_text="Simulated plays; more plays, narrower intervals",
    )
    replicates = whole_number(
        1,
        MAX_REPLICATES,
        label="Replicates",
        initial=3,
        help_text="Independent repeats of each variant, shown one by one",
    )
    seed = whole_number(
        0,
        MAX_SEED,
        label="Seed",
        initial=1,
        help_text="The same seed gives identical numbers, on any machine",
    )
    same_players = forms.BooleanField(
        required=False,
        label="Every variant has the baseline’s players",
        help_text="Whatever is chosen at the variants: then the rules alone differ.",
    )
    both_seats = forms.BooleanField(
        required=False,
        label="Also with the seats swapped",
        help_text=(
            "Where the two players differ, the same games again with the other one moving first: "
            "only then does the result tell how good they are, whoever begins."
        ),
    )

    def __init__(self, *args: Any, game: Game, **kwargs: Any) -> None:
        super().__init__(*args, game=game, **kwargs)
        if game.players != 2:
            del self.fields["both_seats"]
            self.fields["same_players"].label = "Every variant has the baseline’s simulated player"
