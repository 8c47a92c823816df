"""The API's documentation draws itself under the strict content policy, and can be tried out."""

from __future__ import annotations

from typing import Any

import pytest
from playwright.sync_api import expect

pytestmark = [pytest.mark.browser, pytest.mark.slow, pytest.mark.django_db(transaction=True)]


def test_every_operation_is_shown_and_one_can_be_tried(page: Any, shoot: Any) -> None:
    page.goto("/api/v1/docs/")
    expect(page.locator(".opblock").first).to_be_visible()
    assert page.locator(".opblock").count() >= 16
    shoot(page, "api-docs", full=False)
    games = page.locator("#operations-games-games_list")
    games.locator(".opblock-summary").click()
    games.get_by_role("button", name="Try it out").click()
    games.get_by_role("button", name="Execute").click()
    expect(games.locator(".live-responses-table .response-col_status").last).to_contain_text("200")
