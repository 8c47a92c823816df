"""Boards that people played are played by simulated players: once, by workers, under a lease."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.db.models.functions import Now

from backend.common.problems import Conflict
from backend.playtests import services
from backend.playtests.models import StuckMap
from backend.playtests.noise import GRID, grid_of, noisy_policies, players_of, tells_stuck
from backend.playtests.services import simulating
from backend.puzzles.boards import load_board
from backend.puzzles.services import make_puzzle
from engines import UnknownName, all_games, get_game, read_rules
from tests.support.api import make_map

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def _few(monkeypatch) -> None:
    monkeypatch.setattr(simulating, "PLAIN_TRIALS", 600)
    monkeypatch.setattr(simulating, "NOISY_TRIALS", 200)
    monkeypatch.setattr(simulating, "LOOKED_AT", 300)


def test_which_players_are_held_against_people() -> None:
    for game in all_games():
        assert tells_stuck(game) == bool(players_of(game))
        for policy in noisy_policies(game):
            grid = grid_of(game, policy.key)
            assert len(set(grid)) == len(GRID)
            assert set(grid) <= {game.check_policy(player) for player in grid}
    fitted = {game.slug: [one.key for one in noisy_policies(game)] for game in all_games()}
    assert fitted["map_coloring"] == ["lookahead"]
    assert fitted["color_fill"] == ["greedy_noisy"]


def test_a_board_is_played_by_all_that_are_wanted() -> None:
    puzzle = make_map(seed=7)
    for policy in ("random", "lookahead(epsilon=0.5)"):
        made = services.want_simulation(puzzle=puzzle, policy=policy)
        assert made.trials == 0
        assert services.want_simulation(puzzle=puzzle, policy=policy) == made
    assert services.wanted().count() == 2
    assert services.simulate_next()
    assert not services.wanted().exists()
    assert not services.simulate_next()
    plain, noisy = StuckMap.objects.order_by("-trials")
    assert (plain.trials, plain.looked_at, noisy.trials, noisy.looked_at) == (600, 300, 200, 0)
    game, board = load_board(puzzle)
    rules = read_rules(game, puzzle.rules)
    whole = game.simulate(rules, "random", simulating.SEED, 0, 600, board)
    assert plain.stuck == whole.counts["stuck"][0]
    first = game.simulate(rules, "random", simulating.SEED, 0, 300, board)
    assert sum(plain.loci.values()) == first.counts["stuck"][0]


def test_what_cannot_be_simulated_is_refused() -> None:
    puzzle = make_map(seed=7)
    with pytest.raises(UnknownName):
        services.want_simulation(puzzle=puzzle, policy="clever")
    hunt = make_puzzle(game="number_hunt", rules={}, seed=1)
    with pytest.raises(Conflict):
        services.want_simulation(puzzle=hunt, policy="scan")
    assert not StuckMap.objects.exists()


def test_played_boards_are_wanted_once(seed_people) -> None:
    puzzles = [make_map(seed=7), make_map(seed=8)]
    make_map(seed=9)
    seed_people(puzzles, sessions=4)
    assert services.want_played() == 2
    assert services.want_played() == 0
    players = players_of(get_game("map_coloring"))
    assert StuckMap.objects.count() == 2 * len(players)
    while services.simulate_next():
        pass
    assert not StuckMap.objects.filter(trials=0).exists()


def test_a_worker_told_to_stop_gives_back() -> None:
    services.want_simulation(puzzle=make_map(seed=7), policy="random")
    assert not services.simulate_next(stopping=lambda: True)
    assert services.wanted().get().attempts == 0


def test_a_lost_worker_costs_a_lease_and_writes_nothing() -> None:
    services.want_simulation(puzzle=make_map(seed=7), policy="random")
    (lost,) = simulating._claim()
    assert not services.wanted().exists()
    assert not services.simulate_next()
    StuckMap.objects.update(lease_until=Now() - timedelta(seconds=1))
    assert services.simulate_next()
    assert StuckMap.objects.get().trials == 600
    assert not simulating._mine(lost).exists()


def test_what_kills_its_worker_is_given_up_and_the_rest_is_played() -> None:
    puzzle = make_map(seed=7)
    for policy in ("random", "lookahead"):
        services.want_simulation(puzzle=puzzle, policy=policy)
    for _ in range(simulating.MAX_ATTEMPTS):
        simulating._claim()
        StuckMap.objects.update(lease_until=Now() - timedelta(seconds=1))
    assert services.simulate_next()
    assert not services.wanted().exists()
    first, second = StuckMap.objects.order_by("pk")
    assert (first.trials, "worker was lost" in first.error) == (0, True)
    assert (second.trials, second.error) == (600, "")


def test_what_fails_again_and_again_says_so(monkeypatch) -> None:
    def broken(**_: object) -> dict[str, object]:
        raise RuntimeError("no")

    puzzle = make_map(seed=7)
    services.want_simulation(puzzle=puzzle, policy="random")
    monkeypatch.setattr(simulating, "play_board", broken)
    for _ in range(simulating.MAX_ATTEMPTS):
        assert services.simulate_next()
    assert not services.wanted().exists()
    assert StuckMap.objects.get().error == "It failed: RuntimeError"
    services.want_simulation(puzzle=puzzle, policy="random")
    assert services.wanted().exists()
