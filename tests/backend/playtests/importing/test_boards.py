"""Boards that come with an imported file."""

from __future__ import annotations

import pytest

from backend.play.models import Session
from backend.puzzles.models import Puzzle
from backend.puzzles.selectors import find_puzzle
from engines import get_game
from tests.support.api import make_map
from tests.support.importing import record, solution, take, told

pytestmark = pytest.mark.django_db


def test_a_board_nobody_solved_is_kept_apart_until_somebody_does() -> None:
    report = take(record(solution()[:2]))
    assert (report.boards, report.unproven) == (1, 1)
    puzzle = Puzzle.objects.get()
    assert (puzzle.seed, puzzle.certificate, puzzle.is_proven) == (None, [], False)
    assert find_puzzle(puzzle.pk) is None
    assert take(record(solution(), "s2")).boards == 0
    puzzle.refresh_from_db()
    assert puzzle.certificate == solution()
    assert find_puzzle(puzzle.pk) == puzzle
    # What is made by rules and a seed is another row, and stays one.
    assert make_map(seed=7).pk != puzzle.pk


def test_a_certificate_is_what_stands_at_the_end() -> None:
    moves = solution()
    entries = record(moves)["entries"]
    undone = [{**entries[0]}, {"kind": "undo"}, *entries[1:2], {"kind": "hint"}]
    rest = [{k: v for k, v in e.items() if k != "at"} for e in [entries[0], *entries[2:]]]
    undone = [{k: v for k, v in e.items() if k != "at"} for e in undone]
    report = take(record([], entries=[*undone, *rest]))
    assert report.faults == []
    assert Puzzle.objects.get().certificate == [moves[1], moves[0], *moves[2:]]
    session = Session.objects.get()
    assert (session.undo_count, session.hint_count) == (1, 1)
    assert [row.payload for row in session.history.filter(kind="undo")] == [{"undone": 1}]


def test_a_stored_puzzle_by_its_id_or_its_seed() -> None:
    puzzle = make_map(seed=7)
    plain = record(solution())
    for name in ("board", "rules", "game"):
        del plain[name]
    assert take(plain | {"puzzle": str(puzzle.pk)}).faults == []
    seeded = record(solution(), "s2", seed=7)
    del seeded["board"]
    assert take(seeded).faults == []
    fresh = record([], "s3", seed=8)
    del fresh["board"]
    report = take(fresh)
    assert (report.boards, report.unproven) == (1, 0)
    assert list(Session.objects.values_list("puzzle", flat=True).order_by("id"))[:2] == [
        puzzle.pk,
        puzzle.pk,
    ]
    assert Puzzle.objects.get(seed=8).is_proven


def test_a_level_needs_its_measure() -> None:
    band = get_game("map_coloring").levels[0]
    assert told(take(record([], level=band.key))) == [(1, "/difficulty")]
    assert told(take(record([], level="vexing"))) == [(1, "/level")]
    assert take(record([], level=band.key, difficulty=(band.low + band.high) / 2)).stored == 1
    assert Puzzle.objects.get().level == band.key
    assert told(take(record([], difficulty=0.5))) == [(1, "/difficulty")]


def test_only_so_many_boards_are_made_for_one_file_that_is_sent() -> None:
    make_map(seed=3)
    asked = []
    for seed in (3, 4, 5, 6):
        asked.append(record([], f"s{seed}", seed=seed, entries=[]))
        del asked[-1]["board"]
    dry = take(*asked, most_made=2, dry_run=True)
    assert told(dry) == [(4, "/seed")]
    assert "import_play" in dry.faults[0].message
    stored = take(*asked, most_made=2)
    assert (stored.stored, stored.refused) == (3, 1)
    # Boards that are stored now are not made again.
    again = take(*asked, most_made=1)
    assert (again.there, again.stored, again.refused) == (3, 1, 0)
    assert take(record([], "s7", seed=7, board=None)).faults == []
