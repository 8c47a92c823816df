"""People's play on the lab's compare page."""

from __future__ import annotations

import csv
import uuid
from datetime import date

import pytest
from django.http import QueryDict
from django.urls import reverse

from backend.lab import bell
from backend.lab.work import run_chunks
from backend.playtests.arms import RecordedPlay, arm_key
from backend.playtests.models import SessionReading
from backend.playtests.selectors.filters import BY_OUTCOME, Filters
from backend.playtests.selectors.players import share_players, sum_players
from backend.statistics import Clustered, compare, holm, newcombe
from engines import get_game, wilson
from tests.support.api import make_map
from tests.support.coin_row import coin_row, queue_coins
from tests.support.lab import queue, variant

pytestmark = pytest.mark.django_db

PAGE = reverse("admin:lab_experiment_compare")
API = "/api/v1/experiments/compare/"


@pytest.fixture(autouse=True)
def _bell(monkeypatch):
    monkeypatch.setattr(bell, "enqueue", lambda *_, **__: True)


@pytest.fixture
def played(seed_people):
    puzzle = make_map(seed=7)
    seed_people([puzzle], sessions=40)
    return puzzle


@pytest.fixture
def simulated():
    """A variant with the played puzzle's rules, and one with fewer colours."""
    rules = make_map(seed=7).rules
    experiment = queue(variants=[variant("As played", **rules), variant("Three")])
    run_chunks(worker="w")
    return list(experiment.variants.all())


def synthetic(puzzle, more=""):
    return f"rules:{puzzle.rules_key};who:synthetic{more}"


def counts(**also):
    rows = SessionReading.objects.filter(**also)
    return rows.filter(first_stuck__isnull=False).count(), rows.count()


def effective(readings) -> float:
    """So many sessions count, with players as units: counted one by one."""
    of_player: dict[object, list[int]] = {}
    for one in readings.select_related("session"):
        told = of_player.setdefault(one.session.player_id or one.pk, [0, 0])
        told[0] += one.first_stuck is not None
        told[1] += 1
    sums = (sum(told[at] * told[to] for told in of_player.values()) for at, to in SQUARES)
    count, n = (sum(told[at] for told in of_player.values()) for at in (0, 1))
    return Clustered(count, n, len(of_player), *sums).effective


SQUARES = ((0, 0), (0, 1), (1, 1))


def test_a_headline_is_held_against_people(admin_client, played, simulated):
    ids = ",".join(str(one.pk) for one in simulated)
    told = admin_client.get(API, {"variants": ids, "people": synthetic(played)}).json()
    (people,) = told["people"]
    stuck, n = counts()
    assert (n, stuck > 0) == (40, True)
    assert people["who"] == "synthetic"
    assert people["sessions"] == people["metrics"]["stuck"]["n"] == n
    assert people["metrics"]["stuck"]["count"] == stuck
    effect = effective(SessionReading.objects.all())
    assert effect <= n
    assert (people["metrics"]["stuck"]["low"], people["metrics"]["stuck"]["high"]) == (
        pytest.approx(wilson(stuck * effect / n, effect))
    )
    assert people["left"] == SessionReading.objects.filter(ending="gave_up").count()
    base = told["variants"][0]["metrics"]["stuck"]
    expected = newcombe(stuck * effect / n, effect, base["count"], base["n"])
    players = SessionReading.objects.values("session__player").distinct().count()
    assert people["players"] == players >= 10
    difference = people["difference"]
    assert (difference["value"], difference["low"], difference["high"]) == (
        expected.value,
        expected.low,
        expected.high,
    )
    judged = compare(sum_players(SessionReading.objects.all()), Clustered.independent(
        base["count"], base["n"]
    ))  # fmt: skip
    ps = [judged.p, told["variants"][1]["difference"]["p"]]
    assert difference["p"] == judged.p
    assert difference["p_holm"] == pytest.approx(holm(ps)[0])
    assert people["rules"] == told["variants"][0]["rules"]
    assert told["rules"] == ["width", "height", "seeds", "colors", "regions"]


