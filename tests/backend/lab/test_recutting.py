"""Chunks that turn out far too long are cut shorter while they are computed."""

from __future__ import annotations

import pytest

from backend.lab import bell, chunks, work
from backend.lab.chunks import claim_chunk, finish_chunk, rescue_chunks
from backend.lab.cutting import MAX_CHUNKS
from backend.lab.models import Chunk, Experiment
from backend.lab.recutting import is_enough
from backend.lab.selectors import experiment_progress
from backend.lab.services import cancel_experiment, resume_experiment
from backend.lab.work import run_chunks, run_next_chunk
from engines import get_game
from tests.backend.lab.test_boards import fixed
from tests.backend.lab.test_chunks import expire
from tests.support.lab import assert_undisturbed, queue, runs, variant
from tests.support.lab import chunks as chunks_of

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture(autouse=True)
def rung(settings, monkeypatch):
    settings.CHUNK_SECONDS = 0.05  # 1,000 trials
    monkeypatch.setattr(bell, "enqueue", lambda *_, **__: True)
    bells: list[int] = []
    monkeypatch.setattr(bell, "ring", bells.append)
    return bells


def play(claim, trials=None):
    game = get_game(claim.game)
    rules = game.Rules.model_validate(claim.rules)
    more = {}
    if claim.board is not None:
        more["board"] = game.parse_board(rules, claim.board)
    count = claim.trials if trials is None else trials
    return game.simulate(rules, claim.policy, claim.seed, claim.first_trial, count, **more)


def cut_after(claim, trials, seconds):
    return finish_chunk(claim, play(claim, trials), seconds=seconds)


def pieces(run):
    return list(run.chunks.order_by("first_trial").values_list("first_trial", "trials", "status"))


def assert_whole(experiment):
    """Every trial of every run is in one chunk."""
    for run in runs(experiment):
        at = 0
        for first, trials, _ in pieces(run):
            assert (first, first % 8) == (at, 0)
            at += trials
        assert at == experiment.trials


def test_what_was_computed_is_kept_and_the_rest_goes_back_by_the_speed_seen(rung):
    experiment = queue(trials=1000)
    claim = claim_chunk(worker="w")
    rung.clear()
    assert cut_after(claim, 400, seconds=0.1) == "done"  # 200 trials in CHUNK_SECONDS
    run = runs(experiment)[0]
    assert pieces(run) == [
        (0, 400, "done"),
        (400, 200, "waiting"),
        (600, 200, "waiting"),
        (800, 200, "waiting"),
    ]
    assert rung == [3]
    assert_whole(experiment)
    progress = experiment_progress(experiment)
    assert progress["chunks"]["total"] == 7
    assert progress["trials"] == {"done": 400, "total": 4000}
    run_chunks(worker="w")
    assert_undisturbed(experiment)


def test_the_rest_comes_in_turn_and_holds_nobody_up():
    queue(trials=1000)
    cut_after(claim_chunk(worker="w"), 400, seconds=0.1)
    small = queue(trials=8, replicates=1)
    taken = [claim_chunk(worker="w") for _ in range(6)]
    assert [c.first_trial for c in taken] == [0, 0, 0, 0, 0, 400]
    assert {c.experiment for c in taken[:5]} > {small.pk}


def test_a_worker_cuts_a_slow_players_chunk(monkeypatch):
    monkeypatch.setattr(work, "LONG_SECONDS", 0.0)
    monkeypatch.setattr(work, "is_enough", lambda *_, done, **__: done >= 72)
    experiment = queue(trials=1000)
    assert run_next_chunk(worker="w") == "done"
    assert pieces(runs(experiment)[0])[0] == (0, 72, "done")
    run_chunks(worker="w")
    assert len(chunks_of(experiment)) > 8
    assert_whole(experiment)
    assert_undisturbed(experiment)


def test_only_long_chunks_are_cut_that_are_not_nearly_done_nor_small_already(settings):
    settings.CHUNK_SECONDS = 1.5
    experiment = queue(trials=1000)
    assert not is_enough(experiment, done=8, trials=1000, seconds=4.9)
    assert is_enough(experiment, done=8, trials=1000, seconds=5.1)
    assert not is_enough(experiment, done=800, trials=1000, seconds=5.1)
    # With so many runs and trials each chunk has 4,000 trials at least.
    experiment.trials = MAX_CHUNKS // len(runs(experiment)) * 4000
    assert not is_enough(experiment, done=3992, trials=20_000, seconds=60.0)
    assert is_enough(experiment, done=4000, trials=20_000, seconds=60.0)


def test_who_lost_the_chunk_neither_cuts_it_nor_raises_an_alarm():
    experiment = queue(trials=1000, replicates=1, variants=[variant()])
    late = claim_chunk(worker="frozen")
    expire(late)
    assert rescue_chunks() == 1
    assert cut_after(late, 400, seconds=1.0) == "fenced"
    assert Chunk.objects.count() == 1
    again = claim_chunk(worker="other")
    assert cut_after(again, 80, seconds=0.1) == "done"
    assert cut_after(again, 80, seconds=0.1) == "repeated"  # it had not heard that it was written
    assert cut_after(late, 400, seconds=1.0) == "fenced"  # of other trials
    assert finish_chunk(late, play(late), seconds=1.0) == "fenced"
    assert not Chunk.objects.exclude(alarm="").exists()
    run_chunks(worker="w")
    experiment.refresh_from_db()
    assert experiment.status == "done"
    assert_whole(experiment)


def test_what_is_cut_while_it_is_being_cancelled_goes_on_when_resumed():
    experiment = queue(trials=1000)
    claim = claim_chunk(worker="w")
    cancel_experiment(experiment=experiment)
    assert cut_after(claim, 400, seconds=0.1) == "done"
    experiment.refresh_from_db()
    assert experiment.status == "cancelled"
    assert sum(run.trials_done for run in runs(experiment)) == 400
    assert {status for _, _, status in pieces(runs(experiment)[0])[1:]} == {"cancelled"}
    resume_experiment(experiment=experiment)
    run_chunks(worker="w")
    assert_undisturbed(experiment)
    assert_whole(experiment)


def test_a_cut_that_fails_halfway_leaves_the_chunk_whole(monkeypatch):
    queue(trials=1000, replicates=1, variants=[variant()])
    claim = claim_chunk(worker="w")

    def no_rest(*_, **__):
        raise ZeroDivisionError

    monkeypatch.setattr(chunks, "put_back_rest", no_rest)
    with pytest.raises(ZeroDivisionError):
        cut_after(claim, 400, seconds=0.1)
    assert pieces(runs(Experiment.objects.get())[0]) == [(0, 1000, "running")]


def test_a_chunk_that_is_cut_stays_on_its_board():
    experiment = fixed(2, trials=1600, replicates=1)
    claim = claim_chunk(worker="w")
    assert claim.trials == 800
    assert cut_after(claim, 80, seconds=0.02) == "done"  # 200 trials in CHUNK_SECONDS
    assert [(first, trials) for first, trials, _ in pieces(runs(experiment)[0])] == [
        (0, 80),
        (80, 200),
        (280, 200),
        (480, 200),
        (680, 120),
        (800, 800),
    ]
    run_chunks(worker="w")
    assert_undisturbed(experiment)
