"""What views for staff have in common."""

from __future__ import annotations

from typing import Literal

from django.contrib.auth.models import User
from rest_framework.request import Request
from rest_framework.views import APIView


class StaffView(APIView):
    """Names a `StaffWith` of its own as its `permission_classes`."""

    post_is: Literal["add", "change"] = "add"

    def get_authenticate_header(self, request: Request) -> str:  # noqa: ARG002
        return 'Cookie realm="staff"'  # not a player's Bearer, which opens nothing here


def staff(request: Request) -> User:
    """Who asks. `IsStaff` has seen to it that somebody does."""
    assert isinstance(request.user, User)
    return request.user
