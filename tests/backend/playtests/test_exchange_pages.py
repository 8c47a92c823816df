"""Recorded play in and out through the admin, over REST and by command."""

from __future__ import annotations

import json
from datetime import timedelta
from io import StringIO
from typing import Any

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.core.management import CommandError, call_command
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from backend.play import services as play
from backend.play.models import Session
from backend.playtests.models import Import
from backend.playtests.services import forget_old_uploads
from backend.puzzles.services import make_puzzle
from engines import get_game
from tests.support.api import Api, ok, problem

pytestmark = pytest.mark.django_db

BEGUN = "2026-03-01T10:00:00Z"
JSON_LINES = "application/x-ndjson"


def line(name: str = "s1", **members: Any) -> str:
    """A session of a sliding puzzle, solved by its one move."""
    rules = get_game("sliding").Rules(width=3, height=3).model_dump(mode="json")
    told = {
        "format": "tsumi-play/1",
        "session": name,
        "player": "p1",
        "game": "sliding",
        "rules": rules,
        "board": "1 2 3 4 5 6 7 0 8",
        "started_at": BEGUN,
        "entries": [{"kind": "move", "payload": "8", "think_ms": 1200}],
    }
    return json.dumps(told | members) + "\n"


def upload(client: Client, text: str, name: str = "play.jsonl", source: str = "proto") -> Any:
    file = SimpleUploadedFile(name, text.encode())
    address = reverse("admin:playtests_exchange")
    return client.post(address, {"file": file, "source": source}, follow=True)


# The admin --------------------------------------------------------------------------------
def test_a_file_is_looked_at_and_then_stored(admin_client) -> None:
    answer = upload(admin_client, line() + line("s2", game="chess"))
    text = answer.content.decode()
    assert "nothing is stored yet" in text
    assert "no game &#x27;chess&#x27;" in text
    assert not Session.objects.exists()
    kept = Import.objects.get()
    stored = admin_client.post(
        reverse("admin:playtests_import_store", args=[kept.pk]), follow=True
    ).content.decode()
    assert "1 session stored" in stored
    assert Session.objects.get().status == "solved"
    kept.refresh_from_db()
    assert (kept.content, kept.report["stored"], kept.report["refused"]) == (None, 1, 1)
    again = admin_client.post(
        reverse("admin:playtests_import_store", args=[kept.pk]), follow=True
    ).content.decode()
    assert "stored already" in again
    there = upload(admin_client, line()).content.decode()
    assert "There already" in there
    page = admin_client.get(reverse("admin:play_session_change", args=[Session.objects.get().pk]))
    assert "it came from <strong>proto</strong>" in page.content.decode()


def test_a_file_may_be_forgotten(admin_client) -> None:
    upload(admin_client, line())
    Import.objects.update(created_at=timezone.now() - timedelta(days=2))
    assert forget_old_uploads() == 1
    upload(admin_client, line())
    assert forget_old_uploads() == 0
    drop = reverse("admin:playtests_import_drop", args=[Import.objects.get().pk])
    assert admin_client.get(drop).status_code == 405
    assert "nothing was stored" in admin_client.post(drop, follow=True).content.decode()
    assert not Import.objects.exists()
    assert admin_client.post(drop, follow=True).status_code == 200


def test_what_the_form_refuses(admin_client, settings) -> None:
    assert (
        "Choose a file"
        in admin_client.post(
            reverse("admin:playtests_exchange"), {"source": "proto"}
        ).content.decode()
    )
    assert "give another name" in upload(admin_client, line(), source="here").content.decode()
    settings.IMPORT_MAX_BYTES = 100
    assert "import_play" in upload(admin_client, line()).content.decode()
    assert not Import.objects.exists()


def test_an_export_goes_in_again(admin_client) -> None:
    puzzle = make_puzzle(game="sliding", rules={"width": 3, "height": 3}, seed=1)
    person = play.name_player(player=play.create_player()[0], name="Aiko")
    play.start_session(player=person, puzzle_id=puzzle.pk, client="web/1")
    page = admin_client.get(reverse("admin:playtests_exchange")).content.decode()
    assert 'name="layout"' in page
    address = reverse("admin:playtests_export_file")
    for query, lines in [("", 1), ("?game=reversi", 0), (f"?puzzle={puzzle.pk}&client=web/1", 1),
                         ("?who=synthetic", 0), ("?who=everyone&since=2999-01-01", 0)]:  # fmt: skip
        answer = admin_client.get(address + query)
        text = b"".join(answer.streaming_content).decode()
        assert text.count("\n") == lines
    text = b"".join(admin_client.get(address + "?layout=csv").streaming_content).decode()
    for secret in ("Aiko", str(person.pk), person.token_hash, str(Session.objects.get().pk)):
        assert secret not in text
    other = b"".join(admin_client.get(address + "?layout=csv").streaming_content).decode()
    names = [row.splitlines()[1].split(",")[1] for row in (text, other)]
    assert names[0] != names[1]
    assert "Can be stored" in upload(admin_client, text, "play.csv").content.decode()


def test_who_may(client, django_user_model) -> None:
    page, file = reverse("admin:playtests_exchange"), reverse("admin:playtests_export_file")
    assert client.get(page).status_code == client.get(file).status_code == 302
    client.force_login(django_user_model.objects.create_user("staff", is_staff=True))
    assert client.get(page).status_code == client.get(file).status_code == 403
    assert client.post(page, {}).status_code == 403


def test_lists_of_imports_and_of_imported_sessions(admin_client) -> None:
    upload(admin_client, line())
    assert admin_client.get(reverse("admin:playtests_import_changelist")).status_code == 200
    sessions = reverse("admin:play_session_changelist") + "?is_imported__exact=1"
    assert admin_client.get(sessions).status_code == 200


