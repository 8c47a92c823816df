"""A designer's way through the lab: queue a preset, watch it, read it, look at a board."""

from __future__ import annotations

import re
import shlex
import subprocess
import sys

import pytest
from playwright.sync_api import expect

from backend.lab.models import Experiment
from backend.lab.services import queue_preset
from engines import get_game
from tests.browser.conftest import PHONE
from tests.support.lab import queue, variant
from tests.support.workers import empty_broker, start_worker, wait_until

pytestmark = [pytest.mark.browser, pytest.mark.slow, pytest.mark.django_db(transaction=True)]

GAME = get_game("map_coloring")
PRESET = GAME.presets[0]


@pytest.fixture(autouse=True)
def _quiet_broker():
    empty_broker()


def finish(experiment):
    def ended():
        experiment.refresh_from_db()
        return experiment.ended

    wait_until(ended, seconds=120)


def until(page, expression):
    """Waits for it. (Playwright's own waiting would need the policy to allow eval.)"""
    wait_until(lambda: page.evaluate(expression), seconds=60, what=f"for {expression}")


def drawn(page, charts):
    """Waits for so many charts, and for no failed one."""
    until(page, f"document.querySelectorAll('[data-drawn]').length >= {charts}")
    assert page.locator(".chart-failed").count() == 0


def test_a_preset_is_queued_watched_and_read(
    signed_in, shoot, service_environment, tmp_path, settings
):
    settings.CHUNK_SECONDS = 0.1
    page = signed_in
    page.goto("/admin/")
    shoot(page, "index")
    page.get_by_role("link", name=re.compile("Queue an experiment")).first.click()
    expect(page.get_by_text(PRESET.question)).to_be_visible()
    page.get_by_role("navigation", name="Games").get_by_role("link", name=GAME.title).click()
    expect(page.get_by_role("heading", name=GAME.title, exact=True)).to_be_in_viewport()
    shoot(page, "queue-choose")
    page.get_by_role("link", name=f"Use this preset: {PRESET.title}").click()
    expect(page.get_by_label("Title")).to_have_value(PRESET.title)
    assert page.locator("[data-variant]").count() == len(PRESET.variants)
    shoot(page, "queue-form")
    page.get_by_label("Plays in each replicate").fill("20000")
    expect(page.locator("#sum")).to_contain_text("180,000 plays")

    slow = {"faults": True, "SLOW_SECONDS": "0.15"}
    with start_worker(service_environment, tmp_path, **slow):
        page.get_by_role("button", name="Queue the experiment").click()
        expect(page.locator("#live")).to_be_visible()
        experiment = Experiment.objects.get()
        assert experiment.preset == PRESET.key
        bar = page.locator("#bar")
        until(page, "document.getElementById('bar').value > 0.3")
        assert 0.3 < bar.evaluate("bar => bar.value") <= 1
        expect(page.get_by_text(re.compile("Partial so far")).first).to_be_visible()
        shoot(page, "live")
    with start_worker(service_environment, tmp_path):
        expect(page.get_by_role("heading", name="In words")).to_be_visible(timeout=90_000)
    drawn(page, 3)
    for one in PRESET.variants:
        expect(
            page.get_by_role("rowheader", name=re.compile(re.escape(one.title))).first
        ).to_be_visible()
    shoot(page, "results")

    with page.expect_download() as saved:
        page.get_by_role("link", name="Save as PNG").first.click()
    assert saved.value.suggested_filename.endswith(".png")
    assert saved.value.path().read_bytes().startswith(b"\x89PNG")
    svg = page.get_by_role("link", name="Save as SVG").first
    svg.focus()
    with page.expect_download() as saved:
        page.keyboard.press("Enter")
    assert b"<svg" in saved.value.path().read_bytes()[:200]

    page.get_by_role("link", name="Show me a stuck board").first.click()
    expect(page.locator(".stepper img")).to_be_visible()
    shoot(page, "stuck-board")


def test_the_command_on_the_result_page_gives_the_same_count(
    signed_in, service_environment, tmp_path
):
    experiment = queue(trials=2_000, replicates=1)
    with start_worker(service_environment, tmp_path):
        finish(experiment)
    signed_in.goto(f"/admin/lab/experiment/{experiment.pk}/change/")
    signed_in.get_by_text("On the command line").click()
    line = signed_in.locator("pre.command").first.inner_text()
    assert line.startswith(".venv/bin/python -m engines simulate")
    line = line.replace(".venv/bin/python", shlex.quote(sys.executable), 1)
    out = subprocess.run(
        ["/bin/sh", "-c", f"{line} --json"],
        capture_output=True,
        check=True,
        text=True,
    ).stdout
    signed_in.get_by_text("Every replicate with its counts").click()
    count = experiment.variants.first().runs.first().totals[0]
    assert f'"count": {count}' in out or f'"count":{count}' in out
    expect(signed_in.get_by_role("cell", name=f"{count:,}", exact=True).first).to_be_visible()


