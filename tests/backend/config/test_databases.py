"""The tests' own databases: as migrations make them, and empty where a test begins."""

from __future__ import annotations

import pytest
from django.apps import apps
from django.contrib.auth.models import Group, Permission, User
from django.db import connection
from django.db.migrations.executor import MigrationExecutor
from django.db.models import Model

from tests.support.api import Api, make_map
from tests.support.databases import KEPT, empty_tables
from tests.support.play import start


def filled() -> set[str]:
    """The tables that hold anything."""
    models: list[type[Model]] = apps.get_models(include_auto_created=True)
    return {model._meta.db_table for model in models if model._base_manager.exists()}


@pytest.mark.django_db
def test_every_migration_has_been_applied() -> None:
    executor = MigrationExecutor(connection)
    assert executor.migration_plan(executor.loader.graph.leaf_nodes()) == []
    assert Permission.objects.filter(codename="view_experiment").exists()


@pytest.mark.django_db(transaction=True)
def test_whatever_was_written_is_emptied_and_permissions_stay(player_api: Api) -> None:
    permissions = list(Permission.objects.order_by("pk").values())
    start(player_api, make_map(seed=7))
    group = Group.objects.create(name="designers")
    group.permissions.set(Permission.objects.all())
    User.objects.create_user("designer").groups.add(group)
    assert len(filled() - set(KEPT)) > 5
    empty_tables()
    assert filled() <= set(KEPT)
    assert list(Permission.objects.order_by("pk").values()) == permissions
    empty_tables()  # and again, with nothing to do


@pytest.mark.django_db(transaction=True)
def test_nothing_is_left_of_what_other_tests_have_committed() -> None:
    assert filled() <= set(KEPT)
