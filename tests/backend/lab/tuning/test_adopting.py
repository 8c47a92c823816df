"""From a search to a daily level: proposed, its boards measured, adopted, served, retired."""

from __future__ import annotations

from datetime import UTC, date, datetime, timedelta
from uuid import UUID, uuid4

import pytest
from django.utils import timezone

from backend.lab import bell
from backend.lab.models import LevelProposal, Tuning
from backend.lab.selectors.tuning import tuning_findings
from backend.lab.services import (
    create_tuning,
    measure_proposal,
    measuring,
    propose_level,
    ring_for_proposals,
    want_measured,
)
from backend.lab.work import run_chunks
from backend.puzzles import ahead
from backend.puzzles.levels import daily_slots
from backend.puzzles.models import AdoptedLevel
from backend.puzzles.services import make_daily_puzzle
from engines import get_game
from tests.support.api import RULES, Api, fill_day, ok, pointers, problem
from tests.support.staff import LAB, LEVELS, member, signed_in

pytestmark = pytest.mark.django_db(transaction=True)

GAME = "map_coloring"
BOARDS = 40
NOON = datetime(2026, 3, 29, 12, 30, tzinfo=UTC)
FIRST = date(2026, 3, 31)
PAGE = "/admin/lab/levelproposal/{}/change/"


@pytest.fixture(autouse=True)
def rung(monkeypatch, settings):
    """Bells rung for proposals; nobody hears any other."""
    settings.DAILY_WAIT_SECONDS = 0
    settings.DAILY_FIRST_DATE = date(2026, 1, 1)
    bells = []
    monkeypatch.setattr(bell, "enqueue", lambda *_, **__: True)
    monkeypatch.setattr(ahead, "enqueue", lambda *_, **__: True)
    monkeypatch.setattr(measuring, "enqueue", lambda _, **how: bells.append(how["kwargs"]) or True)
    monkeypatch.setattr(measuring, "BOARDS", BOARDS)
    monkeypatch.setattr(timezone, "now", lambda: NOON)
    return bells


@pytest.fixture
def proposal():
    rules = {**RULES}
    seeds = rules.pop("seeds")
    tuning = create_tuning(
        game=GAME,
        rules=rules,
        policy="random",
        search=[{"rule": "seeds", "low": seeds, "high": seeds + 1}],
        target=[0, 1],
        trials=20,
        steps=1,
    )
    run_chunks(worker="w")
    tuning.refresh_from_db()
    best = tuning_findings(tuning)["short_list"][0]
    return propose_level(tuning=tuning, variant=best["variant"])


@pytest.fixture
def measured(proposal):
    """As if a worker had measured it."""
    LevelProposal.objects.update(difficulties=[0.1, 0.2, 0.3, 0.4] * 10)
    proposal.refresh_from_db()
    return proposal


def asked(**changes):
    return {"key": "cosy", "title": "Cosy", "low": 0.15, "high": 0.35, **changes}


def test_from_a_search_to_the_daily_sets(proposal, rung, monkeypatch):
    assert rung == [{"proposal_id": str(proposal.pk), "game": GAME}]
    staff = signed_in(*LAB, *LEVELS)
    address = f"tunings/proposals/{proposal.pk}/"
    problem(staff.post(f"{address}adoption/", asked()), 409, "not_measured")
    measure_proposal(proposal_id=UUID(rung[0]["proposal_id"]))
    told = ok(staff.get(address))["difficulty"]
    assert told["boards"] == BOARDS
    assert told["values"] == LevelProposal.objects.get().difficulties
    assert told["low"] < told["quantiles"]["0.5"] < told["high"]
    key = str(uuid4())
    body = asked(low=told["low"], high=told["high"], description="Some boards give way.")
    answer = staff.post(f"{address}adoption/", body, idempotency_key=key)
    made = ok(answer, 201)
    assert ok(staff.post(f"{address}adoption/", body, idempotency_key=key), 201) == made
    assert ok(staff.get(answer["Location"])) == made
    assert (made["first_date"], made["state"]) == ("2026-03-31", "coming")
    assert made["in_band"] >= BOARDS * 0.75
    assert ok(staff.get(address))["levels"] == [made["id"]]

    slot = (GAME, "cosy")
    assert slot not in daily_slots(FIRST - timedelta(days=1))
    assert slot in daily_slots(FIRST)
    puzzle = make_daily_puzzle(date=FIRST, game=GAME, level="cosy").puzzle
    assert told["low"] <= puzzle.difficulty <= told["high"]
    assert puzzle.rules == proposal.variant.rules
    game = get_game(GAME)
    state = game.initial_state(game.parse_board(game.Rules(**puzzle.rules), puzzle.board))
    for move in puzzle.certificate:
        state = game.apply(state, game.parse_move(move))
    assert game.outcome(state).status == "solved"

    fill_day(FIRST, [one for one in daily_slots(FIRST) if one != slot])
    monkeypatch.setattr(timezone, "now", lambda: NOON + timedelta(days=1))
    levels = {one["level"]: one for one in ok(Api().get(f"daily/?date={FIRST}"))["puzzles"]}
    assert levels["cosy"]["puzzle"]["id"] == str(puzzle.id)
    gone = ok(staff.post(f"levels/{made['id']}/retire/"))
    assert gone["last_date"] == "2026-03-31"
    assert slot in daily_slots(FIRST)
    assert slot not in daily_slots(FIRST + timedelta(days=1))


