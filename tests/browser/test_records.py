"""Looking through puzzles and sessions, and the two pages that lead to everything."""

from __future__ import annotations

import re
from datetime import date

import pytest
from playwright.sync_api import expect

from backend.play import services as play
from backend.play.models import Session
from backend.puzzles.services import make_daily_puzzle
from engines import get_game
from tests.browser.conftest import PHONE
from tests.support.workers import wait_until

pytestmark = [pytest.mark.browser, pytest.mark.slow, pytest.mark.django_db(transaction=True)]

GAME = get_game("map_coloring")
DAY = date(2026, 3, 1)


@pytest.fixture
def daily():
    return make_daily_puzzle(date=DAY, game=GAME.slug, level=GAME.levels[-1].key)


@pytest.fixture
def session(daily):
    """Played with first legal moves until stuck or solved; with an undo and a hint."""
    player, _ = play.create_player()
    position, _ = play.start_session(player=player, puzzle_id=daily.puzzle_id)
    sid, number = position.session.pk, 1

    def turn(function, think_ms, **more):
        nonlocal number, position
        result = function(player=player, session_id=sid, number=number, think_ms=think_ms, **more)
        number, position = number + 1, result.position

    game = get_game(daily.game)
    for step in range(200):
        legal = game.legal_moves(position.state)
        if not legal or position.outcome.status != "playing":
            break
        turn(play.make_move, 900 + 350 * (step % 7), move=game.dump_move(legal[0]))
        if step == 2:
            turn(play.undo_move, 5200)
            turn(play.take_hint, 8100)
    return Session.objects.get(pk=sid)


def test_the_front_page_leads_on(page, shoot, fits):
    page.goto("/")
    expect(page.get_by_role("heading", level=1)).to_contain_text("Tsumi")
    expect(page.get_by_role("link", name=re.compile("API documentation"))).to_be_visible()
    shoot(page, "home")
    page.set_viewport_size(PHONE)
    fits()
    page.get_by_role("link", name=re.compile("For designers")).click()
    expect(page.get_by_label("Username")).to_be_visible()
    fits()
    shoot(page, "login-phone")


@pytest.mark.usefixtures("daily")
def test_puzzles_are_looked_through(signed_in, shoot, fits):
    page = signed_in
    page.goto("/admin/puzzles/puzzle/")
    thumbnail = page.locator("img.thumbnail").first
    expect(thumbnail).to_be_visible()
    assert thumbnail.evaluate("async image => { await image.decode(); return image.naturalWidth }")
    shoot(page, "puzzles")
    thumbnail.click()
    expect(page.locator(".stepper img")).to_be_visible()
    expect(page.get_by_text("1 Mar 2026")).to_be_visible()
    page.get_by_role("slider", name="Step").focus()
    page.keyboard.press("End")
    expect(page.locator("a[aria-current=step] .badge")).to_have_text("Solved")
    shoot(page, "puzzle")
    page.set_viewport_size(PHONE)
    fits()
    page.goto("/admin/puzzles/dailypuzzle/")
    page.get_by_role("link", name=re.compile("2026")).first.click()
    expect(page.locator(".stepper img")).to_be_visible()


def in_sight(page):
    """The list of steps shows the whole row of the step that is shown."""
    assert page.evaluate(
        """() => {
          const row = document.querySelector("a[aria-current=step]").getBoundingClientRect();
          const list = document.querySelector("ol.steps").getBoundingClientRect();
          return row.top >= list.top - 1 && row.bottom <= list.bottom + 1;
        }"""
    )


@pytest.mark.usefixtures("session")
def test_a_session_is_stepped_through(signed_in, shoot, fits):
    page = signed_in
    page.goto("/admin/play/session/")
    shoot(page, "sessions")
    page.locator("#result_list tbody a").first.click()
    expect(page.locator(".steps .badge-undo")).to_have_count(1)
    expect(page.locator(".steps .badge-hint")).to_have_count(1)
    expect(page.locator(".steps").get_by_text("8.1 s")).to_be_visible()
    shoot(page, "session")
    page.set_viewport_size({"width": 1280, "height": 500})
    page.reload()
    in_sight(page)
    slider = page.get_by_role("slider", name="Step")
    for key in ("Home", "End", "ArrowLeft", "Home"):
        slider.press(key)
        at = page.evaluate("scrollY")
        in_sight(page)
        assert page.evaluate("scrollY") == at
    page.set_viewport_size({"width": 1280, "height": 900})
    before = page.locator(".stepper img").get_attribute("src")
    page.locator("a[data-step='3']").click()
    expect(page.locator(".stepper img")).not_to_have_attribute("src", before)
    expect(page.locator(".caption")).to_contain_text("Step 3")
    assert page.url.endswith("?step=3")
    page.locator("a[data-step='5']").click()
    wait_until(lambda: page.locator(".stepper img").evaluate("image => image.complete"))
    shoot(page, "session-hint")
    page.set_viewport_size(PHONE)
    fits()
    shoot(page, "session-phone")


@pytest.mark.usefixtures("session")
def test_the_admin_fits_a_phone(signed_in, shoot, fits):
    signed_in.set_viewport_size(PHONE)
    for path in ("", "lab/experiment/", "lab/experiment/queue/", "play/session/"):
        signed_in.goto(f"/admin/{path}")
        fits()
    signed_in.goto("/admin/")
    shoot(signed_in, "index-phone")
