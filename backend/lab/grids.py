"""Variants that lie on a line (a sweep of one rule) or fill a rectangle (a grid of two)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

LEAST_SWEEP = 4
"""So many values of one rule make a line worth drawing."""


@dataclass(frozen=True, slots=True)
class Sweep:
    """One whole-number rule alone differs. `positions` are the variants', in the rule's order."""

    rule: str
    values: tuple[int, ...]
    positions: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Grid:
    """Two rules differ, in every combination. `positions[y][x]` is a variant's.

    The baseline may be `apart`: off the grid that all others fill.
    """

    x_rule: str
    y_rule: str
    xs: tuple[Any, ...]
    ys: tuple[Any, ...]
    positions: tuple[tuple[int, ...], ...]
    apart: bool = False


def find_sweep(rules: Sequence[Mapping[str, Any]], policies: Sequence[str]) -> Sweep | None:
    """The sweep that these variants, by position, make; None if they make none."""
    varying = _varying(rules, policies)
    if varying is None or len(varying) != 1 or len(rules) < LEAST_SWEEP:
        return None
    (rule,) = varying
    values = [one[rule] for one in rules]
    if not all(isinstance(value, int) and not isinstance(value, bool) for value in values):
        return None
    order = sorted(range(len(values)), key=lambda at: values[at])
    return Sweep(rule, tuple(values[at] for at in order), tuple(order))


def find_grid(rules: Sequence[Mapping[str, Any]], policies: Sequence[str]) -> Grid | None:
    """The grid that these variants, by position, fill; None if they fill none.

    The rule with more values runs across. The baseline, which comes first, may be off it.
    """
    found = _filled(rules, policies)
    if found is not None or len(rules) < 2:
        return found
    found = _filled(rules[1:], policies[1:])
    if found is None:
        return None
    positions = tuple(tuple(at + 1 for at in row) for row in found.positions)
    return replace(found, positions=positions, apart=True)


def _filled(rules: Sequence[Mapping[str, Any]], policies: Sequence[str]) -> Grid | None:
    """The grid that all of these fill."""
    varying = _varying(rules, policies)
    if varying is None or len(varying) != 2:
        return None
    x_rule, y_rule = sorted(varying, key=lambda name: -len({repr(one[name]) for one in rules}))
    xs, ys = _values(rules, x_rule), _values(rules, y_rule)
    at = {(repr(one[x_rule]), repr(one[y_rule])): place for place, one in enumerate(rules)}
    if min(len(xs), len(ys)) < 2 or len(at) != len(xs) * len(ys) or len(rules) != len(at):
        return None
    positions = tuple(tuple(at[repr(x), repr(y)] for x in xs) for y in ys)
    return Grid(x_rule, y_rule, xs, ys, positions)


def _varying(rules: Sequence[Mapping[str, Any]], policies: Sequence[str]) -> list[str] | None:
    """Names of rules that are not the same in all variants; None if the policy is not either."""
    if len(rules) < 2 or len(set(policies)) > 1:
        return None
    return [name for name in rules[0] if len({repr(one.get(name)) for one in rules}) > 1]


def _values(rules: Sequence[Mapping[str, Any]], name: str) -> tuple[Any, ...]:
    """A rule's values: numbers by size, others as they come."""
    values = list({repr(one[name]): one[name] for one in rules}.values())
    if all(isinstance(value, int | float) for value in values):
        values.sort()
    return tuple(values)
