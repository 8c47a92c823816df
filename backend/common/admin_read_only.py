"""What the admin of recorded things shares: they can be looked at, not changed."""

# ruff: noqa: ARG002 (the signatures are the admin's own)

from __future__ import annotations

from typing import Any

from django.contrib import admin
from django.contrib.admin.utils import unquote
from django.core.exceptions import PermissionDenied
from django.http import HttpRequest, HttpResponse, HttpResponseNotAllowed
from django.template.response import TemplateResponse
from django.utils.text import capfirst

from backend.common.admin_lists import SafeLists


class ReadOnlyAdmin(SafeLists, admin.ModelAdmin):  # type: ignore[type-arg]
    """Lists records and shows one on a page of its own; nothing can be added or edited.

    Subclasses name `page_template` and fill it in `page_context`.
    """

    page_template: str
    actions = None
    list_per_page = 50
    show_full_result_count = False
    show_facets = admin.ShowFacets.NEVER

    def has_add_permission(self, request: HttpRequest) -> bool:
        return False

    def has_change_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False

    def has_delete_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False

    def changelist_view(
        self, request: HttpRequest, extra_context: dict[str, Any] | None = None
    ) -> HttpResponse:
        title = capfirst(self.opts.verbose_name_plural)
        return super().changelist_view(request, {"title": title, **(extra_context or {})})

    def change_view(
        self,
        request: HttpRequest,
        object_id: str,
        form_url: str = "",
        extra_context: dict[str, Any] | None = None,
    ) -> HttpResponse:
        """The record's own page, in place of a form."""
        found = self.visible_object(request, object_id)
        if found is None:
            return self._get_obj_does_not_exist_redirect(request, self.opts, object_id)
        if request.method not in ("GET", "HEAD"):
            return HttpResponseNotAllowed(["GET", "HEAD"])
        return self.page(
            request, self.page_template, str(found), found, self.page_context(request, found)
        )

    def visible_object(self, request: HttpRequest, object_id: str) -> Any:
        """The object, None when there is none. Raises PermissionDenied."""
        found = self.get_object(request, unquote(object_id))
        if not self.has_view_permission(request, found):
            raise PermissionDenied
        return found

    def page_context(self, request: HttpRequest, obj: Any) -> dict[str, Any]:
        return {}

    def page(
        self, request: HttpRequest, template: str, title: str, obj: Any, context: dict[str, Any]
    ) -> TemplateResponse:
        """A page in the admin's frame."""
        request.current_app = self.admin_site.name  # type: ignore[attr-defined]
        return TemplateResponse(
            request,
            template,
            {
                **self.admin_site.each_context(request),
                "opts": self.opts,
                "original": obj,
                "title": title,
                "has_view_permission": True,
                **context,
            },
        )


def whole(text: str | None, default: int, low: int = 0, high: int = 2**63 - 1) -> int:
    """A query parameter as a whole number between bounds; `default` when it is none."""
    try:
        value = int(text or "")
    except ValueError:
        return default
    return value if low <= value <= high else default
