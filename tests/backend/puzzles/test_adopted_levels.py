"""Levels that staff adopted are served like those a game declares, from a date to a date."""

from __future__ import annotations

from datetime import UTC, date, datetime, timedelta
from uuid import UUID, uuid4

import pytest
from django.db import IntegrityError, transaction
from django.utils import timezone

from backend.common.problems import Conflict, NotAllowed, NotFound
from backend.play.models import Finish
from backend.puzzles import ahead, levels, services
from backend.puzzles.bands import Band, band_of, band_words, quantile, usual_band
from backend.puzzles.levels import daily_slots, find_level, known_levels, levels_of
from backend.puzzles.models import AdoptedLevel, DailyPuzzle, Puzzle
from engines import GenerationFailed, UnknownName, get_game
from tests.support.api import RULES, Api, fill_day, make_map, ok, pointers, problem
from tests.support.play import start
from tests.support.staff import LEVELS, member, signed_in

GAME = "map_coloring"
NOON = datetime(2026, 3, 29, 12, 30, tzinfo=UTC)
NEWEST, FIRST = date(2026, 3, 30), date(2026, 3, 31)
SLOT = (GAME, "cosy")
BAND = (0.15, 0.6)


@pytest.fixture(autouse=True)
def clock(monkeypatch, settings):
    settings.DAILY_WAIT_SECONDS = 0
    settings.PUZZLE_WAIT_SECONDS = 0
    settings.DAILY_FIRST_DATE = date(2026, 1, 1)
    monkeypatch.setattr(ahead, "enqueue", lambda *_, **__: True)

    def turn_to(day, hour=12):
        now = datetime(day.year, day.month, day.day, hour, 30, tzinfo=UTC)
        monkeypatch.setattr(timezone, "now", lambda: now)

    turn_to(NOON.date())
    return turn_to


def adopt(**changes):
    game = get_game(GAME)
    rules = game.Rules(**RULES).model_dump(mode="json")
    return services.adopt_level(
        **{
            "game": game,
            "rules": rules,
            "difficulties": [0.1, 0.2, 0.3, 0.4] * 10,
            "proposal": UUID(int=1),
            "key": "cosy",
            "title": "Cosy",
            "description": "Some boards give way.",
            "low": BAND[0],
            "high": BAND[1],
            **changes,
        }
    )


@pytest.fixture
def cosy(db):  # noqa: ARG001
    return adopt()


def keys(api, path="games/"):
    game = next(one for one in ok(api.get(path))["results"] if one["slug"] == GAME)
    return [level["key"] for level in game["levels"]]


# In the calendar ---------------------------------------------------------------------------
def test_sets_have_it_from_the_first_date_not_begun_anywhere(cosy):
    assert cosy.first_date == FIRST
    assert SLOT not in daily_slots(NEWEST)
    assert daily_slots(FIRST).index(SLOT) == daily_slots(FIRST).index((GAME, "hard")) + 1
    assert SLOT in daily_slots(FIRST + timedelta(days=400))


@pytest.mark.django_db
def test_a_date_about_to_begin_is_left_alone(clock):
    clock(date(2026, 3, 30), hour=9)  # within the hour it is the 31st on Kiritimati
    assert adopt().first_date == FIRST + timedelta(days=1)


