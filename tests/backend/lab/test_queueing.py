from __future__ import annotations

import pytest

from backend.common.problems import NotAllowed
from backend.lab import bell
from backend.lab.models import Chunk, Experiment, Run
from backend.lab.services import queue_first_presets, queue_preset
from backend.lab.services.queueing import run_seed
from backend.lab.speed import DEFAULT_SPEED, expected_speed, known_speed
from backend.lab.work import run_chunks
from engines import all_games, derive_seed, get_game
from tests.support.lab import GAME, chunks, queue, runs, variant

pytestmark = pytest.mark.django_db


@pytest.fixture
def rung(monkeypatch):
    """The task names of messages sent."""
    names: list[str] = []
    monkeypatch.setattr(bell, "enqueue", lambda name, queue: names.append(name) or True)  # noqa: ARG005
    return names


def test_everything_is_written_and_the_bell_rung_once_it_is(
    rung, django_capture_on_commit_callbacks, settings
):
    settings.CHUNK_SECONDS = 0.005  # 100 trials, in whole bytes 104
    with django_capture_on_commit_callbacks(execute=True):
        experiment = queue()
        assert rung == []
    assert len(rung) == 8
    assert experiment.status == "queued"
    assert [v.position for v in experiment.variants.all()] == [0, 1]
    assert experiment.variants.first().rules == get_game(GAME).Rules(
        width=6, height=6, seeds=6, colors=3
    ).model_dump(mode="json")
    assert [(c.number, c.first_trial, c.trials) for c in chunks(experiment)] == (
        [(0, 0, 104)] * 4 + [(1, 104, 96)] * 4
    )


def test_a_broker_that_is_away_is_asked_once_and_nothing_is_lost(
    monkeypatch, django_capture_on_commit_callbacks
):
    asked: list[str] = []
    monkeypatch.setattr(bell, "enqueue", lambda name, queue: asked.append(name))  # noqa: ARG005
    with django_capture_on_commit_callbacks(execute=True):
        experiment = queue()
    assert len(asked) == 1
    assert {c.status for c in chunks(experiment)} == {"waiting"}


def test_variants_meet_the_same_streams_and_the_first_replicate_has_the_experiments_seed():
    experiment = queue(seed=5, replicates=3)
    seeds = {(r.variant.position, r.replicate): r.seed for r in runs(experiment)}
    for position in (0, 1):
        assert [seeds[position, r] for r in (1, 2, 3)] == [
            5,
            derive_seed(5, 2),
            derive_seed(5, 3),
        ]
    assert run_seed(seed=5, replicate=1) == 5


@pytest.mark.parametrize(
    ("changes", "pointers"),
    [
        ({"game": "chess"}, ["/game"]),
        ({"variants": []}, ["/variants"]),
        ({"variants": [variant()] * 101}, ["/variants"]),
        ({"variants": [variant(), variant(seeds=0)]}, ["/variants/1/rules/seeds"]),
        (
            {"variants": [variant(policy="psychic"), variant(seeds=0, colours=4)]},
            ["/variants/0/policy", "/variants/1/rules/colours", "/variants/1/rules/seeds"],
        ),
        (
            {"variants": [{"title": "x" * 201, "rules": {}, "policy": "random"}]},
            ["/variants/0/title"],
        ),
        ({"variants": [variant("a"), variant("b"), variant("c")]}, ["/variants/1", "/variants/2"]),
        ({"variants": [variant("Same"), variant(" same ", colors=4)]}, ["/variants/1/title"]),
        ({"variants": [variant("Colours 4"), variant(colors=4)]}, ["/variants/1/title"]),
        (
            {"variants": [variant(), variant(policy="random ")], "title": ""},
            ["/title", "/variants/1"],
        ),
        ({"trials": 0}, ["/trials"]),
        ({"trials": 10**9 + 1}, ["/trials"]),
        ({"replicates": 51}, ["/replicates"]),
        ({"seed": -1}, ["/seed"]),
        ({"seed": 2**63}, ["/seed"]),
        ({"title": " "}, ["/title"]),
        ({"trials": 10**9, "replicates": 50}, ["/trials"]),
    ],
)
def test_each_fault_has_its_pointer_and_nothing_is_written(changes, pointers, rung):
    with pytest.raises(NotAllowed) as caught:
        queue(**changes)
    assert sorted(f.pointer for f in caught.value.faults) == sorted(pointers)
    assert all(f.message for f in caught.value.faults)
    assert not Experiment.objects.exists()
    assert rung == []


