"""The form that begins a tuning, checked whole, and what the search would come to."""

from __future__ import annotations

from dataclasses import dataclass
from math import prod
from typing import Any

from django.http import HttpRequest
from django.http.request import QueryDict

from backend.common.problems import NotAllowed
from backend.lab.admin.reckoning import interval_text, time_text
from backend.lab.checking import CheckedVariant
from backend.lab.differences import show
from backend.lab.forms import RULE, VariantForm, variant_initial
from backend.lab.forms.tuning import TuningForm
from backend.lab.models import Tuning
from backend.lab.planning import spread_of
from backend.lab.services import create_tuning
from backend.lab.tuning.checking import CheckedTuning, check_tuning, rules_at
from backend.lab.tuning.search import AT_ONCE, Cell, Target, next_step
from engines import Fault, Game, read_rules

BASE = "base"
MOST_SHOWN = 8
GLANCE_SECONDS = 1.0


@dataclass(slots=True)
class Asked:
    """What is searched (`form`), and the rules and players it starts from (`base`)."""

    game: Game
    form: TuningForm
    base: VariantForm
    checked: CheckedTuning | None = None

    def is_valid(self) -> bool:
        """Whether it can be begun. Everything wrong is said where it is wrong."""
        if not all([self.form.is_valid(), self.base.is_valid()]):
            return False
        asked = {k: v for k, v in self.form.cleaned_data.items() if k != "title"}
        faults: list[Fault] = []
        self.checked = check_tuning(**self._of_base(), **asked, faults=faults)
        self._blame(faults)
        return not faults

    def begin(self, request: HttpRequest) -> Tuning | None:
        """The tuning begun; None when the service refuses, which the forms then say."""
        try:
            return create_tuning(
                **self._of_base(), created_by=request.user, **self.form.cleaned_data
            )
        except NotAllowed as refusal:
            self._blame(refusal.faults)
            return None

    def _of_base(self) -> dict[str, Any]:
        cleaned = self.base.cleaned_data
        return {"game": self.game.slug, "rules": cleaned["rules"], "policy": cleaned["policy"]}

    def _blame(self, faults: list[Fault]) -> None:
        for fault in faults:
            name = RULE + fault.pointer.removeprefix("/rules/")
            if fault.pointer.startswith("/rules/") and name in self.base.fields:
                self.base.add_error(name, fault.message)
            elif fault.pointer == "/policy":
                self.base.add_error("policy", fault.message)
            else:
                self.form.blame(fault.pointer, fault.message)


def asked_form(game: Game, data: QueryDict | None) -> Asked:
    """Filled with what was sent, or with the usual rules."""
    initial = variant_initial("", game.Rules().model_dump(mode="json"), game.policies[0].key)
    base = VariantForm(data, game=game, prefix=BASE, initial=initial)
    del base.fields["title"]
    return Asked(game, TuningForm(data, game=game), base)


def checked(asked: Asked) -> dict[str, Any]:
    """JSON-ready: ``{"errors": {name of a form's field: [texts]}, "said": what it comes to}``."""
    asked.is_valid()
    errors = {name: list(texts) for name, texts in asked.form.errors.items()}
    errors |= {asked.base.add_prefix(name): list(t) for name, t in asked.base.errors.items()}
    return {"errors": errors, "said": _said(asked, asked.checked) if asked.checked else ""}


def _said(asked: Asked, tuning: CheckedTuning) -> str:
    """How many values there are, what the first step tries, and how long it takes at most."""
    size, axes = asked.form.cleaned_data, tuning.axes
    cells = prod(len(axis.values) for axis in axes)
    first = next_step(axes, Target(*size["target"]), {})
    assert first is not None
    variants = [_variant(tuning, cell) for cell in first.cells]
    tried = [
        " × ".join(show(axis.values[i]) for axis, i in zip(axes, cell, strict=True))
        for cell in first.cells
    ]
    named = ", ".join(tried[:MOST_SHOWN]) + (" …" if len(tried) > MOST_SHOWN else "")
    most = min(cells, len(tried) + (size["steps"] - 1) * AT_ONCE)
    kind = "values" if len(axes) == 1 else "combinations"
    spread = spread_of(asked.game, variants, GLANCE_SECONDS)
    return (
        f"{cells:,} {kind} lie within the bounds; at most {most:,} of them are tried. "
        f"The first step tries {len(tried)}: {named}. "
        f"{time_text(asked.game, variants, size['trials'])} "
        f"{interval_text(asked.game, size['trials'], spread)}"
    )


def _variant(tuning: CheckedTuning, cell: Cell) -> CheckedVariant:
    rules = read_rules(tuning.game, rules_at(tuning.rules, tuning.axes, cell))
    return CheckedVariant("", rules, tuning.policy)
