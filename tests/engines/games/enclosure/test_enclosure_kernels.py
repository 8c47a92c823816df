"""The kernels and the plain-Python reference are two tellings of one game."""

from __future__ import annotations

import random
from itertools import pairwise
from math import prod

import numpy as np
import pytest

from engines import EngineError, UnknownName, get_game
from engines.games.enclosure import GAME
from engines.games.enclosure import rules as judge
from engines.games.enclosure.cuts import choices, graph_of, position_of
from engines.games.enclosure.geometry import members
from engines.games.enclosure.kernels import exact, players, trials, walls, workspace
from engines.games.enclosure.levels import generate_level
from engines.games.enclosure.metrics import METRICS, comeback_margin
from engines.games.enclosure.policies import EXACT_LINES, check_policy
from engines.games.enclosure.types import Rules
from engines.metrics import make_counters
from engines.randomness import MAX_SEED
from engines.shared.lines import line_number
from tests.engines.games.enclosure.some_rules import random_rules

check_play, replay_trial, simulate = GAME.check_play, GAME.replay_trial, GAME.simulate

GAME = get_game("enclosure")
KEYS = ["random", "greedy", "careful", "lookahead", "lookahead(depth=3)", "optimal"]


def kernel_lines(rules, policy, seed, trial, board=None):
    """The lines of one trial by the kernel, and its counters."""
    shape = workspace.make_shape(rules)
    board = judge.empty_board(rules) if board is None else board
    setting = trials.make_setting(shape, board, check_policy(policy), comeback_margin(rules))
    counters = make_counters(trials.Counters, METRICS, rules, 1)
    played = np.zeros(220, np.int64)
    count = trials.run_trials(
        shape,
        workspace.make_positions(shape, workspace.PLIES),
        workspace.make_scratch(shape),
        exact.make_table(setting.free if "optimal" in policy else setting.free[:0]),
        setting, seed, trial, 1, counters, played,
    )  # fmt: skip
    return played[:count].tolist(), counters


def assert_same_trial(rules, policy, seed, trial, board=None):
    play = replay_trial(rules, policy, seed, trial, board)
    lines, counters = kernel_lines(rules, policy, seed, trial, board)
    wanted = [line_number(rules.rows, rules.cols, move) for move in play.moves]
    assert lines == wanted, (rules, policy, seed, trial)
    assert counters.headline.tolist() == [play.headline]


def playable(rng, policy, largest):
    """Rules that this policy can play."""
    while True:
        rules = random_rules(rng, largest)
        try:
            check_play(rules, policy)
        except EngineError:
            continue
        return rules


@pytest.mark.parametrize("policy", KEYS)
def test_same_trial_move_for_move(policy):
    """Over random rules, against itself and against another player in either seat."""
    rng = random.Random(policy)
    largest = 4 if policy == "lookahead(depth=3)" else 6
    for _ in range(15 if policy == "lookahead(depth=3)" else 50):
        other = rng.choice([key for key in KEYS if "3" not in key])
        for both in (policy, f"{policy},{other}", f"{other},{policy}"):
            rules = playable(rng, both, largest)
            assert_same_trial(rules, both, rng.getrandbits(63), rng.getrandbits(62))


@pytest.mark.parametrize("policy", ["random", "greedy", "careful"])
@pytest.mark.parametrize("border", ["open", "drawn"])
@pytest.mark.parametrize("capture", ["area", "box"])
def test_same_trial_at_the_bounds(policy, border, capture):
    largest = (6, 7) if policy == "careful" else (10, 10)
    for rows, cols in (largest, (1, 10), (10, 1), (1, 2)):
        for trial in (0, MAX_SEED - 1):
            rules = Rules(rows=rows, cols=cols, border=border, capture=capture)
            assert_same_trial(rules, policy, MAX_SEED, trial)


@pytest.mark.parametrize("policy", KEYS)
def test_same_trial_from_a_given_board(policy):
    board = generate_level("easy", 4).board
    for trial in range(5):
        assert_same_trial(board.rules, policy, 3, trial, board)


def test_walls_tell_what_lines_take_and_which_are_safe():
    """In every position of random games, against the search of `cuts`."""
    rng = random.Random(5)
    for _ in range(8):
        rules = random_rules(rng, 5)
        graph, shape = graph_of(rules), workspace.make_shape(rules)
        scratch, ps = workspace.make_scratch(shape), workspace.make_positions(shape, 2)
        state = judge.initial_state(judge.empty_board(rules))
        while position := position_of(state):
            ps.free[0], ps.wall[0] = workspace.load_position(shape, state.lines, position)
            found = choices(graph, position)
            most = walls.find_gains(shape, ps, scratch, 0)
            assert most == max(gain for _, gain, _ in found)
            assert [ps.gain[0, line] for line, _, _ in found] == [gain for _, gain, _ in found]
            if most == 0:
                walls.find_safe(shape, ps, scratch, 0)
                for line, _, after in found:
                    gains = [gain for _, gain, _ in choices(graph, after)]
                    assert ps.safe[0, line] == (max(gains, default=0) == 0), (rules, state, line)
            for line, gain, after in found:
                assert walls.go_to(shape, ps, 0, line) == gain
                assert np.flatnonzero(ps.free[1]).tolist() == list(members(after))
            assert not scratch.pairs.any()
            state = judge.apply(state, rng.choice(judge.legal_moves(state)))


