"""What the tests say of a done experiment: worked out once, from integers, by a worker."""

from __future__ import annotations

import pytest

from backend.lab import bell, findings
from backend.lab.models import Experiment, Finding, Pairing
from backend.lab.selectors import experiment_results
from backend.lab.services import cancel_experiment
from backend.lab.work import run_chunks, run_next_chunk
from engines import get_game, headline_of
from tests.support.coin_row import coin_row, player, queue_coins
from tests.support.lab import queue, runs, variant

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture(autouse=True)
def _bell(monkeypatch):
    monkeypatch.setattr(bell, "enqueue", lambda *_, **__: True)


def bits(run):
    data = b"".join(bytes(c.headline) for c in run.chunks.order_by("number"))
    return [byte >> place & 1 for byte in data for place in range(8)][: run.trials_done]


def test_variants_are_compared_with_the_baseline_trial_by_trial():
    experiment = queue(
        variants=[variant("A"), variant("B", colors=4), variant("C", policy="degree")],
        trials=400,
    )
    run_chunks(worker="w")
    experiment.refresh_from_db()
    results = experiment_results(experiment)
    assert results["compared"]
    base, *others = results["variants"]
    assert base["comparison"] is None
    by_place = {(run.variant.position, run.replicate): bits(run) for run in runs(experiment)}
    for told in others:
        found = told["comparison"]
        more = less = 0
        for replicate in (1, 2):
            pairs = zip(by_place[told["position"], replicate], by_place[0, replicate], strict=True)
            for one, other in pairs:
                more, less = more + (one > other), less + (one < other)
        assert found["method"] == "paired_proportions"
        assert found["n"] == 800
        assert found["value"] == pytest.approx((more - less) / 800)
        assert found["low"] < found["value"] < found["high"]
        assert found["p"] <= found["p_holm"]
    assert [v["spread"]["df"] for v in results["variants"]] == [1, 1, 1]


def test_without_pairings_two_independent_samples_are_compared():
    experiment = queue()
    Pairing.objects.all().delete()  # as of an experiment of earlier days
    run_chunks(worker="w")
    experiment.refresh_from_db()
    found = experiment_results(experiment)["variants"][1]["comparison"]
    assert (found["method"], found["n"]) == ("proportions", 800)


def test_means_are_compared_too():
    with coin_row():
        experiment = queue_coins(variants=[player("A"), player("B", "greedy,random")])
        run_chunks(worker="w")
        experiment.refresh_from_db()
        told = experiment_results(experiment)["variants"][1]
        assert told["comparison"]["method"] == "paired_means"
        assert told["comparison"]["value"] == pytest.approx(
            told["metrics"]["advantage"]["value"]
            - experiment_results(experiment)["variants"][0]["metrics"]["advantage"]["value"]
        )
        assert told["verdict"] is None


def test_fewer_than_thirty_plays_are_not_compared():
    headline = headline_of(get_game("map_coloring"))
    few = {0: {1: (28, 29)}, 1: {1: (1, 29)}}
    assert findings.find(headline, few, {1: 1})["comparisons"] == []
    assert findings.find(headline, few, {})["comparisons"] == []
    enough = {0: {1: (28, 30)}, 1: {1: (1, 30)}}
    assert findings.find(headline, enough, {1: 1})["comparisons"][0]["p_holm"] < 0.05


def test_replicates_of_many_like_variants_raise_no_alarm_by_their_number():
    headline = headline_of(get_game("map_coloring"))
    alike = {1: (500, 1000), 2: (505, 1000)}
    odd = {1: (480, 1000), 2: (530, 1000)}
    told = findings.find(headline, dict.fromkeys(range(30), alike) | {30: odd}, {})["spreads"]
    assert told[30]["p"] < 0.05 < told[30]["p_holm"]
    assert told[30]["p_holm"] == pytest.approx(31 * told[30]["p"])
    alone = findings.find(headline, {0: odd}, {})["spreads"]
    assert alone[0]["p_holm"] == alone[0]["p"] < 0.05


def test_findings_of_an_earlier_release_are_read():
    experiment = queue()
    run_chunks(worker="w")
    finding = Finding.objects.get(experiment=experiment)
    for one in finding.figures["spreads"]:
        del one["p_holm"]
    finding.save()
    experiment.refresh_from_db()
    told = [one["spread"] for one in experiment_results(experiment)["variants"]]
    assert [one["p_holm"] for one in told] == [one["p"] for one in told]


def test_findings_wait_for_pairings_and_for_the_end():
    experiment = queue()
    while run_next_chunk(worker="w"):
        pass
    assert not findings.find_next()
    experiment.refresh_from_db()
    results = experiment_results(experiment)
    assert not results["compared"]
    assert results["variants"][1]["comparison"] is None
    run_chunks(worker="w")
    assert experiment_results(experiment)["compared"]
    assert not findings.find_next()


def test_a_partial_experiment_is_not_compared():
    experiment = queue()
    run_next_chunk(worker="w")
    cancel_experiment(experiment=experiment)
    run_chunks(worker="w")
    assert not Finding.objects.exists()


def test_an_experiment_of_another_version_or_of_a_game_that_is_gone_holds_nobody_up():
    for change in ({"version": 99}, {"game": "gone"}):
        experiment = queue()
        while run_next_chunk(worker="w"):
            pass
        Pairing.objects.all().delete()
        Experiment.objects.filter(pk=experiment.pk).update(**change)
        assert findings.find_next()
        assert Finding.objects.get(experiment=experiment).figures == {}


def test_a_verdict_is_given_only_of_what_is_done_and_had_bands_set():
    experiment = queue(bands=[0.001, 0.002], trials=400)
    assert experiment_results(experiment)["variants"][0]["verdict"] is None
    run_chunks(worker="w")
    experiment.refresh_from_db()
    verdict = experiment_results(experiment)["variants"][0]["verdict"]
    assert verdict == {"band": "often", "more": None}
    rate = experiment_results(experiment)["variants"][0]["metrics"]["stuck"]
    experiment.bands = [0.0001, rate["value"] + 0.001]
    experiment.save()
    verdict = experiment_results(experiment)["variants"][0]["verdict"]
    assert verdict["band"] is None
    assert verdict["more"] > 1000
