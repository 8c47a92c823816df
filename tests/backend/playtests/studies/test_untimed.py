"""Whether a session stalled is not known where no time was measured: it counts for neither."""

from __future__ import annotations

import json

import pytest
from django.urls import reverse

from backend.playtests.selectors.filters import Filters
from backend.playtests.selectors.puzzles import sum_puzzle
from backend.playtests.selectors.study_results import sum_study
from backend.playtests.services import close_study
from backend.playtests.studies.results import compare_arms
from tests.support.studies import Told, tell, tell_many

pytestmark = pytest.mark.django_db

UNTIMED = Told(timed=False)


@pytest.fixture
def study(make_study):
    """In the first arm one of two timed sessions stalled, two were not timed; in the second none

    was timed.
    """
    study = make_study()
    tell(study, 0, [Told(stall=2), Told()])
    tell(study, 0, [UNTIMED, UNTIMED])
    tell(study, 1, [UNTIMED, UNTIMED])
    return study


def page_of(study) -> str:
    return reverse("admin:playtests_study_change", args=[study.pk])


def rows_of(answer) -> list[dict]:
    return json.loads(b"".join(answer.streaming_content))


def test_of_an_arm_the_timed_sessions_are_counted(study) -> None:
    one, other = sum_study(study, "people").arms
    stalled = one.sums["stalled"]
    assert (stalled.count, stalled.n, stalled.players) == (1, 2, 1)
    assert (one.read, one.sums["stuck"].n, one.sums["stuck"].players) == (4, 4, 2)
    assert other.sums["stalled"].n == 0
    for arm in (0, 1):
        tell_many(study, arm, [UNTIMED], 10)
    arms = sum_study(study, "people").arms
    assert [comparison.key for comparison in compare_arms(arms)] == ["stuck", "gave_up"]


def test_the_study_says_of_how_many(admin_client, study) -> None:
    page = admin_client.get(page_of(study))
    told = [row["shares"][1] for row in page.context["rows"]]
    assert [(one["value"], one["of"]) for one in told] == [
        ("50.0 %", "of 2 timed"), ("", "of 0 timed")
    ]  # fmt: skip
    assert "of 2 timed" in page.content.decode()
    (line,) = [one for one in page.context["funnel"] if one["title"] == "Sessions with a stall"]
    assert [cell["share"] for cell in line["cells"]] == ["50.0 %", ""]
    rows = rows_of(admin_client.get(f"{page_of(study)}?table=arms&format=json"))
    assert [(row["timed_sessions"], row["stalled_share"]) for row in rows] == [(2, 0.5), (0, None)]
    close_study(study=study, by=None)
    said = " ".join(admin_client.get(page_of(study)).context["sentences"])
    assert "people stalled" not in said


def test_variants_and_their_file_count_the_timed_ones(admin_client, study) -> None:
    page = reverse("admin:playtests_variants", args=[study.game])
    shown = admin_client.get(page)
    told = {row["values"][0]: row["stalled"] for row in shown.context["rows"]}
    assert (told["4"]["value"], told["4"]["of"]) == ("50.0 %", "of 2 timed")
    assert (told["5"]["value"], told["5"]["interval"]) == ("", "")
    rows = rows_of(admin_client.get(f"{page}?table=variants&format=json"))
    assert {
        row["rule_colors"]: (row["sessions"], row["timed_sessions"], row["stalled_share"])
        for row in rows
    } == {4: (4, 2, 0.5), 5: (2, 0, None)}


def test_where_no_time_was_measured_the_pages_say_so(admin_client, make_study) -> None:
    study = make_study()
    for arm in (0, 1):
        tell(study, arm, [UNTIMED, UNTIMED])
    said = "No time was measured, so nobody knows who stalled."
    variants = admin_client.get(reverse("admin:playtests_variants", args=[study.game]))
    assert said in variants.content.decode()
    assert set(variants.context["specs"]) == {"chart-stuck"}
    shown = admin_client.get(page_of(study))
    assert said in shown.content.decode()
    puzzle = study.arms.first().items.first().puzzle
    total = sum_puzzle(puzzle, Filters())
    assert (total.sessions, total.funnel["stalled"].of, total.funnel["stuck"].of) == (1, 0, 1)
    page = reverse("admin:playtests_playedpuzzle_change", args=[puzzle.pk])
    text = admin_client.get(page).content.decode()
    assert "no time was measured" in text
    assert "of 0 timed" in text
    rows = rows_of(admin_client.get(f"{page}?table=funnel&format=json"))
    (stalled,) = [row for row in rows if row["stage"] == "stalled"]
    assert (stalled["sessions"], stalled["reached_share"]) == (0, None)