# Measuring ---------------------------------------------------------------------------------
def test_it_is_measured_once_and_rung_for_until_it_is(proposal, rung, monkeypatch):
    assert ring_for_proposals() == 1
    monkeypatch.setattr(measuring, "sample_difficulties", lambda *_: [0.5, 0.25])
    measure_proposal(proposal_id=proposal.pk)
    assert ring_for_proposals() == 0
    monkeypatch.setattr(measuring, "sample_difficulties", lambda *_: 1 / 0)
    measure_proposal(proposal_id=proposal.pk)
    want_measured(proposal=proposal)
    assert LevelProposal.objects.get().difficulties == [0.5, 0.25]
    assert len(rung) == 2


def test_a_worker_that_is_at_it_is_not_disturbed_and_one_that_died_is_followed(
    proposal, monkeypatch
):
    LevelProposal.objects.update(measuring_since=datetime.now(UTC), measuring_attempts=1)
    assert ring_for_proposals() == 0
    measure_proposal(proposal_id=proposal.pk)
    assert LevelProposal.objects.get().difficulties is None
    LevelProposal.objects.update(measuring_since=datetime.now(UTC) - measuring.LEASE)
    assert ring_for_proposals() == 1
    monkeypatch.setattr(measuring, "sample_difficulties", lambda *_: [0.5])
    measure_proposal(proposal_id=proposal.pk)
    assert LevelProposal.objects.get().difficulties == [0.5]


def test_what_fails_three_times_is_given_up_until_somebody_asks_again(proposal, monkeypatch):
    monkeypatch.setattr(measuring, "sample_difficulties", lambda *_: 1 / 0)
    for _ in range(3):
        with pytest.raises(ZeroDivisionError):
            measure_proposal(proposal_id=proposal.pk)
    row = LevelProposal.objects.get()
    assert row.measuring_error == "It failed 3 times, the last time with ZeroDivisionError."
    assert ring_for_proposals() == 0
    want_measured(proposal=proposal)
    assert ring_for_proposals() == 1


def test_rules_of_another_version_are_not_measured_and_not_adopted(proposal):
    Tuning.objects.update(version=99)
    measure_proposal(proposal_id=proposal.pk)
    assert "searched with version 99" in LevelProposal.objects.get().measuring_error
    staff = signed_in(*LEVELS)
    address = f"tunings/proposals/{proposal.pk}/adoption/"
    problem(staff.post(address, asked()), 409, "other_version")
    Tuning.objects.update(game="chess")
    problem(staff.post(address, asked()), 409, "other_version")


# Over REST ---------------------------------------------------------------------------------
def test_what_can_not_be_adopted_is_refused_with_its_place(measured):
    staff = signed_in(*LEVELS)
    for body, status, at in (
        ({}, 400, {"/key", "/title", "/low", "/high"}),
        (asked(low="0.1"), 400, {"/low"}),
        (asked(games=[]), 400, {"/games"}),
        (asked(key=""), 422, {"/key"}),
        (asked(key="Cosy maps"), 422, {"/key"}),
        (asked(title="\u200b"), 422, {"/title"}),
        (asked(low=0.31, high=0.39), 422, {"/low"}),
        (asked(low=0.4, high=0.3), 422, {"/high"}),
        (asked(key="easy"), 409, {"/key"}),
    ):
        answer = staff.post(f"tunings/proposals/{measured.pk}/adoption/", body)
        assert set(pointers(problem(answer, status))) == at, body
    assert not AdoptedLevel.objects.exists()


