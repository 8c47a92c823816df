from __future__ import annotations

import json
from datetime import timedelta

import pytest
from django.db.models.functions import Now

from backend.common.problems import NotFound
from backend.lab import bell
from backend.lab.models import Chunk, WorkerHeartbeat
from backend.lab.selectors import (
    PICKS,
    experiment_progress,
    experiment_results,
    find_experiment,
    find_run,
    pick_trial,
    replay,
    worker_seen_lately,
)
from backend.lab.services import cancel_experiment
from backend.lab.work import run_next_chunk
from engines import get_game, summarise, wilson
from tests.support.coin_row import coin_row, player, queue_coins
from tests.support.lab import GAME, chunks, queue, runs, variant

STUCK = next(m for m in get_game(GAME).metrics if m.headline)

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture(autouse=True)
def _sizes(settings, monkeypatch):
    settings.CHUNK_SECONDS = 0.002  # 40 trials
    monkeypatch.setattr(bell, "enqueue", lambda *_, **__: True)


def work(times=1000):
    done = 0
    while done < times and run_next_chunk(worker="w"):
        done += 1


def test_progress_of_an_experiment_nobody_has_begun(django_assert_num_queries):
    experiment = queue()
    with django_assert_num_queries(3):
        progress = experiment_progress(experiment)
    assert progress["status"] == "queued"
    assert progress["partial"]
    assert progress["share"] == 0
    assert progress["chunks"] == {"done": 0, "running": 0, "failed": 0, "cancelled": 0, "total": 20}
    assert progress["trials"] == {"done": 0, "total": 800}
    assert (progress["rate"], progress["seconds_left"], progress["seconds"]) == (None, None, None)
    assert [v["headline"] for v in progress["variants"]] == [None, None]


def test_progress_half_way_and_at_the_end():
    experiment = queue()
    work(10)
    experiment.refresh_from_db()
    half = experiment_progress(experiment)
    assert half["status"] == "running"
    assert half["share"] == 0.5
    assert half["trials"] == {"done": 400, "total": 800}
    assert half["rate"] > 0
    assert half["seconds_left"] == pytest.approx(400 / half["rate"])
    for at, told in enumerate(half["variants"]):
        done = [c.tally for c in chunks(experiment) if c.tally and c.run.variant.position == at]
        count, n = sum(t[0] for t in done), sum(t[1] for t in done)
        assert told["headline"]["key"] == "stuck"
        assert (told["headline"]["count"], told["headline"]["n"]) == (count, n)
        assert (told["headline"]["low"], told["headline"]["high"]) == wilson(count, n)
    work()
    experiment.refresh_from_db()
    end = experiment_progress(experiment)
    assert (end["status"], end["partial"], end["share"]) == ("done", False, 1)
    assert end["seconds_left"] is None
    json.dumps(end)


def test_results_are_summaries_over_replicates_and_one_by_one(django_assert_num_queries):
    experiment = queue(
        variants=[
            variant("Three"),
            variant("Four", colors=4),
            variant("Four, looking ahead", policy="lookahead", colors=4),
        ]
    )
    work()
    experiment.refresh_from_db()
    with django_assert_num_queries(3):
        results = experiment_results(experiment)
    json.dumps(results)
    game = get_game(GAME)
    assert not results["partial"]
    assert results["experiment"]["id"] == str(experiment.pk)
    assert [m["key"] for m in results["metrics"]] == [m.key for m in game.metrics]
    base, four, ahead = results["variants"]
    assert (base["differences"], base["several_changes"]) == ([], False)
    assert (four["differences"], four["several_changes"]) == (["colors"], False)
    assert (ahead["differences"], ahead["several_changes"]) == (["colors", "policy"], True)
    by_place = {(r.variant.position, r.replicate): r for r in runs(experiment)}
    for told in results["variants"]:
        rules = game.Rules.model_validate(told["rules"])
        assert set(told["metrics"]) == {m.key for m in game.metrics}
        assert told["metrics"]["stuck"]["n"] == 400
        assert told["trials"] == {"done": 400, "total": 400}
        for replicate in told["replicates"]:
            run = by_place[told["position"], replicate["replicate"]]
            assert replicate["seed"] == run.seed
            assert replicate["metrics"]["stuck"] == summarise(
                game.metrics[0], rules, run.totals[:2]
            )
        assert told["metrics"]["stuck"]["count"] == sum(
            r["metrics"]["stuck"]["count"] for r in told["replicates"]
        )


