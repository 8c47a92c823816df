"""The API's documentation draws itself under the strict content policy, and can be tried out."""

from __future__ import annotations

import json
from typing import Any

import pytest
from django.contrib.auth.models import User
from playwright.sync_api import expect

pytestmark = [pytest.mark.browser, pytest.mark.slow, pytest.mark.django_db(transaction=True)]


def opened(page: Any, name: str) -> Any:
    """An operation of the list, opened and ready to be tried."""
    block = page.locator(f"#operations-{name}")
    block.locator(".opblock-summary").click()
    block.get_by_role("button", name="Try it out").click()
    return block


def answer(block: Any) -> Any:
    return block.locator(".live-responses-table .response-col_status").last


def test_every_operation_is_shown_and_one_can_be_tried(page: Any, shoot: Any) -> None:
    page.goto("/api/v1/docs/")
    expect(page.locator(".opblock").first).to_be_visible()
    assert page.locator(".opblock").count() >= 16
    assert all(page.locator(".opblock-summary-description").all_inner_texts())
    shoot(page, "api-docs", full=False)
    games = opened(page, "games-games_list")
    games.get_by_role("button", name="Execute").click()
    expect(answer(games)).to_contain_text("200")


def test_what_is_filled_in_is_a_body_that_can_be_sent(page: Any) -> None:
    page.goto("/api/v1/docs/")
    moves = opened(page, "sessions-sessions_moves_create")
    body = json.loads(moves.locator("textarea.body-param__text").input_value())
    assert body["number"] == 1
    assert isinstance(body["move"], dict)
    answers = moves.locator(".responses-table .example").all_inner_texts()
    assert '"legal_moves": [' in answers[0]
    assert len(answers) >= 5
    for shown in answers:
        assert '"string"' not in shown
        assert "additionalProp" not in shown


def test_staff_queue_an_experiment_with_what_is_filled_in(page: Any) -> None:
    User.objects.create_superuser("ada", password="over the hills and far away")
    page.goto("/admin/login/?next=/api/v1/docs/")
    page.fill("#id_username", "ada")
    page.fill("#id_password", "over the hills and far away")
    page.get_by_role("button", name="Log in").click()
    create = opened(page, "experiments-experiments_create")
    create.get_by_role("button", name="Execute").click()
    expect(answer(create)).to_contain_text("201")
