"""A study's sums, page and filters, of rows that are written down one by one."""

from __future__ import annotations

import json
from io import StringIO

import pytest
from django.core.management import CommandError, call_command
from django.http import QueryDict
from django.urls import reverse

from backend.play.models import Player, Session
from backend.playtests.addresses import read_filters
from backend.playtests.models import (
    SessionReading,
    Study,
    StudySession,
)
from backend.playtests.selectors.filters import Filters, list_choices
from backend.playtests.selectors.puzzles import sum_puzzle
from backend.playtests.selectors.study_results import sum_study
from backend.playtests.selectors.variants import sum_variants
from backend.playtests.services import close_study
from backend.playtests.studies.results import compare_arms, describe_results
from backend.statistics.clusters import Shared, compare
from tests.support.api import Api, problem
from tests.support.studies import Told, tell, tell_many

pytestmark = pytest.mark.django_db


def page_of(study: Study) -> str:
    return reverse("admin:playtests_study_change", args=[study.pk])


@pytest.fixture
def study(make_study):
    """Two arms of two puzzles: in the first three players, in the second two."""
    study = make_study()
    tell(study, 0, [Told(stuck=True, stall=2), Told()])
    tell(study, 0, [Told(stuck=True, ending="gave_up"), None])
    tell(study, 0, [Told(read=False), None])
    tell(study, 1, [Told(stall=3, moves=6), Told(stuck=True)])
    tell(study, 1, [])
    return study


def test_players_and_sessions_are_counted(study) -> None:
    total = sum_study(study, "people")
    assert total.joined == 5
    one, other = total.arms
    assert (one.joined, one.began, one.played, one.finished) == (3, 3, 3, 1)
    assert (other.joined, other.began, other.played, other.finished) == (2, 1, 1, 1)
    assert (one.sessions, one.read, one.erased) == (4, 3, 0)
    counts = {key: told.count for key, told in one.sums.items()}
    assert counts == {
        "stuck": 2, "stalled": 1, "solved": 2, "gave_up": 1, "recovered": 0, "ended": 2
    }  # fmt: skip
    stuck = one.sums["stuck"]
    # One player stuck in one of two sessions, one in their only one.
    assert (stuck.n, stuck.players, stuck.cc, stuck.cm, stuck.mm) == (3, 2, 2, 3, 5)
    assert sorted(one.waits) == [(2, True), (4, False), (4, False)]


def test_erased_players_sessions_stay(study) -> None:
    Player.objects.filter(studies__study=study).delete()
    total = sum_study(study, "people")
    assert total.joined == 0
    assert [(arm.sessions, arm.read, arm.erased, arm.began) for arm in total.arms] == [
        (4, 3, 4, 0), (2, 2, 2, 0)
    ]  # fmt: skip
    assert total.arms[0].sums["stuck"].players == 3


def test_another_study_and_simulated_people_are_apart(study, make_study) -> None:
    tell(make_study(), 0, [Told(stuck=True)])
    tell(study, 0, [Told(stuck=True)], synthetic=True)
    assert [arm.read for arm in sum_study(study, "people").arms] == [3, 2]
    assert [arm.read for arm in sum_study(study, "synthetic").arms] == [1, 0]


def test_pages_may_be_restricted_to_a_study_or_an_arm(study) -> None:
    def filters(arm: int | None = None) -> Filters:
        return Filters(study=study.code, arm=arm)

    puzzle = study.arms.first().items.first().puzzle
    other = Session.objects.filter(puzzle=puzzle).first()
    SessionReading.objects.filter(session__in_study__item__puzzle=puzzle).update(puzzle=puzzle)
    StudySession.objects.filter(session=other).delete()
    assert sum_puzzle(puzzle, Filters()).sessions == 2
    assert sum_puzzle(puzzle, filters()).sessions == sum_puzzle(puzzle, filters(0)).sessions == 1
    assert sum_puzzle(puzzle, filters(1)).sessions == 0
    sessions = [one.sessions for one in sum_variants(study.game, filters(1))]
    assert sessions == [2]
    values = [one.value for one in list_choices(study.game)]
    assert values == [study.code, f"{study.code}.0", f"{study.code}.1"]


@pytest.mark.parametrize(
    ("query", "study", "arm"),
    [
        ("", "", None),
        ("study=BCDFGH", "BCDFGH", None),
        ("study=BCDFGH.1", "BCDFGH", 1),
        ("study=BCDFGH.x", "BCDFGH", None),
        ("study=BCDFGH.99999", "BCDFGH", None),
        ("study=%00", "", None),
    ],
)
def test_filters_are_read_from_the_address(query, study, arm) -> None:
    found = read_filters(QueryDict(query))
    assert (found.study, found.arm) == (study, arm)