@pytest.mark.parametrize("done", [0, 3, 13])
def test_results_so_far_are_partial_and_in_three_queries(done, django_assert_max_num_queries):
    experiment = queue()
    work(done)
    experiment.refresh_from_db()
    with django_assert_max_num_queries(4):
        results = experiment_results(experiment)
    assert results["partial"]
    assert sum(v["metrics"]["stuck"]["n"] for v in results["variants"]) == 40 * done
    assert sum(v["trials"]["done"] for v in results["variants"]) == 40 * done


def test_what_a_cancelled_experiment_has_is_partial():
    experiment = queue()
    work(3)
    experiment = cancel_experiment(experiment=experiment)
    results = experiment_results(experiment)
    assert results["partial"]
    assert sum(v["trials"]["done"] for v in results["variants"]) == 120
    assert experiment_progress(experiment)["chunks"]["cancelled"] == 17


def test_stuck_trials_are_found_by_number_and_are_stuck():
    experiment = queue()
    work()
    run = find_run(experiment, position=0, replicate=2)
    count = run.totals[0]
    assert 3 < count < 200
    trials = [pick_trial(run, STUCK, "first", nth) for nth in range(count)]
    assert trials == sorted(set(trials))
    assert pick_trial(run, STUCK, "first", count) is None
    stuck = [t for t in range(200) if replay(run, t).outcome.status == "stuck"]
    assert trials == stuck
    lengths = sorted(len(replay(run, t).moves) for t in stuck[:31])
    for pick, at in (("typical", len(lengths) // 2), ("worst", 0)):
        assert len(replay(run, pick_trial(run, STUCK, pick)).moves) == lengths[at]
        several = {pick_trial(run, STUCK, pick, nth) for nth in range(len(lengths))}
        assert several == set(stuck[:31])
        assert pick_trial(run, STUCK, pick, len(lengths)) is None


def test_a_run_without_stuck_trials_has_none_to_show():
    run = find_run(queue(), position=0, replicate=1)
    for pick in PICKS["proportion"]:
        assert pick_trial(run, STUCK, pick) is None


def test_trials_of_a_mean_are_found_by_their_value():
    with coin_row() as game:
        experiment = queue_coins(variants=[player(), player(coins=8)])
        work()
        advantage = next(m for m in game.metrics if m.headline)
        for position in (0, 1):
            run = find_run(experiment, position=position, replicate=2)
            values = [replay(run, trial).headline for trial in range(200)]
            assert min(values) < 0 < max(values)
            wanted = {"highest": max(values), "lowest": min(values), "typical": sorted(values)[99]}
            for pick in PICKS["mean"]:
                trials = [t for t in range(200) if values[t] == wanted[pick]]
                found = [pick_trial(run, advantage, pick, nth) for nth in range(len(trials))]
                assert found == trials
                assert pick_trial(run, advantage, pick, len(trials)) is None


def test_a_run_of_a_mean_with_nothing_done_has_none_to_show():
    with coin_row() as game:
        run = find_run(queue_coins(), position=0, replicate=1)
        for pick in PICKS["mean"]:
            assert pick_trial(run, game.metrics[0], pick) is None


def test_what_is_not_there_is_not_found():
    experiment = queue()
    with pytest.raises(NotFound):
        find_run(experiment, position=2, replicate=1)
    experiment_id = experiment.pk
    experiment.delete()
    with pytest.raises(NotFound):
        find_experiment(experiment_id)


def test_errors_and_alarms_are_told():
    experiment = queue()
    work(1)
    Chunk.objects.filter(status="done").update(alarm="differs")
    Chunk.objects.filter(number=4).update(status="failed", error="Traceback …")
    progress = experiment_progress(experiment)
    assert progress["alarms"] == 1
    assert progress["errors"][0] == {
        "position": 0,
        "replicate": 1,
        "chunk": 4,
        "error": "Traceback …",
    }


def test_a_worker_is_seen_while_its_heartbeat_is_fresh(settings):
    settings.WORKER_STALE_SECONDS = 60
    assert not worker_seen_lately()
    beat = WorkerHeartbeat.objects.create(
        name="w",
        queue="generation,upkeep",
        hostname="h",
        pid=1,
        started_at=Now(),
        seen_at=Now() - timedelta(seconds=50),
    )
    assert worker_seen_lately()
    assert worker_seen_lately("upkeep")
    assert not worker_seen_lately("simulation")
    beat.seen_at = Now() - timedelta(seconds=70)
    beat.save()
    assert not worker_seen_lately()
