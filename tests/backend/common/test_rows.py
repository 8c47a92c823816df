"""Statements of one's own: what they give, and what they do over a connection that has died."""

from __future__ import annotations

import pytest
from django.db import DataError, OperationalError, connection
from django.db.backends.postgresql.base import DatabaseWrapper

from backend.common.rows import columns_of, read_values, row_of
from backend.play.models import Player
from backend.play.services import create_player

PID = "SELECT pg_backend_pid()"
OF_PLAYER = f"SELECT {columns_of(Player)} FROM play_player WHERE id = %s"


def lose_connection() -> None:
    """Postgres ends ours, as when it is restarted."""
    other = connection.copy()
    found = read_values(PID, [])
    with other.cursor() as cursor:
        cursor.execute("SELECT pg_terminate_backend(%s, 5000)", found)
    other.close()


@pytest.mark.django_db
def test_a_row_is_what_the_orm_would_read():
    player, _ = create_player()
    values = read_values(OF_PLAYER, [player.pk])
    assert values
    mine, usual = row_of(Player, values), Player.objects.get(pk=player.pk)
    assert columns_of(Player).split(", ") == [f.column for f in Player._meta.concrete_fields]
    for field in Player._meta.concrete_fields:
        ours, theirs = getattr(mine, field.attname), getattr(usual, field.attname)
        assert (ours, type(ours), str(ours)) == (theirs, type(theirs), str(theirs))
    assert read_values(OF_PLAYER, ["00000000-0000-0000-0000-000000000000"]) is None


@pytest.mark.django_db
def test_postgres_prepares_them_and_no_others():
    player, _ = create_player()
    for _ in range(8):
        read_values(OF_PLAYER, [player.pk])
        Player.objects.get(pk=player.pk)
    with connection.cursor() as cursor:
        cursor.execute("SELECT statement, generic_plans FROM pg_prepared_statements")
        prepared = dict(cursor.fetchall())
    assert OF_PLAYER.replace("%s", "$1") in prepared
    assert not [statement for statement in prepared if '"play_player"' in statement]


@pytest.mark.django_db(transaction=True)
def test_the_first_read_of_a_request_outlives_a_lost_connection():
    before = read_values(PID, [])
    lose_connection()
    connection.close_if_unusable_or_obsolete()  # as each request begins
    after = read_values(PID, [])
    assert after is not None
    assert after != before
    lose_connection()  # in the midst of the request
    with pytest.raises(OperationalError):
        read_values(PID, [])
    connection.close()


@pytest.mark.django_db(transaction=True)
def test_a_fault_of_the_statement_itself_costs_no_connection():
    before = read_values(PID, [])
    connection.close_if_unusable_or_obsolete()
    with pytest.raises(DataError):
        read_values("SELECT 1 / 0", [])
    assert read_values(PID, []) == before


@pytest.mark.django_db(transaction=True)
def test_a_kept_connection_is_not_tried_before_it_is_used(monkeypatch: pytest.MonkeyPatch):
    before = read_values(PID, [])
    tried: list[object] = []
    monkeypatch.setattr(DatabaseWrapper, "is_usable", tried.append)
    connection.close_if_unusable_or_obsolete()
    assert read_values(PID, []) == before
    assert not tried
