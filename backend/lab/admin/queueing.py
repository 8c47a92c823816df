"""The queue form's page: what it starts with, and what it asks the service for."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from django import forms
from django.http import HttpRequest

from backend.common.problems import NotAllowed
from backend.lab.checking import VariantRequest, check_variants
from backend.lab.forms import (
    RULE,
    BaseVariants,
    ExperimentForm,
    Variants,
    notes_initial,
    variant_initial,
)
from backend.lab.models import Experiment
from backend.lab.services import queue_experiment
from engines import Fault, Game
from engines.protocol import Preset

PREFIX = "variants"


@dataclass(slots=True)
class QueueForm:
    """The experiment's own form and its variants', for one game."""

    game: Game
    form: ExperimentForm
    variants: BaseVariants
    preset: Preset | None = None

    def is_valid(self) -> bool:
        """Whether it can be queued. Everything wrong is said at once, where it is wrong."""
        fields_are = [self.form.is_valid(), self.variants.is_valid()]
        if not fields_are[1]:
            return False
        faults: list[Fault] = []
        check_variants(self.game, self._wanted(), faults, self._both_seats())
        self._blame(faults)
        return fields_are[0] and not faults

    def queue(self, request: HttpRequest) -> Experiment | None:
        """The queued experiment; None when the service refuses, which the forms then say."""
        wanted = self._wanted()
        try:
            return queue_experiment(
                game=self.game.slug,
                variants=wanted,
                created_by=request.user,
                preset=self._preset_key(wanted),
                **self.form.cleaned_data,
            )
        except NotAllowed as refusal:
            self._blame(refusal.faults)
            if not refusal.faults:
                self.form.add_error(None, str(refusal.detail))
            return None

    def _wanted(self) -> list[VariantRequest]:
        return [
            {"title": one["title"], "rules": one["rules"], "policy": one["policy"]}
            for one in (form.cleaned_data for form in self.variants.forms)
        ]

    def _both_seats(self) -> bool:
        return bool(self.form.cleaned_data.get("both_seats"))

    def _preset_key(self, wanted: list[VariantRequest]) -> str:
        """The preset's key as long as its variants were left as they are."""
        if self.preset is None:
            return ""
        given = [(v.rules.model_dump(mode="json"), v.policy) for v in self.preset.variants]
        same = [(v["rules"], v["policy"]) for v in wanted] == given
        return self.preset.key if same and not self._both_seats() else ""

    def _blame(self, faults: Iterable[Fault]) -> None:
        """Put faults such as ``/variants/1/rules/width`` beside their fields."""
        for fault in faults:
            parts = fault.pointer.strip("/").split("/")
            form: forms.Form = self.form
            name = {"bands": "often"}.get(parts[0], parts[0])
            if parts[0] == "variants" and parts[1:2] and parts[1].isdigit():
                form = self.variants.forms[int(parts[1])]
                name = RULE + parts[3] if parts[2:3] == ["rules"] and parts[3:] else parts[-1]
            form.add_error(name if name in form.fields else None, fault.message)


def blank_form(game: Game) -> QueueForm:
    """The usual rules as baseline, and one variant to change."""
    rules, policy = game.Rules().model_dump(mode="json"), game.policies[0].key
    return _filled(game, {"both_seats": True}, [variant_initial("", rules, policy)] * 2)


def preset_form(game: Game, preset: Preset) -> QueueForm:
    """Filled with a preset."""
    initial = {
        name: getattr(preset, name)
        for name in ("title", "question", "trials", "replicates", "seed")
    }
    variants = [
        variant_initial(v.title, v.rules.model_dump(mode="json"), v.policy) for v in preset.variants
    ]
    filled = _filled(game, initial, variants)
    filled.preset = preset
    return filled


def copied_form(game: Game, experiment: Experiment) -> QueueForm:
    """Filled with an earlier experiment."""
    initial = {
        name: getattr(experiment, name)
        for name in ("title", "question", "trials", "replicates", "seed")
    }
    initial |= {"both_seats": True, **notes_initial(experiment)}
    variants = [variant_initial(v.title, v.rules, v.policy) for v in experiment.variants.all()]
    return _filled(game, initial, variants)


def posted_form(game: Game, request: HttpRequest) -> QueueForm:
    """Filled with what was sent."""
    key = request.POST.get("preset", "")
    return QueueForm(
        game,
        ExperimentForm(request.POST, game=game),
        Variants(request.POST, prefix=PREFIX, form_kwargs={"game": game}),
        next((p for p in game.presets if p.key == key), None),
    )


def _filled(game: Game, initial: dict[str, Any], variants: list[dict[str, Any]]) -> QueueForm:
    # Unbound formsets show `min_num` forms and as many more as there are initial values.
    return QueueForm(
        game,
        ExperimentForm(initial=initial, game=game),
        Variants(initial=variants, prefix=PREFIX, form_kwargs={"game": game}),
    )
