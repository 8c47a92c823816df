"""Which boards variants play: shared streams, streams of their own, or stored puzzles."""

from __future__ import annotations

from unittest.mock import Mock
from uuid import uuid4

import pytest

from backend.common.problems import NotAllowed
from backend.lab import dealing, expectations, loci
from backend.lab.chunks import claim_chunk, finish_chunk
from backend.lab.cutting import cut
from backend.lab.models import (
    Chunk,
    Experiment,
    FixedBoard,
    LocusSample,
    Pairing,
    Run,
)
from backend.lab.selectors import describe_trial, experiment_results, find_trial
from backend.lab.services import queue_preset, rerun_experiment
from backend.lab.work import run_chunks
from backend.puzzles.models import Puzzle
from backend.puzzles.services import make_puzzle
from engines import derive_seed, get_game, merge
from tests.support.lab import (
    GAME,
    SMALL,
    assert_undisturbed,
    expected_totals,
    queue,
    runs,
    stored_totals,
    variant,
)

pytestmark = pytest.mark.django_db


def puzzles(count: int = 3, **rules):
    return [
        make_puzzle(game=GAME, rules={**SMALL, "colors": 4, **rules}, seed=n) for n in range(count)
    ]


def fixed(count: int = 3, **changes):
    return queue(boards="fixed", puzzles=[one.pk for one in puzzles(count)], **changes)


# Dealing ------------------------------------------------------------------------------------
@pytest.mark.parametrize(("trials", "boards", "whole"), [(1, 3, 24), (24, 3, 24), (200, 3, 216)])
def test_trials_are_rounded_up_to_whole_bytes_of_each_board(trials, boards, whole):
    assert dealing.round_up(trials, boards) == whole


def test_every_board_has_one_block_of_trials_and_no_chunk_has_two_boards():
    trials, boards = 240, 3
    places = [dealing.place_of(trial, trials, boards) for trial in range(trials)]
    assert places == [0] * 80 + [1] * 80 + [2] * 80
    cuts = list(cut(trials, 48, boards))
    assert cuts == [(0, 48), (48, 32), (80, 48), (128, 32), (160, 48), (208, 32)]
    for first, count in cuts:
        assert len({places[trial] for trial in range(first, first + count)}) == 1
        assert first % 8 == 0


# Fresh --------------------------------------------------------------------------------------
def test_fresh_boards_give_each_variant_streams_of_its_own_and_independent_differences():
    experiment = queue(boards="fresh", variants=[variant(), variant(colors=4), variant(seeds=7)])
    seeds = {(run.variant.position, run.replicate): run.seed for run in runs(experiment)}
    assert (seeds[0, 1], seeds[0, 2]) == (7, derive_seed(7, 2))
    assert seeds[1, 1] == derive_seed(7, 1, 1)
    assert len(set(seeds.values())) == 6
    assert not Pairing.objects.exists()
    run_chunks(worker="w")
    experiment.refresh_from_db()
    assert stored_totals(experiment) == expected_totals(experiment)
    told = experiment_results(experiment)
    assert [v["comparison"]["method"] for v in told["variants"][1:]] == ["proportions"] * 2
    assert told["boards"] == []


def test_two_players_in_both_seats_are_told_of_on_fresh_boards_too():
    experiment = queue(
        game="dots_and_boxes",
        variants=[{"title": "", "rules": {"rows": 2, "cols": 2}, "policy": "greedy,random"}],
        both_seats=True,
        boards="fresh",
    )
    run_chunks(worker="w")
    experiment.refresh_from_db()
    (both,) = experiment_results(experiment)["both_seats"]
    assert both["low"] < both["value"] < both["high"]
    assert both["n"] == 400


# Fixed --------------------------------------------------------------------------------------
def test_all_variants_play_the_very_boards_trial_by_trial(settings):
    settings.CHUNK_SECONDS = 0.002  # 40 trials
    experiment = fixed()
    assert experiment.trials == 216
    assert Chunk.objects.count() == 2 * 2 * 3 * 2
    assert run_chunks(worker="w") == 24
    assert_undisturbed(experiment)
    told = experiment_results(experiment)
    game = get_game(GAME)
    boards = [one.puzzle.board for one in experiment.fixed_boards.all()]
    for one in told["boards"]:
        assert one["puzzle"] == str(experiment.fixed_boards.get(number=one["number"]).puzzle_id)
        for v in one["variants"]:
            rules = game.Rules.model_validate(told["variants"][v["position"]]["rules"])
            board = game.parse_board(rules, boards[one["number"]])
            tallies = [
                game.simulate(rules, "random", run.seed, one["number"] * 72, 72, board=board)
                for run in runs(experiment)
                if run.variant.position == v["position"]
            ]
            assert (v["headline"]["count"], v["headline"]["n"]) == merge(tallies).counts["stuck"]
    assert told["variants"][1]["comparison"]["method"] == "paired_proportions"
    total = told["variants"][0]["metrics"]["stuck"]["count"]
    assert sum(one["variants"][0]["headline"]["count"] for one in told["boards"]) == total > 0


