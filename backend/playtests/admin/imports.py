"""Recorded play in and out: a file is looked at, then stored; and what is here is handed out."""

from __future__ import annotations

from typing import Any
from uuid import UUID

from django import forms
from django.conf import settings
from django.contrib import admin
from django.core.exceptions import PermissionDenied
from django.db.models import QuerySet
from django.http import (
    HttpRequest,
    HttpResponse,
    HttpResponseNotAllowed,
    HttpResponseRedirect,
)
from django.http.response import HttpResponseBase
from django.urls import URLPattern, path, reverse
from django.utils.formats import date_format
from django.utils.timezone import localtime

from backend.common.admin_cells import badge
from backend.common.admin_read_only import ReadOnlyAdmin
from backend.common.problems import Conflict, NotAllowed, NotFound, TooLarge
from backend.lab.forms.fields import LongText
from backend.playtests.addresses import read_filters, read_id
from backend.playtests.exchange.report import Report
from backend.playtests.models import Import
from backend.playtests.models.imports import MAX_SOURCE
from backend.playtests.selectors.exporting import Wanted, unknown_in
from backend.playtests.selectors.filters import list_choices, list_origins
from backend.playtests.services import (
    check_size,
    check_source,
    drop_upload,
    keep_upload,
    store_upload,
)
from backend.playtests.views.exchange import play_response
from backend.puzzles.levels import known_levels
from engines import all_games, game_slugs
from engines.shared.characters import visible

BADGES = {
    Import.Status.WAITING: "waiting",
    Import.Status.READING: "running",
    Import.Status.LOOKED_AT: "waiting",
    Import.Status.STORED: "done",
    Import.Status.NOTHING_STORED: "failed",
    Import.Status.FAILED: "failed",
}


class UploadForm(forms.Form):
    """A file, and where it was recorded."""

    file = forms.FileField(
        label="File",
        help_text="JSON Lines or CSV",
        error_messages={"required": "Choose a file.", "empty": "This file is empty."},
    )
    source = LongText(
        MAX_SOURCE,
        label="Recorded where",
        help_text="A name for the place, the same each time: sessions are known by it. "
        "For instance: web prototype",
        error_messages={"required": "Give the place a name."},
    )

    def clean_file(self) -> Any:
        file = self.cleaned_data["file"]
        try:
            check_size(size=file.size)
        except TooLarge as problem:
            raise forms.ValidationError(str(problem.detail)) from None
        return file

    def clean_source(self) -> str:
        source: str = self.cleaned_data["source"]
        try:
            check_source(source=source)
        except NotAllowed as problem:
            raise forms.ValidationError(str(problem.detail)) from None
        return source


