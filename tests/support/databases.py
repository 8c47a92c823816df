"""The tests' databases: migrated once in a run and copied, and emptied where they were filled."""

from __future__ import annotations

import os
import secrets
import time
from collections.abc import Iterator
from contextlib import contextmanager
from functools import cache
from typing import Any

import psycopg
from django.db import connection
from django.test import TransactionTestCase
from psycopg.conninfo import make_conninfo

KEPT = ("django_migrations", "django_content_type", "auth_permission")
TEMPLATE = "TSUMI_TEST_TEMPLATE"  # names the database that this run's processes copy
PATIENCE = 120.0  # seconds


def name_template() -> None:
    """Choose a name that no other run has, for this process and those that it will start."""
    os.environ[TEMPLATE] = f"tsumi_template_{secrets.token_hex(6)}"


def make_template() -> None:
    """Migrate a database for all processes of this run. It has its name once it is whole."""
    own, wanted = connection.settings_dict["NAME"], os.environ[TEMPLATE]
    test = connection.settings_dict["TEST"]
    before, test["NAME"] = test["NAME"], f"{wanted}_making"
    try:
        connection.creation.create_test_db(verbosity=0, autoclobber=True, serialize=False)
    finally:
        connection.close()
        connection.settings_dict["NAME"], test["NAME"] = own, before
    _on_the_server(f'ALTER DATABASE "{wanted}_making" RENAME TO "{wanted}"')


def copy_template() -> None:
    """Have this process's database made as a copy of it, or migrated if none comes."""
    until = time.monotonic() + PATIENCE
    query = f"SELECT 1 FROM pg_database WHERE datname = '{os.environ[TEMPLATE]}'"
    while not _on_the_server(query):
        if time.monotonic() > until:
            return
        time.sleep(0.1)
    connection.settings_dict["TEST"].update(TEMPLATE=os.environ[TEMPLATE], MIGRATE=False)


def drop_template() -> None:
    """Remove it, whole or half made, from a server that outlives this run."""
    for name in (os.environ[TEMPLATE], f"{os.environ[TEMPLATE]}_making"):
        _on_the_server(f'DROP DATABASE IF EXISTS "{name}"')


def _on_the_server(statement: str) -> list[Any]:
    """The rows that a statement about whole databases gives. It needs no Django."""
    url = make_conninfo(os.environ["DATABASE_URL"], dbname="postgres")
    with psycopg.connect(url, autocommit=True) as server:
        cursor = server.execute(statement)
        return cursor.fetchall() if cursor.description else []


@contextmanager
def emptied_quickly() -> Iterator[None]:
    """After a test without a transaction of its own, only tables with rows are emptied.

    Django's own way truncates all of them and then makes content types and permissions anew.
    """
    case: Any = TransactionTestCase
    before = case._fixture_teardown
    case._fixture_teardown = lambda _: empty_tables()
    try:
        yield
    finally:
        case._fixture_teardown = before


def empty_tables() -> None:
    """Remove the rows of every table but those that `migrate` fills."""
    with connection.cursor() as cursor:
        cursor.execute(_which_have_rows())
        filled = [connection.ops.quote_name(name) for (name,) in cursor.fetchall()]
        if filled:
            cursor.execute(f"TRUNCATE {', '.join(filled)} CASCADE")


@cache
def _which_have_rows() -> str:
    """The query for the names of those tables that hold anything."""
    tables = connection.introspection.django_table_names(only_existing=True, include_views=False)
    quoted = connection.ops.quote_name
    return " UNION ALL ".join(
        f"SELECT '{name}' WHERE EXISTS (SELECT 1 FROM {quoted(name)})"
        for name in tables
        if name not in KEPT
    )
