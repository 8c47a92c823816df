"""The reference rules, on grids small enough to see and against a flood fill written apart."""

from __future__ import annotations

import random
from collections import deque

import pytest
from pydantic import ValidationError

from engines import IllegalMove
from engines.games.enclosure import rules as judge
from engines.games.enclosure.geometry import members
from engines.games.enclosure.types import Rules
from engines.shared.lines import Line, box_lines, line_number, parse_line
from tests.engines.games.enclosure.some_rules import random_rules


def start(**changes):
    return judge.initial_state(judge.empty_board(Rules(**{"rows": 2, "cols": 2, **changes})))


def play(words: str, **changes):
    """The state after these lines."""
    return judge.replay(start(**changes).board, map(parse_line, words.split()))


def owners(state) -> str:
    """Whose the cells are, row by row."""
    cols = state.board.rules.cols
    signs = [
        "A" if state.taken[0] >> cell & 1 else "B" if state.taken[1] >> cell & 1 else "."
        for cell in range(judge.grid(state.board.rules).outside)
    ]
    return " ".join("".join(signs[at : at + cols]) for at in range(0, len(signs), cols))


def refused(state, word: str) -> IllegalMove:
    with pytest.raises(IllegalMove) as caught:
        judge.apply(state, parse_line(word))
    return caught.value


# The oracle: another flood fill, on dots and lists instead of sets of bits --------------------


def pieces(rules: Rules, drawn: set[Line], nobodys: set[tuple[int, int]]):
    """The pieces that nobody's cells fall into, and whether each is open to the outside."""
    rest, found = set(nobodys), []
    while rest:
        first = min(rest)
        piece, outside, waiting = {first}, False, deque([first])
        while waiting:
            r, c = waiting.popleft()
            for line, other in (
                (Line("h", r, c), (r - 1, c)),
                (Line("h", r + 1, c), (r + 1, c)),
                (Line("v", r, c), (r, c - 1)),
                (Line("v", r, c + 1), (r, c + 1)),
            ):
                if line in drawn:
                    continue
                if not (0 <= other[0] < rules.rows and 0 <= other[1] < rules.cols):
                    outside = outside or rules.border == "open"
                elif other in rest and other not in piece:
                    piece.add(other)
                    waiting.append(other)
        rest -= piece
        found.append((piece, outside))
    return found


def taken_by(rules: Rules, drawn: set[Line], nobodys: set[tuple[int, int]]) -> set:
    """What a line takes, by the words of the rules."""

    def is_rim(line: Line) -> bool:
        return line.row in (0, rules.rows) if line.line == "h" else line.col in (0, rules.cols)

    def walled(cell) -> bool:
        r, c = cell
        four = (Line("h", r, c), Line("h", r + 1, c), Line("v", r, c), Line("v", r, c + 1))
        return all(line in drawn or (rules.border == "drawn" and is_rim(line)) for line in four)

    if rules.capture == "box":
        return {cell for cell in nobodys if walled(cell)}
    found = pieces(rules, drawn, nobodys)
    if rules.border == "open":
        return {cell for piece, outside in found if not outside for cell in piece}
    largest = max(len(piece) for piece, _ in found)
    return {cell for piece, _ in found if len(piece) < largest for cell in piece}


