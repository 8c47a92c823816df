"""Stored puzzles are picked, queued and told of board by board."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import expect

from backend.lab.models import Experiment
from backend.lab.work import run_chunks
from backend.puzzles.services import make_puzzle
from tests.support.workers import empty_broker

pytestmark = [pytest.mark.browser, pytest.mark.long, pytest.mark.django_db(transaction=True)]

GAME = "map_coloring"


@pytest.fixture(autouse=True)
def _quiet_broker():
    empty_broker()


def test_puzzles_are_picked_queued_and_read(signed_in, shoot, fits):
    page = signed_in
    one, two = [make_puzzle(game=GAME, rules={}, seed=n) for n in (1, 2)]
    page.goto(f"/admin/puzzles/puzzle/{one.pk}/change/")
    page.get_by_role("link", name="Experiment on this board").click()
    expect(page.locator("#chosen-boards img")).to_have_count(1)
    page.get_by_label("The same boards for all variants").check()
    expect(page.get_by_label("Puzzles", exact=True)).to_be_hidden()
    page.get_by_label("Stored puzzles that you choose").check()
    page.get_by_label("Search").fill(str(two.pk)[-12:])
    expect(page.locator(".pick-boards button:visible")).to_have_count(1)
    page.locator(".pick-boards button:visible").click()
    expect(page.locator("#chosen-boards img")).to_have_count(2)
    page.locator("#chosen-boards button").first.click()
    page.get_by_label("Search").fill("")
    page.locator(f'[data-puzzle="{one.pk}"]').click()
    expect(page.get_by_label("Puzzles", exact=True)).to_have_value(f"{two.pk}\n{one.pk}")
    page.get_by_label("Title").fill("Three colours on two maps")
    page.locator("#id_variants-1-rule_colors").fill("3")
    page.get_by_label("Plays in each replicate").fill("500")
    expect(page.locator("#checked")).to_contain_text("Rounded up to 512 plays in each replicate")
    fits()
    shoot(page, "lab-boards-queue")
    page.get_by_role("button", name="Queue the experiment").click()
    expect(page.get_by_text("Boards: 2 stored puzzles, 256 plays of each")).to_be_visible()
    page.goto("about:blank")  # which asks for nothing while the chunks are computed
    run_chunks(worker="w", seconds=100)
    page.goto(f"/admin/lab/experiment/{Experiment.objects.get().pk}/change/?board=2")
    expect(page.get_by_role("heading", name="Where on board 2")).to_be_visible()
    expect(page.locator(".boards .drawn svg")).to_have_count(2)
    fits()
    shoot(page, "lab-boards-results")
    page.get_by_title("Show me the first of them").first.click()
    expect(page.get_by_text(re.compile("It was played on board 2"))).to_be_visible()
