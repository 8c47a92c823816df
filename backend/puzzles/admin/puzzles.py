"""Puzzles and the calendar, to look through: boards drawn, certificates stepped through."""

# ruff: noqa: ARG002 (the signatures are the admin's own)

from __future__ import annotations

from typing import Any
from uuid import UUID

from django.contrib import admin
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseRedirect
from django.urls import URLPattern, path, reverse
from django.utils.formats import date_format
from django.utils.html import format_html
from django.utils.timezone import localtime

from backend.common import admin_cells as cells
from backend.common.admin_filters import DifficultyFilter, GameFilter
from backend.common.admin_read_only import ReadOnlyAdmin, whole
from backend.common.admin_steps import Step, stepper_context, svg_response, told_move
from backend.puzzles.admin_filters import LevelFilter
from backend.puzzles.boards import UNREADABLE, load_board
from backend.puzzles.levels import find_level
from backend.puzzles.models import DailyPuzzle, Puzzle
from engines import Game


@admin.display(description="Board")
def picture(obj: Puzzle) -> str:
    return format_html(
        '<img class="thumbnail" src="{}" alt="Board" width="72" height="72" loading="lazy">',
        reverse("admin:puzzles_puzzle_picture", args=[obj.pk]),
    )


@admin.register(Puzzle)
class PuzzleAdmin(ReadOnlyAdmin):
    page_template = "puzzles/puzzle.html"
    list_display = (picture, cells.game, cells.level, "difficulty_text", "made", "id")
    list_display_links = (picture, "id")
    list_filter = (GameFilter, LevelFilter, DifficultyFilter, "created_at")
    search_fields = ("id", "seed")
    search_help_text = "Id or seed"
    ordering = ("-created_at", "-id")
    list_per_page = 25

    @admin.display(description="Difficulty", ordering="difficulty")
    def difficulty_text(self, obj: Puzzle) -> str:
        return "" if obj.difficulty is None else f"{obj.difficulty:.3g}"

    @admin.display(description="Made", ordering="created_at")
    def made(self, obj: Puzzle) -> str:
        return date_format(localtime(obj.created_at), "DATETIME_FORMAT")

    def get_urls(self) -> list[URLPattern]:
        view = self.admin_site.admin_view(self.picture_view)
        return [
            path("<uuid:pk>/picture/", view, name="puzzles_puzzle_picture"),
            *super().get_urls(),
        ]

    def page_context(self, request: HttpRequest, obj: Puzzle) -> dict[str, Any]:
        days = obj.days.order_by("date")
        context: dict[str, Any] = {
            "puzzle": obj,
            "game_title": cells.game_title(obj.game),
            "title": cells.puzzle_title(obj),
            "days": days,
            "session_count": obj.sessions.count(),
        }
        try:
            game, board = load_board(obj)
            steps = [Step(0, "The board as players get it")]
            state = game.initial_state(board)
            for number, value in enumerate(obj.certificate, 1):
                move = game.parse_move(value)
                steps.append(Step(number, told_move(game, state, move)))
                state = game.apply(state, move)
            steps[-1] = Step(steps[-1].number, steps[-1].text, (game.outcome(state).status,))
        except UNREADABLE as error:
            return context | {"error": str(error)}
        labels = game.Rules.model_json_schema()["properties"]
        level = find_level(game, obj.level) if obj.level else None
        picture = reverse("admin:puzzles_puzzle_picture", args=[obj.pk])
        return context | {
            "level": level,
            "figures": _figures(game, obj),
            "rules": [
                (labels.get(name, {}).get("title", name), value)
                for name, value in obj.rules.items()
            ],
            **stepper_context(
                steps,
                whole(request.GET.get("step"), 0),
                page_url="?step=",
                frame_url=f"{picture}?step=",
                label="The certificate's moves",
            ),
        }

    def picture_view(self, request: HttpRequest, pk: UUID) -> HttpResponse:
        """The board after `step` of the certificate's moves, as SVG."""
        puzzle = self.visible_object(request, str(pk))
        if puzzle is None:
            raise Http404("There is no such puzzle.")
        try:
            game, board = load_board(puzzle)
            state, last = game.initial_state(board), None
            for value in puzzle.certificate[: whole(request.GET.get("step"), 0)]:
                last = game.parse_move(value)
                state = game.apply(state, last)
            return svg_response(game.draw_svg(state, last=last))
        except UNREADABLE as error:
            raise Http404(f"This board can't be drawn: {error}") from None


def _figures(game: Game, puzzle: Puzzle) -> list[tuple[str, Any]]:
    """The measured figures; those that belong to a simulated player are named after it."""
    players = {policy.key: policy.title for policy in game.policies}
    return [
        (f"Difficulty for “{players[name]}”" if name in players else name, value)
        for name, value in puzzle.figures.items()
    ]


@admin.register(DailyPuzzle)
class DailyPuzzleAdmin(ReadOnlyAdmin):
    list_display = ("date", cells.game, cells.level, "difficulty_text")
    list_filter = (GameFilter, LevelFilter, "date")
    list_select_related = ("puzzle",)
    ordering = ("-date", "game", "level")

    @admin.display(description="Difficulty", ordering="puzzle__difficulty")
    def difficulty_text(self, obj: DailyPuzzle) -> str:
        return "" if obj.puzzle.difficulty is None else f"{obj.puzzle.difficulty:.3g}"

    def change_view(
        self, request: HttpRequest, object_id: str, form_url: str = "", extra_context: Any = None
    ) -> HttpResponse:
        """A date's place in the calendar has nothing to show but its puzzle."""
        daily = self.visible_object(request, object_id)
        if daily is None:
            return self._get_obj_does_not_exist_redirect(request, self.opts, object_id)
        return HttpResponseRedirect(reverse("admin:puzzles_puzzle_change", args=[daily.puzzle_id]))
