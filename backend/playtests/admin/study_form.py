"""The form of a study's page: what it starts with, and what it asks the services for."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from django import forms
from django.contrib.auth.models import User
from django.http import QueryDict

from backend.common.problems import NotAllowed
from backend.lab.differences import written_out
from backend.lab.forms import RULE
from backend.playtests.forms import Arms, BaseArms, StudyForm, arm_initial
from backend.playtests.models import Study
from backend.playtests.selectors.studies import list_items
from backend.playtests.services import change_study, create_study
from backend.playtests.studies.checking import own_titles
from engines import Fault, Game

PREFIX = "arms"
FIELDS = ("name", "question", "assignment", "wanted", "consent")


@dataclass(slots=True)
class FilledForm:
    """A study's own form and its arms', for one game; `study` is the draft that is changed."""

    game: Game
    form: StudyForm
    arms: BaseArms
    study: Study | None = None

    def save(self, by: User) -> Study | None:
        """The study; None when something is wrong, which the forms then say."""
        valid = [self.form.is_valid(), self.arms.is_valid()]
        if not all(valid):
            return None
        asked: dict[str, Any] = {
            **self.form.cleaned_data,
            "arms": [form.wanted for form in self.arms.forms],
        }
        try:
            if self.study is None:
                return create_study(by=by, game=self.game.slug, **asked)
            return change_study(study=self.study, by=by, **asked)
        except NotAllowed as refusal:
            self._blame(refusal.faults)
            return None

    def _blame(self, faults: Iterable[Fault]) -> None:
        """Put faults such as ``/arms/1/rules/width`` beside their fields."""
        for fault in faults:
            parts = fault.pointer.strip("/").split("/")
            form: forms.Form = self.form
            name = parts[0]
            if parts[0] == "arms" and parts[1:2] and parts[1].isdigit():
                form = self.arms.forms[int(parts[1])]
                name = RULE + parts[3] if parts[2:3] == ["rules"] and parts[3:] else parts[2]
            form.add_error(name if name in form.fields else None, fault.message)


def blank_form(game: Game) -> FilledForm:
    """Two arms of the usual rules, one of them to be changed."""
    rules = game.Rules().model_dump(mode="json")
    return _filled(game, {}, [arm_initial("", rules)] * 2)


def draft_form(game: Game, study: Study) -> FilledForm:
    """Filled with a draft. What was made for it is asked for again, and so kept."""
    initial = {name: getattr(study, name) for name in FIELDS}
    items = list_items(study)
    arms, rows = [], list(study.arms.order_by("position"))
    names = own_titles(game, [arm.rules for arm in rows])
    for arm, name in zip(rows, names, strict=True):
        own = items.get(arm.position, [])
        picked = [item.puzzle_id for item in own if item.order_id is None]
        fresh = len(own) - len(picked)
        title = "" if arm.title == name else arm.title
        arms.append(arm_initial(title, written_out(game, arm.rules), fresh, picked))
    filled = _filled(game, initial, arms)
    filled.study = study
    return filled


def posted_form(game: Game, data: QueryDict, study: Study | None) -> FilledForm:
    """Filled with what was sent."""
    arms = Arms(data, prefix=PREFIX, form_kwargs={"game": game})
    return FilledForm(game, StudyForm(data), arms, study)


def _filled(game: Game, initial: dict[str, Any], arms: list[dict[str, Any]]) -> FilledForm:
    return FilledForm(
        game,
        StudyForm(initial=initial),
        Arms(initial=arms, prefix=PREFIX, form_kwargs={"game": game}),
    )
