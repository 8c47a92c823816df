"""A real browser on a real server. A page that complains (console, CSP, crash) fails its test."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from dev.browser import find_browser

FLAGS = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
]
SCREENSHOTS = Path(__file__).resolve().parents[2] / "screenshots"
WIDTH, HEIGHT = 1280, 900
PATIENCE = 60_000  # ms; other tests run at the same time
PHONE = {"width": 390, "height": 844}


@pytest.fixture(scope="session")
def browser() -> Iterator[Any]:
    from playwright.sync_api import expect, sync_playwright

    expect.set_options(timeout=PATIENCE)
    path = find_browser()  # a test without one was left out before
    # Playwright's event loop lives in this thread, and so does the tests' use of the database.
    os.environ["DJANGO_ALLOW_ASYNC_UNSAFE"] = "true"
    with sync_playwright() as playwright:
        opened = playwright.chromium.launch(executable_path=path, args=FLAGS)
        yield opened
        opened.close()
    del os.environ["DJANGO_ALLOW_ASYNC_UNSAFE"]


@pytest.fixture
def page(browser: Any, live_server: Any) -> Iterator[Any]:
    """A fresh page that watches for complaints. Failed requests count as complaints too."""
    complaints: list[str] = []
    context = browser.new_context(
        base_url=live_server.url,
        viewport={"width": WIDTH, "height": HEIGHT},
        color_scheme="light",
        accept_downloads=True,
        reduced_motion="reduce",
    )
    context.set_default_timeout(PATIENCE)
    context.add_init_script(
        "document.addEventListener('securitypolicyviolation', (e) =>"
        " console.error('CSP: ' + e.violatedDirective + ' ' + e.blockedURI + ' ' + e.sample))"
    )
    opened = context.new_page()
    opened.on(
        "console",
        lambda m: complaints.append(m.text) if m.type in ("error", "warning") else None,
    )
    opened.on("pageerror", lambda error: complaints.append(str(error)))
    opened.on(
        "response",
        lambda r: complaints.append(f"{r.status} {r.url}") if r.status >= 400 else None,
    )
    opened.complaints = complaints
    yield opened
    context.close()
    assert complaints == []


@pytest.fixture
def designer(django_user_model: Any) -> Any:
    """Staff who may see everything, steer experiments and studies, and adopt levels."""
    from django.contrib.auth.models import Permission

    user = django_user_model.objects.create_user("designer", password="pencil-and-paper")
    user.is_staff = True
    user.save()
    apps = ["lab", "puzzles", "play", "playtests"]
    besides = [
        *("add_experiment", "change_experiment", "add_adoptedlevel"),
        *("add_stuckmap", "add_study", "change_study"),
    ]
    user.user_permissions.set(
        Permission.objects.filter(content_type__app_label__in=apps, codename__startswith="view_")
        | Permission.objects.filter(codename__in=besides)
    )
    return user


@pytest.fixture
def signed_in(page: Any, designer: Any, client: Any, live_server: Any) -> Any:
    """The page, signed in as the designer."""
    client.force_login(designer)
    cookie = client.cookies["sessionid"]
    page.context.add_cookies(
        [{"name": "sessionid", "value": cookie.value, "url": live_server.url, "httpOnly": True}]
    )
    return page


@pytest.fixture
def shoot() -> Callable[..., Path]:
    """Takes a picture of the whole page into screenshots/."""
    SCREENSHOTS.mkdir(exist_ok=True)

    def take(page: Any, name: str, *, full: bool = True) -> Path:
        path = SCREENSHOTS / f"{name}.png"
        page.screenshot(path=path, full_page=full, animations="disabled")
        return path

    return take


@pytest.fixture
def fits(page: Any) -> Callable[[], None]:
    """Asserts that the page does not have to be scrolled sideways."""

    def check() -> None:
        width = page.evaluate("document.documentElement.scrollWidth")
        assert width <= page.viewport_size["width"], f"{width} px wide"

    return check
