"""The queue form's page: what it starts with, and what it asks the service for."""

from __future__ import annotations

import json
from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Any

from django import forms
from django.http import HttpRequest, QueryDict

from backend.common.admin_read_only import whole
from backend.common.problems import NotAllowed
from backend.lab.admin.asking import NotThere
from backend.lab.boards import check_boards, puzzle_ids
from backend.lab.checking import CheckedVariant, VariantRequest, check_variants
from backend.lab.forms import (
    RULE,
    WISHES,
    BaseVariants,
    ExperimentForm,
    Variants,
    notes_initial,
    variant_initial,
)
from backend.lab.models import BoardChoice, Experiment
from backend.lab.planning import Plan, plan_trials
from backend.lab.services import queue_experiment
from backend.puzzles.models import Puzzle
from engines import Fault, Game, get_game, read_rules
from engines.declarations import Preset
from engines.randomness import MAX_SEED

PREFIX = "variants"
SIZE = frozenset(("trials", "replicates", "seed", "boards", "puzzles", *WISHES, "power"))
"""Fields that say how large it is. What is right in these is reckoned with at once."""


@dataclass(slots=True)
class QueueForm:
    """The experiment's own form and its variants', for one game."""

    game: Game
    form: ExperimentForm
    variants: BaseVariants
    preset: Preset | None = None
    plan: Plan | None = None  # where a precision or difference is wished for
    checked: list[CheckedVariant] = field(default_factory=list)  # those with seats swapped too
    sized: bool = False  # whether variants, boards and numbers are right, whatever the rest is

    def is_valid(self) -> bool:
        """Whether it can be queued. Everything wrong is said at once, where it is wrong."""
        fields_are = [self.form.is_valid(), self.variants.is_valid()]
        if not fields_are[1]:
            return False
        faults: list[Fault] = []
        variants = check_variants(self.game, self.wanted(), faults, self.both_seats())
        self.checked = [] if faults else variants
        size = self.form.cleaned_data
        read = not SIZE & self.form.errors.keys()
        if read and not faults:
            chosen = (size["boards"], size["puzzles"])
            check_boards(self.game, *chosen, variants, size["replicates"], faults)
        if read and not faults and size["wish"] is not None:
            self.plan = plan_trials(self.game, variants, size["wish"], size["replicates"], faults)
            size["trials"] = self.plan and self.plan.trials
        self.sized = read and not faults
        self._blame(faults)
        return fields_are[0] and not faults

    def queue(self, request: HttpRequest, copied: Experiment | None) -> Experiment | None:
        """The queued experiment, begun as a copy of one or not.

        None when the service refuses, which the forms then say.
        """
        wanted = self.wanted()
        own = ("same_players", "wish")  # worked into the variants and the trials
        asked = {k: v for k, v in self.form.cleaned_data.items() if k not in own}
        try:
            return queue_experiment(
                game=self.game.slug,
                variants=wanted,
                created_by=request.user,
                preset=self._preset_key(wanted),
                rerun_of=copied,
                **asked,
            )
        except NotAllowed as refusal:
            self._blame(refusal.faults)
            if not refusal.faults:
                self.form.add_error(None, str(refusal.detail))
            return None

    def wanted(self) -> list[VariantRequest]:
        cleaned = [form.cleaned_data for form in self.variants.forms]
        same = cleaned[0]["policy"] if self.form.cleaned_data.get("same_players") else None
        return [
            {"title": one["title"], "rules": one["rules"], "policy": same or one["policy"]}
            for one in cleaned
        ]

    def both_seats(self) -> bool:
        return bool(self.form.cleaned_data.get("both_seats"))

    def _preset_key(self, wanted: list[VariantRequest]) -> str:
        """The preset's key as long as its variants were left as they are."""
        if self.preset is None:
            return ""
        given = [(v.rules.model_dump(mode="json"), v.policy) for v in self.preset.variants]
        same = [(v["rules"], v["policy"]) for v in wanted] == given
        return self.preset.key if same and not self.both_seats() else ""

    def _blame(self, faults: Iterable[Fault]) -> None:
        """Put faults such as ``/variants/1/rules/width`` beside their fields."""
        for fault in faults:
            parts = fault.pointer.strip("/").split("/")
            form: forms.Form = self.form
            name = {"bands": "often"}.get(parts[0], parts[0])
            if parts[0] == "variants" and parts[1:2] and parts[1].isdigit():
                form = self.variants.forms[int(parts[1])]
                name = RULE + parts[3] if parts[2:3] == ["rules"] and parts[3:] else parts[-1]
            text = fault.message
            if parts[0] == "puzzles" and parts[1:]:
                text = f"Board {int(parts[1]) + 1}: {text}"
            form.add_error(name if name in form.fields else None, text)


def blank_form(game: Game) -> QueueForm:
    """The usual rules as baseline, and one variant to change."""
    rules, policy = game.Rules().model_dump(mode="json"), game.policies[0].key
    return _filled(game, {"both_seats": True}, [variant_initial("", rules, policy)] * 2)


def puzzle_form(game: Game, puzzle: Puzzle) -> QueueForm:
    """Its rules as baseline, and one variant to change, all on this very board."""
    initial = {"both_seats": True, "boards": BoardChoice.FIXED, "puzzles": [puzzle.pk]}
    variant = variant_initial("", puzzle.rules, game.policies[0].key)
    return _filled(game, initial, [variant] * 2)


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
    initial |= {"boards": experiment.boards, "puzzles": puzzle_ids(experiment)}
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


def preview(query: QueryDict) -> str:
    """A board as SVG, of the rules (JSON) and the seed in a query.

    Raises `EngineError`, or `NotThere` for what is no JSON.
    """
    game = get_game(query.get("game", ""))
    try:
        asked = json.loads(query.get("rules", "{}"))
    except ValueError:
        raise NotThere("The rules are not JSON.") from None
    rules = read_rules(game, asked)
    puzzle = game.generate(rules, whole(query.get("seed"), 1, 0, MAX_SEED))
    return game.draw_svg(game.initial_state(puzzle.board))
