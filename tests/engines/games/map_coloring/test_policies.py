"""The simulated players: every move is one the rules allow, and each does what it says."""

from __future__ import annotations

import random
from collections import Counter

import pytest

from engines.errors import UnknownName
from engines.games.map_coloring import GAME
from engines.games.map_coloring import rules as judge
from engines.games.map_coloring.generator import board_from_cells, make_board
from engines.games.map_coloring.policies import (
    POLICIES,
    check_policy,
    legal_colors,
    play,
    safe_colors,
)
from engines.games.map_coloring.types import Board, Rules
from engines.randomness import BOARD, PLAY, Stream

replay_trial, simulate = GAME.replay_trial, GAME.simulate

KEYS = [policy.key for policy in POLICIES]
STRIPES = Rules(width=4, height=2, seeds=5, colors=3)  # seed 4 gets no cell


def stripes() -> Board:
    """Four regions in a row, 0-1-2-3, and an empty fifth."""
    return board_from_cells(STRIPES, [[0, 1, 2, 3], [0, 1, 2, 3]])


def wheel(colors: int) -> Board:
    """Region 0 in the middle, 1 … 4 around it: 1-2-3-4-1 touch in a ring."""
    rules = Rules(width=4, height=4, seeds=5, colors=colors)
    return board_from_cells(rules, [[1, 1, 1, 2], [4, 0, 0, 2], [4, 0, 0, 2], [4, 3, 3, 3]])


@pytest.mark.parametrize("order", ["free", "random", "degree"])
@pytest.mark.parametrize("policy", KEYS)
def test_every_move_is_allowed(policy: str, order: str) -> None:
    rng = random.Random(f"{policy} {order}")
    for trial in range(60):
        rules = Rules(
            width=rng.randint(2, 9),
            height=rng.randint(2, 9),
            seeds=rng.randint(1, 20),
            colors=rng.randint(2, 5),
            adjacency=rng.choice(["edge", "corner"]),
            regions=rng.choice(["merged", "split"]),
            order=order,
        )
        board = make_board(rules, Stream(5, trial, BOARD))
        played = play(board, policy, Stream(5, trial, PLAY))
        state = judge.initial_state(board)
        for move in played.moves:
            assert move in judge.legal_moves(state)
            state = judge.apply(state, move)
        if played.stuck_region is None:
            assert judge.outcome(state).status == "solved"
            assert len(played.moves) == sum(size > 0 for size in board.sizes)
        else:
            assert played.stuck_region in judge.stuck_regions(state)
            assert played.stuck_region in judge.open_regions(state)
        assert played.steps >= len(played.moves)


@pytest.mark.parametrize("policy", KEYS)
def test_a_dictated_order_is_kept(policy: str) -> None:
    rules = Rules(order="random")
    for trial in range(30):
        board = make_board(rules, Stream(6, trial, BOARD))
        assert board.order is not None
        played = play(board, policy, Stream(6, trial, PLAY))
        real = [region for region in board.order if board.sizes[region]]
        assert [move.region for move in played.moves] == real[: len(played.moves)]


def test_random_takes_every_order_and_counts_empty_regions_as_steps() -> None:
    board = stripes()
    seen = Counter(
        tuple(move.region for move in play(board, "random", Stream(7, t, PLAY)).moves)
        for t in range(3000)
    )
    whole = [order for order in seen if len(order) == 4]
    assert len(whole) == 24
    assert all(play(board, "random", Stream(7, t, PLAY)).steps <= 5 for t in range(50))
    solved = next(
        p for t in range(50) if not (p := play(board, "random", Stream(7, t, PLAY))).stuck_region
    )
    assert solved.steps == 5


def test_degree_comes_to_the_most_neighbors_first_and_breaks_ties_at_random() -> None:
    seconds = Counter()
    for trial in range(200):
        moves = play(stripes(), "degree", Stream(8, trial, PLAY)).moves
        assert {move.region for move in moves[:2]} == {1, 2}
        seconds[moves[0].region] += 1
    assert min(seconds[1], seconds[2]) > 60


def test_dsatur_comes_to_the_most_constrained_region() -> None:
    for trial in range(50):
        board = make_board(Rules(), Stream(9, trial, BOARD))
        played = play(board, "dsatur", Stream(9, trial, PLAY))
        colors = [-1] * len(board.neighbors)
        for move in played.moves:
            left = [r for r, size in enumerate(board.sizes) if size and colors[r] < 0]
            rank = [(len(legal_colors(board, colors, r)), -len(board.neighbors[r])) for r in left]
            assert rank[left.index(move.region)] == min(rank)
            colors[move.region] = move.color