def reference_tally(rules, policy, seed, first, count, board=None):
    """The counters, counted again from replayed games."""
    counts = {m.key: [0] * prod(m.shape(rules)) for m in METRICS}

    def add(key, value):
        for power in range(3):
            counts[key][power] += value**power

    for trial in range(first, first + count):
        play = replay_trial(rules, policy, seed, trial, board)
        state = judge.initial_state(play.board)
        standings = [judge.scores(state)]
        takes = [0]
        for move in play.moves:
            state = judge.apply(state, move)
            standings.append(judge.scores(state))
            takes.append(state.gained.bit_count())
        differences = [a - b for a, b in standings]
        signs = [(d > 0) - (d < 0) for d in differences]
        end, leads = differences[-1], [sign for sign in signs if sign]
        changed = [i for i in range(1, len(signs)) if signs[i] != signs[i - 1]]
        decided = changed[-1] if changed else 0
        add("advantage", end)
        add("first_score", standings[-1][0])
        add("second_score", standings[-1][1])
        for key, hit in (("first_wins", end > 0), ("draws", end == 0), ("second_wins", end < 0)):
            counts[key][0] += hit
            counts[key][1] += 1
        add("moves", len(play.moves))
        add("lead_changes", sum(a != b for a, b in pairwise(leads)))
        add("largest_take", max(takes))
        add("final_difference", abs(end))
        add("decision_point", decided)
        counts["decided_at"][100 * decided // max(1, len(play.moves))] += 1
        if end:
            behind = max(-d if end > 0 else d for d in differences)
            counts["comeback"][0] += behind >= comeback_margin(rules)
            counts["comeback"][1] += 1
        add("never_taken", rules.rows * rules.cols - sum(standings[-1]))
        for size in takes:
            counts["take_sizes"][size] += size > 0
        for cell in members(state.taken[0]):
            counts["first_cells"][cell] += 1
    return counts


@pytest.mark.parametrize("policy", ["random", "careful,greedy", "lookahead,random"])
def test_same_tally(policy):
    rng = random.Random(policy)
    for _ in range(6):
        rules = random_rules(rng, 5)
        seed, first = rng.getrandbits(63), rng.getrandbits(40)
        tally = simulate(rules, policy, seed, first, 12)
        wanted = reference_tally(rules, policy, seed, first, 12)
        assert {key: list(counts) for key, counts in tally.counts.items()} == wanted, rules


def test_same_tally_from_a_given_board():
    board = next(
        board
        for board in (generate_level("easy", seed).board for seed in range(20))
        if board.taken[0].bit_count() != board.taken[1].bit_count()
    )
    tally = simulate(board.rules, "random,careful", 2, 7, 30, board)
    wanted = reference_tally(board.rules, "random,careful", 2, 7, 30, board)
    assert {key: list(counts) for key, counts in tally.counts.items()} == wanted


def test_policies_of_both_seats_are_told_apart():
    first = simulate(Rules(), "careful,random", 1, 0, 400).counts["advantage"]
    second = simulate(Rules(), "random,careful", 1, 0, 400).counts["advantage"]
    assert first[1] / 400 > 8
    assert second[1] / 400 < -8


def test_a_look_one_move_ahead_is_greedy():
    for kw in ({}, {"border": "drawn"}, {"capture": "box"}):
        greedy = simulate(Rules(**kw), "greedy", 6, 0, 200)
        assert simulate(Rules(**kw), "lookahead(depth=1)", 6, 0, 200) == greedy


def test_two_optimal_players_always_end_alike():
    for kw in ({"rows": 3, "cols": 3, "border": "drawn"}, {"rows": 2, "cols": 2}):
        (n, total, squares) = simulate(Rules(**kw), "optimal", 1, 0, 100).counts["advantage"]
        assert squares * n == total * total


def test_wrong_calls_are_refused():
    board = judge.empty_board(Rules())
    for call in (simulate, replay_trial):
        more = (1,) if call is simulate else ()
        with pytest.raises(EngineError, match="other rules"):
            call(Rules(rows=4), "greedy", 1, 0, *more, board=board)
        with pytest.raises(EngineError, match=f"at most {EXACT_LINES} lines"):
            call(Rules(), "optimal,random", 1, 0, *more)
        with pytest.raises(UnknownName):
            call(Rules(), "genius", 1, 0, *more)
    for wrong in ((-1, 0, 1), (MAX_SEED + 1, 0, 1), (1, -1, 1), (1, 0, -1), (1, MAX_SEED, 1)):
        with pytest.raises(ValueError, match=r"must be|numbered"):
            simulate(Rules(), "greedy", *wrong)


def test_the_players_know_the_same_keys():
    assert [p.key for p in GAME.policies] == ["random", "greedy", "careful", "lookahead", "optimal"]
    assert (players.RANDOM, players.CAREFUL, players.LOOKAHEAD, players.OPTIMAL) == (0, 2, 3, 4)
