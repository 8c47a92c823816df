"""Proofs against brute force, bounds that hold, and hints that lead to the end."""

from __future__ import annotations

import random
from pathlib import Path

import numpy as np
import pytest

from engines import get_game
from engines.games.color_fill import lines
from engines.games.color_fill import rules as judge
from engines.games.color_fill.generator import board_from_cells, make_board
from engines.games.color_fill.kernels import beam
from engines.games.color_fill.kernels.bound import least_moves as kernel_least_moves
from engines.games.color_fill.kernels.workspace import load_patches
from engines.games.color_fill.lines import greedy_line
from engines.games.color_fill.regions import (
    first_position,
    patches_of,
    take,
    touching_colors,
)
from engines.games.color_fill.types import Board, Move, Rules
from engines.randomness import BOARD, Stream

GAME = get_game("color_fill")


def brute_force(board: Board) -> int:
    """The fewest moves, by trying every colour on the cells themselves."""
    width, start = board.rules.width, judge.start_cell(board.rules, board.cells)
    layer, moves = {board.cells}, 0
    while not any(len(set(cells)) == 1 for cells in layer):
        layer = {
            judge.fill(cells, width, start, color)
            for cells in layer
            for color in set(cells) - {cells[start]}
        }
        moves += 1
    return moves


def small_boards(count: int, seed: int):
    rng = random.Random(seed)
    for trial in range(count):
        rules = Rules(
            width=rng.randint(2, 5),
            height=rng.randint(2, 4),
            colors=rng.randint(3, 6),
            slack=0,
            start=rng.choice(["top-left", "centre"]),
        )
        yield make_board(rules, Stream(seed, trial, BOARD))


def test_the_shortest_line_is_the_shortest():
    for board in small_boards(150, 3):
        solution = GAME.solve(judge.initial_state(board), 60)
        assert solution.figures["optimal"] == len(solution.moves) == brute_force(board), board
        assert judge.is_solved(judge.replay(board, solution.moves))


def test_from_every_position_on_the_way_too():
    rng = random.Random(4)
    for board in small_boards(25, 4):
        state = judge.initial_state(Board(board.rules, board.cells, 50))
        while not judge.is_solved(state):
            here = Board(board.rules, state.cells, 50)
            assert GAME.solve(state, 60).figures["optimal"] == brute_force(here)
            state = judge.apply(state, rng.choice(judge.legal_moves(state)))


def test_the_bound_is_never_too_high_and_both_tellings_agree():
    rng = random.Random(5)
    for board in small_boards(60, 5):
        patches = patches_of(board)
        position = first_position(patches)
        graph, pair = load_patches(patches)
        scratch = np.zeros((3, 1), np.uint64)
        state = judge.initial_state(Board(board.rules, board.cells, 99))
        while not judge.is_solved(state):
            bound = lines.least_moves(patches, position)
            assert bound <= brute_force(Board(board.rules, state.cells, 99))
            assert lines.least_moves(patches, position, 2) >= min(bound, 2)
            pair[0, 0], pair[1, 0] = position.taken, position.rim
            assert kernel_least_moves(graph, pair, scratch, board.rules.colors, 1, 99) == bound
            color = rng.choice(touching_colors(patches, position))
            position = take(patches, position, color)
            state = judge.apply(state, Move(color))


@pytest.mark.parametrize("width", [1, 5, 24])
def test_the_beam_in_python_and_in_numba_find_the_same_line(width):
    for trial in range(12):
        rules = Rules(width=9 + trial % 4, height=10, colors=4 + trial % 3)
        board = make_board(rules, Stream(6, trial, BOARD))
        patches = patches_of(board)
        greedy = len(greedy_line(rules, board.cells))
        wanted = lines.beam_line(patches, first_position(patches), width, greedy)
        graph, first = load_patches(patches)
        words = first.shape[1]
        arrays = beam.make_beam(width, rules.colors, greedy, words)
        line = np.zeros(greedy, np.int64)
        length = beam.beam_line(graph, arrays, first, rules.colors, words, greedy, line)
        if wanted is None:
            assert length == -1
        else:
            assert tuple(line[:length].tolist()) == wanted
            assert len(wanted) < greedy


def test_known_boards_of_a_public_contest():
    """Boards of 14×14 in 6 colours and their lengths, as another exact program has them."""
    boards = (Path(__file__).parent / "contest.txt").read_text().splitlines()
    for board in boards:
        moves, text = board.split()
        rules = Rules(width=14, height=14, colors=7)
        solution = GAME.solve(judge.initial_state(GAME.parse_board(rules, text)), 60)
        assert solution.figures["optimal"] == int(moves)


