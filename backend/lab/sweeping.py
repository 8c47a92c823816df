"""Sweeps and grids: the variants that come of a baseline and the values of one rule or two."""

from __future__ import annotations

import json
from collections.abc import Sequence
from itertools import product
from typing import Any, NotRequired, TypedDict

from backend.lab.checking import CheckedVariant, VariantRequest, check_variants
from backend.lab.models import MAX_VARIANTS
from engines import EngineError, Fault, Game, InvalidRules, read_rules
from engines.declarations import Rules

MOST_FAULTS = 10


class SweptRule(TypedDict):
    """A rule with the values it takes: either `values`, or from `low` to `high` by `step`."""

    rule: str
    values: NotRequired[Sequence[Any]]
    low: NotRequired[int]
    high: NotRequired[int]
    step: NotRequired[int]


def sweep_variants(
    game: Game,
    baseline: VariantRequest,
    swept: Sequence[tuple[str, SweptRule]],
    faults: list[Fault],
) -> list[VariantRequest]:
    """The baseline, then a variant for each value, or for each combination of two rules' values.

    `swept` are rules with the JSON pointer of where each was asked for. What plays as the baseline
    does, or as a variant before it, is left out. What is wrong goes to `faults`.
    """
    first = _checked_baseline(game, baseline, faults)
    names = [asked["rule"] for _, asked in swept]
    for pointer, asked in swept:
        known = list(game.Rules.model_fields)
        if asked["rule"] not in known:
            text = f"There is no rule {asked['rule']!r}. Known: {', '.join(known)}."
            faults.append(Fault(f"{pointer}/rule", text))
        elif names.count(asked["rule"]) > 1:
            faults.append(Fault(f"{pointer}/rule", "The other rule is the same one."))
    lists = [_values(pointer, asked, faults) for pointer, asked in swept]
    if first is None or faults:
        return []
    where = swept[0][0].removesuffix("/0")
    found = {_key(first.rules, first.policy): baseline}
    for values in product(*lists):
        own = dict(zip(names, values, strict=True))
        rules = {**baseline["rules"], **own}
        try:
            read = read_rules(game, rules)
            game.check_play(read, first.policy)
        except EngineError as error:
            faults.append(Fault(where, f"With {_said(own)}: {_why(error)}"))
            if len(faults) >= MOST_FAULTS:
                break
            continue
        variant: VariantRequest = {"title": "", "rules": rules, "policy": baseline["policy"]}
        found.setdefault(_key(read, first.policy), variant)
    if len(found) == 1 and not faults:
        text = (
            "Nothing plays otherwise than the baseline: give a value that it does not have, of a "
            "rule that has an effect beside its others."
        )
        faults.append(Fault(where, text))
    if len(found) > MAX_VARIANTS:
        text = f"With the baseline these are {len(found)} variants; at most {MAX_VARIANTS}."
        faults.append(Fault(where, text))
    return list(found.values())


def _checked_baseline(
    game: Game, baseline: VariantRequest, faults: list[Fault]
) -> CheckedVariant | None:
    own: list[Fault] = []
    checked = check_variants(game, [baseline], own)
    for fault in own:
        pointer = fault.pointer.replace("/variants/0", "/baseline", 1)
        faults.append(Fault(pointer, fault.message))
    return checked[0] if checked else None


def _values(pointer: str, asked: SweptRule, faults: list[Fault]) -> Sequence[Any]:
    values = asked.get("values")
    if values is not None:
        return values
    low, high, step = asked.get("low"), asked.get("high"), asked.get("step", 1)
    if low is None or high is None:
        missing = "values" if low is None and high is None else "low" if low is None else "high"
        text = "Give values, or low and high (and step)."
        faults.append(Fault(f"{pointer}/{missing}", text))
    elif low > high:
        faults.append(Fault(f"{pointer}/high", f"At least the lowest value, {low:,}."))
    elif step < 1:
        faults.append(Fault(f"{pointer}/step", "A whole number from 1."))
    elif (high - low) // step >= MAX_VARIANTS:
        text = f"These are {(high - low) // step + 1:,} values; at most {MAX_VARIANTS}."
        faults.append(Fault(f"{pointer}/high", text))
    else:
        return range(low, high + 1, step)
    return ()


def _key(rules: Rules, policy: str) -> str:
    """The same for what plays the same: rules without effect do not count."""
    counted = {k: v for k, v in rules.model_dump(mode="json").items() if k not in rules.idle}
    return json.dumps([counted, policy], sort_keys=True)


def _said(values: dict[str, Any]) -> str:
    return " and ".join(f"{rule} {json.dumps(value)[:60]}" for rule, value in values.items())


def _why(error: EngineError) -> str:
    if isinstance(error, InvalidRules) and error.faults:
        return error.faults[0].message
    return str(error)
