"""What the admin's first page says about experiments."""

from __future__ import annotations

from typing import Any

from django import template

from backend.lab.models.experiments import ENDED
from backend.lab.selectors import newest_experiments

register = template.Library()


@register.simple_tag
def latest_experiments(ended: bool, most: int = 5) -> dict[str, Any]:
    """The newest experiments that have ended, or those still waiting and running.

    ``{"shown": [experiments], "more": how many there are besides}``
    """
    found = newest_experiments()
    found = found.filter(status__in=ENDED) if ended else found.exclude(status__in=ENDED)
    shown = list(found[:most])
    return {"shown": shown, "more": found.count() - len(shown) if len(shown) == most else 0}