def test_the_sets_puzzle_is_made_in_the_band_and_made_again_the_same(cosy, clock, api):
    with pytest.raises(NotFound):
        services.make_daily_puzzle(date=NEWEST, game=GAME, level="cosy")
    row = services.make_daily_puzzle(date=FIRST, game=GAME, level="cosy")
    made = row.puzzle
    assert (made.level, made.rules) == ("cosy", cosy.rules)
    assert BAND[0] <= made.difficulty <= BAND[1]
    assert made.is_proven
    seed = services.daily_seed(date=FIRST, game=GAME, level="cosy")
    again = services.make_level_puzzle(game=GAME, level="cosy", seed=seed)
    assert again == made
    fill_day(FIRST, [slot for slot in daily_slots(FIRST) if slot != SLOT])
    fill_day(NEWEST)
    problem(api.get(f"daily/{FIRST}/{GAME}/cosy/"), 404, "not_begun")
    clock(FIRST)
    told = ok(api.get(f"daily/{FIRST}/{GAME}/cosy/"))["puzzle"]
    assert told["difficulty"] == {"value": made.difficulty, "low": BAND[0], "high": BAND[1]}
    whole = ok(api.get(f"daily/?date={FIRST}"))["puzzles"]
    assert [one["puzzle"]["id"] for one in whole if one["level"] == "cosy"] == [str(made.id)]
    before = ok(api.get(f"daily/?date={NEWEST}"))["puzzles"]
    assert "cosy" not in [one["level"] for one in before]
    problem(api.get(f"daily/{NEWEST}/{GAME}/cosy/"), 404)
    problem(api.get(f"daily/{NEWEST}/{GAME}/cosier/"), 404)


def test_retired_it_is_in_no_set_that_has_not_begun(cosy, clock):
    clock(FIRST)
    newest = FIRST + timedelta(days=1)
    slots = [SLOT]
    for day in (FIRST, newest, newest + timedelta(days=1)):
        fill_day(day, slots)
    services.retire_level(level=cosy, by=None)
    cosy.refresh_from_db()
    assert cosy.last_date == newest
    assert SLOT in daily_slots(newest)
    assert SLOT not in daily_slots(newest + timedelta(days=1))
    rows = DailyPuzzle.objects.filter(level="cosy").order_by("date")
    assert list(rows.values_list("date", flat=True)) == [FIRST, newest]
    with pytest.raises(NotFound):
        services.make_daily_puzzle(date=newest + timedelta(days=1), game=GAME, level="cosy")
    retired_at = cosy.retired_at
    clock(newest)
    assert services.retire_level(level=cosy).retired_at == retired_at


def test_the_game_lists_it_while_a_set_that_has_it_is_open(cosy, clock, api):
    assert keys(api) == ["easy", "medium", "hard"]
    clock(FIRST)
    assert keys(api) == ["easy", "medium", "hard", "cosy"]
    told = ok(api.get(f"games/{GAME}/"))["levels"][-1]
    assert (told["title"], told["low"], told["high"], told["rules"]) == ("Cosy", *BAND, cosy.rules)
    services.retire_level(level=cosy)
    assert keys(api)[-1] == "cosy"
    clock(FIRST + timedelta(days=3))
    assert keys(api) == ["easy", "medium", "hard"]
    assert find_level(get_game(GAME), "cosy").title == "Cosy"  # for puzzles that were made
    assert known_levels([get_game(GAME)])["cosy"] == "Cosy"


@pytest.mark.usefixtures("cosy")
def test_free_play_has_it_while_it_is_served(clock, player_api):
    asked = {"game": GAME, "level": "cosy", "seed": 4}
    told = problem(player_api.post("puzzles/", asked), 422, "unknown_name")
    assert "'cosy'" in told["detail"]
    clock(FIRST)
    order = ok(player_api.post("puzzles/", asked), 202)
    done = services.make_ordered_puzzle(order_id=UUID(order["id"]))
    assert done.puzzle.level == "cosy"
    assert ok(player_api.post("puzzles/", asked))["id"] == str(done.puzzle_id)


@pytest.mark.usefixtures("cosy")
def test_a_streak_asks_for_one_puzzle_of_a_date_as_before(clock, player_api):
    for day in (NEWEST, FIRST):
        clock(day)
        puzzle = make_map(seed=day.day)
        DailyPuzzle.objects.create(date=day, game=GAME, level="easy", puzzle=puzzle)
        play = start(player_api, puzzle)
        for move in puzzle.certificate:
            play.move(move)
        Finish.objects.filter(puzzle=puzzle).update(finished_at=timezone.now())
    assert SLOT in daily_slots(FIRST)
    assert ok(player_api.get("players/me/stats/"))["streak"]["current"] == 2