def test_all_figures_are_seen_without_scrolling_sideways(signed_in, service_environment, tmp_path):
    """Many metrics, many variants: still no table of figures is too wide for a laptop."""
    preset = next(p for p in get_game("number_hunt").presets if p.key == "count")
    experiment = queue_preset(game="number_hunt", preset=preset.key, trials=200, replicates=1)
    with start_worker(service_environment, tmp_path):
        finish(experiment)
    signed_in.goto(f"/admin/lab/experiment/{experiment.pk}/change/")
    expect(signed_in.get_by_role("heading", name="Other figures")).to_be_visible()
    table = signed_in.locator(".scroll-x").filter(has=signed_in.locator("table.others"))
    assert table.evaluate("box => box.scrollWidth <= box.clientWidth")
    signed_in.goto("/admin/lab/experiment/")
    results = signed_in.locator(".results")
    assert results.evaluate("box => box.scrollWidth <= box.clientWidth")


def test_a_stuck_board_is_stepped_through(signed_in, shoot, fits, service_environment, tmp_path):
    experiment = queue(trials=400, replicates=1)
    with start_worker(service_environment, tmp_path):
        finish(experiment)
    page = signed_in
    page.goto(f"/admin/lab/experiment/{experiment.pk}/board/?variant=0")
    slider, picture = page.get_by_role("slider", name="Step"), page.locator(".stepper img")
    last = int(slider.get_attribute("max"))
    expect(page.locator("a[aria-current=step] .badge")).to_have_text("Stuck")
    page.get_by_role("link", name="One step back").click()
    expect(picture).to_have_attribute("src", re.compile(f"step={last - 1}$"))
    slider.focus()
    page.keyboard.press("Home")
    expect(page.locator(".caption")).to_contain_text("Before the first move")
    page.keyboard.press("ArrowRight")
    expect(page.locator("a[aria-current=step] .number")).to_have_text("1")
    until(page, "document.querySelector('.stepper img').naturalWidth > 0")
    trial = re.search(r"Trial ([\d,]+)", page.locator(".lead").inner_text())[1]
    page.get_by_role("link", name=re.compile("Next like this")).click()
    expect(page.locator(".lead")).not_to_contain_text(f"Trial {trial} ")
    page.get_by_label(re.compile("Trial number")).fill("7")
    page.get_by_role("button", name="Show").click()
    expect(page.locator(".lead")).to_contain_text("Trial 7 ")
    page.goto(f"/admin/lab/experiment/{experiment.pk}/board/?trial=400")
    expect(page.get_by_role("alert")).to_have_text("There is no trial 400; trials are 0 to 399.")
    page.complaints.clear()  # it is a 404
    page.go_back()
    page.set_viewport_size(PHONE)
    fits()
    shoot(page, "stuck-board-phone")


def test_cancel_and_resume(signed_in, shoot, service_environment, tmp_path, settings):
    settings.CHUNK_SECONDS = 0.1
    experiment = queue(trials=20_000)
    page = signed_in
    slow = {"faults": True, "SLOW_SECONDS": "0.2"}
    with start_worker(service_environment, tmp_path, **slow):
        page.goto(f"/admin/lab/experiment/{experiment.pk}/change/")
        until(page, "document.getElementById('bar').value > 0")
        page.get_by_role("button", name="Cancel").click()
        expect(page.get_by_role("button", name="Resume")).to_be_visible(timeout=30_000)
        drawn(page, 1)
        shoot(page, "cancelled")
        expect(page.get_by_role("heading", name="In words")).to_have_count(0)
    with start_worker(service_environment, tmp_path):
        page.get_by_role("button", name="Resume").click()
        expect(page.get_by_role("heading", name="In words")).to_be_visible(timeout=60_000)


