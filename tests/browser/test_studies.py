"""A study from its form to what it says, looked at."""

from __future__ import annotations

import pytest
from django.core.management import call_command
from django.urls import reverse
from playwright.sync_api import expect

from backend.playtests.models import Study
from backend.puzzles.models import PuzzleOrder
from backend.puzzles.services import make_ordered_puzzle
from tests.browser.conftest import PHONE

pytestmark = [pytest.mark.browser, pytest.mark.slow, pytest.mark.django_db(transaction=True)]


def test_a_study_is_made_opened_and_joined_by_a_link(signed_in, shoot, fits):
    page = signed_in
    page.goto(reverse("admin:playtests_study_new") + "?game=map_coloring")
    page.get_by_label("Name").fill("Four colours, five or six")
    page.get_by_role("button", name="+ Add an arm").click()
    arms = page.locator("[data-arm]")
    expect(arms).to_have_count(3)
    for at, colors in ((1, "5"), (2, "6")):
        arms.nth(at).get_by_label("Colours").fill(colors)
    expect(arms.nth(2)).to_contain_text("Against arm 1: Colours 4 → 6")
    arms.nth(1).get_by_role("button", name="Remove").click()
    for at in (0, 1):
        arms.nth(at).get_by_label("Puzzles to make").fill("1")
    shoot(page, "study-form")
    page.get_by_role("button", name="Save the draft").click()
    expect(page.locator("main, #content").first).to_contain_text("2 of its puzzles are still")
    for order in PuzzleOrder.objects.all():
        make_ordered_puzzle(order_id=order.pk)
    page.reload()
    shoot(page, "study-draft")
    page.get_by_role("button", name="Open the study").click()
    study = Study.objects.get()
    assert [arm.title for arm in study.arms.all()] == ["Colours 4", "Colours 6"]
    page.get_by_role("link", name=f"/join/{study.code}/").click()
    expect(page.get_by_role("heading", level=1)).to_have_text("Four colours, five or six")
    shoot(page, "study-join")
    page.set_viewport_size(PHONE)
    fits()


def test_arms_lie_side_by_side(signed_in, shoot, fits):
    rules = '{"colors": %d, "seeds": 12}'
    call_command(
        "seed_playtest", "--players=24", "--sessions=24", "--puzzles=1", "--game=map_coloring",
        f"--rules={rules % 4}", f"--rules={rules % 5}", "--study=new", "--seed=2",
    )  # fmt: skip
    page = signed_in
    study = Study.objects.get()
    page.goto(reverse("admin:playtests_study_change", args=[study.pk]))
    page.get_by_label("Who", exact=True).select_option("synthetic")
    page.get_by_role("button", name="Show").click()
    for name in ("stuck", "stalled", "survival"):
        expect(page.locator(f"[data-chart=chart-{name}]")).to_have_attribute("data-drawn", "yes")
    expect(page.locator(".says").first).to_contain_text("Colours 5")
    fits()
    shoot(page, "study")
    page.locator(".arm-puzzles a").first.click()
    expect(page.get_by_label("Played for")).to_have_value(f"{study.code}.0")
    page.set_viewport_size(PHONE)
    fits()
