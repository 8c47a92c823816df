"""The session of a member of staff, as the admin's sign-in gives it."""

from __future__ import annotations

from rest_framework.authentication import SessionAuthentication
from rest_framework.exceptions import PermissionDenied
from rest_framework.request import Request


class StaffSession(SessionAuthentication):
    """Says what a script has to send. A browser sends cookies by itself, hence the header."""

    def enforce_csrf(self, request: Request) -> None:
        try:
            super().enforce_csrf(request)
        except PermissionDenied:
            raise PermissionDenied(
                "Send the csrftoken cookie's value as the header X-CSRFToken too (over https also "
                "a Referer of this site): it shows that the request is meant."
            ) from None
