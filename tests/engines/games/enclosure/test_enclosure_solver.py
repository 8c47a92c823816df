"""Best play: against plain recursion on the rules, against known results, and in puzzles."""

from __future__ import annotations

import random
from functools import cache

import pytest

from engines import EngineError, UnknownName, get_game
from engines.games.enclosure import rules as judge
from engines.games.enclosure.cuts import graph_of, position_of
from engines.games.enclosure.policies import EXACT_LINES, good_lines, read_policy
from engines.games.enclosure.search import best_ahead, exact_value
from engines.games.enclosure.types import Rules
from engines.shared.lines import line_number
from tests.engines.games.enclosure.some_rules import random_rules

GAME = get_game("enclosure")


@cache
def by_the_rules(state) -> int:
    """The value for who is to move, by nothing but the rules."""
    values = []
    for move in judge.legal_moves(state):
        after = judge.apply(state, move)
        # Earlier history does not matter: forget it, so that positions meet again.
        after = type(after)(state.board, after.lines, after.taken, 0, after.to_move)
        mine = judge.scores(after)[state.to_move] - judge.scores(state)[state.to_move]
        value = by_the_rules(after)
        values.append(mine + (value if after.to_move == state.to_move else -value))
    return max(values, default=0)


@pytest.mark.parametrize("extra_turn", [False, True])
@pytest.mark.parametrize("capture", ["area", "box"])
@pytest.mark.parametrize(
    ("rows", "cols", "border"),
    [(1, 1, "open"), (1, 2, "open"), (2, 2, "drawn"), (1, 6, "drawn"), (2, 3, "drawn")],
)
def test_values_are_those_of_plain_recursion(rows, cols, border, capture, extra_turn):
    rules = Rules(rows=rows, cols=cols, border=border, capture=capture, extra_turn=extra_turn)
    state = judge.initial_state(judge.empty_board(rules))
    wanted = by_the_rules(state)
    assert exact_value(graph_of(rules), position_of(state), {}) == wanted
    solution = GAME.solve(state, 60)
    assert solution.figures["value"] == wanted
    assert solution.answer == ("yes" if wanted > 0 else "no")
    scores = judge.scores(judge.replay(state, solution.moves))
    assert scores[0] - scores[1] == wanted


# Dots and boxes, first less second: the single boxes of an open border.
KNOWN = [
    (1, 1, True, -1), (1, 2, True, 0), (1, 3, True, -1), (2, 2, True, 2),
    (2, 3, True, -2), (1, 1, False, -1), (1, 2, False, 2), (2, 2, False, -2),
]  # fmt: skip


@pytest.mark.parametrize(("rows", "cols", "extra_turn", "value"), KNOWN)
def test_single_boxes_have_the_known_values_of_dots_and_boxes(rows, cols, extra_turn, value):
    rules = Rules(rows=rows, cols=cols, capture="box", extra_turn=extra_turn)
    state = judge.initial_state(judge.empty_board(rules))
    assert GAME.solve(state, 60).figures["value"] == value


@pytest.mark.long
@pytest.mark.parametrize("extra_turn", [False, True])
def test_larger_known_values(extra_turn):
    rules = Rules(rows=3, cols=3, capture="box", extra_turn=extra_turn)
    state = judge.initial_state(judge.empty_board(rules))
    assert GAME.solve(state, 200).figures["value"] == -3


def random_position(rng, rules, lines):
    """A state with at most so many free lines."""
    state = judge.initial_state(judge.empty_board(rules))
    while position_of(state).bit_count() > lines:
        state = judge.apply(state, rng.choice(judge.legal_moves(state)))
    return state


