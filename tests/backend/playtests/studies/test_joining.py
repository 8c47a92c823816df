"""Taking part in a study over the API: joining once, playing in one's own order."""

from __future__ import annotations

import json

import pytest

from backend.play.models import Player, Session
from backend.play.services import erase_player
from backend.playtests.models import Participant, Study, StudySession, hash_consent
from backend.playtests.selectors.study_results import sum_study
from backend.playtests.services import close_study, open_study
from tests.support.api import Api, new_player_api, ok, problem

pytestmark = pytest.mark.django_db


def join(api: Api, study: Study, status: int = 201):
    return ok(api.post(f"studies/{study.code}/join/", {"consent": True}), status)


def begin(api: Api, study: Study, status: int = 201):
    return ok(api.post(f"studies/{study.code}/sessions/"), status)


def give_up(api: Api, session: str) -> None:
    ok(api.post(f"sessions/{session}/abandon/"))


def test_anybody_may_look_at_an_open_study(api, make_study) -> None:
    study = make_study()
    spelled = f"{study.code[:3]}-{study.code[3:]}".lower()
    told = ok(api.get(f"studies/{spelled}/"))
    assert told == {
        "code": study.code,
        "name": study.name,
        "question": study.question,
        "game": "map_coloring",
        "open": True,
        "full": False,
        "consent": study.consent,
        "consent_hash": hash_consent(study.consent),
    }


@pytest.mark.parametrize("code", ["XXXXXX", "AAAAAA", "x" * 500, "%00%00%00%00%00%00", "BC%20D"])
def test_there_is_no_such_study(player_api, make_study, code) -> None:
    make_study()
    for path in ("", "me/"):
        problem(player_api.get(f"studies/{code}/{path}"), 404)
    problem(player_api.post(f"studies/{code}/join/", {"consent": True}), 404)


def test_a_draft_is_not_there_yet(player_api, make_study) -> None:
    study = make_study(open=False)
    problem(player_api.get(f"studies/{study.code}/"), 404)
    problem(player_api.post(f"studies/{study.code}/join/", {"consent": True}), 404)


def test_joining_twice_is_joining_once(player_api, make_study) -> None:
    study = make_study()
    told = join(player_api, study)
    assert join(player_api, study, 200) == told
    participant = Participant.objects.get()
    assert participant.consent_hash == hash_consent(study.consent) == told["consent_hash"]
    assert participant.arm in study.arms.all()
    assert not participant.is_synthetic


def test_nobody_joins_without_agreeing_or_a_token(api, player_api, make_study) -> None:
    path = f"studies/{make_study().code}/join/"
    assert problem(player_api.post(path, {"consent": False}), 422)["code"] == "not_consented"
    problem(player_api.post(path, {}), 400)
    problem(player_api.post(path, {"consent": "yes"}), 400)
    problem(api.post(path, {"consent": True}), 401)
    assert not Participant.objects.exists()


def test_a_closed_study_lets_nobody_in_but_ends_what_is_going_on(player_api, make_study) -> None:
    study = make_study()
    join(player_api, study)
    session = begin(player_api, study)
    close_study(study=study, by=None)
    assert ok(player_api.get(f"studies/{study.code}/"))["open"] is False
    problem(new_player_api().post(f"studies/{study.code}/join/", {"consent": True}), 409, "closed")
    join(player_api, study, 200)
    assert begin(player_api, study, 200)["id"] == session["id"]
    give_up(player_api, session["id"])
    problem(player_api.post(f"studies/{study.code}/sessions/"), 409, "closed")
    open_study(study=study, by=None)
    begin(player_api, study)


def test_a_full_study_lets_nobody_in(player_api, make_study) -> None:
    study = make_study(wanted=1)
    join(player_api, study)
    join(player_api, study, 200)
    other = new_player_api()
    problem(other.post(f"studies/{study.code}/join/", {"consent": True}), 409, "full")
    assert ok(other.get(f"studies/{study.code}/"))["full"] is True


def test_one_arm_is_played_in_the_arms_order(player_api, make_study) -> None:
    study = make_study(puzzles=2)
    join(player_api, study)
    wanted = [
        str(item.puzzle_id) for item in Participant.objects.get().arm.items.order_by("position")
    ]
    played = []
    for _ in wanted:
        assert ok(player_api.get(f"studies/{study.code}/me/"))["next"] == wanted[len(played)]
        session = begin(player_api, study)
        assert begin(player_api, study, 200)["id"] == session["id"], "one goes on"
        played.append(session["puzzle"])
        give_up(player_api, session["id"])
    assert played == wanted
    problem(player_api.post(f"studies/{study.code}/sessions/"), 409, "all_played")
    me = ok(player_api.get(f"studies/{study.code}/me/"))
    assert (me["played"], me["total"], me["next"]) == (2, 2, None)
    assert [one["status"] for one in me["puzzles"]] == ["abandoned"] * 2


