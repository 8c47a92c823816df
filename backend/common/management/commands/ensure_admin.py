"""`manage.py ensure_admin`: a first member of staff, so that the admin can be entered."""

from __future__ import annotations

import os
import secrets
from typing import Any

from django.contrib.auth import get_user_model
from django.core.management.base import BaseCommand
from django.db import transaction


def ensure_admin(*, name: str, password: str = "") -> str:
    """Makes the superuser `name` if there is no superuser yet.

    Returns its password (random where none is given), or "" where nothing was changed. An
    account of that name that is there already becomes a superuser with the new password.
    """
    User = get_user_model()  # noqa: N806
    with transaction.atomic():
        if User.objects.filter(is_superuser=True, is_active=True).exists():
            return ""
        password = password or secrets.token_urlsafe(12)
        user, _ = User.objects.get_or_create(username=name)
        user.is_staff = user.is_superuser = user.is_active = True
        user.set_password(password)
        user.save()
    return password


class Command(BaseCommand):
    help = (
        "Makes the first superuser: ADMIN_USER (admin), ADMIN_PASSWORD (a random one, printed "
        "this once). Changes nothing if there is a superuser."
    )

    def handle(self, *args: Any, **options: Any) -> None:  # noqa: ARG002
        name = os.environ.get("ADMIN_USER") or "admin"
        given = os.environ.get("ADMIN_PASSWORD", "")
        password = ensure_admin(name=name, password=given)
        if not password:
            self.stdout.write("There is a superuser already.")
        elif given:
            self.stdout.write(f"Superuser {name} made, with the password of ADMIN_PASSWORD.")
        else:
            self.stdout.write(f"Superuser {name} made. Its password, shown this once: {password}")
