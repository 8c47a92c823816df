"""Puzzles in the admin: to look at only, board and certificate drawn."""

from __future__ import annotations

import uuid
from datetime import date

import pytest
from django.contrib.auth.models import Permission
from django.urls import reverse

from backend.puzzles.models import DailyPuzzle, Puzzle

pytestmark = pytest.mark.django_db

LIST, DAYS = "/admin/puzzles/puzzle/", "/admin/puzzles/dailypuzzle/"


@pytest.fixture
def daily(puzzle):
    return DailyPuzzle.objects.create(
        date=date(2026, 3, 1), game=puzzle.game, level="easy", puzzle=puzzle
    )


@pytest.fixture
def viewer(client, django_user_model):
    user = django_user_model.objects.create_user("viewer", password="x", is_staff=True)
    user.user_permissions.set(
        Permission.objects.filter(codename__in=["view_puzzle", "view_dailypuzzle"])
    )
    client.force_login(user)
    return client


def address(puzzle, name="change"):
    return reverse(f"admin:puzzles_puzzle_{name}", args=[puzzle.pk])


def test_a_puzzle_is_shown_with_its_board_rules_and_certificate(viewer, puzzle, daily):
    page = viewer.get(address(puzzle))
    assert page.status_code == 200
    assert len(page.context["steps"]) == len(puzzle.certificate) + 1
    assert page.context["steps"][-1].badges == ("solved",)
    assert "1 Mar 2026" in page.content.decode()
    assert " style=" not in page.content.decode()
    for step in (0, 1, len(puzzle.certificate)):
        picture = viewer.get(address(puzzle, "picture"), {"step": step})
        assert picture.content.startswith(b"<svg")
        assert "private" in picture["Cache-Control"]
    assert viewer.get(LIST).status_code == 200
    assert viewer.get(DAYS).status_code == 200
    opened = viewer.get(reverse("admin:puzzles_dailypuzzle_change", args=[daily.pk]))
    assert opened["Location"] == address(puzzle)


def test_the_certificate_is_for_staff_who_may_see_puzzles(client, django_user_model, puzzle):
    for name in ("change", "picture"):
        assert client.get(address(puzzle, name)).status_code == 302
    user = django_user_model.objects.create_user("nobody", password="x", is_staff=True)
    client.force_login(user)
    for name in ("change", "picture"):
        assert client.get(address(puzzle, name)).status_code == 403
    assert client.get(LIST).status_code == 403


def test_nothing_can_be_changed(admin_client, puzzle, daily):
    assert admin_client.post(address(puzzle), {"seed": 1}).status_code == 405
    assert admin_client.get(f"{LIST}add/").status_code == 403
    assert admin_client.post(f"{LIST}{puzzle.pk}/delete/", {"post": "yes"}).status_code == 403
    assert admin_client.post(f"{DAYS}{daily.pk}/delete/", {"post": "yes"}).status_code == 403
    assert Puzzle.objects.count() == DailyPuzzle.objects.count() == 1


def test_a_board_of_other_rules_says_so(viewer, puzzle):
    for changes in ({"game": "gone"}, {"game": puzzle.game, "board": {"x": 1}}):
        Puzzle.objects.filter(pk=puzzle.pk).update(**changes)
        from backend.puzzles import boards

        boards._kept.clear()
        page = viewer.get(address(puzzle))
        assert page.status_code == 200
        assert b"drawn" in page.content
        assert viewer.get(address(puzzle, "picture")).status_code == 404
        assert viewer.get(LIST).status_code == 200


@pytest.mark.parametrize(
    "query",
    [
        "?difficulty=x",
        "?difficulty=1..2..3",
        "?difficulty=nan..inf",
        "?difficulty=none",
        "?level=none",
        "?level=%00",
        "?game=%00",
        "?q=%00",
        "?q=99999999999999999999999999",
        "?seed=99999999999999999999999999",
        "?date__year=abc",
        "?date__year=99999",
        "?created_at__month=77",
        "?id=x",
    ],
)
def test_odd_queries_never_break_the_lists(admin_client, daily, query):
    for base in (LIST, DAYS):
        assert admin_client.get(base + query, follow=True).status_code in (200, 400, 404)
    for step in ("-1", "x", "999999", "%00"):
        assert admin_client.get(address(daily.puzzle) + f"?step={step}").status_code == 200
        picture = admin_client.get(address(daily.puzzle, "picture") + f"?step={step}")
        assert picture.status_code == 200
    for odd in ("x", uuid.uuid4(), "%00"):
        assert admin_client.get(f"{LIST}{odd}/change/", follow=True).status_code in (200, 404)
        assert admin_client.get(f"{LIST}{odd}/picture/", follow=True).status_code in (200, 404)


def test_difficulty_bands_split_what_there_is(admin_client, puzzle):
    for number, difficulty in enumerate((0.1, 0.3, 0.9)):
        Puzzle.objects.create(
            **{
                **{
                    name: getattr(puzzle, name)
                    for name in ("game", "version", "rules", "rules_key", "board", "certificate")
                },
                "seed": 1000 + number,
                "difficulty": difficulty,
            }
        )
    page = admin_client.get(LIST)
    bands = page.context["cl"].filter_specs[2].lookup_choices
    assert bands[0][1] == "0.1 to 0.26"
    found = [
        admin_client.get(LIST, {"difficulty": value}).context["cl"].result_count
        for value, _ in bands
    ]
    assert found == [1, 1, 0, 0, 1, 1]