def test_positions_of_any_rules_are_solved_as_plain_python_does():
    rng = random.Random(3)
    for _ in range(40):
        rules = random_rules(rng, 5)
        state = random_position(rng, rules, rng.randint(4, 12))
        position = position_of(state)
        solution = GAME.solve(state, 60)
        value = exact_value(graph_of(rules), position, {})
        first, second = judge.scores(state)
        value = first - second + (-value if state.to_move else value)
        assert solution.figures["value"] == value
        end = judge.replay(state, solution.moves)
        assert not judge.legal_moves(end)
        assert judge.scores(end)[0] - judge.scores(end)[1] == value


def test_what_is_out_of_reach_is_unknown_and_not_guessed():
    state = GAME.initial_state(GAME.generate(Rules(), 1).board)
    solution = GAME.solve(state, 1)
    assert (solution.answer, solution.moves) == ("unknown", ())
    assert "value" not in solution.figures
    state = GAME.initial_state(GAME.generate(Rules(rows=4, cols=4, border="drawn"), 1).board)
    assert GAME.solve(state, 0.0).answer == "unknown"


def plain_ahead(state, depth: int) -> int:
    """The value when so many moves are looked at, by nothing but the rules."""
    values = []
    for move in judge.legal_moves(state) if depth else ():
        after = judge.apply(state, move)
        mine = after.gained.bit_count()
        value = plain_ahead(after, depth - 1)
        values.append(mine + (value if after.to_move == state.to_move else -value))
    return max(values, default=0)


def test_looking_ahead_finds_exactly_the_best_lines():
    rng = random.Random(8)
    for depth in (1, 2, 3):
        for _ in range(12):
            rules = random_rules(rng, 4)
            state = random_position(rng, rules, 10)
            values = {}
            for move in judge.legal_moves(state):
                after = judge.apply(state, move)
                value = plain_ahead(after, depth - 1)
                sign = 1 if after.to_move == state.to_move else -1
                number = line_number(rules.rows, rules.cols, move)
                values[number] = after.gained.bit_count() + sign * value
            if values:
                best = [line for line, value in values.items() if value == max(values.values())]
                assert best_ahead(graph_of(rules), position_of(state), depth) == best


class TestCareful:
    def lines(self, state, player="careful"):
        found = good_lines(graph_of(state.board.rules), position_of(state), read_policy(player))
        names = judge.grid(state.board.rules).names
        return {f"{names[line].line}{names[line].row}-{names[line].col}" for line in found}

    def state(self, words, **changes):
        board = judge.empty_board(Rules(**{"rows": 2, "cols": 2, **changes}))
        return judge.replay(board, map(GAME.parse_move, words.split()))

    def test_it_takes_the_most_it_can(self):
        state = self.state("h0-0 h0-1 v0-0 v0-2 h1-1")
        assert self.lines(state) == {"h1-0"}
        assert self.lines(state, "greedy") == {"h1-0"}

    def test_it_leaves_nothing_that_one_line_takes(self):
        state = self.state("h0-0 h0-1 v0-0 v0-2", cols=2)
        # Two lines close the upper row; after one of them the other would.
        assert not self.lines(state) & {"h1-0", "h1-1"}
        assert self.lines(state, "greedy") > {"h1-0", "h1-1"}

    def test_where_every_line_gives_something_any_will_do(self):
        state = self.state("h0-0 h1-0", rows=1, cols=1)
        assert self.lines(state) == {"v0-0", "v0-1"}


@pytest.mark.parametrize("level", GAME.levels, ids=lambda level: level.key)
def test_a_level_keeps_its_promise(level):
    for seed in range(2):
        puzzle = GAME.generate_level(level.key, seed)
        assert (puzzle.level, puzzle.rules, puzzle.seed) == (level.key, level.rules, seed)
        assert level.holds(puzzle.difficulty.value)
        assert puzzle.difficulty == GAME.measure_difficulty(puzzle.board)
        state = GAME.initial_state(puzzle.board)
        assert 8 <= position_of(state).bit_count() <= EXACT_LINES
        solution = GAME.solve(state, 60)
        assert solution.answer == "yes"
        # The certificate ends as best play of both does: the other seat's moves are its best.
        end = judge.replay(puzzle.board, puzzle.certificate)
        assert judge.outcome(end).status == "solved"
        assert judge.scores(end)[0] - judge.scores(end)[1] == solution.figures["value"]
        # The winning first lines are those after which the other seat does not get its way.
        winning = 0
        for move in judge.legal_moves(state):
            value = GAME.solve(judge.apply(state, move), 60).figures["value"]
            winning += value < 0 if puzzle.board.to_move else value > 0
        assert winning == puzzle.difficulty.figures["winning_lines"]


