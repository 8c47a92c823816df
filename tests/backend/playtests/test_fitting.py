"""ε is fitted to what was read, and unplayed boards predicted, whenever that has changed."""

from __future__ import annotations

import pytest
from django.urls import reverse

from backend.playtests import services
from backend.playtests.models import EpsilonFit, FittedTo, Prediction, SessionReading, StuckMap
from backend.playtests.noise import players_of
from backend.playtests.services import simulating
from backend.puzzles.models import DailyPuzzle, Puzzle
from engines import get_game
from tests.support.api import make_map

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def _few(monkeypatch) -> None:
    monkeypatch.setattr(simulating, "PLAIN_TRIALS", 200)
    monkeypatch.setattr(simulating, "NOISY_TRIALS", 200)
    monkeypatch.setattr(simulating, "LOOKED_AT", 40)


def simulate_all() -> None:
    services.want_played()
    while services.simulate_next():
        pass


def test_a_planted_epsilon_is_found_and_used_to_predict(seed_people, admin_client) -> None:
    puzzles = [make_map(seed=seed) for seed in (3, 7, 8)]
    seed_people(puzzles, sessions=120, players=60, epsilon=0.3, each_move=True)
    simulate_all()
    assert [due.game.slug for due in services.due_fits()] == ["map_coloring"]
    assert services.fit_due() == 1
    assert services.due_fits() == []
    pooled = EpsilonFit.objects.get(rules_key="")
    assert pooled.is_synthetic
    assert pooled.low <= 0.3 <= pooled.high
    assert pooled.puzzles == 3
    assert pooled.error is not None
    assert not Prediction.objects.exists()

    unplayed = make_map(seed=10)
    simulate_all()
    assert services.fit_due() == 1
    told = Prediction.objects.get(puzzle=unplayed)
    assert 0 < told.low < told.rate < told.high < 1
    page = admin_client.get(reverse("admin:puzzles_puzzle_change", args=[unplayed.pk]))
    assert f"{told.rate * 100:.1f} %" in page.content.decode()
    DailyPuzzle.objects.create(
        date="2026-01-01", game="map_coloring", level="easy", puzzle=unplayed
    )
    calendar = reverse("admin:puzzles_dailypuzzle_changelist")
    assert f"{told.rate * 100:.1f} %" not in admin_client.get(calendar).content.decode()
    EpsilonFit.objects.update(is_synthetic=False)
    assert f"{told.rate * 100:.1f} %" in admin_client.get(calendar).content.decode()


def test_with_few_plays_nothing_is_fitted_nor_tried_again(seed_people) -> None:
    seed_people([make_map(seed=7)], sessions=5)
    simulate_all()
    assert services.fit_due() == 1
    assert not EpsilonFit.objects.exists()
    assert FittedTo.objects.get().seen
    assert services.due_fits() == []


def test_what_changes_a_fit_has_it_made_anew(seed_people) -> None:
    puzzle = make_map(seed=7)
    seed_people([puzzle], sessions=24, players=12)
    assert services.fit_due() == 1
    assert services.due_fits() == []
    # Another session of the player was the first: the counts of readings stay.
    SessionReading.objects.filter(pk=SessionReading.objects.first().pk).update(is_first=False)
    assert services.fit_due() == 1
    # A board was simulated anew.
    made = StuckMap.objects.create(puzzle=puzzle, policy="random", stuck=3, trials=10)
    assert services.fit_due() == 1
    StuckMap.objects.filter(pk=made.pk).update(stuck=4)
    assert services.fit_due() == 1
    assert services.fit_due() == 0


def test_what_was_played_of_an_older_version_is_fitted_no_more(seed_people, admin_client) -> None:
    puzzles = [make_map(seed=seed) for seed in (7, 8)]
    seed_people(puzzles, sessions=60, players=30)
    players = players_of(get_game("map_coloring"))
    StuckMap.objects.bulk_create(
        StuckMap(puzzle=puzzle, policy=player, stuck=20 + nth, trials=100)
        for puzzle in puzzles
        for nth, player in enumerate(players)
    )
    assert services.fit_due() == 1
    assert EpsilonFit.objects.get(rules_key="").puzzles == 2
    Puzzle.objects.filter(pk=puzzles[0].pk).update(version=99)
    assert services.fit_due() == 1
    assert EpsilonFit.objects.get(rules_key="").puzzles == 1
    older = SessionReading.objects.filter(puzzle=puzzles[0])
    for name, left_out in (
        ("playtests_variants", older.count()),
        ("playtests_against", older.filter(is_first=True).count()),
    ):
        page = admin_client.get(reverse(f"admin:{name}", args=["map_coloring"]) + "?who=synthetic")
        assert f"{left_out} sessions of older versions" in page.content.decode()
    assert page.context["boards"] == 1
    Puzzle.objects.filter(pk=puzzles[1].pk).update(version=99)
    assert services.fit_due() == 1
    assert not EpsilonFit.objects.exists()
    assert services.due_fits() == []
