"""ε is fitted to what was read, and unplayed boards predicted, whenever that has changed."""

from __future__ import annotations

import pytest
from django.urls import reverse

from backend.playtests import services
from backend.playtests.models import EpsilonFit, FittedTo, Prediction
from backend.playtests.services import simulating
from backend.puzzles.models import DailyPuzzle
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
