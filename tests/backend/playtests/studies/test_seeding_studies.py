"""Simulated people in a study: labelled, apart from people, and the truth planted is found."""

from __future__ import annotations

import pytest
from django.core.management import CommandError, call_command

from backend.playtests.models import Participant, SessionReading, Study, StudySession
from backend.playtests.selectors.study_results import sum_study
from backend.playtests.services import seed_study, usual_people
from backend.playtests.studies.results import compare_arms

pytestmark = pytest.mark.django_db


def test_simulated_people_take_part_and_take_nobodys_place(make_study) -> None:
    study = make_study(wanted=6)
    people = usual_people(game=study.game, policy=None)
    seed_study(study=study, people=people, players=6, sessions=9, seed=1)
    assert Participant.objects.filter(is_synthetic=True).count() == 6
    assert StudySession.objects.count() == SessionReading.objects.count() == 9
    mine, theirs = sum_study(study, "people"), sum_study(study, "synthetic")
    assert (mine.joined, sum(arm.sessions for arm in mine.arms)) == (0, 0)
    assert theirs.joined == sum(arm.joined for arm in theirs.arms) == 6
    assert sum(arm.read for arm in theirs.arms) == 9
    assert sum(arm.finished for arm in theirs.arms) == 3
    assert sum(len(arm.waits) for arm in theirs.arms) == 9


def test_the_command_makes_a_study_and_closes_it(capsys) -> None:
    rules = '{"width": 8, "height": 8, "seeds": 8, "colors": %d}'
    call_command(
        "seed_playtest", "--players=3", "--sessions=50", "--puzzles=1", "--game=map_coloring",
        f"--rules={rules % 4}", f"--rules={rules % 5}", "--study=new", "--assignment=all",
    )  # fmt: skip
    study = Study.objects.get()
    told = capsys.readouterr().out
    assert f"6 synthetic sessions for study {study.code}" in told
    assert "fewer than 50: in a study everybody plays each puzzle of theirs once" in told
    assert [arm.title for arm in study.arms.all()] == ["Colours 4", "Colours 5"]
    assert study.status == "closed"
    for code in (study.code, "XXXXXX"):
        with pytest.raises(CommandError, match=r"closed|no study"):
            call_command("seed_playtest", "--players=1", "--sessions=1", f"--study={code}")


@pytest.mark.long
def test_a_planted_difference_is_found(make_study) -> None:
    study = make_study(puzzles=2, wanted=100)
    people = usual_people(game=study.game, policy=None, epsilon=0.1)
    seed_study(study=study, people=people, players=70, sessions=140, seed=3, points=50)
    stuck = next(
        one for one in compare_arms(sum_study(study, "synthetic").arms) if one.key == "stuck"
    )
    assert stuck.p_holm < 0.05
    assert 0 < stuck.found.estimate.low < stuck.found.estimate.high
