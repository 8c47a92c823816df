"""From a page of recorded play to the lab's compare page."""

from __future__ import annotations

from collections.abc import Sequence
from urllib.parse import urlencode

from django.urls import reverse

from engines import Game, headline_of


def compare_links(game: Game, keys: Sequence[str]) -> list[str]:
    """The compare page's address with these arms; none where the game has no such headline."""
    headline = headline_of(game)
    if not keys or not headline.counts_stuck:
        return []
    query = urlencode({"people": ",".join(keys)}, safe=",:;")
    return [f"{reverse('admin:lab_experiment_compare')}?{query}"]
