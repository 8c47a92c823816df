"""In what a variant differs from the baseline, in the words of the rules' schema."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache
from types import MappingProxyType
from typing import Any

from pydantic import ValidationError

from engines import Game
from engines.declarations import Rules
from engines.shared.seats import split_seats

PLAYER = "Player"
"""The label of a changed policy."""

SEATS = ("First player", "Second player")
"""The same in a game for two, one seat at a time."""


@dataclass(frozen=True, slots=True)
class Change:
    """One thing that is different: its label, the baseline's value and the variant's."""

    label: str
    before: str
    after: str

    def __str__(self) -> str:
        return f"{self.label} {self.before} → {self.after}"


@lru_cache(maxsize=64)
def rule_schemas(rules: type[Rules]) -> Mapping[str, Any]:
    """Rule name -> its part of the JSON schema, which takes milliseconds to make."""
    return MappingProxyType(rules.model_json_schema()["properties"])


def rule_labels(game: Game) -> dict[str, str]:
    """Rule name -> what people call it."""
    return {
        name: part.get("title") or name.replace("_", " ").capitalize()
        for name, part in rule_schemas(game.Rules).items()
    }


def written_out(game: Game, rules: Mapping[str, Any]) -> dict[str, Any]:
    """Every rule by name: those that JSON leaves out have their usual value."""
    usual = {name: part.get("default") for name, part in rule_schemas(game.Rules).items()}
    return {**usual, **rules}


def differing(game: Game, one: Mapping[str, Any], other: Mapping[str, Any]) -> list[str]:
    """The rules that are not the same in two sets of them, without those idle in both."""
    first, second = written_out(game, one), written_out(game, other)
    idle = _idle(game, one) & _idle(game, other)
    return [name for name in first if first[name] != second.get(name) and name not in idle]


def _idle(game: Game, rules: Mapping[str, Any]) -> frozenset[str]:
    try:
        return game.Rules.model_validate(dict(rules)).idle
    except ValidationError:  # of another version: then nothing is known
        return frozenset()


def policy_title(game: Game, policy: str) -> str:
    """The policy's title; with its parameters, when it has any.

    In a game for two both: ``Greedy against Random``.
    """
    if game.players == 2:
        return " against ".join(player_titles(game, policy))
    return _one_title(game, policy)


def player_titles(game: Game, policy: str) -> tuple[str, str]:
    """Of a game for two: the titles of the first and of the second seat's player."""
    first, second = split_seats(policy)
    return _one_title(game, first), _one_title(game, second)


def _one_title(game: Game, policy: str) -> str:
    titles = {p.key: p.title for p in game.policies}
    key, bracket, rest = policy.partition("(")
    return titles.get(key, key) + (f" ({rest}" if bracket else "")


def show(value: Any) -> str:
    """A rule's value for people."""
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, str):
        return value.replace("_", " ")
    return str(value)


def changes(
    game: Game,
    baseline: tuple[Mapping[str, Any], str],
    variant: tuple[Mapping[str, Any], str],
) -> list[Change]:
    """What differs between two (rules as JSON, policy) pairs; a policy counts as one thing.

    A rule that has no effect in either is no difference.
    """
    labels = rule_labels(game)
    (old_policy, new_policy) = baseline[1], variant[1]
    old_rules, new_rules = (written_out(game, one[0]) for one in (baseline, variant))
    found = [
        Change(labels.get(name, name), show(old_rules[name]), show(new_rules[name]))
        for name in differing(game, baseline[0], variant[0])
    ]
    if old_policy != new_policy:
        found.insert(0, _changed_policy(game, old_policy, new_policy))
    return found


def _changed_policy(game: Game, old: str, new: str) -> Change:
    if game.players == 2:
        befores, afters = player_titles(game, old), player_titles(game, new)
        seats = [at for at in (0, 1) if split_seats(old)[at] != split_seats(new)[at]]
        if len(seats) == 1:
            return Change(SEATS[seats[0]], befores[seats[0]], afters[seats[0]])
    return Change(PLAYER, policy_title(game, old), policy_title(game, new))


def name_variant(found: list[Change], number: int, most: int = 200) -> str:
    """A name of at most `most` characters for a variant that was given none."""
    if number == 0:
        return "Baseline"
    if not found:
        return f"Variant {number}"
    parts = [c.after if c.label == PLAYER else f"{c.label} {c.after}" for c in found]
    name = ", ".join(parts)
    return name if len(name) <= most else name[: most - 1] + "…"