# What is in the way ------------------------------------------------------------------------
@pytest.mark.parametrize(
    ("changes", "why"),
    [
        ({"version": 99}, "now at version"),
        ({"rules": {"width": "wide"}}, "can't read its rules"),
        ({"key": "hard"}, "declares a level 'hard' itself"),
        ({"game": "chess"}, "There is no game"),
    ],
)
def test_what_can_not_be_made_is_not_served_and_says_why(cosy, clock, api, changes, why):
    AdoptedLevel.objects.update(**changes)
    cosy.refresh_from_db()
    clock(FIRST)
    assert why in levels.why_not_served(cosy)
    assert daily_slots(FIRST) == daily_slots(NEWEST)
    assert keys(api) == ["easy", "medium", "hard"]
    if "key" not in changes:
        with pytest.raises((GenerationFailed, UnknownName)):
            services.make_level_puzzle(game=cosy.game, level="cosy", seed=1)
    told = ok(signed_in(*LEVELS).get(f"levels/{cosy.pk}/"))
    assert told["state"] == "not_served"
    assert why in told["reason"]


@pytest.mark.usefixtures("cosy")
def test_a_set_keeps_the_puzzle_it_has_of_a_level_that_is_not_served_any_more(clock, api):
    clock(FIRST)
    fill_day(FIRST)
    assert [one["level"] for one in ok(api.get("daily/"))["puzzles"]].count("cosy") == 1
    AdoptedLevel.objects.update(version=99)
    assert [one["level"] for one in ok(api.get("daily/"))["puzzles"]].count("cosy") == 1


# Adopting ----------------------------------------------------------------------------------
@pytest.mark.django_db
@pytest.mark.parametrize(
    ("changes", "at"),
    [
        ({"key": "Cosy"}, "/key"),
        ({"key": "none"}, "/key"),
        ({"key": "co/sy"}, "/key"),
        ({"key": "x" * 41}, "/key"),
        ({"title": " "}, "/title"),
        ({"title": "x" * 61}, "/title"),
        ({"title": "two\nlines"}, "/title"),
        ({"description": "x" * 201}, "/description"),
        ({"low": 0.5, "high": 0.4}, "/high"),
        ({"low": float("nan")}, "/high"),
        ({"high": float("inf")}, "/high"),
        ({"low": 0.31, "high": 0.39}, "/low"),
        ({"difficulties": [0.2] * 29}, "/low"),
    ],
)
def test_what_makes_no_level_is_refused_with_its_place(changes, at):
    with pytest.raises(NotAllowed) as refused:
        adopt(**changes)
    assert [fault.pointer for fault in refused.value.faults] == [at]
    assert not AdoptedLevel.objects.exists()


@pytest.mark.django_db
def test_a_band_that_hardly_a_board_lies_in_is_refused_in_words():
    boards = [0.5] * 96 + [0.9] * 4
    with pytest.raises(NotAllowed) as refused:
        adopt(difficulties=boards, low=0.8, high=1)
    (fault,) = refused.value.faults
    assert fault.message.startswith("4 of 100 boards lie in the band; about 25 tries a puzzle.")
    adopt(difficulties=[*boards[1:], 0.9], low=0.8, high=1)


def test_a_key_is_taken_by_what_the_game_declares_and_by_what_was_adopted(cosy):
    services.retire_level(level=cosy)
    for key in ("easy", "cosy"):
        with pytest.raises(Conflict) as refused:
            adopt(key=key)
        assert refused.value.code == "key_taken"
    adopt(key="cosy-2")


def test_the_database_holds_the_rest(cosy):
    for wrong in ({"key": "Cosy!"}, {"title": ""}, {"low": 2}, {"last_date": FIRST}):
        with pytest.raises(IntegrityError), transaction.atomic():
            AdoptedLevel.objects.filter(pk=cosy.pk).update(**wrong)


