"""The stall-points page and the session viewer, as staff get them."""

from __future__ import annotations

import json
from collections import defaultdict

import pytest
from django.urls import reverse

from backend.play.models import Session
from backend.playtests.models import SessionReading, StuckMap
from backend.playtests.selectors.filters import Filters
from backend.playtests.selectors.players import share_players
from backend.playtests.selectors.variants import cluster_variants, sum_variants
from backend.playtests.services import simulate_next
from backend.statistics.clusters import Clustered
from engines import get_game
from tests.support.api import make_map

pytestmark = pytest.mark.django_db


def page_of(puzzle, query="?who=synthetic"):
    return reverse("admin:playtests_playedpuzzle_change", args=[puzzle.pk]) + query


@pytest.fixture
def played(seed_people):
    puzzle = make_map(seed=7)
    seed_people([puzzle], sessions=40, stall_at="region:3")
    return puzzle


def test_the_page_names_the_planted_place_first(admin_client, played) -> None:
    answer = admin_client.get(page_of(played))
    assert answer.status_code == 200
    assert answer.context["rows"][0]["locus"] == "region 3"
    assert answer.context["total"].sessions == 40
    assert [one["locus"] for one in answer.context["standing_out"]] == ["region 3"]
    assert {"chart-moves", "chart-survival", "chart-funnel"} == set(answer.context["specs"])
    assert "5 s and 3 times" in answer.content.decode()


def test_simulated_plays_are_set_beside(admin_client, played) -> None:
    for policy in ("random", "lookahead"):
        address = reverse("admin:playtests_simulate", args=[played.pk])
        assert admin_client.get(address).status_code == 405
        assert admin_client.post(address, {"policy": policy}).status_code == 302
    assert b"Being simulated" in admin_client.get(page_of(played)).content
    assert simulate_next()
    stored = StuckMap.objects.get(policy="random")
    assert stored.trials > 10
    assert 0 < stored.stuck <= stored.trials
    assert 0 < sum(stored.loci.values()) <= stored.looked_at
    answer = admin_client.get(page_of(played) + "&policy=random")
    assert answer.context["simulated"].policy == "random"
    assert len(answer.context["boards"]) == 3
    assert [row["policy"] for row in answer.context["correlations"]] == ["random", "lookahead"]
    assert all(len(row["figures"]) == 3 for row in answer.context["correlations"])
    assert answer.context["policies"] == get_game("map_coloring").policies


def test_an_unknown_policy_is_said_and_stored_nowhere(admin_client, played) -> None:
    address = reverse("admin:playtests_simulate", args=[played.pk])
    answer = admin_client.post(address, {"policy": "none"}, follow=True)
    assert "none" in answer.content.decode()
    assert not StuckMap.objects.exists()


@pytest.mark.parametrize(
    ("query", "sessions"),
    [("", 0), ("&until=2000-01-01", 0), ("&since=9999-12-31", 0), ("&until=9999-12-31", 40),
     ("&policy=x", 40)],
)  # fmt: skip
def test_filters(admin_client, played, query, sessions) -> None:
    who = "?who=synthetic" if query else ""
    answer = admin_client.get(page_of(played, who + query))
    assert answer.context["total"].sessions == sessions


def test_with_and_without_hints_are_all(admin_client, played) -> None:
    parts = [
        admin_client.get(page_of(played) + f"&hints={hints}").context["total"].sessions
        for hints in ("with", "without")
    ]
    assert sum(parts) == 40
    assert min(parts) > 0


def test_the_page_takes_few_queries(admin_client, played, django_assert_max_num_queries) -> None:
    with django_assert_max_num_queries(7):
        admin_client.get(page_of(played))


@pytest.mark.usefixtures("played")
def test_the_list_counts_sessions_once(admin_client) -> None:
    answer = admin_client.get(reverse("admin:playtests_playedpuzzle_changelist"))
    (row,) = answer.context["cl"].result_list
    assert (row.people_count, row.synthetic_count) == (0, 40)


def test_a_puzzle_nobody_played_has_a_page(admin_client) -> None:
    assert admin_client.get(page_of(make_map(seed=3), "")).status_code == 200


def test_nobody_else_sees_it(client, played, django_user_model) -> None:
    assert client.get(page_of(played)).status_code == 302
    staff = django_user_model.objects.create_user("staff", password="x", is_staff=True)
    client.force_login(staff)
    assert client.get(page_of(played)).status_code == 403
    assert client.post(reverse("admin:playtests_simulate", args=[played.pk])).status_code == 403


