"""What players may expect, exactly: known figures, a plain recursion, and simulations."""

from __future__ import annotations

import json
from fractions import Fraction
from pathlib import Path

import pytest

from engines.games.dots_and_boxes import rules as judge
from engines.games.dots_and_boxes.policies import read_player, wanted_lines
from engines.games.dots_and_boxes.solver.expectation import PLAYERS, exact_metrics
from engines.games.dots_and_boxes.types import Board, Rules
from engines.shared.lines import parse_line

# Worked out by other programs, to nine decimals.
KNOWN = json.loads(Path(__file__).with_name("exact_scores.json").read_text())


def check(row):
    rules = Rules(rows=row["boxes"], cols=row["boxes"], extra_turn=row["extra_turn"])
    found = exact_metrics(rules, f"{row['first']},{row['second']}")
    assert found["first_score"] == pytest.approx(row["exact_mean_first"], abs=1e-8)
    boxes = rules.rows * rules.cols
    assert found["first_score"] + found["second_score"] == pytest.approx(boxes, abs=1e-12)
    assert found["advantage"] == found["first_score"] - found["second_score"]


def test_known_scores_on_small_grids():
    rows = [row for row in KNOWN if row["boxes"] < 3]
    assert len(rows) == 36
    for row in rows:
        check(row)


@pytest.mark.slow
@pytest.mark.parametrize("row", [row for row in KNOWN if row["boxes"] == 3])
def test_known_scores_on_three_by_three(row):
    check(row)


def expected_by_recursion(state, players, known) -> Fraction:
    """The first seat's score at the end, by the rules and the policies."""
    key = state.lines, state.to_move
    if key not in known:
        total, count = Fraction(0), 0
        if not judge.is_over(state):
            rules = state.board.rules
            grid, player = judge.geometry_of(rules), read_player(players[state.to_move])
            for number in wanted_lines(grid, state.lines, rules.extra_turn, player):
                after = judge.apply(state, grid.names[number])
                total += after.scores[0] - state.scores[0]
                total += expected_by_recursion(after, players, known)
                count += 1
        known[key] = total / count if count else Fraction(0)
    return known[key]


@pytest.mark.parametrize("extra_turn", [True, False])
@pytest.mark.parametrize("second", PLAYERS)
@pytest.mark.parametrize("first", PLAYERS)
def test_it_is_what_the_policies_lead_to(first, second, extra_turn):
    rules = Rules(rows=1, cols=3, extra_turn=extra_turn)
    found = exact_metrics(rules, f"{first},{second}")["first_score"]
    state = judge.initial_state(Board(rules))
    assert found == pytest.approx(float(expected_by_recursion(state, (first, second), {})), 1e-12)


@pytest.mark.parametrize("to_move", [0, 1])
def test_a_board_that_has_begun_counts_what_was_scored(to_move):
    rules = Rules(rows=2, cols=2)
    moves = [parse_line(move) for move in ("h0-0", "h1-0", "v0-0", "v0-1")]
    begun = judge.replay(Board(rules), moves)  # the fourth line closes a box
    board = Board(rules, begun.lines, begun.scores, to_move)
    found = exact_metrics(rules, "careful,greedy", board)
    state = judge.initial_state(board)
    expected = float(expected_by_recursion(state, ("careful", "greedy"), {}))
    assert begun.scores == (0, 1)
    assert found["first_score"] == pytest.approx(expected, abs=1e-12)
    assert found["second_score"] == pytest.approx(4 - expected, abs=1e-12)


def test_out_of_reach_is_nothing():
    assert exact_metrics(Rules(rows=3, cols=4), "random,random") == {}
    assert exact_metrics(Rules(rows=2, cols=2), "random,chain") == {}
    assert exact_metrics(Rules(rows=2, cols=2), "lookahead(depth=2),greedy") == {}