def test_filters_are_in_the_address(admin_client, played):
    for more, also in (
        (";hints:with", {"hint_count__gt": 0}),
        (";hints:without", {"hint_count": 0}),
        (";until:2000-01-01", {"pk": None}),
        (";since:2000-01-01", {}),
    ):
        (people,) = admin_client.get(API, {"people": synthetic(played, more)}).json()["people"]
        count, n = counts(**also)
        assert (people["metrics"]["stuck"]["count"], people["sessions"]) == (count, n), more
        assert people["difference"] is None
        page = admin_client.get(PAGE, {"people": synthetic(played, more)})
        assert page.status_code == 200
        by_outcome = "hints" in more
        assert (people["caution"] == BY_OUTCOME) == by_outcome
        assert (BY_OUTCOME in page.content.decode()) == by_outcome
    (nobody,) = admin_client.get(API, {"people": f"rules:{played.rules_key}"}).json()["people"]
    assert (nobody["who"], nobody["sessions"]) == ("people", 0)
    assert nobody["metrics"]["stuck"]["value"] is None


def test_every_filter_comes_back_from_the_address(played):
    filters = Filters(
        who="synthetic",
        hints="with",
        level="hard; or, not",
        since=date(2026, 1, 2),
        until=date(2026, 3, 4),
        client="web/1 (beta)",
        source="there",
        study="K7MQX",
        arm=1,
    )
    query = QueryDict(mutable=True)
    query.update({
        "played": f"rules:{played.rules_key}", "who": "synthetic", "hints": "with",
        "level": "hard; or, not", "since": "2026-01-02", "until": "2026-03-04", "study": "K7MQX.1",
        "client": "web/1 (beta)", "source": "there",
    })  # fmt: skip
    key = RecordedPlay().key_of(query)
    assert key == arm_key("rules", played.rules_key, filters)
    assert "," not in key
    arm = RecordedPlay().find(get_game(played.game), key)
    assert (arm.stuck.n, arm.key) == (0, key)
    assert arm.about == (
        "with hints, level hard; or, not, from 2026-01-02, until 2026-03-04, "
        "played with web/1 (beta), imported from there, in study K7MQX, arm 2"
    )


def test_a_player_of_two_arms_is_held_against_themself(admin_client, seed_people):
    one, other = make_map(seed=7), make_map(seed=9)
    seed_people([one, other], sessions=72, players=12)
    keys = [f"puzzle:{puzzle.pk};who:synthetic" for puzzle in (one, other)]
    told = admin_client.get(API, {"people": ",".join(keys)}).json()["people"][1]["difference"]
    rows = [SessionReading.objects.filter(puzzle=puzzle) for puzzle in (other, one)]
    shared = share_players(*rows)
    assert shared.mm > 0
    expected = compare(*map(sum_players, rows), shared).estimate
    assert (told["value"], told["low"], told["high"]) == pytest.approx(
        (expected.value, expected.low, expected.high)
    )
    page = admin_client.get(PAGE, {"people": ",".join(keys)}).content.decode()
    assert "People’s intervals count players, not sessions" in page
    same = admin_client.get(API, {"people": f"{keys[0]},{synthetic(one)}"})
    assert same.status_code == 200


def test_one_puzzle_of_several(admin_client, seed_people):
    one, other = make_map(seed=7), make_map(seed=9)
    seed_people([one, other], sessions=20, players=9)
    keys = [f"puzzle:{one.pk};who:synthetic", f"puzzle:{other.pk};who:synthetic", synthetic(one)]
    told = admin_client.get(API, {"people": ",".join(keys)}).json()
    page = admin_client.get(PAGE, {"people": ",".join(keys)}).content.decode()
    assert "too few players to say (fewer than 10)" in page
    sessions = [arm["sessions"] for arm in told["people"]]
    assert sessions[0] + sessions[1] == sessions[2] == 20
    assert told["people"][0]["difference"] is None
    assert told["people"][1]["difference"] is None  # of fewer than 10 players none is told
    assert str(one.pk) in told["people"][0]["url"]


def test_many_sessions_of_few_players_tell_no_difference(admin_client, seed_people, simulated):
    """Nine players with ten sessions each are nine."""
    puzzles = [make_map(seed=seed) for seed in range(7, 17)]
    seed_people(puzzles, sessions=90, players=9)
    asked = {"people": synthetic(puzzles[0])}
    told = admin_client.get(API, {**asked, "variants": str(simulated[0].pk)}).json()
    (people,) = told["people"]
    assert (people["sessions"], people["players"], people["difference"]) == (90, 9, None)
    page = admin_client.get(PAGE, {**asked, "variant": str(simulated[0].pk)})
    assert "too few players to say (fewer than 10)" in page.context["sentences"][1]["text"]
    export = page.context["exports"][0][1]
    lines = b"".join(admin_client.get(f"{export}csv").streaming_content).decode().splitlines()
    (row,) = [line for line in csv.DictReader(lines) if line["who"] == "synthetic"]
    assert (row["difference"], row["difference_low"], row["p"]) == ("", "", "")


