"""Boards stepped through in the admin: what the stepper template needs, and its pictures."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from django.http import HttpResponse

from engines import Game


@dataclass(frozen=True, slots=True)
class Step:
    """One line of the list: its number, what happened, badges, and time taken."""

    number: int
    text: str
    badges: tuple[str, ...] = ()
    time: str = ""


def told_move(game: Game, state: Any, move: Any) -> str:
    """The move in words; in a game for two also whose it is. `state` is that before it."""
    words = game.move_words(move)
    if game.two_players is None:
        return words
    seat = ("First", "Second")[game.two_players.to_move(state)]
    return f"{seat} player: {words[:1].lower()}{words[1:]}"


def stepper_context(
    steps: Sequence[Step], shown: int, *, page_url: str, frame_url: str, label: str
) -> dict[str, Any]:
    """The context of ``tsumi/_stepper.html``. The addresses end where a step's number goes."""
    last = len(steps) - 1
    shown = min(max(shown, 0), last)
    return {
        "steps": steps,
        "step": steps[shown],
        "last_step": last,
        "previous_step": max(shown - 1, 0),
        "next_step": min(shown + 1, last),
        "page_url": page_url,
        "frame_url": frame_url,
        "steps_label": label,
    }


def svg_response(svg: str, *, seconds: int = 3600) -> HttpResponse:
    """A picture for an `img`, kept by this browser for a while."""
    response = HttpResponse(svg, content_type="image/svg+xml; charset=utf-8")
    response["Cache-Control"] = f"private, max-age={seconds}"
    return response