def test_levels_go_from_easy_to_hard_without_overlap():
    assert [level.key for level in GAME.levels] == ["easy", "medium", "hard"]
    bands = [bound for level in GAME.levels for bound in (level.low, level.high)]
    assert bands == sorted(bands)
    with pytest.raises(UnknownName, match="easy, medium, hard"):
        GAME.generate_level("nightmare", 1)


def test_a_difficulty_needs_a_position_that_can_be_solved():
    with pytest.raises(EngineError, match="at most 12 lines"):
        GAME.measure_difficulty(judge.empty_board(Rules()))


class TestHints:
    def test_a_hint_of_a_puzzle_keeps_the_win(self):
        puzzle = GAME.generate_level("hard", 2)
        state = GAME.initial_state(puzzle.board)
        hint = GAME.hint(state)
        assert "With best play of both the" in hint.message
        assert GAME.solve(judge.apply(state, hint.move), 60).answer == "yes"

    def test_where_nothing_wins_any_more_it_says_to_undo(self):
        puzzle = GAME.generate_level("hard", 2)
        state = GAME.initial_state(puzzle.board)
        lost = next(
            after
            for after in (judge.apply(state, move) for move in judge.legal_moves(state))
            if GAME.solve(after, 60).answer == "no"
        )
        hint = GAME.hint(lost)
        assert hint.move is None
        assert "can't win any more" in hint.message

    def test_a_hint_of_a_whole_game_says_what_the_line_does(self):
        state = GAME.initial_state(GAME.generate(Rules(), 1).board)
        assert "it takes nothing, and leaves nothing to take" in GAME.hint(state).message
        words = ["h0-0", "v0-0", "h1-0"]
        state = judge.replay(state, map(GAME.parse_move, words))
        hint = GAME.hint(state)
        assert GAME.move_text(hint.move) == "v0-1"
        assert "it takes 1 cell." in hint.message

    def test_after_the_end_there_is_none(self):
        state = judge.initial_state(judge.empty_board(Rules(rows=1, cols=2, border="drawn")))
        assert GAME.hint(judge.apply(state, GAME.parse_move("v0-1"))).move is None


class TestBots:
    def test_the_best_player_is_offered_where_it_can_play(self):
        board = judge.empty_board(Rules())
        assert GAME.two_players.bots(board) == ("careful", "random", "greedy", "lookahead")
        assert "optimal" in GAME.two_players.bots(judge.empty_board(Rules(rows=2, cols=2)))
        assert GAME.two_players.bots(GAME.generate_level("easy", 1).board) == ("optimal",)
        assert GAME.two_players.check_bot(board, " Lookahead(depth=2) ") == "lookahead"
        for wrong in ("optimal", "lookahead(depth=3)", "genius"):
            with pytest.raises(UnknownName) as caught:
                GAME.two_players.check_bot(board, wrong)
            assert caught.value.known == GAME.two_players.bots(board)
            assert ("usual parameters" in str(caught.value)) == ("(" in wrong)

    def test_after_the_end_no_bot_moves(self):
        state = judge.initial_state(judge.empty_board(Rules(rows=1, cols=2, border="drawn")))
        with pytest.raises(EngineError, match="over"):
            GAME.two_players.choose_move(
                judge.apply(state, GAME.parse_move("v0-1")), "random", 1, 0
            )
