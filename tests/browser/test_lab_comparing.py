"""The compare page, from a result to an address that lasts; charts and tables taken away."""

from __future__ import annotations

from pathlib import Path

import pytest
from playwright.sync_api import expect

from backend.lab.work import run_chunks
from backend.playtests.services import seed_playtest, usual_people
from backend.puzzles.services import make_puzzle
from tests.browser.conftest import PHONE
from tests.browser.test_lab import drawn, until
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
    page.get_by_label("A simulated variant").select_option(label="Corners")
    page.get_by_role("button", name="Add variant").click()
    drawn(page, 1)
    expect(page.locator("mark")).to_have_text(["4", "corner"])
    shoot(page, "lab-compare")
    page.get_by_role("link", name="Put first").last.click()
    expect(page.get_by_text("against the first one, Corners")).to_be_visible()
    page.set_viewport_size(PHONE)
    page.goto(page.url)
    drawn(page, 1)
    fits()


def test_people_are_set_beside_and_all_is_taken_away(signed_in, shoot, fits):
    empty_broker()
    page = signed_in
    played = make_puzzle(game="map_coloring", rules={"colors": 4}, seed=5)
    people = usual_people(game=played.game, policy=None)
    seed_playtest(puzzles=[played], people=people, players=20, sessions=60, seed=2)
    queue(variants=[{"title": "Careless", "rules": {"colors": 4}, "policy": "random"}, variant()])
    run_chunks(worker="w")
    page.goto(f"/admin/playtests/playedpuzzle/{played.pk}/change/?who=synthetic")
    page.get_by_role("link", name="Compare with simulations").click()
    drawn(page, 1)
    page.get_by_label("A simulated variant").select_option(label="Careless")
    page.get_by_role("button", name="Add variant").click()
    drawn(page, 1)
    expect(page.get_by_text("each against the first one, Careless")).to_be_visible()
    page.get_by_label("What was played").select_option(index=0)
    page.get_by_label("Who").select_option("synthetic")
    page.get_by_label("Hints").select_option("without")
    page.get_by_role("button", name="Add people").click()
    drawn(page, 1)
    expect(page.locator("table.figures .badge-synthetic")).to_have_count(2)
    assert "hints:without" in page.url
    for name, start in (("SVG", b"<svg"), ("PNG", b"\x89PNG")):
        with page.expect_download() as download:
            page.get_by_role("link", name=f"Save as {name}").click()
        assert Path(download.value.path()).read_bytes().startswith(start)
        assert download.value.suggested_filename == f"compare-stuck.{name.lower()}"
    page.get_by_text("Take it away").click()
    with page.expect_download() as download:
        page.get_by_role("link", name="Parquet").click()
    assert download.value.suggested_filename == "compare-map_coloring.parquet"
    shoot(page, "lab-compare-people")
    fits()
    table = page.locator(".scroll-x", has=page.get_by_role("link", name="Take out"))
    assert table.evaluate("box => box.scrollWidth <= box.clientWidth")  # nothing is cut off
    page.set_viewport_size(PHONE)
    fits()


def test_a_cell_of_a_heatmap_leads_to_a_play(signed_in, shoot, fits):
    empty_broker()
    page = signed_in
    experiment = queue()
    run_chunks(worker="w")
    address = f"/admin/lab/experiment/{experiment.pk}/change/"
    page.goto(address)
    drawn(page, 3)
    cells = page.locator("[data-chart=chart-stuck_at] .mark-rect path")
    cells.nth(14).click()  # row 2, column 2 of the first map
    expect(page.get_by_text("was counted in row 2, column 2")).to_be_visible()
    page.get_by_role("link", name="Next in this cell").click()
    expect(page.get_by_text("Found by replaying")).to_be_visible()
    until(page, "[...document.images].every((image) => image.complete)")
    shoot(page, "lab-cell")
    fits()
    page.goto(address)
    drawn(page, 3)
    shoot(page, "lab-result-cells")
    place = page.locator("form", has=page.get_by_label("Show me a play of"))
    place.get_by_label("Row").fill("2")
    place.get_by_label("Column").fill("3")
    place.get_by_role("button", name="Find plays").click()
    expect(page.get_by_text("was counted in row 2, column 3")).to_be_visible()