def test_the_page_shows_offers_and_keeps_them(admin_client, played, simulated):
    address = {"variant": str(simulated[1].pk)}
    page = admin_client.get(PAGE, address)
    rules, puzzle = page.context["offers"]
    assert (rules.key, puzzle.key) == (f"rules:{played.rules_key}", f"puzzle:{played.pk}")
    assert "40 of simulated people" in rules.title
    sent = admin_client.get(
        PAGE, {**address, "played": rules.key, "who": "synthetic", "hints": "", "until": ""}
    )
    key = synthetic(played)
    assert sent["Location"] == f"?variant={simulated[1].pk}&people={key}"
    page = admin_client.get(PAGE + sent["Location"])
    text = page.content.decode()
    assert "badge-synthetic" in text
    assert "<mark>Simulated people</mark>" in text
    assert "<mark>4</mark>" in text  # colours
    people = page.context["rows"][1]
    assert people["n"] == 40
    assert (
        people["url"]
        == reverse("admin:playtests_variants", args=["map_coloring"]) + "?who=synthetic"
    )
    words = page.context["sentences"][1]["text"]
    assert "of 40 sessions" in words
    told = admin_client.get(API, {"variants": str(simulated[1].pk), "people": key}).json()
    found = told["people"][0]["difference"]
    assert ("no difference to “Three" in words) == (found["low"] <= 0 <= found["high"])
    assert ("points more often" in words) == (found["high"] > 0)
    assert found["p_holm"] == found["p"]
    assert ("perhaps" in words) == (found["p"] >= 0.05 and not found["low"] <= 0 <= found["high"])
    export = page.context["exports"][0][1]
    assert b"synthetic" in b"".join(admin_client.get(f"{export}csv").streaming_content)
    out = admin_client.get(PAGE + people["without"])
    assert [row["title"] for row in out.context["rows"]] == ["Three"]


def test_a_name_that_can_not_be_read_counts_nobody(admin_client, played):
    key = f"rules:{played.rules_key}"
    for wrong, status in (
        ("x", 400),
        (f"{key};hints:perhaps", 400),
        (f"{key};since:yesterday", 400),
        (f"{key};whom:people", 400),
        (f"{key};who:people", 400),  # the usual is left out: one address for one thing
        (f"{key};;", 400),
        ("rules:" + "0" * 64, 404),
        ("rules:zzz", 404),
        ("rules:\x00", 400),
        ("puzzle:7", 400),
        (f"puzzle:{uuid.uuid4()}", 404),
    ):
        answer = admin_client.get(API, {"people": wrong})
        assert answer.status_code == status, wrong
        assert admin_client.get(PAGE, {"people": wrong}).status_code == status, wrong
        assert admin_client.get(PAGE, {"played": wrong}).status_code in (302, 400, 404), wrong
    type(played).objects.update(version=99)
    assert admin_client.get(API, {"people": key}).status_code == 409


def test_games_with_another_headline_say_why_not(admin_client, played):
    with coin_row():
        both = list(queue_coins().variants.all())
        page = admin_client.get(PAGE, {"variant": str(both[0].pk)})
        assert "not read from recorded play" in page.content.decode()
        asked = {"variants": str(both[0].pk), "people": f"rules:{played.rules_key}"}
        assert admin_client.get(API, asked).status_code == 409


def test_the_playtests_pages_lead_there(admin_client, played):
    pages = (
        reverse("admin:playtests_variants", args=["map_coloring"]),
        reverse("admin:playtests_playedpuzzle_change", args=[played.pk]),
    )
    for page in pages:
        answer = admin_client.get(f"{page}?who=synthetic&hints=without")
        (link, *_) = answer.context["compare_links"]
        assert link.endswith(";who:synthetic;hints:without")
        assert f'href="{link}"' in answer.content.decode()
        compared = admin_client.get(link)
        assert compared.context["rows"][0]["n"] == counts(hint_count=0)[1]