def test_all_arms_are_played_each_in_an_own_order(make_study) -> None:
    study = make_study(puzzles=3, assignment="all")
    orders = set()
    for _ in range(5):
        api = new_player_api()
        puzzles = [one["puzzle"] for one in join(api, study)["puzzles"]]
        assert len(set(puzzles)) == 6
        assert ok(api.get(f"studies/{study.code}/me/"))["puzzles"][0]["puzzle"] == puzzles[0]
        assert begin(api, study)["puzzle"] == puzzles[0]
        orders.add(tuple(puzzles))
    assert len(orders) > 1
    assert not Participant.objects.filter(arm__isnull=False).exists()


def test_other_play_of_the_same_puzzle_is_not_the_studys(player_api, make_study) -> None:
    study = make_study()
    puzzle = join(player_api, study)["next"]
    ok(player_api.post("sessions/", {"puzzle": puzzle}), 201)
    assert ok(player_api.get(f"studies/{study.code}/me/"))["puzzles"][0]["status"] == "waiting"
    assert not StudySession.objects.exists()


def test_who_has_not_joined_begins_nothing(player_api, make_study) -> None:
    study = make_study()
    problem(player_api.post(f"studies/{study.code}/sessions/"), 409, "not_joined")
    problem(player_api.get(f"studies/{study.code}/me/"), 409, "not_joined")
    assert not Session.objects.exists()


def test_a_key_begins_one_session(player_api, make_study) -> None:
    study = make_study()
    join(player_api, study)
    path, key = f"studies/{study.code}/sessions/", {"idempotency_key": "a-key"}
    one = player_api.post(path, **key)
    assert ok(player_api.post(path, **key), 201) == one.json()
    assert Session.objects.count() == 1


def test_erasing_a_player_keeps_the_session_in_its_arm(player_api, make_study) -> None:
    study = make_study()
    join(player_api, study)
    begin(player_api, study)
    link = StudySession.objects.get()
    erase_player(player=Player.objects.get())
    kept = StudySession.objects.get()
    assert not Participant.objects.exists()
    assert (kept.pk, kept.item, kept.participant) == (link.pk, link.item, None)
    assert kept.session.player is None


def test_the_export_tells_of_studies(player_api, make_study) -> None:
    study = make_study()
    agreed = join(player_api, study)
    session = begin(player_api, study)
    told = json.loads(player_api.get("players/me/export/").getvalue())["studies"]
    assert told == [
        {
            "code": study.code,
            "name": study.name,
            "agreed_at": agreed["agreed_at"],
            "withdrawn_at": None,
            "consent_hash": agreed["consent_hash"],
            "sessions": [session["id"]],
        }
    ]


def test_who_withdraws_is_out_and_keeps_their_play(player_api, make_study) -> None:
    study = make_study(wanted=1)
    path = f"studies/{study.code}/withdraw/"
    problem(player_api.post(path), 409, "not_joined")
    agreed = join(player_api, study)
    session = begin(player_api, study)
    close_study(study=study, by=None)
    told = ok(player_api.post(path))
    assert ok(player_api.post(path)) == told
    assert told["code"] == study.code
    open_study(study=study, by=None)
    assert not StudySession.objects.exists()
    give_up(player_api, session["id"])
    for method, last, body in (
        (player_api.get, "me", ()),
        (player_api.post, "sessions", ()),
        (player_api.post, "join", ({"consent": True},)),
    ):
        problem(method(f"studies/{study.code}/{last}/", *body), 409, "withdrawn")
    kept = json.loads(player_api.get("players/me/export/").getvalue())["studies"][0]
    assert kept["withdrawn_at"] == told["withdrawn_at"] > kept["agreed_at"] == agreed["agreed_at"]
    assert kept["sessions"] == []
    total = sum_study(study, "people")
    assert (total.joined, total.withdrawn) == (0, 1)
    assert [arm.sessions for arm in total.arms] == [0, 0]
    join(new_player_api(), study)  # theirs is no place taken


def test_a_session_knows_the_client(player_api, make_study) -> None:
    study = make_study()
    join(player_api, study)
    path = f"studies/{study.code}/sessions/"
    problem(player_api.post(path, {"client": "=1+1"}), 422)
    problem(player_api.post(path, {"puzzle": "x"}), 400)
    ok(player_api.post(path, {"client": "web/1.2"}), 201)
    assert Session.objects.get().client == "web/1.2"


def test_the_page_at_the_link_shows_the_code(client, make_study) -> None:
    study = make_study(wanted=1, consent="First line.\n<b>Second</b> line.")
    answer = client.get(f"/join/{study.code.lower()}/")
    text = answer.content.decode()
    assert answer.status_code == 200
    assert study.code in text
    assert study.name in text
    assert "&lt;b&gt;Second" in text
    assert "How to take part" in text
    join(new_player_api(), study)
    assert "This study is full" in client.get(f"/join/{study.code}/").content.decode()
    close_study(study=study, by=None)
    assert "This study is closed" in client.get(f"/join/{study.code}/").content.decode()
    for code in ("XXXXXX", "%00"):
        assert client.get(f"/join/{code}/").status_code == 404
    assert client.post(f"/join/{study.code}/").status_code == 405
