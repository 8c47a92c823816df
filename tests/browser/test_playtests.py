"""Stall points on the board, and a session's think times, looked at."""

from __future__ import annotations

import pytest
from django.urls import reverse
from playwright.sync_api import expect

from backend.play.models import Session
from backend.playtests.services import seed_playtest, simulate_next, usual_people, want_simulation
from backend.puzzles.services import make_puzzle
from tests.browser.conftest import PHONE

pytestmark = [pytest.mark.browser, pytest.mark.slow, pytest.mark.django_db(transaction=True)]


@pytest.fixture
def puzzle():
    made = make_puzzle(game="map_coloring", rules={"colors": 4}, seed=5)
    people = usual_people(game=made.game, policy=None, stall_at="region:4")
    seed_playtest(puzzles=[made], people=people, players=30, sessions=120, seed=2)
    return made


def test_stall_points_are_drawn_on_the_board(signed_in, puzzle, shoot, fits):
    page = signed_in
    page.goto(reverse("admin:playtests_playedpuzzle_change", args=[puzzle.pk]))
    page.get_by_label("Who").select_option("synthetic")
    page.get_by_role("button", name="Show").click()
    page.get_by_label("Set beside it").select_option("random")
    page.get_by_role("button", name="Simulate on this board").click()
    expect(page.get_by_role("status").first).to_be_visible()
    while simulate_next():  # as a worker does
        pass
    page.reload()
    expect(page.locator(".boards figure")).to_have_count(3)
    places = page.locator("table.figures").filter(has_text="Stalled here")
    expect(places.locator("tbody tr").first).to_contain_text("region 4")
    for name in ("survival", "moves", "funnel"):
        expect(page.locator(f"[data-chart=chart-{name}]")).to_have_attribute("data-drawn", "yes")
    shoot(page, "stall-points")
    page.set_viewport_size(PHONE)
    fits()


def test_variants_lie_side_by_side(signed_in, puzzle, shoot, fits):
    page = signed_in
    other = make_puzzle(game=puzzle.game, rules={"colors": 5}, seed=5)
    people = usual_people(game=other.game, policy=None)
    seed_playtest(puzzles=[other], people=people, players=30, sessions=60, seed=3)
    page.goto(reverse("admin:playtests_variants", args=[puzzle.game]) + "?who=synthetic")
    for name in ("stuck", "stalled"):
        expect(page.locator(f"[data-chart=chart-{name}]")).to_have_attribute("data-drawn", "yes")
    figures = page.locator("table.figures").filter(has_text="Got out by undo")
    expect(figures.locator("tbody tr")).to_have_count(2)
    shoot(page, "played-variants")
    page.set_viewport_size(PHONE)
    fits()


def test_think_times_lie_beneath_the_board(signed_in, puzzle, shoot):
    page = signed_in
    want_simulation(puzzle=puzzle, policy="random")
    simulate_next()
    session = Session.objects.filter(reading__stalls__gt=0).order_by("pk").first()
    page.goto(reverse("admin:play_session_change", args=[session.pk]))
    expect(page.locator("[data-chart=chart-think]")).to_have_attribute("data-drawn", "yes")
    expect(page.locator(".badge-stall").first).to_be_visible()
    shoot(page, "session-think-times")
