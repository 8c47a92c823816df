"""What Postgres itself refuses, whoever writes."""

from __future__ import annotations

from datetime import date
from typing import Any

import pytest
from django.db import IntegrityError, transaction
from django.db.models import ProtectedError

from backend.puzzles.models import DailyPuzzle, Puzzle

GOOD = {
    "game": "map_coloring",
    "version": 1,
    "rules": {},
    "rules_key": "0" * 64,
    "seed": 1,
    "level": "easy",
    "board": {},
    "certificate": [1],
    "difficulty": 0.1,
}


def make(**changes: Any) -> Puzzle:
    return Puzzle.objects.create(**{**GOOD, **changes})


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("changes", "constraint"),
    [
        ({"seed": -1}, "puzzle_seed_range"),
        ({"version": 0}, "puzzle_version_range"),
        ({"game": ""}, "puzzle_game_named"),
        ({"rules_key": "x" * 64}, "puzzle_rules_key_hex"),
        ({"rules_key": "0" * 63}, "puzzle_rules_key_hex"),
        ({"difficulty": -0.1}, "puzzle_difficulty_range"),
        ({"difficulty": None}, "puzzle_level_measured"),
        ({"certificate": []}, "puzzle_has_certificate"),
        ({"certificate": None}, "certificate"),
        ({}, "puzzle_unique"),
    ],
)
def test_a_puzzle_that_breaks_a_rule_is_refused(changes: Any, constraint: str) -> None:
    make()
    with pytest.raises(IntegrityError, match=constraint), transaction.atomic():
        make(**{"seed": 2, **changes} if changes else changes)
    assert Puzzle.objects.count() == 1


@pytest.mark.django_db
@pytest.mark.parametrize("changes", [{"level": ""}, {"level": "hard"}, {"seed": 2}, {"version": 2}])
def test_puzzles_may_differ_in_one_thing(changes: Any) -> None:
    make()
    make(**changes)


@pytest.mark.django_db
def test_a_date_has_one_puzzle_for_each_game_and_level() -> None:
    puzzle = make()
    slot = {"date": date(2026, 1, 1), "game": "g", "level": "easy", "puzzle": puzzle}
    DailyPuzzle.objects.create(**slot)
    for changes in ({}, {"level": ""}, {"game": ""}):
        with pytest.raises(IntegrityError), transaction.atomic():
            DailyPuzzle.objects.create(**{**slot, **changes})
    with pytest.raises(ProtectedError):
        puzzle.delete()
