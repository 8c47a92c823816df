"""Simulated people: labelled, written through the play services, the same with the same seed."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.core.management import CommandError, call_command
from django.utils import timezone

from backend.play.models import Finish, Move, Session
from backend.playtests.models import Corpus, SessionReading
from backend.playtests.selectors.filters import Filters
from backend.playtests.selectors.puzzles import sum_puzzle
from backend.playtests.selectors.variants import sum_variants
from backend.playtests.services import Worse
from engines import get_game, wilson
from tests.support.api import make_map

pytestmark = pytest.mark.django_db


def test_a_corpus_is_whole_and_labelled(seed_people) -> None:
    puzzle = make_map(seed=7)
    corpus = seed_people([puzzle], sessions=30, players=7)
    assert Session.objects.count() == corpus.sessions.count() == 30
    assert SessionReading.objects.filter(is_synthetic=True).count() == 30
    assert {one.player.name[:9] for one in Session.objects.all()} == {"Synthetic"}
    assert not Session.objects.filter(status="active", stuck=False).exists()
    assert not Move.objects.exclude(odd="").exists()
    assert not Finish.objects.filter(unranked="").exists(), "none is on a leaderboard"
    assert Move.objects.filter(kind="undo").exists()
    assert Move.objects.filter(hidden_ms__gt=0).exists()


def test_the_times_of_a_session_follow_from_each_other(seed_people) -> None:
    before = timezone.now()
    corpus = seed_people([make_map(seed=7)], sessions=12, players=3)
    for session in Session.objects.filter(synthetic__corpus=corpus).select_related("player"):
        at, entries = session.started_at, list(session.history.all())
        assert session.player.created_at <= at < before
        for entry in entries:
            at += timedelta(milliseconds=entry.think_ms + (entry.hidden_ms or 0))
            assert entry.created_at == entry.client_time == at
        assert session.first_move_at == entries[0].created_at
        assert session.last_entry_at == session.finished_at == at < before
    finish = Finish.objects.first()
    assert finish.finished_at == finish.session.finished_at
    assert finish.time_ms == finish.session.time_ms > 0


def test_the_same_seed_makes_the_same_people(seed_people) -> None:
    def told(corpus: Corpus) -> list[object]:
        rows = Move.objects.filter(session__synthetic__corpus=corpus)
        return sorted(rows.values_list("session__player__name", "number", "kind", "think_ms"))

    puzzle = make_map(seed=7)
    one, same, other = (seed_people([puzzle], sessions=12, seed=seed) for seed in (5, 5, 6))
    assert told(one) == told(same) != told(other)


def test_people_and_synthetic_are_never_mixed(seed_people) -> None:
    puzzle = make_map(seed=7)
    seed_people([puzzle], sessions=10)
    assert sum_puzzle(puzzle, Filters()).sessions == 0
    assert sum_puzzle(puzzle, Filters(who="synthetic")).sessions == 10


@pytest.mark.slow
def test_a_planted_locus_is_found_and_no_other(seed_people) -> None:
    puzzle = make_map(seed=7)
    seed_people([puzzle], sessions=150, players=40, stall_at="region:3")
    loci = sum_puzzle(puzzle, Filters(who="synthetic")).loci
    lows = {at: wilson(one.stalled, one.timed)[0] for at, one in loci.items()}
    highs = {at: wilson(one.stalled, one.timed)[1] for at, one in loci.items()}
    assert lows["region:3"] > max(high for at, high in highs.items() if at != "region:3")
    assert loci["region:3"].think_ms > 2 * max(
        one.think_ms for at, one in loci.items() if at != "region:3"
    )


@pytest.mark.slow
def test_a_variant_made_worse_is_worse_by_so_much(seed_people) -> None:
    puzzles = [make_map(seed=7), make_map(seed=7, colors=5)]
    seed_people(
        puzzles, sessions=400, players=50, epsilon=0.3, worse=Worse((puzzles[1].pk,), points=30)
    )
    worse, usual = sorted(
        sum_variants("map_coloring", Filters(who="synthetic")), key=lambda one: -one.rules["colors"]
    )
    assert (worse.rules["colors"], usual.rules["colors"]) == (5, 4)
    low, high = wilson(worse.stuck, worse.sessions)
    # With five colours hardly anybody gets stuck on this map by themselves.
    assert low < 0.3 < high


def test_the_command(capsys) -> None:
    rules = '{"width": 8, "height": 8, "seeds": 8}'
    call_command(
        "seed_playtest", "--players=3", "--sessions=6", "--seed=4", "--puzzles=1",
        "--game=map_coloring", f"--rules={rules}", "--epsilon=0.2", "--stall-at=region:1",
    )  # fmt: skip
    corpus = Corpus.objects.get()
    assert str(corpus.pk) in capsys.readouterr().out
    assert corpus.truth["people"]["epsilon"] == 0.2
    assert corpus.truth["people"]["stall_at"] == "region:1"


@pytest.mark.parametrize(
    ("wrong", "said"),
    [
        (["--epsilon=2"], "--epsilon is 0 to 1"),
        (["--rules={"], "--rules { is no JSON: .* Write such as --rules"),
        (["--rules=5"], "--rules 5 is no object"),
        (["--rules={}", "--policy=none"], "none"),
        (['--rules={"width": -1}'], "width"),
        (["--stall-at=nowhere"], "no place 'nowhere'. Known: region:0, region:1"),
    ],
    ids=["epsilon", "json", "number", "policy", "rules", "place"],
)
def test_the_command_says_what_is_wrong(wrong, said) -> None:
    with pytest.raises(CommandError, match=said):
        call_command("seed_playtest", "--players=1", "--sessions=1", "--game=map_coloring", *wrong)
    assert not Session.objects.exists()
    assert not Corpus.objects.exists()


@pytest.mark.parametrize("game", ["color_fill", "number_hunt", "sliding"])
def test_every_game_for_one_can_be_seeded(game) -> None:
    policy = get_game(game).policies[1].key
    call_command(
        "seed_playtest", "--players=2", "--sessions=2", "--puzzles=1", f"--game={game}",
        f"--policy={policy}",
    )  # fmt: skip
    assert SessionReading.objects.filter(game=game).count() == 2
