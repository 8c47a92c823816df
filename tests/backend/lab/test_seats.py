"""The same two players in either seat: queued as pairs, and told as one figure."""

from __future__ import annotations

import pytest

from backend.common.problems import NotAllowed
from backend.lab import bell, expectations
from backend.lab.differences import changes, policy_title
from backend.lab.models import Pairing
from backend.lab.selectors import experiment_results
from backend.lab.work import run_chunks
from tests.support.coin_row import coin_row, player, queue_coins
from tests.support.lab import queue

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture(autouse=True)
def game(monkeypatch):
    monkeypatch.setattr(bell, "enqueue", lambda *_, **__: True)
    monkeypatch.setattr(expectations, "enqueue", lambda *_, **__: True)
    with coin_row() as found:
        yield found


def test_variants_whose_players_differ_are_followed_by_their_swap():
    experiment = queue_coins(both_seats=True)
    assert [(v.title, v.policy) for v in experiment.variants.all()] == [
        ("Two random", "random,random"),
        ("Greedy first", "greedy,random"),
        ("Greedy first, seats swapped", "random,greedy"),
    ]
    assert Pairing.objects.count() == 2 * 3  # both with the baseline, and with each other


def test_a_swap_that_is_there_already_is_not_added():
    experiment = queue_coins(
        variants=[player("A", "greedy,random"), player("B", "random,greedy")], both_seats=True
    )
    assert experiment.variants.count() == 2
    assert Pairing.objects.count() == 2


def test_one_player_has_no_seats_to_swap():
    with pytest.raises(NotAllowed) as caught:
        queue(both_seats=True)
    assert [fault.pointer for fault in caught.value.faults] == ["/both_seats"]


def test_too_many_with_both_seats_are_refused():
    many = [player(f"V{n}", "greedy,random", coins=n) for n in range(1, 40)]
    many += [player(f"W{n}", "greedy,random", coins=n, last_counts=True) for n in range(1, 40)]
    with pytest.raises(NotAllowed) as caught:
        queue_coins(variants=many, both_seats=True)
    assert [fault.pointer for fault in caught.value.faults] == ["/both_seats"]


def test_both_seats_are_told_as_one_figure_by_pairs_of_games(game):
    experiment = queue_coins(both_seats=True)
    run_chunks(worker="w")
    while expectations.work_out_next():
        pass
    experiment.refresh_from_db()
    (pair,) = experiment_results(experiment)["both_seats"]
    assert pair["positions"] == [1, 2]
    assert pair["players"] == ["Greedy", "Random"]
    assert pair["n"] == 400
    halves = []
    rules = game.Rules()
    for run in experiment.variants.get(position=1).runs.all():
        for trial in range(200):
            first = game.replay_trial(rules, "greedy,random", run.seed, trial).headline
            second = game.replay_trial(rules, "random,greedy", run.seed, trial).headline
            halves.append((first - second) / 2)
    assert pair["value"] == pytest.approx(sum(halves) / 400)
    assert pair["low"] < pair["exact"] < pair["high"]
    assert pair["low"] > 0
    swapped = queue_coins(
        variants=[player("A", "random,greedy"), player("B", "greedy,random")], seed=8
    )
    run_chunks(worker="w")
    swapped.refresh_from_db()
    (other,) = experiment_results(swapped)["both_seats"]
    assert other["players"] == ["Random", "Greedy"]
    assert other["high"] < 0


def test_nothing_is_told_of_pairs_that_are_not_worked_out():
    experiment = queue_coins(both_seats=True)
    run_chunks(worker="w")
    experiment.refresh_from_db()
    Pairing.objects.filter(run__replicate=2).update(products=None)
    assert experiment_results(experiment)["both_seats"] == []


def test_changes_name_the_seat(game):
    rules = {}
    assert policy_title(game, "greedy,random") == "Greedy against Random"
    for new, said in (
        ("greedy,random", "First player Random → Greedy"),
        ("random,greedy", "Second player Random → Greedy"),
        ("greedy,greedy", "Player Random against Random → Greedy against Greedy"),
    ):
        assert [str(c) for c in changes(game, (rules, "random,random"), (rules, new))] == [said]