def test_bounds_are_labelled_where_there_is_no_proof():
    board = make_board(Rules(width=32, height=32, colors=10, slack=0), Stream(1, 0, BOARD))
    solution = GAME.solve(judge.initial_state(board), 0.2)
    figures = solution.figures
    assert figures["proven"] is False
    assert "optimal" not in figures
    assert figures["lower"] < figures["upper"] == len(solution.moves) <= figures["greedy"]
    assert judge.is_solved(judge.replay(board, solution.moves))


def test_no_way_left_is_proven():
    board = make_board(Rules(slack=0), Stream(1, 1, BOARD))
    state = judge.initial_state(board)
    wasted = [judge.legal_moves(state)[0].color, judge.current_color(state)]
    while judge.moves_left(state) > 3:
        state = judge.apply(state, Move(wasted[state.moves % 2]))
    solution = GAME.solve(state, 60)
    assert (solution.answer, solution.moves) == ("no", ())
    assert solution.figures["lower"] > solution.figures["moves_left"] == 3
    hint = GAME.hint(state)
    assert hint.move is None
    assert hint.reason == "too_few_moves"
    assert hint.message.startswith("From here at least")


@pytest.mark.parametrize("slack", [0, 3])
@pytest.mark.parametrize(("size", "colors"), [(8, 4), (10, 5), (12, 6)])
def test_following_the_hints_solves_the_board(size, colors, slack):
    for seed in range(6):
        puzzle = GAME.generate(Rules(width=size, height=size, colors=colors, slack=slack), seed)
        state = GAME.initial_state(puzzle.board)
        for move in GAME.hint(state).way.moves:
            state = GAME.apply(state, move)
        assert GAME.outcome(state).status == "solved"
        assert GAME.hint(state).move is None
        assert state.moves <= len(puzzle.certificate)


def test_a_hint_names_the_greedy_choice_where_it_is_another():
    named = 0
    for seed in range(20):
        state = GAME.initial_state(GAME.generate(Rules(), seed).board)
        hint = GAME.hint(state)
        assert hint.message.startswith(f"Choose colour {hint.move.color}: it gains ")
        greedy = greedy_line(state.board.rules, state.cells)[0]
        told = f"would be colour {greedy}." in hint.message
        assert told == (greedy != hint.move.color)
        named += told
    assert named


def test_a_hint_says_that_fewer_will_not_do_only_where_that_is_proven():
    said = 0
    for board in small_boards(40, 7):
        state = judge.initial_state(Board(board.rules, board.cells, 30))
        if judge.is_solved(state):
            continue
        message = GAME.hint(state).message
        assert "minimum" not in message
        assert "par" not in message.split()
        if "fewer can't" in message:
            said += 1
            assert f"{brute_force(board)} move" in message
    assert said


def test_without_moves_the_hint_says_so():
    board = board_from_cells(Rules(width=2, height=2, colors=3, slack=0), (0, 1, 1, 2))
    state = judge.replay(board, [Move(2), Move(0)])
    assert judge.outcome(state).status == "stuck"
    assert (GAME.hint(state).reason, GAME.hint(state).move) == ("stuck", None)


def test_on_the_largest_board_a_hint_looks_at_few_positions():
    board = make_board(Rules(width=32, height=32, colors=10), Stream(1, 0, BOARD))
    assert lines.hint_width(len(patches_of(board).colors)) == 1
    hint = GAME.hint(judge.initial_state(board))
    assert hint.move in judge.legal_moves(judge.initial_state(board))


@pytest.mark.long
def test_a_second_search_without_the_bound_agrees():
    """Breadth first on patches with no bound at all: 60 boards of 7×7 in 4 colours."""
    rules = Rules(width=7, height=7, colors=4)
    for trial in range(60):
        board = make_board(rules, Stream(8, trial, BOARD))
        patches = patches_of(board)
        layer, moves = {first_position(patches).taken: first_position(patches)}, 0
        while patches.everything not in layer:
            after = (
                take(patches, position, color)
                for position in layer.values()
                for color in touching_colors(patches, position)
            )
            layer = {position.taken: position for position in after}
            moves += 1
        assert GAME.solve(judge.initial_state(board), 60).figures["optimal"] == moves
