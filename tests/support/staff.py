"""Members of staff with some permissions and no others."""

from __future__ import annotations

from uuid import uuid4

from django.contrib.auth.models import Permission, User

from tests.support.api import Api

LAB = ("view_experiment", "add_experiment", "change_experiment")
LEVELS = ("view_adoptedlevel", "add_adoptedlevel", "change_adoptedlevel")
STUDIES = ("view_study", "add_study", "change_study")


def member(*codenames: str, name: str = "") -> User:
    """Staff with these permissions."""
    user = User.objects.create_user(name or f"staff-{uuid4()}"[:30], is_staff=True)
    user.user_permissions.set(Permission.objects.filter(codename__in=codenames))
    return user


def designer() -> User:
    """Staff who may do everything in the lab, and nothing elsewhere."""
    return member(*LAB, name="designer")


def signed_in(*codenames: str) -> Api:
    api = Api()
    api.client.force_login(member(*codenames))
    return api