def test_a_policy_that_can_not_play_by_its_rules_is_refused_at_once(rung):
    sizes = [{"width": side, "height": 5} for side in (3, 5)]
    variants = [{"title": "", "rules": rules, "policy": "optimal"} for rules in sizes]
    with pytest.raises(NotAllowed) as caught:
        queue(game="sliding", variants=variants)
    (fault,) = caught.value.faults
    assert fault.pointer == "/variants/1/policy"
    assert "boards of up to 16 cells" in fault.message
    assert rung == []


def test_faults_of_twins_name_the_other_one(rung):  # noqa: ARG001
    three = [variant("A"), variant("B", colors=4), variant("b", colors=4)]
    with pytest.raises(NotAllowed) as caught:
        queue(variants=three)
    assert [(f.pointer, f.message) for f in caught.value.faults] == [
        ("/variants/2", "This plays the same as variant 1: change something."),
        ("/variants/2/title", "Variant 1 has this name already: give each its own."),
    ]


def test_a_variant_without_a_title_is_named_after_what_it_changes(rung):  # noqa: ARG001
    experiment = queue(variants=[variant(), variant(colors=4), variant(policy="dsatur")])
    policy = next(p for p in get_game(GAME).policies if p.key == "dsatur")
    titles = [v.title for v in experiment.variants.all()]
    assert titles == ["Baseline", "Colours 4", policy.title]


def test_a_preset_brings_its_own_variants_and_may_be_changed(rung):  # noqa: ARG001
    preset = get_game(GAME).presets[0]
    experiment = queue_preset(game=GAME, preset=preset.key, trials=50)
    assert experiment.title == preset.title
    assert experiment.question == preset.question
    assert (experiment.trials, experiment.replicates) == (50, preset.replicates)
    assert experiment.variants.count() == len(preset.variants)
    with pytest.raises(NotAllowed, match="no preset 'nothing'"):
        queue_preset(game=GAME, preset="nothing")


def test_the_first_preset_of_every_game_is_queued_once(rung):  # noqa: ARG001
    assert len(queue_first_presets()) == len(all_games())
    assert queue_first_presets() == []
    assert Experiment.objects.count() == len(all_games())


def test_a_million_million_trials_are_still_only_some_thousand_chunks(rung):  # noqa: ARG001
    queue(trials=10**9, variants=[variant()], replicates=10)
    assert Chunk.objects.count() <= 10_000
    assert Run.objects.count() == 10


@pytest.mark.django_db(transaction=True)
def test_chunks_are_cut_by_the_speed_measured_before():
    game = get_game(GAME)
    rules = game.Rules.model_validate(variant()["rules"])
    assert known_speed(game=game, rules=rules, policy="random") is None
    assert expected_speed(game=game, rules=rules, policy="random") == DEFAULT_SPEED
    experiment = queue(trials=2000)
    run_chunks(worker="test")
    measured = expected_speed(game=game, rules=rules, policy="random")
    like = [r for r in runs(experiment) if r.variant.position == 0]
    assert measured == pytest.approx(
        sum(r.trials_done for r in like) / sum(r.seconds for r in like)
    )
    bigger = game.Rules.model_validate({**variant()["rules"], "width": 60, "height": 60})
    assert 0 < expected_speed(game=game, rules=bigger, policy="random") < measured