def test_the_filter_stands_on_the_pages(admin_client, study) -> None:
    puzzle = study.arms.first().items.first().puzzle
    stalls = reverse("admin:playtests_playedpuzzle_change", args=[puzzle.pk])
    shown = admin_client.get(f"{stalls}?study={study.code}.1")
    assert f'<option value="{study.code}.1" selected>' in shown.content.decode()
    assert shown.context["total"].sessions == 0


def test_every_table_is_a_file(admin_client, study) -> None:
    def rows(table: str) -> list[dict]:
        answer = admin_client.get(f"{page_of(study)}?table={table}&format=json")
        return json.loads(b"".join(answer.streaming_content))

    one, other = rows("arms")
    assert (one["joined"], one["sessions_read"], one["stuck_sessions"]) == (3, 3, 2)
    low, high = sum_study(study, "people").arms[0].sums["stuck"].interval
    assert (one["stuck_low"], one["stuck_high"]) == pytest.approx((low, high))
    assert {one["rule_colors"], other["rule_colors"]} == {4, 5}
    assert [row["move"] for row in rows("survival")] == [0, 2, 4, 0, 3, 4]
    missing = f"{page_of(study)}?table=differences&format=csv"
    assert admin_client.get(missing).status_code == 404  # nothing is called while it is open
    close_study(study=study, by=None)
    assert rows("differences") == []
    tell_many(study, 0, [Told()], 8)
    tell_many(study, 1, [Told()], 9)
    assert [row["measure"] for row in rows("differences")] == ["stuck", "stalled", "gave_up"]
    text = admin_client.get(page_of(study)).content.decode()
    for table in ("arms", "survival", "differences"):
        assert f"table={table}&amp;format=parquet" in text


@pytest.mark.parametrize(
    ("query", "sessions"), [("", 6), ("&arm=0", 4), ("&arm=1", 2), ("&arm=7", 0)]
)
def test_what_was_played_for_a_study_is_exported(admin_client, study, query, sessions) -> None:
    Session.objects.filter(in_study=None).delete()
    spelled = f"{study.code[:3]}-{study.code[3:]}".lower()
    answer = Api(admin_client).get(f"playtests/export/?study={spelled}{query}")
    lines = b"".join(answer.streaming_content).decode().splitlines()
    assert len(lines) == sessions
    out = StringIO()
    arm = ["--arm", query[-1]] if query else []
    call_command("export_play", "--study", spelled, *arm, stdout=out)
    assert len(out.getvalue().splitlines()) == sessions


def test_a_study_to_export_must_be_there(admin_client) -> None:
    staff = Api(admin_client)
    assert "study" in problem(staff.get("playtests/export/?arm=1"), 400)["errors"][0]["detail"]
    problem(staff.get("playtests/export/?study=BCDFGH"), 404)
    problem(staff.get("playtests/export/?study=BCDFGH&arm=8"), 400)
    for asked in (["--arm", "1"], ["--study", "BCDFGH"]):
        with pytest.raises(CommandError, match="study"):
            call_command("export_play", *asked, stdout=StringIO())


def test_no_difference_is_claimed_while_the_study_is_open(admin_client, study) -> None:
    context = admin_client.get(page_of(study)).context
    assert context["sentences"] == context["differences"] == []
    assert context["stalls_differ"] == ""
    close_study(study=study, by=None)
    answer = admin_client.get(page_of(study))
    assert "a test takes 10 players" in answer.context["stalls_differ"]
    tell_many(study, 0, [Told()], 8)
    tell_many(study, 1, [Told()], 9)
    answer = admin_client.get(page_of(study))
    assert len(answer.context["sentences"]) == 3
    assert "No difference seen" in answer.context["sentences"][0]
    told = [(row["title"], row["interval"]) for row in answer.context["differences"]]
    assert [title for title, _ in told] == ["Got stuck", "Stalled", "Gave up"]
    assert all(" to +" in interval for _, interval in told)
    assert set(answer.context["specs"]) == {"chart-stuck", "chart-stalled", "chart-survival"}
    after = {line["move"]: line["shares"] for line in answer.context["survival"]}
    assert after[0] == ["100.0 %", "100.0 %"]
    assert after[4] == ["90.9 %", "90.9 %"]


