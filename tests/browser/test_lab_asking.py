"""The queue form's help: sweeps and grids, previews, the number of plays, checks in words."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from backend.lab.models import Experiment
from backend.lab.work import run_chunks
from tests.browser.conftest import PHONE
from tests.browser.test_lab import drawn, until
from tests.support.workers import empty_broker

pytestmark = [pytest.mark.browser, pytest.mark.slow, pytest.mark.django_db(transaction=True)]


@pytest.fixture(autouse=True)
def _quiet_broker():
    empty_broker()


def test_a_grid_is_made_checked_queued_and_read(signed_in, shoot, fits):
    page = signed_in
    page.goto("/admin/lab/experiment/queue/?game=map_coloring")
    page.get_by_label("Title").fill("Colours by seed points")
    page.get_by_text("Sweep a rule over many values").click()
    page.get_by_label("Rule", exact=True).select_option(label="Colours")
    page.get_by_label("Values").nth(0).fill("3-5")
    page.get_by_label("and another rule").select_option(label="Seed points")
    page.get_by_label("Values").nth(1).fill("8-20 by 6, 999")
    page.get_by_role("button", name="Make the variants").click()
    expect(page.get_by_text("8 variants added")).to_be_visible()
    expect(page.get_by_text("2 things at once").first).to_be_visible()
    page.get_by_text("Work out the number of plays").click()
    page.get_by_label("Each rate to ± points").fill("5")
    page.get_by_role("button", name="Set the plays").click()
    expect(page.get_by_label("Plays in each replicate")).to_have_value("129")
    expect(page.get_by_text("9 variants, 3,483 plays in all")).to_be_visible()
    until(page, "document.querySelectorAll('[data-preview]:not([hidden])').length >= 3")
    shoot(page, "lab-grid-queue")
    page.get_by_label("Width").nth(1).fill("1")
    page.get_by_label("Title").focus()
    expect(page.get_by_text("Too small: at least 2.").first).to_be_visible()
    page.get_by_label("Width").nth(1).fill("12")
    page.get_by_role("button", name="Queue the experiment").click()
    expect(page.get_by_role("heading", name="Variant by variant")).to_be_visible()
    experiment = Experiment.objects.get()
    assert experiment.variants.count() == 9
    run_chunks(worker="w", seconds=100)
    page.goto(f"/admin/lab/experiment/{experiment.pk}/change/")
    drawn(page, 2)
    shoot(page, "lab-grid-results")
    page.set_viewport_size(PHONE)
    page.goto("/admin/lab/experiment/queue/?game=map_coloring")
    page.get_by_text("Sweep a rule over many values").click()
    fits()