def test_failed_chunks_say_what_went_wrong(
    signed_in, shoot, service_environment, tmp_path, settings
):
    settings.CHUNK_SECONDS = 0.1
    experiment = queue(trials=20_000)
    always = {"faults": True, "FAIL_FIRST_TRIAL": "0"}
    with start_worker(service_environment, tmp_path, **always):
        finish(experiment)
    signed_in.goto(f"/admin/lab/experiment/{experiment.pk}/change/")
    drawn(signed_in, 3)
    shoot(signed_in, "partial")
    expect(signed_in.get_by_role("status").first).to_contain_text("a deliberate fault")
    signed_in.get_by_text("The whole error").first.click()
    expect(signed_in.get_by_text("Traceback").first).to_be_visible()


def test_variants_are_added_removed_and_compared(signed_in, shoot, fits):
    page = signed_in
    page.goto(f"/admin/lab/experiment/queue/?game={GAME.slug}")
    variants = page.locator("[data-variant]")
    expect(variants).to_have_count(2)
    expect(variants.nth(1).locator("[data-difference]")).to_contain_text("change something")
    page.get_by_role("button", name="Add a variant").click()
    expect(variants).to_have_count(3)
    expect(variants.nth(0).locator(".help").first).to_contain_text("called Baseline")
    width = variants.nth(0).locator("[data-part=rule_width]")
    width.fill("")
    width.press("e")
    expect(variants.nth(1).locator("[data-difference]")).to_have_text("")
    expect(variants.nth(0).locator(".errors").filter(has_text="Write a number")).to_be_visible()
    width.fill("12")
    page.get_by_label("Title").fill("x" * 201)
    expect(page.get_by_text("at most 200 characters; this has 201")).to_be_visible()
    colors = variants.nth(1).locator("[data-part=rule_colors]")
    colors.fill("5")
    expect(variants.nth(1).locator("[data-difference]")).to_contain_text("Colours 4 → 5")
    variants.nth(2).locator("[data-part=rule_seeds]").fill("24")
    variants.nth(2).locator("[data-part=policy]").select_option(GAME.policies[1].key)
    expect(variants.nth(2).locator(".badge")).to_have_text("2 things at once")
    colors.fill("99")
    expect(variants.nth(1).locator(".errors").filter(has_text="at most")).to_be_visible()
    page.get_by_label("Title").fill("Mine")
    page.get_by_role("button", name="Queue the experiment").click()
    expect(page.get_by_role("alert")).to_contain_text("Nothing was queued yet")
    page.complaints.clear()  # the browser notes the 422 in its console
    shoot(page, "queue-errors")
    variants.nth(1).get_by_role("button", name="Remove").click()
    expect(variants).to_have_count(2)
    assert variants.nth(1).locator("[data-part=rule_seeds]").get_attribute("name") == (
        "variants-1-rule_seeds"
    )
    page.set_viewport_size(PHONE)
    fits()
    shoot(page, "queue-form-phone")
    page.get_by_role("button", name="Queue the experiment").click()
    expect(page.locator("#live")).to_be_visible()
    saved = Experiment.objects.get()
    assert saved.variants.get(position=0).title == "Baseline"
    assert "24" in saved.variants.get(position=1).title
    fits()


def test_the_result_fits_a_phone_and_the_dark(
    signed_in, shoot, fits, service_environment, tmp_path
):
    experiment = queue(
        trials=1_000,
        variants=[
            variant("A baseline with quite a long name, as people write them"),
            variant("Four" * 40, colors=4),
            variant("Five", colors=5),
        ],
        title="W" * 200,
        question="Q" * 300,
    )
    experiment.variants.exclude(position=1).update(title="Written before names had to differ")
    with start_worker(service_environment, tmp_path):
        finish(experiment)
    page = signed_in
    page.set_viewport_size(PHONE)
    page.goto(f"/admin/lab/experiment/{experiment.pk}/change/")
    drawn(page, 3)
    fits()
    for link in page.get_by_role("link", name="Show me a stuck board").all():
        box = link.bounding_box()
        assert 0 <= box["x"] <= box["x"] + box["width"] <= PHONE["width"]
    shoot(page, "results-phone")
    chart = page.locator("[data-chart=chart-headline]")
    assert chart.get_by_text("Written before", exact=False).count() == 2
    page.goto(f"/admin/lab/experiment/{experiment.pk}/board/")
    fits()
    page.set_viewport_size({"width": 1280, "height": 900})
    fits()
    page.goto(f"/admin/lab/experiment/{experiment.pk}/change/")
    fits()
    page.emulate_media(color_scheme="dark")
    page.reload()
    drawn(page, 3)
    shoot(page, "results-dark")
    page.goto("/admin/lab/experiment/")
    shoot(page, "experiments-dark")