# REST -------------------------------------------------------------------------------------
def send(
    client: Client, text: str, query: str = "?source=proto", kind: str = JSON_LINES, **headers: str
) -> Any:
    address = f"playtests/import/{query}"
    return Api(client).call("POST", address, text.encode(), content_type=kind, **headers)


def test_over_rest(admin_client) -> None:
    dry = ok(send(admin_client, line(), "?source=proto&dry_run=true"))
    assert (dry["stored"], dry["dry_run"]) == (1, True)
    assert not Session.objects.exists()
    told = ok(send(admin_client, line() + line("s2", seed=1)), 201)
    assert (told["stored"], told["refused"]) == (1, 1)
    assert told["faults"] == [
        {
            "line": 2,
            "session": "s2",
            "pointer": "/seed",
            "message": "Exactly one of puzzle (an id stored here), board and seed is needed.",
        }
    ]
    assert Import.objects.get().created_by is not None
    none = problem(
        send(admin_client, line("s3") + "{}", "?source=proto&all_or_nothing=true"), 422, "not_all"
    )
    assert none["report"]["stored"] == 0
    assert Session.objects.count() == 1
    answer = Api(admin_client).get("playtests/export/?source=proto&layout=csv&who=everyone")
    table = b"".join(answer.streaming_content).decode()
    assert ok(send(admin_client, table, "?source=copy", "text/csv"), 201)["stored"] == 1


def test_a_file_of_which_nothing_can_be_stored_is_refused(admin_client) -> None:
    told = problem(send(admin_client, "{}"), 422, "nothing_stored")
    assert told["report"]["refused"] == 1
    assert told["detail"] == "Nothing was stored: every session is wrong."
    table = problem(send(admin_client, line(), kind="text/csv"), 422, "nothing_stored")
    assert "This is JSON" in table["report"]["faults"][0]["message"]
    assert "empty" in problem(send(admin_client, " \n"), 400)["detail"]
    assert not Import.objects.exists()
    for _ in range(2):  # what is there already is no fault
        ok(send(admin_client, line()), 201)


def test_a_file_is_taken_once_for_a_key(admin_client) -> None:
    first = ok(send(admin_client, line(), idempotency_key="one"), 201)
    assert ok(send(admin_client, line(), idempotency_key="one"), 201) == first
    assert Import.objects.count() == 1
    problem(send(admin_client, line("s2"), idempotency_key="one"), 422)


def test_what_rest_refuses(admin_client, player_api, api, settings) -> None:
    problem(send(admin_client, line(), ""), 400)
    problem(send(admin_client, line(), "?source=here"), 422, "source_not_allowed")
    problem(send(admin_client, line(), "?source=x&dry_run=perhaps"), 400)
    problem(send(admin_client, line(), kind="application/json"), 415)
    problem(Api(admin_client).get("playtests/export/?game=chess"), 404)
    problem(Api(admin_client).get("playtests/export/?colour=red"), 400)
    days = "since=2026-02-02&until=2026-02-01"
    for query in ("source=nowhere", "level=absurd", "client=nobody/1", days):
        problem(Api(admin_client).get(f"playtests/export/?{query}"), 400)
        file = reverse("admin:playtests_export_file")
        assert admin_client.get(f"{file}?{query}").status_code == 302
    problem(api.get("playtests/export/"), 401)
    problem(player_api.get("playtests/export/"), 403)
    settings.IMPORT_MAX_BYTES = 100
    assert "import_play" in problem(send(admin_client, line()), 413)["detail"]


# Commands ---------------------------------------------------------------------------------
def test_by_command(tmp_path) -> None:
    file, out = tmp_path / "play.jsonl", StringIO()
    file.write_text(line(), encoding="utf-8")
    call_command("import_play", str(file), "--dry-run", stdout=out)
    assert "1 would be stored with 1 entries" in out.getvalue()
    assert not Import.objects.exists()
    call_command("import_play", str(file), "--source", "proto", stdout=out)
    assert Session.objects.get().imported.source == "proto"
    file.write_text(line() + line("s2", game="chess"), encoding="utf-8")
    said = StringIO()
    with pytest.raises(CommandError, match="1 of 2 sessions are refused"):
        call_command("import_play", str(file), "--source", "proto", stdout=out, stderr=said)
    assert said.getvalue().startswith("Line 2, session s2, /game: There is no game 'chess'.")
    table = tmp_path / "play.csv"
    call_command("export_play", "--layout", "csv", "--source", "proto", "--output", str(table))
    call_command("import_play", str(table), "--source", "copy", stdout=out)
    assert Session.objects.count() == 2
    for wrong in (["--source", "nowhere"], ["--level", "absurd"], ["--client", "nobody/1"]):
        with pytest.raises(CommandError, match="Known: "):
            call_command("export_play", *wrong)
    for wrong in (["nowhere.csv"], [str(file), "--source", "=1"]):
        with pytest.raises(CommandError):
            call_command("import_play", *wrong)


def test_the_client_of_a_session_is_told(player_api, admin_client) -> None:
    puzzle = make_puzzle(game="sliding", rules={"width": 3, "height": 3}, seed=1)
    body = {"puzzle": str(puzzle.pk)}
    assert ok(player_api.post("sessions/", body), 201)["client"] is None
    told = ok(player_api.post("sessions/", body | {"client": "web/1.2"}), 201)
    assert told["client"] == Session.objects.get(pk=told["id"]).client == "web/1.2"
    for client in ("", "=1", "a\n", "x" * 61):
        problem(player_api.post("sessions/", body | {"client": client}), 422)
    problem(player_api.post("sessions/", body | {"client": 1}), 400)
    page = admin_client.get(reverse("admin:play_session_change", args=[told["id"]]))
    assert "web/1.2" in page.content.decode()