# For staff ---------------------------------------------------------------------------------
def test_staff_list_read_and_retire_over_rest(cosy, clock):
    other = adopt(key="meaner", title="Meaner")
    staff = signed_in(*LEVELS)
    page = ok(staff.get("levels/?limit=1"))
    assert [one["id"] for one in page["results"]] == [str(other.pk)]
    assert [one["id"] for one in ok(staff.get(page["next"]))["results"]] == [str(cosy.pk)]
    assert ok(staff.get("levels/?game=chess"))["results"] == []
    told = ok(staff.get(f"levels/{cosy.pk}/"))
    assert (told["state"], told["boards"], told["in_band"]) == ("coming", 40, 30)
    clock(FIRST)
    assert ok(staff.get(f"levels/{cosy.pk}/"))["state"] == "served"
    key = str(uuid4())
    gone = ok(staff.post(f"levels/{cosy.pk}/retire/", {}, idempotency_key=key))
    assert (gone["state"], gone["last_date"]) == ("retired", "2026-04-01")
    assert gone["retired_by"].startswith("staff-")
    assert ok(staff.post(f"levels/{cosy.pk}/retire/", {}, idempotency_key=key)) == gone
    assert ok(staff.post(f"levels/{cosy.pk}/retire/")) == gone
    problem(staff.post(f"levels/{uuid4()}/retire/"), 404)
    told = problem(staff.post(f"levels/{cosy.pk}/retire/", {"now": True}), 400)
    assert pointers(told) == ["/now"]
    problem(Api().get("levels/"), 401)


def test_the_admin_lists_shows_and_retires(cosy, client):
    client.force_login(member("view_adoptedlevel"))
    listed = client.get("/admin/puzzles/adoptedlevel/").content.decode()
    assert "Cosy" in listed
    assert "0.15 to 0.6" in listed
    address = f"/admin/puzzles/adoptedlevel/{cosy.pk}/"
    page = client.get(f"{address}change/").content.decode()
    assert "30 of 40 boards lie in the band; about 1.3 tries a puzzle." in page
    assert "Retire" not in page
    assert client.post(f"{address}retire/").status_code == 403
    client.force_login(member("view_adoptedlevel", "change_adoptedlevel"))
    assert "Retire" in client.get(f"{address}change/").content.decode()
    assert client.get(f"{address}retire/").status_code == 405
    assert client.post(f"{address}retire/").status_code == 302
    cosy.refresh_from_db()
    assert cosy.last_date == NEWEST
    assert "Retire<" not in client.get(f"{address}change/").content.decode()


@pytest.mark.usefixtures("cosy")
def test_lists_of_puzzles_can_be_filtered_by_it(client):
    client.force_login(member("view_puzzle"))
    Puzzle.objects.all().delete()
    page = client.get("/admin/puzzles/puzzle/?level=cosy").content.decode()
    assert "Cosy" in page


# Bands -------------------------------------------------------------------------------------
def test_bands_in_figures_and_in_words():
    values = [float(n) for n in range(100)]
    assert [quantile(values, share) for share in (0, 0.1, 0.5, 1)] == [0, 10, 50, 99]
    assert usual_band(values) == (10, 90)
    assert usual_band([1 / 3]) == (0.3333, 0.3333)
    assert band_of(values, 10, 10) == Band(1, 100)
    assert band_words(Band(1, 100)) == "1 of 100 boards lies in the band; about 100 tries a puzzle."
    assert band_words(Band(100, 100)) == "100 of 100 boards lie in the band; about 1 try a puzzle."
    assert band_words(Band(0, 9)) == "0 of 9 boards lie in the band."
    assert (Band(0, 0).share, Band(5, 100).is_common, Band(4, 100).is_common) == (0, True, False)


@pytest.mark.usefixtures("cosy")
def test_declared_levels_come_first(clock):
    clock(FIRST)
    game = get_game(GAME)
    assert [one.key for one in levels_of(game)] == ["easy", "medium", "hard", "cosy"]
