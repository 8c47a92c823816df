"""No puzzle is stored without a proof, and a daily one is the same whenever it is made."""

from __future__ import annotations

import hashlib
from dataclasses import replace
from datetime import date
from typing import Any

import pytest

from backend.puzzles import services
from backend.puzzles.boards import load_board
from backend.puzzles.levels import daily_slots
from backend.puzzles.models import DailyPuzzle, Puzzle
from backend.puzzles.services import UnprovenPuzzle
from engines import InvalidRules, UnknownName, all_games, get_game
from engines.randomness import MAX_SEED
from tests.support.api import RULES, make_map

pytestmark = pytest.mark.django_db

GAME = get_game("map_coloring")
DAY = date(2026, 3, 29)


def solves(puzzle: Puzzle) -> bool:
    game, board = load_board(puzzle)
    state = game.initial_state(board)
    for move in puzzle.certificate:
        state = game.apply(state, game.parse_move(move))
    return game.outcome(state).status == "solved"


def test_it_makes_a_puzzle_that_its_certificate_solves() -> None:
    puzzle = make_map(seed=7)
    puzzle.refresh_from_db()
    assert solves(puzzle)
    assert (puzzle.game, puzzle.version, puzzle.level) == ("map_coloring", GAME.version, "")
    assert puzzle.rules == GAME.Rules.model_validate(RULES).model_dump(mode="json")
    assert puzzle.difficulty is None


def test_the_same_rules_and_seed_are_the_same_puzzle() -> None:
    spelled_out = GAME.Rules.model_validate(RULES).model_dump(mode="json")
    first = make_map(seed=7)
    again = services.make_puzzle(game="map_coloring", rules=spelled_out, seed=7)
    assert first.pk == again.pk
    assert make_map(seed=8).pk != first.pk
    assert make_map(seed=7, colors=5).pk != first.pk


def test_it_refuses_unknown_games_and_bad_rules() -> None:
    with pytest.raises(UnknownName):
        services.make_puzzle(game="go", rules={}, seed=1)
    with pytest.raises(InvalidRules):
        services.make_puzzle(game="map_coloring", rules={"width": 0}, seed=1)
    assert not Puzzle.objects.exists()


MADE = GAME.generate(GAME.Rules.model_validate(RULES), 7)


@pytest.mark.parametrize(
    ("certificate", "reason"),
    [
        ((), "ends playing"),
        (MADE.certificate[:-1], "ends playing"),
        ((MADE.certificate[0], MADE.certificate[0]), "breaks off"),
        (tuple(replace(move, color=0) for move in MADE.certificate), "breaks off"),
        ((replace(MADE.certificate[0], region=999),), "breaks off"),
    ],
)
def test_it_stores_no_puzzle_whose_certificate_does_not_solve_it(
    certificate: tuple[Any, ...], reason: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    false = replace(MADE, certificate=certificate)
    monkeypatch.setitem(vars(GAME), "generate", lambda *_: false)
    with pytest.raises(UnprovenPuzzle, match=reason):
        make_map(seed=7)
    assert not Puzzle.objects.exists()


def test_a_daily_set_has_a_puzzle_inside_each_band_and_is_made_once() -> None:
    slots = [{"game": game, "level": level} for game, level in daily_slots(DAY)]
    rows = [services.make_daily_puzzle(date=DAY, **slot) for slot in slots]
    bands = {(g.slug, level.key): level for g in all_games() for level in g.levels}
    assert {(row.game, row.level) for row in rows} == set(bands)
    for row in rows:
        puzzle = row.puzzle
        assert solves(puzzle)
        assert (puzzle.game, puzzle.level) == (row.game, row.level)
        assert puzzle.difficulty is not None
        assert bands[row.game, row.level].holds(puzzle.difficulty)
        assert puzzle.figures
    again = [services.make_daily_puzzle(date=DAY, **slot).pk for slot in slots]
    assert again == [row.pk for row in rows]
    assert DailyPuzzle.objects.count() == len(rows)


def test_a_lost_daily_puzzle_is_remade_the_same() -> None:
    slot = {"game": "map_coloring", "level": "easy"}
    row = services.make_daily_puzzle(date=DAY, **slot)
    board = row.puzzle.board
    row.delete()
    Puzzle.objects.all().delete()
    assert services.make_daily_puzzle(date=DAY, **slot).puzzle.board == board


def daily_seeds() -> list[int]:
    return [
        services.daily_seed(date=date(2026, 3, day), game="map_coloring", level=level)
        for day in (29, 30)
        for level in ("easy", "hard")
    ]


def test_daily_seeds_stay_what_they_were(settings: Any) -> None:
    settings.DAILY_SECRET = "kept"
    seeds = daily_seeds()
    assert seeds[0] == 2177307871569219203
    assert len(set(seeds)) == 4
    assert all(0 <= seed < 2**63 for seed in seeds)


def test_daily_seeds_cannot_be_told_from_the_source_alone(settings: Any) -> None:
    """Whoever knows game, level and date, but not the secret, cannot make tomorrow's puzzle."""
    by_secret = {}
    for secret in ("one", "another"):
        settings.DAILY_SECRET = secret
        by_secret[secret] = daily_seeds()
    assert not set(by_secret["one"]) & set(by_secret["another"])
    digest = hashlib.sha256(b"map_coloring/easy/2026-03-29").digest()
    assert int.from_bytes(digest[:8], "big") & MAX_SEED not in by_secret["one"]


def test_without_a_secret_of_their_own_daily_seeds_come_from_the_secret_key(settings: Any) -> None:
    settings.DAILY_SECRET = ""
    first = daily_seeds()
    settings.SECRET_KEY = "another"
    assert not set(first) & set(daily_seeds())
    settings.DAILY_SECRET = "own"
    own = daily_seeds()
    settings.SECRET_KEY = "a third"
    assert daily_seeds() == own
