"""The admin's own look: where it leads, and that its pages keep to the strict policy."""

from __future__ import annotations

import re

import pytest
from django.contrib.auth.models import Permission
from django.contrib.staticfiles import finders

pytestmark = pytest.mark.django_db


def test_the_first_page_leads_to_what_one_may_do(client, django_user_model):
    user = django_user_model.objects.create_user("viewer", password="x", is_staff=True)
    user.user_permissions.set(Permission.objects.filter(codename="view_experiment"))
    client.force_login(user)
    page = client.get("/admin/").content.decode()
    assert "/admin/lab/experiment/" in page
    assert "Queue an experiment" not in page
    assert "/admin/play/session/" not in page


def test_the_first_page_leads_everywhere_for_the_first_user(admin_client):
    page = admin_client.get("/admin/").content.decode()
    for path in ("lab/experiment/queue/", "lab/experiment/", "puzzles/puzzle/", "play/session/"):
        assert f'href="/admin/{path}"' in page


@pytest.mark.parametrize(
    "path", ["/", "/admin/", "/admin/login/", "/admin/lab/experiment/", "/admin/play/session/"]
)
def test_no_page_has_inline_script_or_style(admin_client, path):
    page = admin_client.get(path, follow=True)
    text = page.content.decode()
    assert not re.search(r"<style|\sstyle=|\son[a-z]+=", text)
    assert not re.search(r"<script(?![^>]*(\ssrc=|application/json))", text)
    policy = page["Content-Security-Policy"]
    assert "unsafe" not in policy
    assert "default-src 'self'" in policy


def test_every_file_a_template_names_exists(admin_client):
    for path in ("/", "/admin/", "/admin/lab/experiment/queue/"):
        text = admin_client.get(path).content.decode()
        names = re.findall(r'(?:src|href)="/static/([^"]+)"', text)
        assert names
        assert [name for name in names if not finders.find(name)] == []


def test_vendored_code_comes_with_its_license():
    from pathlib import Path

    folder = Path(finders.find("vendor/README.md")).parent
    for one in folder.iterdir():
        if one.is_dir():
            assert (one / "LICENSE").read_text().startswith("Copyright")
            assert any(one.glob("*.min.js"))
            assert not any("sourceMappingURL" in f.read_text() for f in one.glob("*.js"))