@pytest.mark.slow
@pytest.mark.parametrize("game", ["color_fill", "number_hunt", "sliding"])
def test_every_game_has_the_page(admin_client, seed_people, game) -> None:
    from backend.puzzles.services import make_puzzle

    puzzle = make_puzzle(game=game, rules={}, seed=1)
    seed_people([puzzle], sessions=3, epsilon=1.0)
    answer = admin_client.get(page_of(puzzle))
    assert answer.status_code == 200
    assert answer.context["total"].sessions == 3


@pytest.mark.usefixtures("played")
def test_simulated_play_is_told_apart_in_the_list(admin_client) -> None:
    page = reverse("admin:play_session_changelist")
    assert admin_client.get(page).content.decode().count("badge-synthetic") == 40
    assert admin_client.get(page + "?who=people").context["cl"].result_count == 0
    assert admin_client.get(page + "?who=synthetic").context["cl"].result_count == 40


@pytest.mark.parametrize(
    ("query", "said"),
    [
        ("&since=2099-13-01", "since “2099-13-01” is no date"),
        ("&since=2026-02-02&until=2026-02-01", "is after until"),
        ("&hints=foo", "“foo” is not a choice for hints: with or without is."),
        ("&foo=1", "There is no filter “foo”"),
        ("&client=none", "Client “none” is not among what was played here."),
    ],
)
def test_a_filter_that_cannot_be_met_is_said(admin_client, played, query, said) -> None:
    answer = admin_client.get(page_of(played) + query)
    assert said in answer.content.decode()
    assert answer.context["total"].sessions == 0


@pytest.mark.usefixtures("played")
def test_a_session_shows_think_times_and_stalls(admin_client) -> None:
    session = Session.objects.filter(reading__stalls__gt=0).first()
    answer = admin_client.get(reverse("admin:play_session_change", args=[session.pk]))
    assert "chart-think" in answer.context["specs"]
    marked = {step.number for step in answer.context["steps"] if "stall" in step.badges}
    assert marked == {stall.number for stall in answer.context["stalls"]} != set()
    assert "Synthetic" in answer.content.decode()


def test_variants_lie_side_by_side(
    admin_client, seed_people, django_assert_max_num_queries
) -> None:
    boards = [make_map(seed=7), make_map(seed=7, colors=5)]
    seed_people(boards, sessions=32, players=16, stall_at="region:3")  # enough stalls for a test
    page = reverse("admin:playtests_variants", args=["map_coloring"])
    with django_assert_max_num_queries(10):
        answer = admin_client.get(page + "?who=synthetic")
    assert answer.context["labels"] == ["Colours"]
    assert {tuple(row["values"]) for row in answer.context["rows"]} == {("4",), ("5",)}
    assert [row["difference"] is None for row in answer.context["rows"]] == [True, False]
    assert set(answer.context["specs"]) == {"chart-stuck", "chart-stalled", "chart-survival"}
    assert answer.context["stalls_differ"]["df"] == 1
    assert admin_client.get(page).context["rows"] == []
    assert admin_client.get(page + "?who=synthetic&level=%00").status_code == 200
    assert admin_client.get(page + "?level=easy").context["rows"] == []


def test_variants_of_no_game_are_not_there(admin_client) -> None:
    page = reverse("admin:playtests_variants", args=["chess"])
    assert admin_client.get(page).status_code == 404


def read(answer) -> str:
    assert answer.status_code == 200
    assert answer["Content-Disposition"].startswith("attachment")
    return b"".join(answer.streaming_content).decode()


def test_every_table_of_a_puzzle_is_a_file_that_says_what_the_page_says(
    admin_client, played
) -> None:
    found = {}
    for table, column in [
        ("places", "stalled_share"),
        ("moves", "stalls"),
        ("survival", "at_risk"),
        ("funnel", "reached_share"),
    ]:
        address = page_of(played) + f"&table={table}&format="
        lines = read(admin_client.get(address + "csv")).splitlines()
        found[table] = json.loads(read(admin_client.get(address + "json")))
        assert column in lines[0].split(",")
        assert len(lines) == len(found[table]) + 1 > 2
    for wrong in ("&table=places&format=xls", "&table=x&format=csv", "&format=csv"):
        assert admin_client.get(page_of(played) + wrong).status_code == 404
    page = admin_client.get(page_of(played))
    told = {row["place"].replace(":", " "): row["stalled_share"] for row in found["places"]}
    assert len(told) == len(page.context["rows"])
    for row in page.context["rows"]:
        share = told[row["locus"]]
        assert row["stall"]["value"] == ("" if share is None else f"{share * 100:.1f} %")
    assert "table=places&amp;format=csv" in page.content.decode()


