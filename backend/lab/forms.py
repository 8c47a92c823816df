"""The form that queues an experiment, made from what a game declares.

One `VariantForm` holds a title, a policy and one field for each of the game's rules, read
from the JSON Schema of the rules; a formset of them is the baseline and its variants.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from django import forms
from django.core.exceptions import ValidationError

from backend.lab.checking import check_tags, too_long
from backend.lab.differences import SEATS
from backend.lab.models import MAX_REPLICATES, MAX_TITLE, MAX_TRIALS, MAX_VARIANTS, Experiment
from engines import Fault, Game, InvalidRules, UnknownName, read_rules
from engines.randomness import MAX_SEED
from engines.shared.seats import split_seats

RULE = "rule_"


class LongText(forms.CharField):
    """Text of at most `most` characters. What is too long is said, where the browser's own
    `maxlength` would cut off what is pasted without a word."""

    def __init__(self, most: int, **kwargs: Any) -> None:
        super().__init__(**kwargs)
        self.most = most
        self.widget.attrs["data-most"] = most

    def validate(self, value: str) -> None:
        super().validate(value)
        if len(value) > self.most:
            raise ValidationError(too_long(self.most, len(value)))


def whole_number(low: int | None, high: int | None, **kwargs: Any) -> forms.IntegerField:
    """A whole number between bounds, with refusals in words."""
    return forms.IntegerField(
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
        return forms.CharField(max_length=schema.get("maxLength", 1000), **common)
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


class PlayerField(forms.ChoiceField):
    """One simulated player, of those that the game declares."""

    def __init__(self, label: str) -> None:
        super().__init__(
            label=label,
            error_messages={
                "required": "Choose one.",
                "invalid_choice": "Choose one of the list.",
            },
        )


class VariantForm(forms.Form):
    """A title, a policy and the rules of `game`. Cleans to `rules` (JSON) and `policy`.

    In a game for two `policy` is the first player's field and `policy_second` the other's;
    cleaned, `policy` names both.
    """

    title = LongText(
        MAX_TITLE,
        required=False,
        label="Name",
        help_text="May stay empty: then it is named after what it changes",
    )

    def __init__(self, *args: Any, game: Game, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.game = game
        self.seats = ("policy", "policy_second") if game.players == 2 else ("policy",)
        labels = SEATS if game.players == 2 else ("Simulated player",)
        self._seat_initials()
        for name, label in zip(self.seats, labels, strict=True):
            self.fields[name] = PlayerField(label)
            self.fields[name].choices = self._choices(name)
        for name, field in rule_fields(game).items():
            self.fields[RULE + name] = field
        for name, field in self.fields.items():
            field.widget.attrs["data-part"] = name
            field.widget.attrs["data-label"] = field.label
            field.widget.attrs["autocomplete"] = "off"

    @property
    def player_fields(self) -> list[forms.BoundField]:
        return [self[name] for name in self.seats]

    @property
    def rule_fields(self) -> list[forms.BoundField]:
        return [self[name] for name in self.fields if name.startswith(RULE)]

    def _seat_initials(self) -> None:
        """A policy that names both seats, such as a preset's, is shown seat by seat."""
        policy = self.initial.get("policy")
        if len(self.seats) == 2 and policy:
            try:
                both = split_seats(self.game.check_policy(policy))
            except UnknownName:
                return
            self.initial = {**self.initial, **dict(zip(self.seats, both, strict=True))}

    def _choices(self, name: str) -> list[tuple[str, str]]:
        """The declared policies, and a spelling with parameters that is already there."""
        choices = [(p.key, p.title) for p in self.game.policies]
        asked = self.data.get(self.add_prefix(name)) if self.is_bound else None
        for spelling in (asked, self.initial.get(name)):
            if spelling and spelling not in dict(choices):
                try:
                    self.game.check_policy(spelling)
                except UnknownName:
                    continue
                choices.append((spelling, spelling))
        return choices

    def clean(self) -> dict[str, Any]:
        cleaned = super().clean() or self.cleaned_data
        if all(name in cleaned for name in self.seats):
            try:
                players = ",".join(cleaned[name] for name in self.seats)
                cleaned["policy"] = self.game.check_policy(players)
            except UnknownName as error:
                self.add_error("policy", str(error))
        wanted = [RULE + name for name in self.game.Rules.model_fields]
        if all(name in cleaned for name in wanted):
            try:
                rules = read_rules(
                    self.game, {name.removeprefix(RULE): cleaned[name] for name in wanted}
                )
            except InvalidRules as error:
                for fault in error.faults:
                    name = RULE + fault.pointer.strip("/").split("/")[0]
                    self.add_error(name if name in self.fields else None, fault.message)
            else:
                cleaned["rules"] = rules.model_dump(mode="json")
        return cleaned


class BaseVariants(forms.BaseFormSet):
    """The baseline (first) and its variants."""

    default_error_messages = {
        **forms.BaseFormSet.default_error_messages,
        "too_many_forms": f"An experiment has at most {MAX_VARIANTS} variants.",
        "too_few_forms": "An experiment needs a baseline.",
    }

    def get_form_kwargs(self, index: int | None) -> dict[str, Any]:
        # A variant left as it came is a variant too, not an empty line.
        return {**super().get_form_kwargs(index), "empty_permitted": False}

    def add_fields(self, form: forms.Form, index: int | None) -> None:
        super().add_fields(form, index)
        if index == 0:
            form.fields["title"].help_text = "May stay empty: then it is called Baseline"


Variants = forms.formset_factory(
    VariantForm,
    formset=BaseVariants,
    extra=0,
    min_num=1,
    validate_min=True,
    max_num=MAX_VARIANTS,
    absolute_max=MAX_VARIANTS + 1,
    validate_max=True,
)


def per_cent(**kwargs: Any) -> forms.FloatField:
    """A share in per cent, for people; may be left empty."""
    return forms.FloatField(
        min_value=0,
        max_value=100,
        required=False,
        widget=forms.NumberInput(attrs={"step": "any"}),
        error_messages={
            "invalid": "Write a number.",
            "min_value": "Too small: at least 0.",
            "max_value": "Too large: at most 100.",
        },
        **kwargs,
    )


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


def variant_initial(title: str, rules: Mapping[str, Any], policy: str) -> dict[str, Any]:
    """Initial values of a `VariantForm` for rules given as JSON."""
    return {"title": title, "policy": policy, **{RULE + k: v for k, v in rules.items()}}