def test_where_plays_got_stuck_is_looked_up_in_a_sample_of_them(monkeypatch):
    monkeypatch.setattr(loci, "MOST_PLAYS", 30)
    experiment = fixed(2)
    assert LocusSample.objects.filter(plays=None).count() == 4
    run_chunks(worker="w")
    assert not loci.wanted().exists()
    experiment.refresh_from_db()
    for board in experiment_results(experiment)["boards"]:
        sample = board["variants"][0]["stuck"]
        assert sample["plays"] == 30
        assert sum(plays for plays, _, _ in sample["loci"].values()) == 30
        for locus, (_, replicate, trial) in sample["loci"].items():
            run = Run.objects.get(variant__position=0, replicate=replicate)
            play = describe_trial(run, trial)
            assert play["loci"] == [locus]
            assert play["puzzle"] == board["puzzle"]
    assert loci.look_next() is False


def test_a_sample_that_always_fails_is_given_up(monkeypatch):
    experiment = fixed(2)
    monkeypatch.setattr(loci, "_look", Mock(side_effect=ZeroDivisionError))
    run_chunks(worker="w")
    first = LocusSample.objects.order_by("pk").first()
    LocusSample.objects.exclude(pk=first.pk).update(plays=0, loci={})
    LocusSample.objects.filter(pk=first.pk).update(plays=None, loci=None, attempts=0, error="")
    for left in (True, True, False):
        with pytest.raises(ZeroDivisionError):
            loci.look_next()
        assert loci.wanted().exists() == left
    assert loci.look_next() is False
    experiment.refresh_from_db()
    told = experiment_results(experiment)["boards"][0]["variants"][0]["stuck"]
    assert told == {
        "plays": 0,
        "loci": {},
        "error": "it failed 3 times, the last time with ZeroDivisionError",
    }


def test_a_trial_is_replayed_on_the_board_it_was_dealt():
    experiment = fixed()
    run_chunks(worker="w")
    run = Run.objects.filter(variant__position=0).first()
    game = get_game(GAME)
    boards = [game.dump_board(game.parse_board(game.Rules(**SMALL), one.puzzle.board))
              for one in FixedBoard.objects.all()]  # fmt: skip
    assert [describe_trial(run, trial)["board"] for trial in (0, 71, 72, 143, 144, 215)] == [
        boards[at] for at in (0, 0, 1, 1, 2, 2)
    ]
    for nth in range(3):
        trial = find_trial(run, trial=None, which="first", nth=nth)
        assert describe_trial(run, trial)["status"] == "stuck"
    assert experiment.status == "queued"  # this object, not its row


def test_a_rerun_and_a_preset_play_the_same_boards():
    experiment = fixed(2)
    again = rerun_experiment(experiment=experiment)
    assert again.boards == "fixed"
    assert [one.puzzle_id for one in again.fixed_boards.all()] == [
        one.puzzle_id for one in experiment.fixed_boards.all()
    ]
    fresh = queue_preset(game=GAME, preset=get_game(GAME).presets[0].key, trials=9, boards="fresh")
    assert fresh.boards == "fresh"
    assert rerun_experiment(experiment=fresh).boards == "fresh"


def test_a_puzzle_that_is_played_can_not_be_deleted():
    from django.db.models import ProtectedError

    experiment = fixed(1)
    puzzle = experiment.fixed_boards.get().puzzle
    with pytest.raises(ProtectedError):
        puzzle.delete()
    experiment.delete()
    puzzle.delete()


def test_the_smallest_chunks_are_whole_bytes_of_one_board(settings):
    settings.CHUNK_SECONDS = 0.0001
    experiment = fixed(2, trials=16, replicates=1)
    numbers = [(c.number, c.first_trial, c.trials) for c in Chunk.objects.filter(
        run__variant__experiment=experiment, run__variant__position=0)]  # fmt: skip
    assert numbers == [(0, 0, 8), (1, 8, 8)]


@pytest.mark.parametrize(
    ("changes", "pointer", "words"),
    [
        ({"boards": "some"}, "/boards", "paired, fresh, fixed"),
        ({"boards": "fixed"}, "/puzzles", "Name 1 to 200"),
        ({"boards": "fixed", "puzzles": [uuid4()] * 201}, "/puzzles", "Name 1 to 200"),
        ({"puzzles": [uuid4()]}, "/puzzles", "go with “fixed”"),
        ({"boards": "fixed", "puzzles": [uuid4()]}, "/puzzles/0", "no puzzle with this id"),
    ],
)
def test_boards_that_can_not_be_are_refused(changes, pointer, words):
    with pytest.raises(NotAllowed) as caught:
        queue(**changes)
    (fault,) = caught.value.faults
    assert fault.pointer == pointer
    assert words in fault.message
    assert not Experiment.objects.exists()