def test_a_key_that_is_taken_is_409_also_with_an_idempotency_key(measured):
    staff = signed_in(*LEVELS)
    address = f"tunings/proposals/{measured.pk}/adoption/"
    ok(staff.post(address, asked(), idempotency_key=str(uuid4())), 201)
    problem(staff.post(address, asked(), idempotency_key=str(uuid4())), 409, "key_taken")
    ok(staff.post(address, asked(key="cosy-2"), idempotency_key=str(uuid4())), 201)


def test_adopting_takes_its_own_permission(measured):
    told = problem(signed_in(*LAB).post(f"tunings/proposals/{measured.pk}/adoption/", asked()), 403)
    assert "puzzles.add_adoptedlevel" in told["detail"]
    problem(signed_in(*LEVELS).post(f"tunings/proposals/{uuid4()}/adoption/", asked()), 404)


# In the admin ------------------------------------------------------------------------------
def text(response):
    return response.content.decode()


def test_the_page_shows_the_boards_and_makes_a_level(measured, client):
    client.force_login(member(*LAB, *LEVELS, name="designer"))
    page = text(client.get(PAGE.format(measured.pk)))
    assert "Of 40 boards of these rules half have 0.2 to 0.4" in page
    assert "chart-difficulties" in page
    assert 'value="0.1"' in page
    assert 'value="0.4"' in page
    assert "40 of 40 boards lie in the band; about 1 try a puzzle." in page
    assert 'http-equiv="refresh"' not in page
    adopt = f"/admin/lab/levelproposal/{measured.pk}/adopt/"
    told = client.post(f"{adopt}check/", asked(title="")).json()
    assert told["said"] == "20 of 40 boards lie in the band; about 2 tries a puzzle."
    assert told["errors"] == {"title": ["A level needs a title."]}
    assert client.get(adopt).status_code == 405
    refused = client.post(adopt, asked(low=0.31, high=0.39))
    assert refused.status_code == 422
    assert "No level was made yet" in text(refused)
    assert "0 of 40 boards lie in the band." in text(refused)
    assert client.post(adopt, asked(low="")).status_code == 422
    taken = client.post(adopt, asked(key="easy"))
    assert taken.status_code == 409
    assert "choose another one" in text(taken)
    made = client.post(adopt, asked())
    level = AdoptedLevel.objects.get()
    assert made["Location"] == f"/admin/puzzles/adoptedlevel/{level.pk}/change/"
    assert level.adopted_by.get_username() == "designer"
    page = text(client.get(made["Location"]))
    assert "is in the daily sets from 31 Mar 2026 on" in page
    assert "the proposal and its evidence" in page
    assert "Adopted as" in text(client.get(PAGE.format(measured.pk)))


def test_a_page_of_what_can_not_be_measured_offers_to_try_again(proposal, client, rung):
    LevelProposal.objects.update(measuring_error="No board has a difficulty.")
    client.force_login(member(*LAB))
    page = text(client.get(PAGE.format(proposal.pk)))
    assert "No board has a difficulty." in page
    before = len(rung)
    measure = f"/admin/lab/levelproposal/{proposal.pk}/measure/"
    assert client.post(measure).status_code == 302
    assert len(rung) == before + 1
    assert "being measured" in text(client.get(PAGE.format(proposal.pk)))
    listed = text(client.get("/admin/lab/levelproposal/"))
    assert "not yet" in listed


def test_who_may_not_adopt_sees_the_boards_alone(measured, client):
    client.force_login(member(*LAB))
    page = text(client.get(PAGE.format(measured.pk)))
    assert "chart-difficulties" in page
    assert 'name="low"' not in page
    adopt = f"/admin/lab/levelproposal/{measured.pk}/adopt/"
    assert client.post(adopt, asked()).status_code == 403
    assert client.post(f"{adopt}check/", asked()).status_code == 403
    client.force_login(member("view_experiment", name="reader"))
    assert client.post(f"/admin/lab/levelproposal/{measured.pk}/measure/").status_code == 403
    assert not AdoptedLevel.objects.exists()