@pytest.mark.parametrize("asked", ["since=2026-13-01", "who=robots", "colour=red"])
def test_a_table_of_what_cannot_be_read_is_refused(admin_client, puzzle, asked) -> None:
    pages = (
        (reverse("admin:playtests_playedpuzzle_change", args=[puzzle.pk]), "places"),
        (reverse("admin:playtests_variants", args=[puzzle.game]), "variants"),
        (reverse("admin:playtests_against", args=[puzzle.game]), "boards"),
    )
    for page, table in pages:
        answer = admin_client.get(f"{page}?{asked}&table={table}&format=csv")
        assert answer.status_code == 400
        assert asked.split("=")[0] in answer.content.decode()
    answer = admin_client.get(f"{pages[2][0]}?puzzle=x&table=boards&format=csv")
    assert (answer.status_code, "“x” is no id" in answer.content.decode()) == (400, True)


def test_variants_as_a_file(admin_client, seed_people) -> None:
    seed_people([make_map(seed=7), make_map(seed=7, colors=5)], sessions=4)
    page = reverse("admin:playtests_variants", args=["map_coloring"])
    rows = json.loads(read(admin_client.get(page + "?who=synthetic&table=variants&format=json")))
    assert {row["rule_colors"] for row in rows} == {4, 5}
    assert sum(row["sessions"] for row in rows) == 4


def test_curves_of_variants_run_to_the_last_move_in_page_and_file(
    admin_client, seed_people
) -> None:
    seed_people([make_map(seed=7), make_map(seed=7, colors=5)], sessions=12)
    address = reverse("admin:playtests_variants", args=["map_coloring"]) + "?who=synthetic"
    page = admin_client.get(address)
    rows = json.loads(read(admin_client.get(address + "&table=survival&format=json")))
    for colors in (4, 5):
        told = SessionReading.objects.filter(puzzle__rules__colors=colors, timed__gt=0)
        last = max(one.first_stall or one.moves for one in told)
        assert max(row["move"] for row in rows if row["rule_colors"] == colors) == last
    assert len(page.context["curve_lines"]) == len({row["move"] for row in rows})
    assert page.context["untested"] == "" or page.context["stalls_differ"] is None


def test_where_nobody_stalled_it_is_said(admin_client, seed_people) -> None:
    seed_people([make_map(seed=7), make_map(seed=7, colors=5)], sessions=4)
    SessionReading.objects.update(first_stall=None)
    page = reverse("admin:playtests_variants", args=["map_coloring"]) + "?who=synthetic"
    answer = admin_client.get(page)
    assert "Nobody stalled, so there is nothing to test." in answer.content.decode()
    assert {share for line in answer.context["curve_lines"] for share in line["shares"]} <= {
        "100.0 %",
        "",
    }


def test_variants_are_summed_by_puzzle_and_by_player(seed_people) -> None:
    """Held against sums of the readings one by one."""
    seed_people([make_map(seed=7), make_map(seed=8), make_map(seed=7, colors=5)], sessions=24)
    erased = SessionReading.objects.first().session
    Session.objects.filter(pk=erased.pk).update(player=None)
    filters = Filters(who="synthetic")
    told = list(SessionReading.objects.all())
    found = sum_variants("map_coloring", filters)
    first = found[0].rules_key
    clusters, shared = cluster_variants("map_coloring", filters, first)
    for key in clusters:
        rows = [SessionReading.objects.filter(rules_key=which) for which in (key, first)]
        assert shared[key] == share_players(*rows)
    assert {one.rules_key for one in found} == clusters.keys() == {one.rules_key for one in told}
    for one in found:
        own = [row for row in told if row.rules_key == one.rules_key]
        assert (one.puzzles, one.sessions) == (len({row.puzzle_id for row in own}), len(own))
        assert (one.timed, one.stalls) == tuple(
            sum(getattr(row, name) for row in own) for name in ("timed", "stalls")
        )
        assert one.stuck == sum(row.first_stuck is not None for row in own)
        assert one.recovered == sum(row.recovered for row in own)
        players = defaultdict(list)
        for row in own:
            players[row.session.player_id or row.pk].append(row)
        pairs = [(sum(r.first_stall is not None for r in p), len(p)) for p in players.values()]
        sums = [(c, m, 1, c * c, c * m, m * m) for c, m in pairs]
        assert clusters[one.rules_key]["stalled"] == Clustered(*map(sum, zip(*sums, strict=True)))
        recovered = clusters[one.rules_key]["recovered"]
        assert (recovered.count, recovered.n) == (one.recovered, one.stuck)
    assert [one.sessions for one in found] == sorted((one.sessions for one in found), reverse=True)
