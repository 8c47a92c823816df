"""No page and no file claims anything of too few players, however many their sessions are."""

from __future__ import annotations

import json

import pytest
from django.urls import reverse

from backend.lab.admin.words.numbers import p_value
from backend.playtests import services
from backend.playtests.models import EpsilonFit, SessionReading
from backend.playtests.selectors.filters import Filters
from backend.playtests.selectors.variants import cluster_variants, sum_variants
from backend.playtests.services import simulating
from backend.statistics import holm
from backend.statistics.clusters import compare
from tests.support.api import make_map

pytestmark = pytest.mark.django_db

VARIANTS = reverse("admin:playtests_variants", args=["map_coloring"]) + "?who=synthetic"
AGAINST = reverse("admin:playtests_against", args=["map_coloring"]) + "?who=synthetic"


def rows_of(client, address: str, table: str) -> list[dict]:
    answer = client.get(f"{address}&table={table}&format=json")
    return json.loads(b"".join(answer.streaming_content))


def set_stuck(rows, *, stuck: bool) -> None:
    rows.update(first_stuck=1 if stuck else None, recovered=stuck, ending="solved", gave_up_at="")


@pytest.mark.parametrize(("players", "told"), [(9, 0), (10, 1)])
def test_variants_are_compared_from_ten_players_on(
    admin_client, seed_people, players, told
) -> None:
    maps = [make_map(seed=7), make_map(seed=7, colors=5)]
    for puzzle in maps:
        seed_people([puzzle], sessions=30, players=players)
        set_stuck(SessionReading.objects.filter(puzzle=puzzle), stuck=puzzle is maps[0])
    context = admin_client.get(VARIANTS).context
    differences = [row["difference"] for row in context["rows"]]
    assert differences[0] is None
    assert (differences[1] is not None) == told
    if told:
        assert differences[1]["shown"]
    else:
        assert "fewer than 10 players" in context["uncompared"]


def test_variants_are_adjusted_for_how_many_there_are(admin_client, seed_people) -> None:
    """Each p is Holm's, of all variants that are compared with the first."""
    for colors, sessions in ((4, 30), (5, 20), (6, 20), (7, 10)):
        puzzle = make_map(seed=7, colors=colors)
        seed_people([puzzle], sessions=sessions, players=10 if colors < 7 else 5)
        rows = SessionReading.objects.filter(puzzle=puzzle).order_by("started_at")
        rows.update(first_stuck=None)
        stuck = {4: 30, 5: 13, 6: 8, 7: 0}[colors]
        for reading in rows[:stuck]:
            SessionReading.objects.filter(pk=reading.pk).update(first_stuck=1)
    filters = Filters(who="synthetic")
    keys = [one.rules_key for one in sum_variants("map_coloring", filters)]
    clusters, shared = cluster_variants("map_coloring", filters, keys[0])
    compared = [
        compare(clusters[key]["stuck"], clusters[keys[0]]["stuck"], shared[key]) for key in keys[1:]
    ]
    assert [difference is None for difference in compared] == [False, False, True]
    adjusted = holm([difference.p for difference in compared[:2]])
    rows = admin_client.get(VARIANTS).context["rows"]
    assert [row["difference"] and row["difference"]["p"] for row in rows] == [
        None, *map(p_value, adjusted), None
    ]  # fmt: skip
    assert adjusted[0] > compared[0].p or adjusted[1] > compared[1].p


def test_of_nine_players_no_place_stands_out_however_often_they_played(
    admin_client, seed_people
) -> None:
    puzzle = make_map(seed=7)
    page = reverse("admin:playtests_playedpuzzle_change", args=[puzzle.pk]) + "?who=synthetic"
    seed_people([puzzle], sessions=90, players=9, stall_at="region:3")
    services.want_played()
    answer = admin_client.get(page)
    assert answer.context["total"].players == 9
    assert answer.context["standing_out"] == answer.context["correlations"] == []
    assert "players are too few (9; it takes 10)" in answer.content.decode()
    total = answer.context["total"]
    assert sum(sum(place.chances.values()) for place in total.loci.values()) <= 9 * len(total.loci)
    assert max(place.timed for place in total.loci.values()) > 9


@pytest.fixture
def few_who_never_stick(seed_people, monkeypatch):
    """Nine players of three boards, who never got stuck."""
    for name, value in (("PLAIN_TRIALS", 1000), ("NOISY_TRIALS", 400), ("LOOKED_AT", 10)):
        monkeypatch.setattr(simulating, name, value)
    puzzles = [make_map(seed=seed) for seed in (3, 7, 8)]
    seed_people(puzzles, sessions=81, players=9, epsilon=0.0)
    set_stuck(SessionReading.objects.all(), stuck=False)
    services.want_played()
    while services.simulate_next():
        pass
    return puzzles


@pytest.mark.usefixtures("few_who_never_stick")
def test_nine_players_are_neither_smarter_nor_sloppier(admin_client) -> None:
    answer = admin_client.get(AGAINST)
    for row in answer.context["rows"]:
        assert row["verdict"][0] == "too few players"
        assert "p" not in row
    for row in answer.context["board_rows"]:
        assert {each["verdict"] for each in row["policies"]} == {"too few players"}
    (fit,) = answer.context["fits"]
    assert fit["words"] == ["None is fitted: players are too few (a fit takes 10)."]
    text = answer.content.decode()
    assert "People are <strong>" not in text
    assert "Being simulated" not in text
    for table in ("verdicts", "boards"):
        for row in rows_of(admin_client, AGAINST, table):
            assert row["verdict"] == "too few players"
            assert [row[key] for key in ("difference", "low", "high", "p")] == [None] * 4
    assert rows_of(admin_client, AGAINST, "fits") == []
    assert rows_of(admin_client, AGAINST, "left-out") == []
    services.fit_due()
    assert not EpsilonFit.objects.exists()


@pytest.mark.usefixtures("few_who_never_stick")
def test_ten_players_are(admin_client, seed_people) -> None:
    seed_people([make_map(seed=3)], sessions=1, players=1, seed=2)
    set_stuck(SessionReading.objects.all(), stuck=False)
    rows = {row["policy"].key: row for row in admin_client.get(AGAINST).context["rows"]}
    assert rows["random"]["verdict"][0] == "smarter"
    for row in admin_client.get(AGAINST).context["board_rows"]:
        of_ten = row["sessions"] == 10
        assert ("too few players" in {each["verdict"] for each in row["policies"]}) != of_ten
