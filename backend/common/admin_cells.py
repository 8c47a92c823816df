"""Cells that several lists of the admin show: named in `list_display` as they are."""

from __future__ import annotations

from typing import Any

from django.contrib import admin
from django.utils.html import format_html

from engines import UnknownName, get_game


def badge(kind: str, text: str) -> str:
    """A word that stands out, in the colours of its kind."""
    return format_html('<span class="badge badge-{}">{}</span>', kind, text)


def game_title(slug: str) -> str:
    """The game's title; its slug when there is no such game any more."""
    try:
        return get_game(slug).title
    except UnknownName:
        return slug


def puzzle_title(puzzle: Any) -> str:
    return f"{game_title(puzzle.game)}, {puzzle.level or 'no level'}"


@admin.display(description="Status", ordering="status")
def state(obj: Any) -> str:
    return badge(obj.status, obj.get_status_display())


@admin.display(description="Game", ordering="game")
def game(obj: Any) -> str:
    return game_title(obj.game)


@admin.display(description="Level", ordering="level")
def level(obj: Any) -> str:
    return str(obj.level).capitalize()


@admin.display(description="Puzzle", ordering="puzzle__game")
def puzzle(obj: Any) -> str:
    return puzzle_title(obj.puzzle)
