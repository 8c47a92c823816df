"""Who may use a view. Every view names its own; the default lets nobody in."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rest_framework.exceptions import NotAuthenticated, PermissionDenied
from rest_framework.permissions import SAFE_METHODS, BasePermission
from rest_framework.request import Request

if TYPE_CHECKING:  # the framework's views read their defaults, this module among them
    from rest_framework.views import APIView


class NoOne(BasePermission):
    """The default: a view that forgot to say who may use it is closed."""

    def has_permission(self, request: Request, view: APIView) -> bool:  # noqa: ARG002
        return False


class IsStaff(BasePermission):
    """A member of staff, signed in at /admin/login/. A player's token is not enough."""

    NEEDED = (
        "This is for staff: sign in at /admin/login/ and send the session's cookie; with a POST "
        "also the csrftoken cookie's value as X-CSRFToken. A player's token does not open it."
    )

    def has_permission(self, request: Request, view: APIView) -> bool:  # noqa: ARG002
        if request.user.is_staff and request.user.is_active:
            return True
        if request.successful_authenticator is None:
            raise NotAuthenticated(self.NEEDED)
        raise PermissionDenied(self.NEEDED)


class StaffWith(IsStaff):
    """Staff whom the admin lets do the same: the model's Django permissions decide.

    Reading needs `view`, a POST `add`, another method `change`. A view whose POST changes what is
    there (cancel, open …) says so: ``post_is = "change"``.
    """

    app: str
    model: str
    plural: str
    """As the refusal names them."""

    def has_permission(self, request: Request, view: APIView) -> bool:
        super().has_permission(request, view)
        action = _action(request, view)
        needed = f"{self.app}.{action}_{self.model}"
        if request.user.has_perm(needed):
            return True
        raise PermissionDenied(
            f"Your account may not {action} {self.plural}: it lacks the permission {needed}. "
            "Whoever keeps the accounts can grant it in the admin."
        )


def _action(request: Request, view: APIView) -> str:
    if request.method in SAFE_METHODS:
        return "view"
    if request.method == "POST":
        return getattr(view, "post_is", "add")
    return "change"
