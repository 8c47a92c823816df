"""The fields of one simulated player: which policy, and a number for each of its parameters.

Every policy's parameters have fields of their own, so that the form works without JavaScript;
with it only those of the chosen policy are shown (`players.js`). What they clean to is the
policy's one spelling, such as ``lookahead(depth=3)``.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from django import forms
from django.utils.html import format_html

from backend.lab.forms.fields import decimal_number, whole_number
from engines import Game, UnknownName
from engines.declarations import Parameter, Policy
from engines.shared.named import parameters_of, read_named, spell


def player_fields(game: Game, seat: str, label: str) -> dict[str, forms.Field]:
    """By name: the policy's, called as the seat is, then one for each parameter of each."""
    chosen = forms.ChoiceField(
        label=label,
        choices=[(policy.key, policy.title) for policy in game.policies],
        error_messages={"required": "Choose one.", "invalid_choice": "Choose one of the list."},
    )
    fields: dict[str, forms.Field] = {seat: chosen}
    for policy, one in _parameters(game):
        field = _parameter_field(one)
        field.label = format_html('{} <span class="whose">({})</span>', one.title, policy.title)
        field.widget.attrs |= {
            "data-of": seat,
            "data-for": policy.key,
            "data-label": one.title,
            "data-default": f"{one.default:g}",
        }
        fields[_name(seat, policy, one)] = field
    return fields


def player_initial(game: Game, seat: str, spelling: str) -> dict[str, Any]:
    """Initial values of a seat's fields; the spelling itself where it can't be read."""
    try:
        named = read_named("policy", spelling, parameters_of(game.policies))
    except UnknownName:
        return {seat: spelling}
    found: dict[str, Any] = {seat: named.name}
    for policy, one in _parameters(game):
        if policy.key == named.name:
            found[_name(seat, policy, one)] = named.values[one.name]
    return found


def read_player(game: Game, seat: str, cleaned: Mapping[str, Any]) -> str:
    """The spelling that a seat's cleaned fields come to; what is left empty is as usual."""
    values = {}
    parameters = parameters_of(game.policies)[cleaned[seat]]
    for policy, one in _parameters(game):
        if policy.key == cleaned[seat]:
            given = cleaned.get(_name(seat, policy, one))
            values[one.name] = one.default if given is None else given
    return spell(cleaned[seat], values, parameters)


def not_played(game: Game, seat: str, chosen: Any) -> Iterator[str]:
    """Names of the fields of the policies that the seat does not play."""
    return (_name(seat, policy, one) for policy, one in _parameters(game) if policy.key != chosen)


def _parameters(game: Game) -> Iterator[tuple[Policy, Parameter]]:
    return ((policy, one) for policy in game.policies for one in policy.parameters)


def _name(seat: str, policy: Policy, parameter: Parameter) -> str:
    return f"{seat}_{policy.key}_{parameter.name}"


def _parameter_field(one: Parameter) -> forms.Field:
    common: dict[str, Any] = {
        "required": False,
        "initial": one.default,
        "help_text": f"{one.description} {one.low:g} to {one.high:g}, usually {one.default:g}.",
    }
    if one.kind == "integer":
        return whole_number(int(one.low), int(one.high), **common)
    return decimal_number(one.low, one.high, **common)