def test_a_puzzle_that_does_not_fit_is_refused_by_its_place_in_the_list():
    small, large = puzzles(1)[0], puzzles(1, width=7)[0]
    other = make_puzzle(game="sliding", rules={"width": 3, "height": 3}, seed=1)
    with pytest.raises(NotAllowed) as caught:
        queue(boards="fixed", puzzles=[small.pk, large.pk, small.pk, other.pk])
    told = {fault.pointer: fault.message for fault in caught.value.faults}
    assert set(told) == {"/puzzles/1", "/puzzles/2", "/puzzles/3"}
    assert "can’t be played by the rules of “Three”: A row of 6 numbers" in told["/puzzles/1"]
    assert told["/puzzles/2"] == "This is number 1 already."
    assert "another game" in told["/puzzles/3"]


def test_more_parts_than_an_experiment_may_have_are_refused():
    many = [variant(f"V{n}", seeds=n) for n in range(2, 36)]
    with pytest.raises(NotAllowed) as caught:
        queue(boards="fixed", puzzles=[one.pk for one in puzzles(6)], variants=many, replicates=50)
    (fault,) = [one for one in caught.value.faults if one.pointer == "/puzzles"]
    assert "34 variants × 50 replicates × 6 boards is more than the 10,000 parts" in fault.message


# Exact values -------------------------------------------------------------------------------
def test_exact_values_on_fixed_boards_are_the_mean_of_the_boards():
    game = get_game("dots_and_boxes")
    rules = {"rows": 2, "cols": 2}
    stored = [make_puzzle(game=game.slug, rules=rules, seed=n) for n in (1, 2)]
    Puzzle.objects.filter(pk=stored[1].pk).update(board={"lines": ["h0-0", "v0-0", "h1-0"]})
    stored[1].refresh_from_db()
    player = {"title": "", "rules": rules, "policy": "random,greedy"}
    queue(game=game.slug, variants=[player])
    experiment = queue(
        game=game.slug, variants=[player], boards="fixed", puzzles=[one.pk for one in stored]
    )
    while expectations.work_out_next():
        pass
    variant_ = experiment.variants.get()
    own = game.Rules.model_validate(variant_.rules)
    each = [
        game.exact_metrics(own, variant_.policy, game.parse_board(own, one.board)) for one in stored
    ]
    assert each[0] != each[1]
    assert variant_.expectation.figures["advantage"] == pytest.approx(
        sum(one["advantage"] for one in each) / 2
    )


# REST ---------------------------------------------------------------------------------------
def test_boards_are_asked_for_and_told_of_over_rest(admin_client):
    two = [str(one.pk) for one in puzzles(2)]
    asked = {
        "game": GAME,
        "title": "On two",
        "variants": [dict(variant()), dict(variant(colors=4))],
        "trials": 20,
        "boards": "fixed",
        "puzzles": two,
    }

    def post(**changes):
        return admin_client.post(
            "/api/v1/experiments/", {**asked, **changes}, content_type="application/json"
        )

    made = post()
    assert made.status_code == 201
    told = made.json()
    assert (told["boards"], told["puzzles"], told["trials"]) == ("fixed", two, 32)
    run_chunks(worker="w")
    results = admin_client.get(f"{made['Location']}results/").json()
    assert [one["puzzle"] for one in results["boards"]] == two
    assert results["boards"][0]["variants"][1]["headline"]["n"] == 16
    assert results["experiment"]["puzzles"] == two
    trial = admin_client.get(f"{made['Location']}trial/?trial=16").json()
    assert trial["puzzle"] == two[1]
    (listed,) = admin_client.get("/api/v1/experiments/").json()["results"]
    assert listed["puzzles"] == two
    again = admin_client.post(
        f"{made['Location']}rerun/", {"seed": 5}, content_type="application/json"
    ).json()
    assert (again["puzzles"], again["seed"]) == (two, 5)

    refused = post(puzzles=["x", two[0]])
    assert (refused.status_code, refused.json()["errors"][0]["pointer"]) == (400, "/puzzles/0")
    refused = post(boards="any")
    assert (refused.status_code, refused.json()["errors"][0]["pointer"]) == (422, "/boards")
    refused = post(puzzles=[two[0], str(uuid4())])
    assert (refused.status_code, refused.json()["errors"][0]["pointer"]) == (422, "/puzzles/1")
    assert Experiment.objects.count() == 2


def test_telling_of_many_boards_takes_three_more_queries(django_assert_max_num_queries):
    experiment = fixed(5, trials=40, replicates=1)
    run_chunks(worker="w")
    experiment = Experiment.objects.get()
    with django_assert_max_num_queries(8):
        assert len(experiment_results(experiment)["boards"]) == 5


def test_a_chunk_of_a_fixed_board_computed_twice_comes_out_the_same():
    fixed(2, trials=16, replicates=1)
    claim = claim_chunk(worker="one")
    game = get_game(GAME)
    rules = game.Rules.model_validate(claim.rules)
    board = game.parse_board(rules, claim.board)
    tally = game.simulate(rules, claim.policy, claim.seed, claim.first_trial, 8, board=board)
    assert finish_chunk(claim, tally, seconds=1.0) == "done"
    assert finish_chunk(claim, tally, seconds=1.0) == "repeated"
    own = game.simulate(rules, claim.policy, claim.seed, claim.first_trial, 8)
    assert finish_chunk(claim, own, seconds=1.0) == "differs"
