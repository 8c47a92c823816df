"""People against the simulation, as staff get it."""

from __future__ import annotations

import json
from datetime import timedelta

import pytest
from django.urls import reverse

from backend.play.models import Session
from backend.playtests import services
from backend.playtests.models import SessionReading
from backend.playtests.services import simulating
from tests.support.api import make_map

pytestmark = pytest.mark.django_db

PAGE = "/admin/playtests/playedpuzzle/against/map_coloring/"


@pytest.fixture
def played(seed_people, monkeypatch):
    for name, value in (("PLAIN_TRIALS", 1000), ("NOISY_TRIALS", 400), ("LOOKED_AT", 10)):
        monkeypatch.setattr(simulating, name, value)
    puzzles = [make_map(seed=seed) for seed in (3, 7, 8)]
    seed_people(puzzles, sessions=60, players=30, epsilon=0.0)
    services.want_played()
    return puzzles


def simulate_all():
    while services.simulate_next():
        pass


def test_verdicts_and_the_fit(admin_client, played, django_assert_max_num_queries) -> None:
    answer = admin_client.get(PAGE + "?who=synthetic")
    assert answer.context["waiting"] == 3
    assert "Being simulated" in answer.content.decode()
    simulate_all()
    with django_assert_max_num_queries(10):
        answer = admin_client.get(PAGE + "?who=synthetic")
    context = answer.context
    assert context["waiting"] == 0
    assert "eing simulated" not in answer.content.decode()
    rows = {row["policy"].key: row for row in context["rows"]}
    assert rows["random"]["verdict"][0] == "smarter"
    assert rows["lookahead"]["verdict"][0] == "not told apart"
    assert "would be missed" in rows["lookahead"]["verdict"][1]
    (fit,) = context["fits"]
    assert {row["puzzle"] for row in fit["left_out"]} == {one.pk for one in played}
    assert set(context["specs"]) == {"chart-fit-lookahead", "chart-left-lookahead"}
    board_rows = context["board_rows"]
    assert {row["puzzle"] for row in board_rows} == {one.pk for one in played}
    files = {
        table: json.loads(
            b"".join(
                admin_client.get(
                    f"{PAGE}?who=synthetic&table={table}&format=json"
                ).streaming_content
            )
        )
        for table in ("verdicts", "boards", "fits", "left-out")
    }
    assert {row["policy"]: row["verdict"] for row in files["verdicts"]} == {
        key: row["verdict"][0] for key, row in rows.items()
    }
    assert [row["policy"] for row in files["fits"]] == ["lookahead"]
    assert len(files["left-out"]) == 3
    told = {(row["puzzle"], row["policy"]): row for row in files["boards"]}
    assert len(told) == 3 * len(rows)
    for row in board_rows:
        shown = [one["verdict"] for one in row["policies"]]
        assert shown == [told[str(row["puzzle"]), key]["verdict"] for key in rows]
    assert all(row["p"] <= row["p_holm"] for row in told.values())
    assert sum(row["sessions"] for row in told.values()) == len(rows) * context["sessions"]


def test_filters(admin_client, played) -> None:
    simulate_all()
    first = played[0].pk
    for query, sessions in (
        ("", 0),
        ("?who=synthetic&since=2999-01-01", 0),
        (f"?who=synthetic&puzzle={first}", 20),
        ("?who=synthetic&puzzle=x&rules=y&level=%00", 0),  # not to be read: nobody is counted
    ):
        context = admin_client.get(PAGE + query).context
        assert context["sessions"] + context["left"] == sessions


@pytest.mark.usefixtures("played")
def test_only_the_first_session_of_a_board_counts(admin_client) -> None:
    simulate_all()
    before = admin_client.get(PAGE + "?who=synthetic").context
    session = SessionReading.objects.exclude(ending="gave_up").first().session
    other = SessionReading.objects.exclude(session__player=session.player).exclude(ending="gave_up")
    later = other.filter(puzzle=session.puzzle).first().session
    Session.objects.filter(pk=later.pk).update(
        player=session.player, started_at=session.started_at + timedelta(seconds=1)
    )
    services.read_sessions(session_ids=[later.pk])
    assert not SessionReading.objects.get(pk=later.pk).is_first
    assert SessionReading.objects.get(pk=session.pk).is_first
    after = admin_client.get(PAGE + "?who=synthetic").context
    assert after["sessions"] == before["sessions"] - 1
    # One that turns out to have been the first is, and the other is not.
    Session.objects.filter(pk=later.pk).update(started_at="2000-01-01T00:00Z")
    services.read_sessions(session_ids=[later.pk])
    assert SessionReading.objects.get(pk=later.pk).is_first
    assert not SessionReading.objects.get(pk=session.pk).is_first


def test_games_without_a_page_say_why(admin_client) -> None:
    hunt = reverse("admin:playtests_against", args=["number_hunt"])
    assert "do not get stuck" in admin_client.get(hunt).content.decode()
    assert admin_client.get(reverse("admin:playtests_against", args=["chess"])).status_code == 404


def test_nobody_else_sees_it(client, django_user_model) -> None:
    assert client.get(PAGE).status_code == 302
    client.force_login(django_user_model.objects.create_user("staff", is_staff=True))
    assert client.get(PAGE).status_code == 403
