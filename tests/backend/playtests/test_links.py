"""What a page is restricted to stays when one goes on from it; the lists that lead there."""

from __future__ import annotations

import re
from html import unescape
from urllib.parse import parse_qs, urlsplit

import pytest
from django.urls import reverse

from backend.playtests.admin.words import clustered_share, share
from backend.playtests.models import SessionReading
from backend.statistics.clusters import Clustered
from tests.support.api import make_map

pytestmark = pytest.mark.django_db

ASKED = {"who": ["synthetic"], "hints": ["without"], "since": ["2026-01-01"], "client": ["a b"]}
QUERY = "?who=synthetic&hints=without&since=2026-01-01&client=a%20b"


def links(answer, page: str) -> list[dict[str, list[str]]]:
    """The queries of the links to a page."""
    found = [
        urlsplit(unescape(to)) for to in re.findall(r'href="([^"]+)"', answer.content.decode())
    ]
    return [parse_qs(one.query) for one in found if one.path == page]


def test_links_carry_all_filters(admin_client, seed_people) -> None:

    puzzle = make_map(seed=7)
    seed_people([puzzle], sessions=3, players=3)
    SessionReading.objects.update(client="a b", hint_count=0, started_at="2026-06-01T00:00Z")
    stalls = reverse("admin:playtests_playedpuzzle_change", args=[puzzle.pk])
    variants = reverse("admin:playtests_variants", args=[puzzle.game])
    against = reverse("admin:playtests_against", args=[puzzle.game])
    shown = admin_client.get(stalls + QUERY)
    assert shown.context["total"].sessions == 3
    assert links(shown, variants) == [ASKED]
    assert links(shown, against) == [{**ASKED, "puzzle": [str(puzzle.pk)]}]
    assert links(admin_client.get(variants + QUERY), against) == [ASKED]
    shown = admin_client.get(f"{against}{QUERY}&puzzle={puzzle.pk}")
    assert links(shown, variants) == links(shown, stalls) == [ASKED]
    assert ASKED in links(shown, "")  # all boards


def test_the_list_counts_puzzles(admin_client, seed_people) -> None:
    seed_people([make_map(seed=7), make_map(seed=8)], sessions=2, players=2)
    text = admin_client.get(reverse("admin:playtests_playedpuzzle_changelist")).content.decode()
    assert "2 puzzles" in text
    assert "2 stall points" not in text


def test_the_start_page_leads_to_stall_points_and_imports(admin_client) -> None:
    shown = admin_client.get(reverse("admin:index"))
    for page in ("admin:playtests_playedpuzzle_changelist", "admin:playtests_exchange"):
        assert f'class="tile" href="{reverse(page)}"' in shown.content.decode()


def test_intervals_are_rounded_outward_on_every_page() -> None:
    """25 of 25: Wilson's lower end is 86.68 %."""
    alone = Clustered(25, 25, 25, 25, 25, 25)
    assert share(25, 25)["interval"] == "86.6 % to 100.0 %"
    assert clustered_share(alone)["interval"] == "86.6–100.0 %"
