"""Two devices, one study: real threads on a real database."""

from __future__ import annotations

from functools import partial

import pytest

from backend.play.models import Session
from backend.playtests.models import Participant, StudySession
from tests.support.api import new_player_api
from tests.support.races import at_once, other_device

pytestmark = pytest.mark.django_db(transaction=True)


def test_two_joins_at_once_are_one_participant(make_study) -> None:
    study = make_study()
    for _ in range(3):
        api = new_player_api()
        path = f"studies/{study.code}/join/"
        send = [partial(other_device(api).post, path, {"consent": True}) for _ in range(3)]
        assert sorted(one.status_code for one in at_once(*send)) == [200, 200, 201]
    assert Participant.objects.count() == 3


def test_no_more_join_than_are_wanted(make_study) -> None:
    study = make_study(wanted=2)
    path = f"studies/{study.code}/join/"
    send = [partial(new_player_api().post, path, {"consent": True}) for _ in range(5)]
    assert sorted(one.status_code for one in at_once(*send)) == [201, 201, 409, 409, 409]
    assert Participant.objects.count() == 2


def test_two_beginnings_at_once_are_one_session(make_study) -> None:
    study = make_study()
    api = new_player_api()
    api.post(f"studies/{study.code}/join/", {"consent": True})
    path = f"studies/{study.code}/sessions/"
    answers = at_once(*[partial(other_device(api).post, path) for _ in range(3)])
    assert sorted(one.status_code for one in answers) == [200, 200, 201]
    assert len({one.json()["id"] for one in answers}) == 1
    assert Session.objects.count() == StudySession.objects.count() == 1


def test_erasing_meanwhile_leaves_nothing_half(make_study) -> None:
    study = make_study()
    for _ in range(4):
        api = new_player_api()
        api.post(f"studies/{study.code}/join/", {"consent": True})
        begin = partial(other_device(api).post, f"studies/{study.code}/sessions/")
        begun, erased = at_once(begin, partial(other_device(api).delete, "players/me/"))
        assert erased.status_code == 204
        assert begun.status_code in (201, 401)
    assert not Participant.objects.exists()
    assert not Session.objects.filter(player__isnull=False).exists()
    assert Session.objects.count() == StudySession.objects.count()
