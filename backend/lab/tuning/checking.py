"""What a tuning is asked for, checked: every fault with a JSON pointer to where it is."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import product
from math import isfinite, prod
from typing import Any, NotRequired, TypedDict

from backend.lab.checking import check_numbers, find_game
from backend.lab.forms.fields import resolve
from backend.lab.models import MAX_STEPS
from backend.lab.planning import LARGEST
from backend.lab.tuning.search import AT_ONCE, Axis
from engines import EngineError, Fault, Game, InvalidRules, Metric, headline_of, read_rules

MAX_RULES = 2
MAX_CHOICES = 8
MAX_CELLS = 2_000
"""Combinations of values within the bounds; each is checked when it is asked for."""


class SearchRequest(TypedDict):
    """A rule to search: a whole number with its bounds, or a choice with the values to try."""

    rule: str
    low: NotRequired[int | None]
    high: NotRequired[int | None]
    values: NotRequired[Sequence[Any] | None]


@dataclass(frozen=True, slots=True)
class CheckedTuning:
    game: Game
    rules: Mapping[str, Any]
    policy: str
    axes: tuple[Axis, ...]


def check_tuning(
    *,
    game: str,
    rules: Mapping[str, Any],
    policy: str,
    search: Sequence[SearchRequest],
    target: Sequence[float],
    trials: int,
    steps: int,
    seed: int,
    faults: list[Fault],
) -> CheckedTuning | None:
    """None where something is wrong; `faults` then say what."""
    found = find_game(game, faults)
    check_numbers(trials, 1, seed, AT_ONCE, faults)
    if not 1 <= steps <= MAX_STEPS:
        faults.append(Fault("/steps", f"A whole number from 1 to {MAX_STEPS}; got {steps:,}."))
    if found is None:
        return None
    _check_target(headline_of(found), target, faults)
    base = _read_base(found, rules, policy, faults)
    axes = _read_axes(found, search, faults)
    if faults or base is None:
        return None
    checked = CheckedTuning(found, base[0], base[1], tuple(axes))
    _check_cells(checked, faults)
    return None if faults else checked


def rules_at(rules: Mapping[str, Any], axes: Sequence[Axis], cell: Sequence[int]) -> dict[str, Any]:
    """The rules of one cell."""
    searched = {axis.rule: axis.values[i] for axis, i in zip(axes, cell, strict=True)}
    return {**rules, **searched}


def _check_target(headline: Metric, target: Sequence[float], faults: list[Fault]) -> None:
    if len(target) != 2 or not all(isfinite(end) for end in target) or target[0] >= target[1]:
        faults.append(Fault("/target", "Two numbers, the lower one first, such as [0.2, 0.3]."))
    elif max(map(abs, target)) > LARGEST:
        text = f"No figure is as large: from -{LARGEST:,.0f} to {LARGEST:,.0f}."
        faults.append(Fault("/target", text))
    elif headline.kind == "proportion" and not 0 <= target[0] < target[1] <= 1:
        text = f"{headline.title} is a rate: its target lies between 0 and 1."
        faults.append(Fault("/target", text))


def _read_base(
    game: Game, rules: Mapping[str, Any], policy: str, faults: list[Fault]
) -> tuple[dict[str, Any], str] | None:
    try:
        read = read_rules(game, dict(rules))
        return read.model_dump(mode="json"), game.check_play(read, policy)
    except InvalidRules as error:
        faults.extend(Fault(f"/rules{f.pointer}", f.message) for f in error.faults)
    except EngineError as error:
        faults.append(Fault("/policy", str(error)))
    return None


def _read_axes(game: Game, search: Sequence[SearchRequest], faults: list[Fault]) -> list[Axis]:
    if not 1 <= len(search) <= MAX_RULES:
        faults.append(Fault("/search", f"One or two rules; these are {len(search)}."))
        return []
    axes: list[Axis] = []
    for at, asked in enumerate(search):
        if any(asked["rule"] == axis.rule for axis in axes):
            faults.append(Fault(f"/search/{at}/rule", "The other rule is the same one."))
            continue
        axis = _read_axis(game, f"/search/{at}", asked, faults)
        if axis is not None:
            axes.append(axis)
    return axes


def _read_axis(game: Game, at: str, asked: SearchRequest, faults: list[Fault]) -> Axis | None:
    kinds = searchable(game)
    rule = asked["rule"]
    if rule not in kinds:
        text = f"No rule that can be searched; there are: {', '.join(kinds)}."
        faults.append(Fault(f"{at}/rule", text))
        return None
    choices = kinds[rule]
    low, high, values = asked.get("low"), asked.get("high"), asked.get("values")
    if choices is None:
        if values is not None:
            faults.append(Fault(f"{at}/values", "A whole number has bounds: low and high."))
        elif low is None or high is None:
            missing = "low" if low is None else "high"
            faults.append(Fault(f"{at}/{missing}", "Write the lowest and the highest value."))
        elif low >= high:
            faults.append(Fault(f"{at}/high", f"More than the lowest value, {low:,}."))
        elif high - low >= MAX_CELLS:
            faults.append(Fault(f"{at}/high", f"At most {MAX_CELLS:,} values in all."))
        else:
            return Axis(rule, tuple(range(low, high + 1)), ordered=True)
        return None
    if low is not None or high is not None:
        faults.append(Fault(f"{at}/low", "A choice has no bounds: leave them empty."))
        return None
    chosen = list(choices) if values is None else list(values)
    if any(value not in choices for value in chosen):
        text = f"Some of: {', '.join(str(choice) for choice in choices)}."
        faults.append(Fault(f"{at}/values", text))
    elif not 2 <= len(chosen) <= MAX_CHOICES or len(set(chosen)) < len(chosen):
        faults.append(Fault(f"{at}/values", f"From 2 to {MAX_CHOICES} values, each once."))
    else:
        return Axis(rule, tuple(chosen), ordered=False)
    return None


def searchable(game: Game) -> dict[str, tuple[Any, ...] | None]:
    """Rules that can be searched: the values of a choice, None for a whole number."""
    schema = game.Rules.model_json_schema()
    found: dict[str, tuple[Any, ...] | None] = {}
    for name, part in schema["properties"].items():
        resolved = resolve(part, schema)
        if "enum" in resolved:
            found[name] = tuple(resolved["enum"])
        elif resolved.get("type") == "boolean":
            found[name] = (False, True)
        elif resolved.get("type") == "integer":
            found[name] = None
    return found


def _check_cells(asked: CheckedTuning, faults: list[Fault]) -> None:
    """Every combination within the bounds must be allowed by the game, and can be played."""
    cells = prod(len(axis.values) for axis in asked.axes)
    if cells > MAX_CELLS:
        text = f"{cells:,} combinations are too many: at most {MAX_CELLS:,}. Narrow the bounds."
        faults.append(Fault("/search", text))
        return
    for cell in product(*(range(len(axis.values)) for axis in asked.axes)):
        try:
            rules = read_rules(asked.game, rules_at(asked.rules, asked.axes, cell))
            asked.game.check_play(rules, asked.policy)
        except InvalidRules as error:
            said = error.faults[0].message if error.faults else str(error)
        except EngineError as error:
            said = str(error)
        else:
            continue
        values = zip(asked.axes, cell, strict=True)
        where = " and ".join(f"{axis.rule} {axis.values[i]}" for axis, i in values)
        faults.append(Fault("/search", f"Not every value is allowed. With {where}: {said}"))
        return
