"""Every text that comes from outside is held to one rule, wherever it comes in."""

from __future__ import annotations

import importlib
import pkgutil
from collections.abc import Iterator
from typing import Any

import pytest
from django import forms
from django.core.exceptions import ValidationError as FormError
from django.test import Client
from rest_framework import serializers

import backend
from backend.common import fields
from backend.lab.forms.boards import PuzzleIds
from backend.lab.forms.fields import LongText
from backend.lab.models import Experiment
from backend.puzzles.models import Puzzle
from tests.support.api import Api, ok, pointers, problem

ODD = [
    "\x00", "\x07", "\x1b[31m", "\x7f", "\x85", "\x9b", "\u200b", "\u202a", "\u202e", "\u2028",
    "\u2029", "\u2066", "\u2069", "\ufeff", "\ud800", "\udfff", "\ufdd0", "\uffff", "\U0010ffff",
]  # fmt: skip
LINES = "a\nb\tc\r\n"


def _below(kind: type) -> Iterator[type]:
    for each in kind.__subclasses__():
        yield each
        yield from _below(each)


def _ours(kind: type) -> list[type]:
    for module in pkgutil.walk_packages(backend.__path__, "backend."):
        if ".migrations" not in module.name and ".settings" not in module.name:
            importlib.import_module(module.name)
    found = {each for each in _below(kind) if each.__module__.startswith("backend.")}
    return sorted(found, key=lambda each: (each.__module__, each.__name__))


def _texts(field: Any) -> Iterator[Any]:
    """The fields of text in a field of the API."""
    if isinstance(field, serializers.CharField):
        yield field
    for inner in getattr(field, "fields", {}).values():
        yield from _texts(inner)
    if (child := getattr(field, "child", None)) is not None:
        yield from _texts(child)


def api_texts() -> list[tuple[str, Any]]:
    return [
        (f"{each.__module__}.{each.__name__}.{text.source}", text)
        for each in _ours(fields.StrictSerializer)
        for field in each().fields.values()  # type: ignore[attr-defined]
        if not field.read_only
        for text in _texts(field)
    ]


def test_the_api_takes_texts_by_one_field() -> None:
    found = api_texts()
    assert len(found) > 30
    assert [name for name, field in found if not isinstance(field, fields.StrictCharField)] == []
    assert {name.rpartition(".")[2] for name, field in found if field.cleaned} == {"name"}


@pytest.mark.parametrize("odd", ODD, ids=ascii)
def test_no_text_of_the_api_takes_what_cannot_be_seen(odd: str) -> None:
    for _, field in api_texts():
        if not field.cleaned:
            with pytest.raises(serializers.ValidationError, match="only what can be seen"):
                field.run_validation(f"a{odd}b")


def test_several_lines_are_for_prose() -> None:
    prose = set()
    for name, field in api_texts():
        if not field.cleaned:
            try:
                assert field.run_validation(LINES) == LINES
                prose.add(name.rpartition(".")[2])
            except serializers.ValidationError as error:
                assert "a line break" in str(error.detail), name  # noqa: PT017
    assert prose == {"note", "question", "consent"}


@pytest.mark.parametrize("odd", ODD, ids=ascii)
def test_no_text_of_a_form_takes_what_cannot_be_seen(odd: str) -> None:
    known = 0
    for form in _ours(forms.BaseForm):
        for name, field in form.base_fields.items():  # type: ignore[attr-defined]
            if type(field) in (forms.CharField, LongText):
                assert type(field) is LongText, (form, name)
                known += 1
                with pytest.raises(FormError):
                    field.clean(f"a{odd}b")
            assert not isinstance(field, forms.CharField) or isinstance(
                field, LongText | PuzzleIds | forms.UUIDField | forms.JSONField
            ), (form, name)
    assert known > 10


@pytest.mark.django_db
@pytest.mark.parametrize("odd", ["\x1b[31m", "\u202e", "\u2028"])
def test_it_is_refused_with_its_place_and_told_without_it(admin_client: Client, odd: str) -> None:
    staff = Api(admin_client)
    made = {"game": "map_coloring", "preset": "more-seeds", "title": f"a{odd}"}
    document = problem(staff.post("experiments/", made), 422)
    assert pointers(document) == ["/title"]
    assert f"U+{ord(odd[0]):04X}" in document["errors"][0]["detail"]
    assert not Experiment.objects.exists()
    answer = staff.get(f"games/a{odd[0]}b/".replace("\x1b", "%1b"))
    assert odd[0] not in ok(answer, 404)["detail"]


@pytest.mark.django_db
def test_a_page_spells_it_out(admin_client: Client, puzzle: Puzzle) -> None:
    path = f"/admin/playtests/playedpuzzle/{puzzle.pk}/"
    for query in ({"who": "\u202eevil"}, {"\u202eevil": "1"}, {"since": "\u202eevil"}):
        page = admin_client.get(path, query, follow=True).content.decode()
        assert "\u202e" not in page
