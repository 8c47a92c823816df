"""The reference rules: taps right and wrong, and which rules fit together."""

from __future__ import annotations

from math import pi, sqrt

import pytest

from engines import IllegalMove, InvalidRules, get_game, read_rules
from engines.games.number_hunt import rules as judge
from engines.games.number_hunt.generator import generate
from engines.games.number_hunt.types import Move, Rules, State, most_circles

GAME = get_game("number_hunt")
FIVE = generate(Rules(circles=5), 1).board


def after(*numbers: int) -> State:
    return judge.replay(FIVE, map(Move, numbers))


def refused(state: State, number: int) -> IllegalMove:
    with pytest.raises(IllegalMove) as caught:
        judge.apply(state, Move(number))
    return caught.value


class TestTaps:
    def test_the_numbers_in_order_solve_it(self):
        assert after().next == 1
        assert after(1, 2, 3, 4, 5) == State(FIVE, 6, 0)
        assert judge.outcome(after(1, 2, 3, 4, 5)).status == "solved"
        assert judge.legal_moves(after(1, 2, 3, 4, 5)) == []

    def test_a_wrong_tap_is_counted_and_changes_nothing_else(self):
        assert after(3) == State(FIVE, 1, 1)
        assert after(3, 3, 1, 5) == State(FIVE, 2, 3)
        assert judge.outcome(after(3)).status == "playing"
        assert judge.outcome(after(3, 1, 2, 3, 4, 5)).status == "solved"

    def test_every_circle_not_found_may_be_tapped(self):
        assert judge.legal_moves(after(1, 4, 2)) == [Move(3), Move(4), Move(5)]

    def test_a_tap_belongs_to_the_number_looked_for(self):
        assert GAME.locus(after(1), Move(2)) == "number:2"
        assert GAME.locus(after(1), Move(5)) == "number:2"

    def test_what_is_said_of_a_state(self):
        assert judge.outcome(after()).message == "Look for 1. 5 numbers left."
        assert judge.outcome(after(2)).message == "Look for 1. 5 numbers left, 1 wrong tap."
        assert (
            judge.outcome(after(5, 5, 1, 2, 3, 4)).message
            == "Look for 5. 1 number left, 2 wrong taps."
        )
        assert judge.outcome(after(1, 2, 3, 4, 5)).message == "All 5 numbers are found."

    def test_a_number_found_is_refused(self):
        error = refused(after(1, 2), 2)
        assert (error.code, error.locus) == ("already_found", "number:3")
        assert error.legal == {"numbers": [3, 4, 5]}
        assert str(error) == "Number 2 is found already. The number looked for is 3."

    def test_after_the_end_nothing_may_be_tapped(self):
        error = refused(after(1, 2, 3, 4, 5), 5)
        assert (error.code, error.locus) == ("already_found", None)
        assert error.legal == {"numbers": []}
        assert str(error) == "Number 5 is found already. All numbers are found."

    @pytest.mark.parametrize("number", [0, -1, 6, 10**9])
    def test_a_number_that_is_not_there(self, number):
        error = refused(after(), number)
        assert error.code == "unknown_number"
        assert "1 to 5" in str(error)


class TestRules:
    def test_the_defaults(self):
        rules = Rules()
        assert (rules.circles, rules.width, rules.height) == (25, 360, 480)
        assert (rules.spacing, rules.strip) == (36, 56)

    @pytest.mark.parametrize(
        ("changes", "words"),
        [
            ({"min_radius": 27}, "smallest radius (27) must not be more than the largest (26)"),
            ({"max_radius": 100, "width": 199}, "200 points across; the width of 199"),
            ({"max_radius": 100, "height": 199}, "200 points across; the height of 199"),
            ({"circles": 100, "width": 200, "height": 200}, "there is room for 35 at most"),
        ],
    )
    def test_rules_that_do_not_fit_together(self, changes, words):
        with pytest.raises(InvalidRules) as caught:
            read_rules(GAME, changes)
        (fault,) = caught.value.faults
        assert fault.pointer == ""
        assert words in fault.message

    def test_circles_that_just_fit_may_be_asked_for(self):
        Rules(max_radius=100, width=200, height=200, circles=5)
        Rules(circles=35, width=200, height=200)

    def test_the_bound_is_never_below_what_is_there(self):
        """Rows of equal circles, as close as they go, straight or staggered, are let pass."""
        for radius in (4, 9, 16, 26):
            for gap in (0, 3):
                d = 2 * radius + gap
                for across in range(3, 9):
                    for down in range(3, 9):
                        sides = {
                            "width": 2 * radius + (across - 1) * d,
                            "height": 2 * radius + (down - 1) * d,
                        }
                        if not all(100 <= side <= 1000 for side in sides.values()):
                            continue
                        rules = Rules(
                            circles=5, min_radius=radius, max_radius=radius, gap=gap, **sides
                        )
                        straight = across * down
                        rows = int((down - 1) / (sqrt(3) / 2)) + 1
                        staggered = rows * across - rows // 2
                        assert most_circles(rules) >= max(straight, staggered)

    def test_the_bound_is_below_the_densest_packing_on_the_enlarged_field(self):
        for width, height, radius, gap in ((360, 480, 16, 4), (100, 100, 10, 0), (999, 100, 4, 9)):
            rules = Rules(
                circles=5, width=width, height=height, min_radius=radius, max_radius=26, gap=gap
            )
            disc = pi * (radius + gap / 2) ** 2
            assert most_circles(rules) * disc <= pi / sqrt(12) * (width + gap) * (height + gap)

    def test_the_bound_is_exact_where_a_line_of_circles_is_all_there_is(self):
        """A field as low as the circles: they lie side by side."""
        for width in range(200, 420, 7):
            rules = Rules(circles=5, width=1000, height=100, min_radius=50, max_radius=50, gap=5)
            rules = rules.model_copy(update={"width": width})
            assert most_circles(rules) == (width - 100) // 105 + 1