@admin.register(Import)
class ImportAdmin(ReadOnlyAdmin):
    page_template = "playtests/import.html"
    change_list_template = "playtests/exchange_list.html"
    list_display = ("sent", "source", "file_name", "state", "sessions", "refused")
    list_filter = ("source", "created_at")
    ordering = ("-created_at", "-id")

    def get_queryset(self, request: HttpRequest) -> QuerySet[Import]:
        found: QuerySet[Import] = super().get_queryset(request)
        return found.defer("content")

    @admin.display(description="Sent", ordering="created_at")
    def sent(self, obj: Import) -> str:
        return date_format(localtime(obj.created_at), "DATETIME_FORMAT")

    @admin.display(description="Status")
    def state(self, obj: Import) -> str:
        status = obj.status
        return badge(BADGES[status], status.label)

    @admin.display(description="Sessions stored")
    def sessions(self, obj: Import) -> Any:
        return obj.report.get("stored") if obj.stored_at or obj.checkpoint else ""

    @admin.display(description="Refused")
    def refused(self, obj: Import) -> Any:
        return obj.report.get("refused")

    def get_urls(self) -> list[URLPattern]:
        wrap = self.admin_site.admin_view
        return [
            path("exchange/", wrap(self.exchange_view), name="playtests_exchange"),
            path("file/", wrap(self.file_view), name="playtests_export_file"),
            path("<uuid:pk>/store/", wrap(self.store_view), name="playtests_import_store"),
            path("<uuid:pk>/drop/", wrap(self.drop_view), name="playtests_import_drop"),
            *super().get_urls(),
        ]

    def exchange_view(self, request: HttpRequest) -> HttpResponse:
        """Import and export: a form for each."""
        if not self.has_view_permission(request):
            raise PermissionDenied
        may_import = request.user.has_perm("playtests.add_import")
        form = UploadForm()
        if request.method == "POST":
            if not may_import:
                raise PermissionDenied
            form = UploadForm(request.POST, request.FILES)
            if form.is_valid():
                file = form.cleaned_data["file"]
                kept = keep_upload(
                    content=file.read(),
                    file_name=file.name,
                    source=form.cleaned_data["source"],
                    by=request.user,
                )
                return HttpResponseRedirect(_page(kept.pk))
        clients, sources = list_origins()
        context = {
            "form": form,
            "may_import": may_import,
            "may_export": request.user.has_perm("play.view_session"),
            "megabytes": settings.IMPORT_MAX_BYTES // 2**20,
            "games": all_games(),
            "clients": clients,
            "sources": sources,
            "levels": known_levels(all_games()).items(),
            "studies": list_choices(),
        }
        return self.page(request, "playtests/exchange.html", "Import and export", None, context)

    def page_context(self, request: HttpRequest, obj: Import) -> dict[str, Any]:
        report = obj.report
        faults = report["faults"]
        return {
            "title": obj.file_name or "Recorded play",
            "import": obj,
            "report": report,
            "faults": faults,
            "stopped": Report(stopped_at=report.get("stopped_at")).stopped,
            "waits": obj.content is not None,
            "busy": bool(obj.wanted),
            "storing": obj.wanted == Import.Wanted.STORE or obj.checkpoint is not None,
            "per_cent": int(100 * obj.share_read),
            "may_import": request.user.has_perm("playtests.add_import"),
        }

    def store_view(self, request: HttpRequest, pk: UUID) -> HttpResponse:
        """Store what was looked at."""
        if refusal := self._only_post(request):
            return refusal
        try:
            row = store_upload(pk=pk)
        except (NotFound, Conflict) as problem:
            self.message_user(request, str(problem.detail), level="ERROR")
            return HttpResponseRedirect(reverse("admin:playtests_import_changelist"))
        if row.wanted:
            self.message_user(request, "A worker stores it: this page says how far it is.")
            return HttpResponseRedirect(_page(pk))
        stored = row.report["stored"]
        self.message_user(request, f"{stored} session{'' if stored == 1 else 's'} stored.")
        return HttpResponseRedirect(_page(pk))

    def drop_view(self, request: HttpRequest, pk: UUID) -> HttpResponse:
        """Forget what was looked at."""
        if refusal := self._only_post(request):
            return refusal
        try:
            stored = drop_upload(pk=pk)
            said = f"{stored:,} of its sessions stay" if stored else "nothing was stored"
            self.message_user(request, f"The file is forgotten; {said}.")
        except (NotFound, Conflict) as problem:
            self.message_user(request, str(problem.detail), level="ERROR")
        return HttpResponseRedirect(reverse("admin:playtests_exchange"))

    def _only_post(self, request: HttpRequest) -> HttpResponse | None:
        if request.method != "POST":
            return HttpResponseNotAllowed(["POST"])
        if not request.user.has_perm("playtests.add_import"):
            raise PermissionDenied
        return None

    def file_view(self, request: HttpRequest) -> HttpResponseBase:
        """Recorded play as a file; where the address can't be read or met, back to the form."""
        if not request.user.has_perm("play.view_session"):
            raise PermissionDenied
        query = request.GET.copy()
        game, puzzle = query.get("game") or None, read_id(query.get("puzzle"))
        everyone = query.get("who") == "everyone"
        if everyone:
            del query["who"]
        wanted = Wanted(read_filters(query), everyone, game, puzzle)
        wrong = list(wanted.filters.unreadable)
        if game is not None and game not in game_slugs():
            wrong.append(visible(f"There is no game “{game}”."))
        if query.get("puzzle") and puzzle is None:
            wrong.append(visible(f"“{query['puzzle']}” is no id of a puzzle."))
        if wrong := wrong or [said for _, said in unknown_in(wanted)]:
            self.message_user(request, " ".join(wrong), level="ERROR")
            return HttpResponseRedirect(reverse("admin:playtests_exchange"))
        return play_response(wanted, "csv" if query.get("layout") == "csv" else "jsonl")


def _page(pk: UUID) -> str:
    return reverse("admin:playtests_import_change", args=[pk])
