"""What a page is asked for: a game, or a board by its numbers; and figures as an answer."""

from __future__ import annotations

from typing import Any

from django.http import Http404, HttpRequest, JsonResponse, QueryDict

from backend.common.admin_read_only import whole
from backend.lab.models import Experiment
from backend.lab.selectors import PICKS
from engines import Game, Metric, UnknownName, get_game

MOST_BOARDS = 2**63 - 1


class NotThere(Exception):
    """What was asked for does not exist; the text says what does."""


def asked_game(request: HttpRequest) -> Game:
    """The game an address names. Raises `Http404`, which says what there is."""
    try:
        return get_game(request.GET.get("game", ""))
    except UnknownName as error:
        raise Http404(str(error)) from None


def uncached(told: Any, status: int = 200) -> JsonResponse:
    """What holds at this moment only, as JSON that no cache may keep."""
    return JsonResponse(told, status=status, headers={"Cache-Control": "no-store"})


def asked_number(query: QueryDict, name: str, *, default: int, low: int, high: int) -> int:
    """Parameter `name` between `low` and `high`; `default` when it is left out or empty.

    Raises `NotThere`.
    """
    text = query.get(name, "").strip()
    if not text:
        return default
    number = whole(text, low - 1, low, high)
    if number < low:
        raise NotThere(f"There is no {name} {_shown(text)}; {name}s are {low:,} to {high:,}.")
    return number


def asked_run(query: QueryDict, experiment: Experiment, variants: int) -> tuple[int, int]:
    """(position of the variant, replicate). Raises `NotThere`."""
    return (
        asked_number(query, "variant", default=0, low=0, high=variants - 1),
        asked_number(query, "replicate", default=1, low=1, high=experiment.replicates),
    )


def asked_trial(query: QueryDict, experiment: Experiment) -> int | None:
    """The trial, None when none is named. Raises `NotThere`."""
    trial = asked_number(query, "trial", default=-1, low=0, high=experiment.trials - 1)
    return trial if trial >= 0 else None


def asked_pick(query: QueryDict, headline: Metric) -> str:
    """Which kind of board (see `selectors.PICKS`), the usual one where none is named.

    Raises `NotThere`.
    """
    known = PICKS[headline.kind]
    pick = query.get("which", "") or known[0]
    if pick not in known:
        raise NotThere(f"“{pick[:30]}” is none of: {', '.join(known)}.")
    return pick


def asked_nth(query: QueryDict) -> int:
    """Which of the boards picked, from 0. Raises `NotThere`."""
    try:
        return asked_number(query, "nth", default=0, low=0, high=MOST_BOARDS)
    except NotThere:
        raise NotThere("Boards are counted from 0: this is no number of one.") from None


def _shown(text: str) -> str:
    """A number with its thousands set apart; anything else in quotes, and not too long."""
    try:
        return f"{int(text):,}" if len(text) <= 30 else f"{text[:30]}…"
    except ValueError:
        return f"“{text[:30]}…”" if len(text) > 30 else f"“{text}”"