def test_a_difference_from_one_player_is_told_nowhere(admin_client, make_study) -> None:
    """Five solved it, one got stuck; nor is one told of one player's many sessions."""
    study = make_study(puzzles=8)
    tell_many(study, 0, [Told()], 5)
    tell(study, 1, [Told(stuck=True, ending="gave_up")] * 8)
    close_study(study=study, by=None)
    page = admin_client.get(page_of(study))
    assert page.context["sentences"] == page.context["differences"] == []
    text = page.content.decode()
    assert "fewer than 10 players with a session that is over: Colours 4; Colours 5" in text
    assert "points more often" not in text
    assert "easily missed" not in text
    table = admin_client.get(f"{page_of(study)}?table=differences&format=json")
    assert json.loads(b"".join(table.streaming_content)) == []
    assert describe_results(study, sum_study(study, "people"), "people")["comparisons"] == []


def test_few_of_few_players_are_judged_by_fishers_exact_test(admin_client, make_study) -> None:
    study = make_study(puzzles=1)
    tell_many(study, 0, [Told()], 10)
    tell_many(study, 1, [Told(stuck=True)], 4)
    tell_many(study, 1, [Told()], 6)
    close_study(study=study, by=None)
    (stuck, *_) = compare_arms(sum_study(study, "people").arms)
    assert stuck.found.p == pytest.approx(0.0867, abs=1e-4)
    page = admin_client.get(page_of(study))
    assert not any(row["shown"] for row in page.context["differences"])
    assert page.context["uncompared"] == ""


def test_the_page_takes_as_many_queries_for_more(
    admin_client, study, django_assert_num_queries, django_assert_max_num_queries
) -> None:
    with django_assert_max_num_queries(13) as few:
        admin_client.get(page_of(study))
    for _ in range(4):
        tell(study, 1, [Told(stuck=True), Told(stall=1)])
    with django_assert_num_queries(len(few)):
        admin_client.get(page_of(study))


def test_lopsided_arms_are_warned_of(admin_client, study) -> None:
    for _ in range(22):
        tell(study, 0, [])
    text = admin_client.get(page_of(study)).content.decode()
    assert "The arms can’t be trusted" in text
    assert "Among those who joined" in text


def test_where_everybody_plays_all_arms_each_is_held_against_themself(make_study) -> None:
    study = make_study(assignment="all")
    plan = [(True, True, True, False), (True, True, False, True), (True, False, False, False)] * 4
    for first, second, third, fourth in plan:
        person = tell(study, 0, [Told(stuck=first), Told(stuck=second)])
        other = tell(study, 1, [Told(stuck=third), Told(stuck=fourth)])
        StudySession.objects.filter(participant=other).update(participant=person)
        other.delete()
    arms = sum_study(study, "people").arms
    assert arms[1].shared["stuck"] == Shared(
        cc=sum((a + b) * (c + d) for a, b, c, d in plan),
        cm=sum(2 * (c + d) for *_, c, d in plan),
        mc=sum(2 * (a + b) for a, b, *_ in plan),
        mm=4 * len(plan),
    )
    (stuck, *_) = compare_arms(arms)
    apart = compare(arms[1].sums["stuck"], arms[0].sums["stuck"])
    assert stuck.found.estimate.value == apart.estimate.value
    assert stuck.found.p != apart.p


def test_the_page_says_how_arms_were_compared(admin_client, study, make_study) -> None:
    close_study(study=study, by=None)
    tell_many(study, 0, [Told()], 8)
    tell_many(study, 1, [Told()], 9)
    assert "Nobody is in two arms" in admin_client.get(page_of(study)).content.decode()
    alike = make_study(assignment="all")
    for arm in (0, 1):
        tell_many(alike, arm, [Told(stuck=True), Told()], 10)
    close_study(study=alike, by=None)
    assert "held against themself" in admin_client.get(page_of(alike)).content.decode()


@pytest.mark.parametrize("query", ["who=robots", "hints=with"])
def test_what_cannot_be_read_is_said_and_not_counted(admin_client, study, query) -> None:
    page = admin_client.get(f"{page_of(study)}?{query}")
    assert page.status_code == 200
    assert "Nothing is counted until that is mended." in page.content.decode()
    assert "rows" not in page.context
    table = admin_client.get(f"{page_of(study)}?{query}&table=arms&format=csv")
    assert table.status_code == 400
    assert query.split("=")[0] in table.content.decode()
