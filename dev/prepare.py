"""`python -m dev.prepare`: brings the database up to date, in one process with one Django.

Says on stdout, as one JSON document, what is worth telling:
{"admin": {"name", "password"}}, the password null if there was an admin before.
"""

from __future__ import annotations

import json
import os
import sys
from importlib.util import find_spec

import django


def main() -> int:
    django.setup()
    from django.core.management import call_command
    from django.db import connection
    from django.db.migrations.executor import MigrationExecutor

    executor = MigrationExecutor(connection)
    if executor.migration_plan(executor.loader.graph.leaf_nodes()):
        print("Migrating the database …", file=sys.stderr, flush=True)
        call_command("migrate", interactive=False, verbosity=0)

    from backend.common.management.commands.ensure_admin import ensure_admin

    name = os.environ.get("ADMIN_USER") or "admin"
    password = ensure_admin(name=name, password=os.environ.get("ADMIN_PASSWORD", ""))
    if find_spec("backend.lab.management.commands.first_start"):
        call_command("first_start", stdout=sys.stderr)
    if not password:
        name = _admin_name() or name
    print(json.dumps({"admin": {"name": name, "password": password or None}}))
    return 0


def _admin_name() -> str | None:
    """Of the first admin who may enter."""
    from django.contrib.auth import get_user_model

    users = get_user_model().objects.filter(is_superuser=True, is_active=True).order_by("pk")
    return next((user.get_username() for user in users[:1]), None)


if __name__ == "__main__":
    sys.exit(main())
