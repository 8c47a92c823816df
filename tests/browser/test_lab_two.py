"""The lab's pages of a game for two, looked at in a browser."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from backend.lab import expectations
from backend.lab.models import Experiment
from backend.lab.work import run_chunks
from tests.browser.conftest import PHONE
from tests.browser.test_lab import drawn
from tests.support.coin_row import coin_row, player, queue_coins
from tests.support.workers import empty_broker

pytestmark = [pytest.mark.browser, pytest.mark.slow, pytest.mark.django_db(transaction=True)]


@pytest.fixture(autouse=True)
def _game():
    empty_broker()
    with coin_row():
        yield


def test_both_seats_are_chosen_queued_and_read(signed_in, shoot, fits):
    page = signed_in
    page.goto("/admin/lab/experiment/queue/?game=coin_row")
    page.get_by_label("Title").fill("Greedy or modest?")
    page.get_by_label("Coins").nth(0).fill("9")
    page.get_by_label("Coins").nth(1).fill("9")
    page.get_by_label("First player").nth(1).select_option("greedy")
    page.get_by_label("Second player").nth(1).select_option("modest")
    expect(page.get_by_text("First player Random → Greedy")).to_be_visible()
    assert page.get_by_text("things at once").count() == 0
    shoot(page, "two-queue")
    page.get_by_role("button", name="Queue the experiment").click()
    expect(page.get_by_role("heading", name="Variant by variant")).to_be_visible()
    assert Experiment.objects.get().variants.count() == 3
    page.set_viewport_size(PHONE)
    page.goto("/admin/lab/experiment/queue/?game=coin_row")
    fits()


def test_the_result_of_a_game_for_two(signed_in, shoot, fits):
    page = signed_in
    experiment = queue_coins(
        variants=[
            player("Two random", coins=12),
            player("Greedy first", "greedy,random", coins=12),
            player("Greedy against modest", "greedy,modest", coins=12),
        ],
        both_seats=True,
        question="Is it better to be greedy, whoever moves first?",
        trials=400,
    )
    run_chunks(worker="w")
    while expectations.work_out_next():
        pass
    page.goto(f"/admin/lab/experiment/{experiment.pk}/change/")
    drawn(page, 1)
    expect(page.get_by_role("heading", name="Over both seats")).to_be_visible()
    shoot(page, "two-results")
    page.get_by_role("link", name="Show me a typical play").first.click()
    expect(page.get_by_text("First player's advantage:")).to_be_visible()
    shoot(page, "two-board")
    page.set_viewport_size(PHONE)
    page.goto(f"/admin/lab/experiment/{experiment.pk}/change/")
    drawn(page, 1)
    fits()
    shoot(page, "two-results-phone")