@pytest.mark.parametrize("largest", [3, 6, 10])
def test_every_move_of_random_games_takes_what_another_flood_fill_says(largest):
    rng = random.Random(largest)
    for _ in range(120 // largest):
        rules = random_rules(rng, largest)
        state, drawn = judge.initial_state(judge.empty_board(rules)), set()
        nobodys = {(r, c) for r in range(rules.rows) for c in range(rules.cols)}
        seat, scores = 0, [0, 0]
        while moves := judge.legal_moves(state):
            move = rng.choice(moves)
            assert move not in drawn
            drawn.add(move)
            wanted = taken_by(rules, drawn, nobodys)
            state = judge.apply(state, move)
            assert {divmod(cell, rules.cols) for cell in members(state.gained)} == wanted
            nobodys -= wanted
            scores[seat] += len(wanted)
            seat = seat if wanted and rules.extra_turn else 1 - seat
            assert (state.to_move, judge.scores(state)) == (seat, tuple(scores))
            # Lines may be drawn where, and only where, they lie at a cell that is nobody's.
            beside = {
                n for r, c in nobodys for n in box_lines(rules.rows, rules.cols, r * rules.cols + c)
            }
            numbers = {
                line_number(rules.rows, rules.cols, line) for line in judge.legal_moves(state)
            }
            assert numbers == beside - set(members(state.lines))
        left = len(nobodys)
        assert sum(scores) + left == rules.rows * rules.cols
        assert left == (2 if (rules.border, rules.capture) == ("drawn", "area") else 0)


@pytest.mark.parametrize("capture", ["area", "box"])
@pytest.mark.parametrize(
    ("rows", "cols", "border", "lines"),
    [(1, 1, "open", 4), (1, 4, "open", 13), (4, 1, "drawn", 3), (10, 10, "open", 220),
     (10, 10, "drawn", 180), (1, 2, "drawn", 1)],
)  # fmt: skip
def test_all_sizes_begin_with_every_line_but_the_rim_that_counts_as_drawn(
    rows, cols, border, lines, capture
):
    state = start(rows=rows, cols=cols, border=border, capture=capture)
    assert len(judge.legal_moves(state)) == lines


def test_a_single_cell_whose_rim_is_drawn_is_refused():
    with pytest.raises(ValidationError, match="leaves no line to draw"):
        Rules(rows=1, cols=1, border="drawn")


class TestBorderOpen:
    def test_what_the_outside_does_not_reach_is_taken_whatever_its_size(self):
        state = play("h0-0 h0-1 v0-0 v0-2 h1-1")
        assert owners(state) == ".. .."
        state = judge.apply(state, Line("h", 1, 0))
        assert owners(state) == "BB .."
        assert state.gained == 0b0011
        assert state.to_move == 0

    def test_the_rim_must_be_drawn(self):
        assert owners(play("h1-0 v0-1 v0-0")) == ".. .."
        assert owners(play("h1-0 v0-1 v0-0 h0-0")) == "B. .."

    def test_a_line_closes_one_area_at_most(self):
        """Two cells that one line could close at once are closed before, as one area."""
        state = play("h0-0 h0-1 h1-0 h1-1 v0-0 v0-2", rows=1)
        assert owners(state) == "BB"
        assert judge.legal_moves(state) == []

    def test_lines_inside_what_is_taken_can_not_be_drawn(self):
        state = play("h0-0 h0-1 v0-0 v0-2 h1-1 h1-0")
        error = refused(state, "v0-1")
        assert error.code == "inside_taken"
        assert "inside an area that is taken" in str(error)
        assert Line("v", 0, 1) not in judge.legal_moves(state)

    def test_who_rings_an_area_that_is_taken_gets_the_ring_only(self):
        inner = "h1-1 h2-1 v1-1 v1-2"  # the middle of 3×3, taken by the second player
        outer = "h0-0 h0-1 h0-2 h3-0 h3-1 h3-2 v0-0 v1-0 v2-0 v0-3 v1-3 v2-3"
        state = play(f"{inner} {outer}", rows=3, cols=3)
        assert owners(state) == "BBB BBB BBB"
        state = play(f"h0-0 {inner} {outer[5:]}", rows=3, cols=3)
        assert owners(state) == "BBB BAB BBB"
        assert state.gained == 0b111_101_111

    def test_the_last_open_cells_are_taken_too(self):
        state = play("h0-0 v0-0 h1-0 v0-1 h0-1 h1-1 v0-2", rows=1)
        assert owners(state) == "BA"
        assert judge.outcome(state).status == "finished"


class TestBorderDrawn:
    def test_the_smaller_part_is_taken(self):
        state = play("v0-1", border="drawn", rows=1, cols=3)
        assert owners(state) == "A.."
        assert owners(play("v0-2", border="drawn", rows=1, cols=3)) == "..A"

    def test_a_tie_goes_to_neither_and_is_taken_whole_when_one_side_shrinks(self):
        state = play("v0-2", border="drawn", rows=1, cols=4)
        assert owners(state) == "...."
        assert judge.outcome(state).status == "playing"
        # The line parts the left half: both its pieces are smaller than the right half.
        state = judge.apply(state, Line("v", 0, 1))
        assert owners(state) == "BB.."
        assert judge.scores(state) == (0, 2)

    def test_one_line_then_takes_two_areas_at_once(self):
        halves = play("h1-0 h1-1", border="drawn")
        assert owners(halves) == ".. .."
        assert owners(judge.apply(halves, Line("v", 0, 1))) == "AA .."

    def test_a_line_that_parts_no_side_of_a_tie_takes_nothing(self):
        state = play("v0-2 v1-2 h1-0", border="drawn", rows=2, cols=4)
        assert owners(state) == ".... ...."
        assert owners(judge.apply(state, Line("h", 1, 1))) == "BB.. BB.."

    def test_the_outside_shrinks_to_what_is_left_and_is_never_taken(self):
        state = play("v0-1 v0-2", border="drawn", rows=1, cols=3)
        assert owners(state) == "A.."
        outcome = judge.outcome(state)
        assert outcome.status == "finished"
        assert outcome.message == "The first player wins, 1 to 0. 2 cells are nobody's."
        state = play("v0-1 v0-2 v0-3", border="drawn", rows=1, cols=4)
        assert owners(state) == "AB.."

    def test_a_last_line_may_leave_nothing_to_anyone(self):
        outcome = judge.outcome(play("v0-1", border="drawn", rows=1, cols=2))
        assert outcome.status == "finished"
        assert (outcome.scores, outcome.winner) == ((0, 0), None)
        assert outcome.message == "A draw, 0 to 0. 2 cells are nobody's."

    def test_a_taken_area_may_be_larger_than_the_outside_later(self):
        """The outside is the largest *unclaimed* area: what is taken does not count."""
        state = play("v0-3 v0-4 v0-5 v0-6", border="drawn", rows=1, cols=7)
        assert owners(state) == "AAABA.."

    def test_an_area_round_a_taken_one_counts_without_it(self):
        inner = "h1-1 h2-1 v1-1 v1-2"
        state = play(inner, border="drawn", rows=3, cols=3)
        assert owners(state) == "... .B. ..."
        # Of the eight cells round the middle a line parts four from four: nothing is taken.
        state = judge.replay(state, map(parse_line, ["v0-2", "v2-1"]))
        assert owners(state) == "... .B. ..."
        assert (
            len(judge.areas(judge.grid(state.board.rules), state.lines, judge.unclaimed(state)))
            == 2
        )

    def test_the_rim_can_not_be_drawn_again(self):
        error = refused(start(border="drawn"), "h0-0")
        assert error.code == "already_drawn"
        assert "the rim, which counts as drawn" in str(error)


class TestCaptureBox:
    def test_only_single_cells_with_four_sides_are_taken(self):
        state = play("h0-0 h0-1 v0-0 v0-2 h1-1 h1-0", capture="box")
        assert owners(state) == ".. .."
        state = judge.apply(state, Line("v", 0, 1))
        assert owners(state) == "AA .."

    def test_with_a_drawn_border_the_rim_is_a_side(self):
        assert owners(play("h1-0 v0-1", capture="box", border="drawn")) == "B. .."

    def test_every_cell_is_taken_in_the_end(self):
        state = play("v0-1", capture="box", border="drawn", rows=1)
        assert owners(state) == "AA"


class TestTurns:
    def test_the_turn_passes_also_after_a_take(self):
        assert play("h0-0 v0-0 h1-0 v0-1").to_move == 0

    def test_with_an_extra_turn_who_takes_draws_again(self):
        state = play("h0-0 v0-0 h1-0 v0-1", extra_turn=True)
        assert (state.to_move, judge.scores(state)) == (1, (0, 1))

    def test_a_halving_line_takes_nothing_and_so_gives_no_extra_turn(self):
        assert play("v0-2", border="drawn", rows=1, cols=4, extra_turn=True).to_move == 1


class TestOutcome:
    def test_scores_and_turn_are_told_while_playing(self):
        outcome = judge.outcome(play("h0-0 v0-0 h1-0 v0-1"))
        assert (outcome.status, outcome.scores) == ("playing", (0, 1))
        assert outcome.message == "0 to 1. The first player draws a line."

    @pytest.mark.parametrize(("seat", "status"), [(0, "stuck"), (1, "solved"), (None, "finished")])
    def test_a_puzzle_is_solved_if_its_seat_is_ahead_at_the_end(self, seat, status):
        board = judge.empty_board(Rules(rows=1, cols=1))
        board = type(board)(board.rules, board.lines, board.taken, 0, seat)
        state = judge.replay(board, map(parse_line, ["h0-0", "v0-0", "h1-0", "v0-1"]))
        assert judge.outcome(state).status == status
        assert judge.outcome(state).winner == 1

    def test_a_draw_solves_no_puzzle(self):
        board = judge.empty_board(Rules(rows=1, cols=2, border="drawn"))
        board = type(board)(board.rules, board.lines, board.taken, 0, 0)
        assert judge.outcome(judge.apply(judge.initial_state(board), Line("v", 0, 1))).status == (
            "stuck"
        )


@pytest.mark.parametrize(
    ("word", "code", "said"),
    [
        ("h3-0", "no_such_line", "lines h have rows 0 to 2 and columns 0 to 1 here"),
        ("v0-3", "no_such_line", "lines v have rows 0 to 1 and columns 0 to 2 here"),
        ("h0-0", "already_drawn", "is drawn already. Choose another."),
    ],
)
def test_what_stands_against_a_line_is_said(word, code, said):
    error = refused(play("h0-0"), word)
    assert error.code == code
    assert said in str(error)
    assert "h0-1" in error.legal["lines"]
    assert "h0-0" not in error.legal["lines"]


def test_after_the_end_nothing_may_be_drawn():
    state = play("v0-1", border="drawn", rows=1)
    assert refused(state, "v0-1").code == "game_over"
