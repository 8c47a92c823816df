"""Stored puzzles to pick from in the queue form."""

from __future__ import annotations

from typing import Any
from uuid import UUID

from django.http import QueryDict

from backend.lab.admin.asking import NotThere
from backend.lab.differences import changes
from backend.lab.forms.boards import ID, MEANING
from backend.puzzles.models import Puzzle
from engines import Game

RECENT = 60
"""So many puzzles are offered, the newest first; any other is named by its id."""


def pick_context(game: Game) -> dict[str, Any]:
    """What ``lab/_boards.html`` shows beside the form."""
    stored = Puzzle.objects.filter(game=game.slug)
    recent = stored.order_by("-created_at", "-id").defer("certificate", "board", "figures")
    return {
        "recent": [
            {"id": one.pk, "level": one.level, "made": one.created_at, "rules": _told(game, one)}
            for one in recent[:RECENT]
        ],
        "stored": stored.count(),
        "meaning": MEANING,
        "nobody": UUID(int=0),
    }


def asked_puzzle(game: Game, query: QueryDict) -> Puzzle | None:
    """The puzzle to begin with, None where none is named. Raises `NotThere`."""
    text = query.get("puzzle", "")
    if not text:
        return None
    found = None
    if ID.fullmatch(text):
        found = Puzzle.objects.filter(pk=UUID(text), game=game.slug).first()
    if found is None:
        raise NotThere(f"{game.title} has no puzzle “{text[:40]}”: choose one here.")
    return found


def _told(game: Game, puzzle: Puzzle) -> str:
    """How its rules differ from the usual ones: ``Width 8, Colours 3``."""
    usual = game.Rules().model_dump(mode="json")
    found = changes(game, (usual, ""), (puzzle.rules, ""))
    return ", ".join(f"{one.label} {one.after}" for one in found) or "the usual rules"
