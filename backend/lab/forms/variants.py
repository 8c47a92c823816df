"""The baseline and its variants: a title, players, and a field for each rule."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from django import forms

from backend.lab.differences import SEATS
from backend.lab.forms.fields import LongText, rule_fields
from backend.lab.forms.players import not_played, player_fields, player_initial, read_player
from backend.lab.models import MAX_TITLE, MAX_VARIANTS
from engines import Game, InvalidRules, UnknownName, read_rules
from engines.shared.seats import split_seats

RULE = "rule_"


class VariantForm(forms.Form):
    """A title, a policy and the rules of `game`. Cleans to `rules` (JSON) and `policy`.

    In a game for two `policy` is the first player's field and `policy_second` the other's;
    cleaned, `policy` is the whole spelling, of both and with their parameters.
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
        for seat, label in zip(self.seats, labels, strict=True):
            self.fields |= player_fields(game, seat, label)
        for name, field in rule_fields(game).items():
            self.fields[RULE + name] = field
        for name, field in self.fields.items():
            field.widget.attrs["data-part"] = name
            field.widget.attrs.setdefault("data-label", field.label)
            field.widget.attrs["autocomplete"] = "off"

    @property
    def players(self) -> list[list[forms.BoundField]]:
        """The fields of each seat: the policy, then the parameters."""
        return [
            [self[name] for name in self.fields if name == seat or self._is_of(name, seat)]
            for seat in self.seats
        ]

    def _is_of(self, name: str, seat: str) -> bool:
        return bool(self._attrs(name).get("data-of") == seat)

    @property
    def rule_fields(self) -> list[forms.BoundField]:
        return [self[name] for name in self.fields if name.startswith(RULE)]

    def _seat_initials(self) -> None:
        """A policy as it is spelled, such as a preset's, is shown seat by seat."""
        policy = self.initial.get("policy")
        if not policy:
            return
        try:
            spelled = self.game.check_policy(policy)
        except UnknownName:
            return
        both = split_seats(spelled) if len(self.seats) == 2 else (spelled,)
        for seat, spelling in zip(self.seats, both, strict=True):
            self.initial = {**self.initial, **player_initial(self.game, seat, spelling)}

    def clean(self) -> dict[str, Any]:
        cleaned = super().clean() or self.cleaned_data
        self._clean_players(cleaned)
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

    def _clean_players(self, cleaned: dict[str, Any]) -> None:
        for seat in self.seats:
            for name in not_played(self.game, seat, cleaned.get(seat)):
                self.errors.pop(name, None)  # nobody asked for this policy
        of_players = {*self.seats, *(n for n in self.fields if "data-of" in self._attrs(n))}
        if of_players & self.errors.keys():
            cleaned.pop("policy", None)
            return
        players = ",".join(read_player(self.game, seat, cleaned) for seat in self.seats)
        try:
            cleaned["policy"] = self.game.check_policy(players)
        except UnknownName as error:
            self.add_error("policy", str(error))

    def _attrs(self, name: str) -> dict[str, Any]:
        return self.fields[name].widget.attrs


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


def variant_initial(title: str, rules: Mapping[str, Any], policy: str) -> dict[str, Any]:
    """Initial values of a `VariantForm` for rules given as JSON."""
    return {"title": title, "policy": policy, **{RULE + k: v for k, v in rules.items()}}
