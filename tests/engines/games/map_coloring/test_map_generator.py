"""Boards from seed points: what the article warns of, and what a seed promises."""

from __future__ import annotations

import time

import pytest

from engines import GenerationFailed
from engines.games.map_coloring.generator import (
    board_from_cells,
    draw_points,
    generate,
    make_board,
    nearest_points,
)
from engines.games.map_coloring.rules import outcome, replay
from engines.games.map_coloring.types import UNIT, Rules
from engines.randomness import BOARD, Stream
from engines.shared.grids import connected_pieces


def plain_nearest(width, height, points):
    """The definition, word for word: every cell asks every point."""
    return tuple(
        tuple(
            min(
                range(len(points)),
                key=lambda i: (
                    (points[i][0] - x * UNIT) ** 2 + (points[i][1] - y * UNIT) ** 2,
                    i,
                ),
            )
            for x in range(width)
        )
        for y in range(height)
    )


@pytest.mark.parametrize(
    "rules",
    [Rules(), Rules(width=2, height=3, seeds=40), Rules(width=31, height=9, seeds=77)],
    ids=str,
)
def test_every_cell_belongs_to_the_nearest_point(rules):
    for trial in range(20):
        points = draw_points(rules, Stream(3, trial, BOARD))
        found = nearest_points(rules.width, rules.height, points)
        assert found == plain_nearest(rules.width, rules.height, points)


def test_a_tie_goes_to_the_lower_index():
    at = [(2 * UNIT, 0), (0, 0), (2 * UNIT, 0)]
    assert nearest_points(3, 1, at) == ((1, 0, 0),)
    assert nearest_points(3, 1, at[::-1]) == ((1, 0, 0),)


def test_points_lie_on_the_map_and_x_is_drawn_first():
    rules = Rules(width=5, height=9, seeds=200)
    points = draw_points(rules, Stream(1, 0, BOARD))
    stream = Stream(1, 0, BOARD)
    assert points[0] == (stream.below(5 * UNIT), stream.below(9 * UNIT))
    assert all(0 <= x < 5 * UNIT and 0 <= y < 9 * UNIT for x, y in points)
    assert max(y for _, y in points) > 5 * UNIT


def test_empty_and_torn_regions_are_as_frequent_as_the_reference_says():
    """About 0.106 empty regions a map, and a torn one on 32 % of maps: not 'rarely'."""
    boards = [make_board(Rules(), Stream(8, trial, BOARD)) for trial in range(2_000)]
    real = [sum(size > 0 for size in board.sizes) for board in boards]
    assert sum(real) / 2_000 == pytest.approx(13.8937, abs=0.03)
    torn = sum(board.pieces > n for board, n in zip(boards, real, strict=True))
    assert torn / 2_000 == pytest.approx(0.323, abs=0.04)


def test_split_makes_every_piece_a_region():
    seen_torn = False
    for trial in range(30):
        merged = make_board(Rules(), Stream(8, trial, BOARD))
        split = make_board(Rules(regions="split"), Stream(8, trial, BOARD))
        assert len(split.neighbors) == split.pieces == merged.pieces
        assert 0 not in split.sizes
        assert split.cells == connected_pieces(merged.cells)[0]
        seen_torn |= merged.pieces > sum(size > 0 for size in merged.sizes)
    assert seen_torn


def test_pieces_are_numbered_by_their_first_cell():
    cells = [[5, 5, 2], [2, 5, 2], [2, 5, 5]]
    assert connected_pieces(cells) == (((0, 0, 1), (2, 0, 1), (2, 0, 0)), 3)


@pytest.mark.parametrize("order", ["random", "degree"])
def test_a_dictated_order_holds_every_region(order):
    board = make_board(Rules(order=order, seeds=40), Stream(2, 5, BOARD))
    assert sorted(board.order) == list(range(40))
    degrees = [len(board.neighbors[region]) for region in board.order]
    assert (degrees == sorted(degrees, reverse=True)) == (order == "degree")


def test_the_order_does_not_change_the_map():
    boards = [make_board(Rules(order=o), Stream(2, 5, BOARD)) for o in ("free", "random", "degree")]
    assert len({board.cells for board in boards}) == 1


@pytest.mark.parametrize(
    "rules",
    [
        Rules(),
        Rules(colors=3, seeds=6),
        Rules(adjacency="corner"),
        Rules(regions="split", order="random"),
        Rules(order="degree", seeds=30),
        Rules(width=2, height=2, seeds=400),
        Rules(seeds=1, colors=2),
        Rules(width=64, height=64, seeds=400, adjacency="corner", colors=5),
    ],
    ids=str,
)
def test_a_puzzle_comes_with_a_certificate_that_solves_it(rules):
    for seed in (0, 1, 2**63 - 1):
        puzzle = generate(rules, seed)
        assert outcome(replay(puzzle.board, puzzle.certificate)).status == "solved"
        assert generate(rules, seed) == puzzle


def test_a_hopeless_wish_fails_soon_and_says_what_to_change():
    start = time.perf_counter()
    with pytest.raises(GenerationFailed) as caught:
        generate(Rules(colors=2, seeds=24), 1)
    assert time.perf_counter() - start < 5
    message = str(caught.value)
    assert "2 colours" in message
    assert "24 seed points" in message
    assert "Try more colours or fewer seed points." in message


def test_a_board_from_cells_works_out_the_rest():
    board = make_board(Rules(seeds=20), Stream(4, 4, BOARD))
    assert board_from_cells(board.rules, board.cells) == board


@pytest.mark.parametrize("regions", ["merged", "split"])
@pytest.mark.parametrize("cells", [0, 4, 61, 120])
def test_a_grown_map_hangs_together_and_has_its_cells(regions, cells):
    rules = Rules(width=12, height=10, shape="grown", cells=cells, regions=regions)
    assert rules.size == (cells or 90)
    for trial in range(20):
        board = make_board(rules, Stream(3, trial, BOARD))
        there = [[0 if region >= 0 else -1 for region in row] for row in board.cells]
        assert connected_pieces(there)[1] == 1
        assert sum(row.count(0) for row in there) == sum(board.sizes) == rules.size
        assert all(region < len(board.sizes) for row in board.cells for region in row)


def test_a_rectangle_is_told_as_before_maps_could_grow():
    assert Rules().model_dump() == {
        "width": 12, "height": 12, "seeds": 14, "colors": 4, "adjacency": "edge",
        "regions": "merged", "order": "free",
    }  # fmt: skip
    for rules in (Rules(cells=9), Rules(shape="grown", cells=99, growth="compact")):
        assert Rules.model_validate(rules.model_dump()) == rules
    assert Rules(shape="grown").model_dump()["shape"] == "grown"
    with pytest.raises(ValueError, match="has 4 to 144 cells"):
        Rules(shape="grown", cells=145)
