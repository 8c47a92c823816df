"""Simulated players on fields small enough to follow by eye."""

from __future__ import annotations

from statistics import mean

import pytest

from engines import UnknownName
from engines.games.number_hunt.generator import make_board
from engines.games.number_hunt.policies import POLICIES, Play, check_policy, play, reading_order
from engines.games.number_hunt.policies import windows as windows_of
from engines.games.number_hunt.types import Board, Circle, Rules
from engines.randomness import BOARD, PLAY, Stream

KEYS = [policy.key for policy in POLICIES]


def field(*places: tuple[int, int], **changes: object) -> Board:
    """Circles of radius 10 at these places, number 1 first."""
    rules = Rules.model_validate(
        {
            "circles": len(places),
            "width": 1000,
            "height": 1000,
            "min_radius": 10,
            "max_radius": 10,
            "gap": 0,
            **changes,
        }
    )
    return Board(rules, tuple(Circle(x, y, 10) for x, y in places))


def windows(board: Board) -> list[set[int]]:
    """For each number the numbers that a look at its circle takes in."""
    numbers = range(1, len(board.circles) + 1)
    return [{n for n in numbers if seen >> (n - 1) & 1} for seen in windows_of(board)]


# On one line, at 0, 100, 200, 260, 700 (and 10 more, to lie inside the field).
LINE = field((10, 50), (110, 50), (210, 50), (270, 50), (710, 50))


def test_a_window_holds_what_is_not_crowded() -> None:
    """Nearest neighbours are 100, 100, 60, 60, 440 away: readable up to twice that."""
    assert windows(LINE) == [
        {1, 2, 5},  # 3 is 200 away and 4 is 260: both more than 120
        {1, 2, 3, 5},  # 4 is 160 away
        {1, 2, 3, 4, 5},
        {2, 3, 4, 5},  # 1 is 260 away
        {5},  # the others are far, and close together
    ]


def test_the_edge_of_a_window_belongs_to_it() -> None:
    just = field((10, 10), (130, 10), (190, 10), (500, 500), (900, 900))
    assert 2 in windows(just)[0]  # 120 away, its neighbour 60
    over = field((10, 10), (131, 10), (191, 10), (500, 500), (900, 900))
    assert 2 not in windows(over)[0]


def test_with_sight_circle_a_look_takes_in_one() -> None:
    board = Board(LINE.rules.model_copy(update={"sight": "circle"}), LINE.circles)
    assert windows(board) == [{1}, {2}, {3}, {4}, {5}]


def test_strips_are_read_to_and_fro() -> None:
    board = field((50, 10), (30, 19), (20, 25), (70, 39), (40, 40), (40, 62))
    assert board.rules.strip == 20
    # Strips: y 0-19 has 1 and 2, 20-39 has 3 and 4 (leftwards), 40-59 has 5, 60-79 has 6.
    assert [i + 1 for i in reading_order(board)] == [2, 1, 4, 3, 5, 6]


def alone(*places: tuple[int, int]) -> Board:
    return field(*places, sight="circle")


def test_reading_goes_on_from_where_the_eye_is() -> None:
    """One line, 1 to 5 from left to right: after the first hunt each number is the next read."""
    board = alone(*((10 + 100 * i, 50) for i in range(5)))
    for trial in range(20):
        start = Stream(3, trial, PLAY).below(5)
        first = 1 if start == 0 else 6 - start
        assert play(board, "scan", Stream(3, trial, PLAY)).looks == (first, 1, 1, 1, 1)


def test_reading_begins_again_at_the_top() -> None:
    """The same line backwards: each number lies just before the eye, past all that are left."""
    board = alone(*((410 - 100 * i, 50) for i in range(5)))
    looks = play(board, "scan", Stream(3, 0, PLAY)).looks
    assert looks[1:] == (4, 3, 2, 1)


def test_the_nearest_are_looked_at_first() -> None:
    """From 1 at the left end: 3, 4, 5, 2 lie farther and farther."""
    board = alone((10, 50), (900, 50), (110, 50), (230, 50), (500, 50))
    looks = play(board, "nearest_first", Stream(3, 0, PLAY)).looks
    assert looks[1:] == (4, 3, 1, 1)


def test_of_equally_near_circles_the_lower_number_comes_first() -> None:
    board = alone((500, 500), (600, 500), (400, 500), (500, 600), (500, 400))
    assert play(board, "nearest_first", Stream(3, 0, PLAY)).looks[1] == 1


@pytest.mark.parametrize("policy", ["scan", "nearest_first"])
def test_who_remembers_looks_at_most_once_at_each_circle_left(policy: str) -> None:
    for trial in range(50):
        board = make_board(Rules(circles=30), Stream(2, trial, BOARD))
        looks = play(board, policy, Stream(2, trial, PLAY)).looks
        assert all(1 <= count <= 30 - k for k, count in enumerate(looks))
        assert looks[-1] == 1


def test_one_circle_a_look_takes_what_theory_says() -> None:
    """With m circles left: m looks on average without memory, (m + 1) / 2 with it."""
    rules = Rules(circles=9, sight="circle")
    for policy, wanted in (("random_look", 5.0), ("scan", 3.0), ("nearest_first", 3.0)):
        totals = [
            sum(play(make_board(rules, Stream(4, t, BOARD)), policy, Stream(4, t, PLAY)).looks)
            for t in range(4_000)
        ]
        assert mean(totals) / 9 == pytest.approx(wanted, rel=0.03)


def test_the_longest_hunt_is_the_first_of_the_longest() -> None:
    assert Play((1, 4, 2, 4, 1)).longest == 2


def test_names_are_read_with_kindness_and_unknown_ones_told() -> None:
    assert check_policy("  SCAN ") == "scan"
    with pytest.raises(UnknownName, match="scan, nearest_first, random_look"):
        check_policy("clever")
    with pytest.raises(UnknownName):
        play(LINE, "clever", Stream(1, 0, PLAY))


@pytest.mark.parametrize("policy", KEYS)
def test_a_play_follows_from_its_stream(policy: str) -> None:
    board = make_board(Rules(), Stream(2, 5, BOARD))
    one, same, other = (play(board, policy, Stream(2, trial, PLAY)) for trial in (7, 7, 8))
    assert one == same
    assert len(one.looks) == 25
    if policy == "random_look":
        assert one != other
