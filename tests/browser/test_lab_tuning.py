"""A search from the queue page to the proposal of a level."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from backend.lab.models import LevelProposal
from backend.lab.work import run_chunks
from tests.browser.conftest import PHONE
from tests.browser.test_lab import drawn
from tests.support.lab import GAME
from tests.support.workers import empty_broker

pytestmark = [pytest.mark.browser, pytest.mark.slow, pytest.mark.django_db(transaction=True)]


def test_rules_are_tuned_and_proposed_as_a_level(signed_in, shoot, fits):
    empty_broker()
    page = signed_in
    page.goto(f"/admin/lab/experiment/queue/?game={GAME}")
    page.get_by_role("link", name="Tune:").click()
    page.get_by_label("From in %").fill("20")
    page.get_by_label("To in %").fill("30")
    page.get_by_label("Rule", exact=True).select_option(label="Seed points")
    page.get_by_label("Lowest value").first.fill("4")
    page.get_by_label("Highest value").first.fill("30")
    page.get_by_label("Plays of each value tried").fill("2000")
    page.get_by_label("and another rule").select_option(label="Order (a choice)")
    boxes = page.get_by_role("group", name="Order: which to try")
    boxes.get_by_label("free").uncheck()
    boxes.get_by_label("degree").uncheck()
    boxes.get_by_label("random").focus()
    expect(boxes.get_by_text("From 2 to 8 values, each once.")).to_be_visible()
    boxes.get_by_label("degree").check()
    expect(page.get_by_text("54 combinations lie within the bounds")).to_be_visible()
    page.get_by_label("and another rule").select_option(label="none")
    expect(boxes).to_be_hidden()
    expect(page.get_by_text("The first step tries 5: 4, 10, 17, 24, 30.")).to_be_visible()
    expect(page.get_by_alt_text("A board of these rules")).to_be_visible()
    shoot(page, "lab-tuning-new")
    fits()
    page.get_by_role("button", name="Begin the search").click()
    expect(page.get_by_text("Step 1 of at most 8 is going on")).to_be_visible()
    address = page.url
    page.goto("about:blank")  # it would look again while the worker works
    run_chunks(worker="w")
    page.goto(address)
    drawn(page, 1)
    expect(page.get_by_role("heading", name="What was found")).to_be_visible()
    shoot(page, "lab-tuning")
    page.get_by_role("button", name="Make a daily level of it").first.click()
    expect(page.get_by_text("Boards of these rules are being measured")).to_be_visible()
    proposal = page.url
    page.goto("about:blank")  # as above
    LevelProposal.objects.update(difficulties=[0.1, 0.2, 0.3, 0.4] * 50)
    page.goto(proposal)
    drawn(page, 1)
    expect(page.get_by_text("200 of 200 boards lie in the band")).to_be_visible()
    page.get_by_label("Difficulty from").fill("0.15")
    expect(page.get_by_text("150 of 200 boards lie in the band")).to_be_visible()
    shoot(page, "lab-level-proposal")
    page.set_viewport_size(PHONE)
    fits()
    page.goto(address)
    drawn(page, 1)
    fits()
