"""Players and sessions in the admin: read-only, tokens never shown, histories replayed."""

from __future__ import annotations

import re
import uuid

import pytest
from django.contrib.auth.models import Permission
from django.urls import reverse

from backend.play import services
from backend.play.models import Player, Session
from engines import get_game

pytestmark = pytest.mark.django_db

LIST, PLAYERS = "/admin/play/session/", "/admin/play/player/"


@pytest.fixture
def session(puzzle, settings):
    """A move, an undo, a hint, another move."""
    settings.THINK_TOLERANCE_MS = 100_000
    player, _ = services.create_player()
    position, _ = services.start_session(player=player, puzzle_id=puzzle.pk)
    key = {"player": player, "session_id": position.session.pk}
    game = get_game(puzzle.game)
    first = game.dump_move(game.legal_moves(position.state)[0])
    services.make_move(**key, number=1, move=first, think_ms=1500)
    services.undo_move(**key, number=2, think_ms=None)
    services.take_hint(**key, number=3, think_ms=65_000)
    services.make_move(**key, number=4, move=first, think_ms=2500)
    return Session.objects.get(pk=position.session.pk)


@pytest.fixture
def viewer(client, django_user_model):
    user = django_user_model.objects.create_user("viewer", password="x", is_staff=True)
    user.user_permissions.set(
        Permission.objects.filter(codename__in=["view_session", "view_player", "view_puzzle"])
    )
    client.force_login(user)
    return client


def address(session, name="change"):
    return reverse(f"admin:play_session_{name}", args=[session.pk])


def test_a_session_is_shown_entry_by_entry(viewer, session):
    page = viewer.get(address(session))
    steps = page.context["steps"]
    assert [s.badges for s in steps] == [(), ("undone",), ("undo",), ("hint",), ()]
    assert [s.time for s in steps] == ["", "1.5 s", "", "65.0 s", "2.5 s"]
    assert steps[2].text == "Takes back step 1"
    assert re.fullmatch(r"Region \d+ gets colour \d", steps[1].text)
    assert page.context["median_think"] == "2.5 s"
    assert " style=" not in page.content.decode()


def test_each_step_has_its_picture(viewer, session):
    drawn = [viewer.get(address(session, "picture"), {"step": step}).content for step in range(5)]
    assert all(picture.startswith(b"<svg") for picture in drawn)
    assert drawn[0] == drawn[2]  # taken back
    assert drawn[1] == drawn[4]
    assert drawn[0] != drawn[1]
    assert drawn[3] != drawn[2]  # the hint is marked


def test_times_that_cannot_be_are_said_to_be_odd(viewer, session, settings):
    settings.THINK_TOLERANCE_MS = 2000
    services.take_hint(player=session.player, session_id=session.pk, number=5, think_ms=3_600_000)
    page = viewer.get(address(session))
    assert page.context["steps"][-1].badges == ("hint", "odd")
    assert "longer than what passed" in page.content.decode()
    assert page.context["median_think"] == "2.5 s"  # it is not counted


def test_a_bots_moves_are_told_apart(viewer, heap):
    player, _ = services.create_player()
    position, _ = services.start_session(player=player, puzzle_id=heap(stones=9).pk, bot="one")
    key = {"player": player, "session_id": position.session.pk, "think_ms": None}
    services.make_move(**key, number=1, move={"take": 3})
    services.undo_move(**key, number=3)
    services.make_move(**key, number=4, move={"take": 2})
    page = viewer.get(address(position.session))
    assert [s.badges for s in page.context["steps"]] == [
        (),
        ("undone",),
        ("bot", "undone"),
        ("undo",),
        (),
        ("bot",),
    ]
    assert page.context["steps"][3].text == "Takes back steps 1 and 2"
    text = page.content.decode()
    assert "the player first, against the bot “one”" in text
    assert "2 to 1" in text
    services.make_move(**key, number=6, move={"take": 3})
    services.make_move(**key, number=8, move={"take": 2})
    assert "7 to 2: the player wins" in viewer.get(address(position.session)).content.decode()
    for step in range(10):
        assert viewer.get(address(position.session, "picture"), {"step": step}).status_code == 200


def test_a_session_of_a_forgotten_player_stays(viewer, session):
    services.erase_player(player=session.player)
    page = viewer.get(address(session))
    assert b"forgotten at their own wish" in page.content
    assert viewer.get(LIST).status_code == 200


def test_players_are_shown_without_their_tokens(viewer, session):
    player = session.player
    for url in (PLAYERS, f"{PLAYERS}{player.pk}/change/", f"{PLAYERS}?q={player.pk}"):
        page = viewer.get(url)
        assert page.status_code == 200
        assert player.token_hash not in page.content.decode()
    assert viewer.get(f"{PLAYERS}?token_hash={player.token_hash}").status_code in (302, 400)
    guess = viewer.get(f"{PLAYERS}?token_hash__startswith={player.token_hash[0]}")
    assert guess.status_code in (302, 400)


def test_sessions_of_a_player_need_their_own_permission(client, django_user_model, session):
    user = django_user_model.objects.create_user("half", password="x", is_staff=True)
    user.user_permissions.set(Permission.objects.filter(codename="view_player"))
    client.force_login(user)
    page = client.get(f"{PLAYERS}{session.player_id}/change/")
    assert str(session.pk) not in page.content.decode()
    assert client.get(address(session)).status_code == 403
    assert client.get(address(session, "picture")).status_code == 403


def test_nothing_can_be_changed(admin_client, session):
    assert admin_client.post(address(session), {"status": "solved"}).status_code == 405
    for base, pk in ((LIST, session.pk), (PLAYERS, session.player_id)):
        assert admin_client.get(f"{base}add/").status_code == 403
        assert admin_client.post(f"{base}{pk}/delete/", {"post": "yes"}).status_code == 403
        assert admin_client.post(f"{base}{pk}/change/", {"token_hash": "0" * 64}).status_code == 405
    assert Session.objects.count() == Player.objects.count() == 1


@pytest.mark.parametrize(
    "query",
    [
        "?q=%00",
        "?q=x",
        "?status=%00",
        "?stuck__exact=maybe",
        "?game=%00",
        "?level=none",
        "?puzzle__game=x",
        "?started_at__gte=soon",
        "?player__token_hash__startswith=a",
        "?puzzle__certificate__0=1",
        "?move_count=99999999999999999999",
    ],
)
def test_odd_queries_never_break_the_lists(admin_client, session, query):
    for base in (LIST, PLAYERS):
        assert admin_client.get(base + query, follow=True).status_code in (200, 400, 404)
    for step in ("-1", "x", "999999", "9" * 30, "%00"):
        assert admin_client.get(f"{address(session)}?step={step}").status_code == 200
        assert admin_client.get(f"{address(session, 'picture')}?step={step}").status_code == 200
    for odd in ("x", uuid.uuid4(), "%00"):
        assert admin_client.get(f"{LIST}{odd}/change/", follow=True).status_code in (200, 404)
        assert admin_client.get(f"{LIST}{odd}/picture/", follow=True).status_code in (200, 404)
