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
    expect(page.get_by_text("8 variants added")).to_contain_text("Not allowed here: 999.")
    expect(page.get_by_text("2 things at once").first).to_be_visible()
    page.get_by_text("Work out the number of plays").click()
    page.get_by_label("Each rate to ± points").fill("5")
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
    page.goto("about:blank")  # it would look again while the worker works
    run_chunks(worker="w", seconds=100)
    page.goto(f"/admin/lab/experiment/{experiment.pk}/change/")
    drawn(page, 2)
    shoot(page, "lab-grid-results")
    page.set_viewport_size(PHONE)
    page.goto("/admin/lab/experiment/queue/?game=map_coloring")
    page.get_by_text("Sweep a rule over many values").click()
    fits()


def test_players_have_parameters_of_their_own_or_the_baselines(signed_in, shoot, fits):
    page = signed_in
    page.goto("/admin/lab/experiment/queue/?game=reversi")
    page.get_by_label("Title").fill("How far to look")
    variants = page.locator("[data-variant]")
    depth = "[data-part=policy_lookahead_depth]"
    expect(variants.nth(0).locator(depth)).to_be_hidden()
    variants.nth(0).locator("[data-part=policy]").select_option("lookahead")
    expect(variants.nth(0).locator(depth)).to_have_value("3")
    page.get_by_role("button", name="Add a variant").click()
    variants.nth(1).locator("[data-part=policy]").select_option("lookahead")
    variants.nth(1).locator("[data-part=policy_second]").select_option("endgame")
    variants.nth(1).locator("[data-part=policy_second_endgame_empties]").fill("10")
    changed = variants.nth(1).locator("[data-difference]")
    expect(changed).to_contain_text("Looks ahead, exact at the end, Empty cells 10")
    expect(changed.locator(".badge")).to_have_count(0)  # who plays is one thing
    variants.nth(2).locator(depth).fill("9")
    expect(variants.nth(2).get_by_text("Too large: at most 5.")).to_be_visible()
    variants.nth(2).locator(depth).fill("1")
    expect(variants.nth(2).locator("[data-difference]")).to_contain_text("Depth 3 → 1")
    shoot(page, "lab-players")
    page.get_by_text("Every variant has the baseline’s players").click()
    expect(variants.nth(1).locator("[data-part=policy]")).to_be_hidden()
    expect(changed).to_contain_text("change something")
    variants.nth(1).locator("[data-part=rule_width]").fill("6")
    variants.nth(2).locator("[data-part=rule_width]").fill("4")
    page.get_by_label("Also with the seats swapped").uncheck()
    page.get_by_label("Plays in each replicate").fill("1")
    fits()
    page.get_by_role("button", name="Queue the experiment").click()
    expect(page.locator("#live")).to_be_visible()
    played = Experiment.objects.get().variants.values_list("policy", flat=True)
    assert set(played) == {"lookahead,random"}


def test_means_are_sized_while_the_form_is_filled_in(signed_in, shoot):
    page = signed_in
    page.goto("/admin/lab/experiment/queue/?game=dots_and_boxes")
    page.get_by_label("Title").fill("Wide or square")
    page.locator("[data-variant]").nth(1).locator("[data-part=rule_cols]").fill("6")
    page.get_by_text("Work out the number of plays").click()
    page.get_by_label("Each mean to ± boxes").fill("0.2")
    expect(page.get_by_text("tried just now: about right")).to_be_visible()
    trials = page.get_by_label("Plays in each replicate")
    expect(trials).not_to_have_value("20000")
    expect(page.get_by_text("Each figure: ± 0.2")).to_be_visible()
    shoot(page, "lab-sizing")
    trials.fill("500")
    expect(page.get_by_label("Each mean to ± boxes")).to_have_value("")
    expect(page.get_by_text("2 variants, 3,000 plays in all")).to_be_visible()
    expect(trials).to_have_value("500")


def test_what_is_wrong_is_said_and_one_number_of_plays(signed_in, shoot):
    page = signed_in
    page.goto("/admin/lab/experiment/queue/?game=dots_and_boxes")
    page.get_by_label("Title").fill("Who is better?")
    for variant in page.locator("[data-variant]").all():
        variant.locator("[data-part=policy_second]").select_option("greedy")
    page.locator("[data-part=rule_rows]").nth(1).fill("3")
    page.get_by_label("Plays in each replicate").fill("157")
    page.get_by_label("Replicates").fill("3")
    expect(page.locator("#checked")).to_contain_text("4 variants, 1,884 plays in all")
    expect(page.locator("#sum")).to_have_text(
        "4 variants × 3 replicates × 157 plays = 1,884 plays."
    )
    page.get_by_label("Also with the seats swapped").uncheck()
    expect(page.locator("#sum")).to_contain_text("= 942 plays")
    page.get_by_text("Sweep a rule over many values").click()
    said = page.locator("#sweep [data-said]")
    make = page.get_by_role("button", name="Make the variants")
    make.click()
    expect(said).to_have_text("Choose a rule.")
    page.locator("[data-rule=x]").select_option("rule_rows")
    for values, text in (
        ("1000", "whole numbers from"),
        ("9-3", "9-3: write 3-9"),
        ("", "write some"),
        ("2.5", "not 2.5"),
    ):
        page.get_by_label("Values").nth(0).fill(values)
        make.click()
        expect(said).to_contain_text(text)
    shoot(page, "lab-sweep-wrong")
    page.get_by_label("Stored puzzles that you choose").check()
    page.locator("[name=puzzles]").fill("nonsense")
    expect(page.get_by_text("“nonsense” is no id of a puzzle.")).to_be_visible()
    for query, text in (
        ("game=nothing", "nothing"),
        ("game=reversi&preset=nothing", "has no preset “nothing”"),
        ("copy=nothing", "The experiment to copy was not found"),
    ):
        page.goto(f"/admin/lab/experiment/queue/?{query}")
        expect(page.locator(".messagelist")).to_contain_text(text)