def test_dsatur_always_colors_a_ring_it_can() -> None:
    """Two colours around an even ring: never wrong when the constrained come first."""
    rules = Rules(width=2, height=2, seeds=4, colors=2)
    ring = board_from_cells(rules, [[0, 1], [3, 2]])
    assert all(play(ring, "dsatur", Stream(1, t, PLAY)).stuck_region is None for t in range(100))
    assert any(
        play(ring, "random", Stream(1, t, PLAY)).stuck_region is not None for t in range(100)
    )


def test_sweep_goes_on_with_a_neighbor_where_one_is_left() -> None:
    for trial in range(50):
        board = make_board(Rules(seeds=24), Stream(10, trial, BOARD))
        played = play(board, "sweep", Stream(10, trial, PLAY))
        done: set[int] = set()
        for before, after in zip(played.moves, played.moves[1:], strict=False):
            done.add(before.region)
            near = set(board.neighbors[before.region]) - done
            assert not near or after.region in near


def test_lookahead_avoids_what_leaves_a_neighbor_without_a_color() -> None:
    board = wheel(3)
    colors = [-1, 0, -1, -1, -1]
    # With region 1 = 0, region 0 and 2 and 4 still have {1, 2}: any colour leaves some.
    assert safe_colors(board, colors, 3) == [0, 1, 2]
    colors = [-1, 0, 1, -1, -1]
    # The middle has only 2 left, so region 3 must not take it: 0 is safe, 2 is not.
    assert legal_colors(board, colors, 3) == [0, 2]
    assert safe_colors(board, colors, 3) == [0]


def test_lookahead_takes_any_color_when_none_is_safe() -> None:
    board = wheel(2)
    assert safe_colors(board, [-1] * 5, 0) == [0, 1]
    colors = [-1, 0, 1, -1, -1]  # the middle has none left, whatever comes
    assert safe_colors(board, colors, 3) == []
    assert any(len(play(board, "lookahead", Stream(2, t, PLAY)).moves) >= 3 for t in range(100))


def test_better_players_get_stuck_less() -> None:
    rules = Rules()
    boards = [make_board(rules, Stream(11, t, BOARD)) for t in range(150)]
    stuck = {
        policy: sum(
            play(board, policy, Stream(11, t, PLAY)).stuck_region is not None
            for t, board in enumerate(boards)
        )
        for policy in KEYS
    }
    assert stuck["dsatur"] < stuck["degree"] < stuck["random"]
    assert stuck["lookahead"] < stuck["random"]


def test_replay_shows_where_it_got_stuck() -> None:
    replays = [replay_trial(Rules(), "random", 12, t) for t in range(10)]
    assert {replay.outcome.status for replay in replays} == {"stuck", "solved"}
    for replay in replays:
        state = judge.replay(replay.board, replay.moves)
        if replay.outcome.status == "stuck":
            assert replay.outcome.loci[0] in judge.outcome(state).loci
        else:
            assert judge.outcome(state).status == "solved"


def test_without_looking_ahead_it_plays_as_random_does() -> None:
    board = make_board(Rules(), Stream(1, 0, BOARD))

    def stuck(policy: str) -> float:
        return simulate(Rules(), policy, 3, 0, 20_000, board).counts["stuck"][0] / 20_000

    careful, half, careless = (stuck(f"lookahead(epsilon={e})") for e in (0, 0.5, 1))
    assert careful < half < careless
    assert abs(careless - stuck("random")) < 0.02  # 4 standard errors
    assert stuck("lookahead") == careful


def test_policy_names() -> None:
    assert check_policy("random") == "random"
    assert check_policy(" Dsatur ") == "dsatur"
    assert check_policy("lookahead(epsilon=0.0)") == "lookahead"
    assert check_policy(" lookahead( epsilon = .30 ) ") == "lookahead(epsilon=0.3)"
    with pytest.raises(UnknownName, match="number 0 to 1, usually 0"):
        check_policy("lookahead(epsilon=1.1)")
    with pytest.raises(UnknownName, match="no parameters"):
        check_policy("random(epsilon=0.1)")
    with pytest.raises(UnknownName, match=r"clever.*random"):
        check_policy("clever")
