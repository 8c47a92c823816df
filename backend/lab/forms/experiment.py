"""What is asked, how large it is, and what may be written down with it."""

from __future__ import annotations

from typing import Any

from django import forms
from django.core.exceptions import ValidationError

from backend.lab.checking import check_tags
from backend.lab.forms.boards import PuzzleIds, choice_field
from backend.lab.forms.fields import LongText, decimal_number, per_cent, whole_number
from backend.lab.models import MAX_REPLICATES, MAX_TITLE, MAX_TRIALS, BoardChoice, Experiment
from backend.lab.planning import LARGEST, Wish, is_rate
from backend.statistics.planning import POWER
from engines import Fault, Game, headline_of
from engines.randomness import MAX_SEED

MOST_PRECISE = 0.000_1


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
        if not is_rate(game):
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
    """What is asked, and how large the experiment is.

    Cleans to `trials`, or to a `wish` that they follow from (see `backend.lab.planning`), besides
    what the notes clean to.
    """

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
    boards = choice_field()
    puzzles = PuzzleIds(
        required=False,
        label="Puzzles",
        widget=forms.Textarea(attrs={"rows": 3, "spellcheck": "false"}),
        help_text="Their ids or addresses, one a line; the order is that of the result",
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
        self.scale = 100 if is_rate(game) else 1
        self.fields |= _wish_fields(game)
        if game.players != 2:
            del self.fields["both_seats"]
            self.fields["same_players"].label = "Every variant has the baseline’s simulated player"

    def clean(self) -> dict[str, Any]:
        cleaned = super().clean()
        cleaned["boards"] = cleaned.get("boards") or BoardChoice.PAIRED
        if cleaned["boards"] != BoardChoice.FIXED:  # what was picked before is no longer meant
            cleaned["puzzles"] = []
            self.errors.pop("puzzles", None)
        precision, difference = (self._in_unit(cleaned, name) for name in WISHES)
        power = cleaned.pop("power", None)
        wished = bool({*WISHES, "power"} & self.errors.keys())
        cleaned["wish"] = None
        if precision is not None or difference is not None:
            wished = True
            cleaned["wish"] = Wish(precision, difference, POWER if power is None else power / 100)
        if wished:
            self.errors.pop("trials", None)  # they follow
        return cleaned

    def _in_unit(self, cleaned: dict[str, Any], name: str) -> float | None:
        value: float | None = cleaned.pop(name, None)
        return None if value is None else value / self.scale


WISHES = ("precision", "difference")


def _wish_fields(game: Game) -> dict[str, forms.Field]:
    """What the number of plays may follow from: of a rate in points, else in the mean's unit."""
    headline = headline_of(game)
    unit = "points" if is_rate(game) else headline.unit or "so much"
    called, most = ("rate", 100) if is_rate(game) else ("mean", LARGEST)
    return {
        "precision": decimal_number(
            MOST_PRECISE,
            most / 2,
            required=False,
            label=f"Each {called} to ± {unit}",
            help_text="Half the width of its 95 % interval, at most",
        ),
        "difference": decimal_number(
            MOST_PRECISE,
            most,
            required=False,
            label=f"A difference to be seen, in {unit}",
            help_text="To the baseline; paired plays find it sooner",
        ),
        "power": decimal_number(
            50,
            99.9,
            required=False,
            initial=round(POWER * 100),
            label="… in so many of 100",
            help_text="The power: of 100 such experiments so many find it; 80 is usual",
        ),
    }
