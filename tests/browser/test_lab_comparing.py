"""The compare page, from a result to an address that lasts."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from backend.lab.work import run_chunks
from tests.browser.conftest import PHONE
from tests.browser.test_lab import drawn
from tests.support.lab import queue, variant
from tests.support.workers import empty_broker

pytestmark = [pytest.mark.browser, pytest.mark.slow, pytest.mark.django_db(transaction=True)]


def test_variants_of_two_experiments_are_set_side_by_side(signed_in, shoot, fits):
    empty_broker()
    page = signed_in
    one = queue(title="How many colours?", variants=[variant("Three"), variant("Four", colors=4)])
    queue(title="And corners?", variants=[variant("Corners", adjacency="corner")], seed=8)
    run_chunks(worker="w")
    page.goto(f"/admin/lab/experiment/{one.pk}/change/")
    page.get_by_role("link", name="Compare with others").nth(1).click()
    drawn(page, 1)
    page.get_by_label("Add a variant").select_option(label="Corners")
    page.get_by_role("button", name="Add", exact=True).click()
    drawn(page, 1)
    expect(page.locator("mark")).to_have_text(["4", "corner"])
    shoot(page, "lab-compare")
    page.get_by_role("link", name="Put first").last.click()
    expect(page.get_by_text("against the first one, Corners")).to_be_visible()
    page.set_viewport_size(PHONE)
    page.goto(page.url)
    drawn(page, 1)
    fits()
