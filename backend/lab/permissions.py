"""Who of the staff may do what in the lab: as the admin has it."""

from __future__ import annotations

from rest_framework.exceptions import PermissionDenied
from rest_framework.permissions import SAFE_METHODS
from rest_framework.request import Request
from rest_framework.views import APIView

from backend.common.permissions import IsStaff

VIEW, ADD = "lab.view_experiment", "lab.add_experiment"


class OfTheLab(IsStaff):
    """Who may look at experiments may read; who may queue them may write."""

    def has_permission(self, request: Request, view: APIView) -> bool:
        super().has_permission(request, view)
        needed = VIEW if request.method in SAFE_METHODS else ADD
        if not request.user.has_perm(needed):
            raise PermissionDenied(f"Your account lacks the permission {needed}.")
        return True
