"""Shortest solutions: known boards, and other ways to find them."""

from __future__ import annotations

import random
from collections import deque
from pathlib import Path

import numpy as np
import pytest

from engines import get_game
from engines.games.sliding import policies, solver
from engines.games.sliding.generator import path_moves, scramble
from engines.games.sliding.geometry import canonical, manhattan, neighbors, turned
from engines.games.sliding.kernels.patterns import make_table
from engines.games.sliding.kernels.search import shortest_path
from engines.games.sliding.metrics import MOST_MOVES
from engines.games.sliding.solver.kept import file_name, get_patterns
from engines.games.sliding.solver.layers import find_shortest, find_some
from engines.games.sliding.solver.patterns import bound, groups_of, patterns_of, single_tiles
from engines.games.sliding.solver.tables import blank_path, distance, distance_table, rank_of
from engines.games.sliding.types import Rules
from engines.randomness import BOARD, Stream

GAME = get_game("sliding")

# Korf's hundred boards, blank first, and their lengths (Artificial Intelligence 27, 1985).
KORF = [
    (board.strip(), int(length))
    for length, board in (
        line.split(":") for line in (Path(__file__).parent / "korf.txt").read_text().splitlines()
    )
]


def random_tiles(width: int, height: int, rng: random.Random) -> tuple[int, ...]:
    """A board that can be solved, all of them equally likely."""
    while True:
        tiles = list(range(width * height))
        rng.shuffle(tiles)
        if policies.row_by_row(Rules(width=width, height=height), tiles) is not None:
            return tuple(tiles)


def meet_in_the_middle(width: int, tiles: tuple[int, ...], most: int) -> int | None:
    """The distance from home up to `most`, breadth-first from both ends, no bound used."""
    beside = neighbors(width, len(tiles) // width)
    goal = (*range(1, len(tiles)), 0)
    sides = [{tiles}, {goal}]
    seen = [{tiles: 0}, {goal: 0}]
    for depth in range(most + 1):
        if sides[0] & seen[1].keys():
            return depth
        turn = depth % 2
        following = set()
        for position in sides[turn]:
            blank = position.index(0)
            for cell in beside[blank]:
                after = list(position)
                after[blank], after[cell] = after[cell], 0
                child = tuple(after)
                if child not in seen[turn]:
                    seen[turn][child] = len(seen[turn])
                    following.add(child)
        sides[turn] = following
        if sides[turn] & seen[1 - turn].keys():
            return depth + 1
    return None


class TestTables:
    @pytest.mark.parametrize(
        ("size", "most"), [((2, 2), 6), ((2, 3), 21), ((4, 2), 36), ((3, 3), 31)]
    )
    def test_the_farthest_position_is_as_published(self, size, most):
        table = distance_table(*size)
        reached = table[table < 255]
        assert reached.max() == most == MOST_MOVES[tuple(sorted(size))]
        assert len(reached) * 2 == len(table)

    def test_positions_of_3x3_by_distance_are_as_published(self):
        """OEIS A089473."""
        table = distance_table(3, 3)
        assert np.bincount(table[table < 255]).tolist() == [
            1, 2, 4, 8, 16, 20, 39, 62, 116, 152, 286, 396, 748, 1024, 1893, 2512, 4485, 5638,
            9529, 10878, 16993, 17110, 23952, 20224, 24047, 15578, 14560, 6274, 3910, 760, 221, 2,
        ]  # fmt: skip

    def test_distances_are_those_of_a_search_from_both_ends(self):
        rng = random.Random(2)
        for _ in range(10):
            tiles = random_tiles(3, 3, rng)
            assert distance(3, 3, tiles) == meet_in_the_middle(3, tiles, 31)
            assert len(blank_path(3, 3, tiles)) == distance(3, 3, tiles)

    def test_an_impossible_board_has_no_distance(self):
        assert distance(3, 3, (1, 2, 3, 4, 5, 6, 8, 7, 0)) is None
        assert blank_path(3, 3, (1, 2, 3, 4, 5, 6, 8, 7, 0)) is None
        assert rank_of((0, 1, 2)) == 0
        assert rank_of((2, 1, 0)) == 5


class TestPatterns:
    @pytest.mark.parametrize(
        ("width", "height", "tiles"),
        [(3, 3, (1, 2, 4)), (3, 3, (5, 6, 8)), (2, 4, (7, 1, 2)), (4, 4, (2, 7)), (6, 6, (35,))],
    )
    def test_a_table_is_what_a_plain_search_finds(self, width, height, tiles):
        cells = width * height
        beside = neighbors(width, height)
        start = (cells - 1, *(tile - 1 for tile in tiles))
        cost, queue = {start: 0}, deque([start])
        while queue:
            here = queue.popleft()
            for cell in beside[here[0]]:
                own = cell in here[1:]
                after = (cell, *(here[0] if at == cell else at for at in here[1:]))
                if cost[here] + own < cost.get(after, 999):
                    cost[after] = cost[here] + own
                    (queue.append if own else queue.appendleft)(after)
        best: dict[int, int] = {}
        for (_, *at), moves in cost.items():
            place = sum(cell * cells**i for i, cell in enumerate(at))
            best[place] = min(moves, best.get(place, 999))
        table = make_table(width, height, tiles)
        assert {i: int(table[i]) for i in np.flatnonzero(table < 255)} == best

    @pytest.mark.parametrize("size", [(3, 4), (4, 3), (2, 6), (4, 4), (5, 5), (3, 6)])
    def test_groups_hold_every_tile_once(self, size):
        tiles = sorted(tile for group in groups_of(*size) for tile in group)
        assert tiles == list(range(1, size[0] * size[1]))

    def test_the_bound_never_says_too_much(self):
        rng = random.Random(3)
        values = [make_table(3, 3, group) for group in ((1, 2, 4, 5), (3, 6, 7, 8))]
        patterns = patterns_of(3, 3, ((1, 2, 4, 5), (3, 6, 7, 8)), np.concatenate(values))
        stronger = 0
        for _ in range(300):
            tiles = random_tiles(3, 3, rng)
            exact, found = distance(3, 3, tiles), bound(patterns, tiles)
            assert manhattan(3, tiles) == bound(single_tiles(3, 3), tiles) <= found <= exact
            stronger += found > manhattan(3, tiles)
        assert stronger > 150

    def test_tables_are_made_once_and_kept(self, tmp_path, monkeypatch):
        from engines.games.sliding.solver import kept

        monkeypatch.setenv("NUMBA_CACHE_DIR", str(tmp_path))
        monkeypatch.setattr(kept, "_loaded", {})
        monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "none"))
        assert get_patterns(3, 3, make=False) is single_tiles(3, 3)  # nothing there: weak ones
        made = get_patterns(3, 3, make=True)
        assert made.strong
        assert (tmp_path / file_name(3, 3)).exists()
        kept._loaded.clear()
        again = get_patterns(3, 3, make=False)
        assert again.strong
        assert np.array_equal(again.values, made.values)
        (tmp_path / file_name(3, 3)).write_bytes(b"half a file")
        kept._loaded.clear()
        assert not get_patterns(3, 3, make=False).strong


class TestFifteen:
    @pytest.mark.parametrize(("board", "length"), KORF[:10])
    def test_known_boards_have_their_known_lengths(self, board, length):
        rules = Rules(goal="blank-first", budget=100)
        state = GAME.initial_state(GAME.parse_board(rules, board))
        solution = GAME.solve(state, 60)
        assert (solution.answer, len(solution.moves)) == ("yes", length)
        assert solution.figures == {
            "length": length, "lower_bound": length, "gap": 0, "proven_shortest": True,
        }  # fmt: skip
        for move in solution.moves:
            state = GAME.apply(state, move)
        assert GAME.outcome(state).status == "solved"

    def test_all_of_korfs_hundred_have_their_published_lengths(self):
        patterns = get_patterns(4, 4, make=True)
        found = [
            len(shortest_path(patterns, turned([int(word) for word in board.split()]))[0])
            for board, _ in KORF
        ]
        assert found == [length for _, length in KORF]
        assert (len(found), sum(found)) == (100, 5305)

    def test_turned_boards_are_as_far_from_the_other_goal(self):
        board, length = KORF[8]
        tiles = turned([int(word) for word in board.split()])
        state = GAME.initial_state(GAME.parse_board(Rules(), " ".join(map(str, tiles))))
        assert len(GAME.solve(state, 60).moves) == length

    def test_short_distances_are_those_of_a_search_from_both_ends(self):
        patterns = get_patterns(4, 4, make=True)
        for trial in range(40):
            tiles = scramble(Rules(steps=24), Stream(8, trial, BOARD)).tiles
            exact = meet_in_the_middle(4, tiles, 24)
            assert len(shortest_path(patterns, tiles)[0]) == exact
            assert find_shortest(patterns, tiles, 10**9).lower == exact

    @pytest.mark.parametrize("size", [(3, 4), (4, 3), (2, 5), (6, 2), (5, 3)])
    def test_rectangles_too(self, size):
        patterns = get_patterns(*size, make=True)
        rules = Rules(width=size[0], height=size[1], steps=22)
        for trial in range(10):
            tiles = scramble(rules, Stream(8, trial, BOARD)).tiles
            assert len(shortest_path(patterns, tiles)[0]) == meet_in_the_middle(size[0], tiles, 22)

    def test_both_searches_find_the_same_solution(self):
        patterns = get_patterns(4, 4, make=True)
        for trial in range(30):
            tiles = scramble(Rules(steps=90), Stream(9, trial, BOARD)).tiles
            assert find_shortest(patterns, tiles, 10**9).path == shortest_path(patterns, tiles)[0]

    @pytest.mark.long
    @pytest.mark.timeout(1800)
    def test_two_hundred_random_boards_by_other_ways(self):
        """Another heuristic (groups of five), and breadth-first instead of depth-first."""
        groups = ((1, 2, 3, 5, 6), (4, 7, 8, 11, 12), (9, 10, 13, 14, 15))
        other = patterns_of(
            4, 4, groups, np.concatenate([make_table(4, 4, group) for group in groups])
        )
        patterns, rng = get_patterns(4, 4, make=True), random.Random(15)
        lengths = []
        for _ in range(200):
            tiles = random_tiles(4, 4, rng)
            path = shortest_path(patterns, tiles)[0]
            assert len(path) == len(shortest_path(other, tiles)[0])
            found = find_shortest(patterns, tiles, 4_000_000)
            assert found.path in (None, path)
            assert found.lower <= len(path)
            lengths.append(len(path))
        assert 51.5 < sum(lengths) / 200 < 53.7  # 52.6 on average, as published

    def test_out_of_time_it_says_what_is_known(self):
        board = "15 14 8 12 10 11 9 13 2 6 5 1 3 7 4 0"  # 80 moves, as far as any
        state = GAME.initial_state(GAME.parse_board(Rules(goal="blank-first"), board))
        solution = GAME.solve(state, 0.5)
        assert solution.answer == "yes"
        assert solution.figures["lower_bound"] <= 80 <= solution.figures["length"]
        assert solution.figures["proven_shortest"] is False
        for move in solution.moves:
            state = GAME.apply(state, move)
        assert GAME.outcome(state).status == "solved"

    def test_an_impossible_board_is_told_at_once(self):
        board = "1 2 3 4 5 6 7 8 9 10 11 12 13 15 14 0"
        state = GAME.initial_state(GAME.parse_board(Rules(), board))
        assert GAME.solve(state, 10).answer == "no"
        assert GAME.hint(state).move is None
        assert "can't be solved" in GAME.hint(state).message

    def test_a_solved_board_needs_nothing(self):
        goal = " ".join(map(str, [*range(1, 16), 0]))
        state = GAME.initial_state(GAME.parse_board(Rules(), goal))
        assert GAME.solve(state, 10).moves == ()
        assert GAME.hint(state).move is None


@pytest.mark.parametrize("size", [(5, 5), (6, 6), (6, 3), (4, 5)])
def test_large_boards_get_bounds_and_are_never_called_proven(size):
    rules = Rules(width=size[0], height=size[1])
    state = GAME.initial_state(GAME.generate(rules, 3).board)
    solution = GAME.solve(state, 1)
    figures = solution.figures
    assert solution.answer == "yes"
    assert figures["gap"] == figures["length"] - figures["lower_bound"] >= 0
    assert figures["lower_bound"] >= manhattan(size[0], state.tiles)
    assert "proven_shortest" not in figures
    for move in solution.moves:
        state = GAME.apply(state, move)
    assert GAME.outcome(state).status == "solved"


class TestHints:
    @pytest.mark.parametrize("goal", ["blank-last", "blank-first"])
    def test_up_to_nine_cells_they_are_a_shortest_way(self, goal):
        rules = Rules(width=3, height=3, goal=goal)
        state = GAME.initial_state(GAME.generate(rules, 7).board)
        length = len(GAME.generate(rules, 7).certificate)
        for left in range(length, 0, -1):
            hint = GAME.hint(state)
            assert f" {left} move" in hint.message
            assert "no way is shorter" in hint.message
            state = GAME.apply(state, hint.move)
        assert GAME.outcome(state).status == "solved"

    def test_on_4x4_too(self):
        get_patterns(4, 4, make=True)
        puzzle = GAME.generate_level("4x4-medium", 3)
        state = GAME.initial_state(puzzle.board)
        for left in range(len(puzzle.certificate), 0, -1):
            hint = GAME.hint(state)
            assert f"{left} move" in hint.message
            assert "no way is shorter" in hint.message
            state = GAME.apply(state, hint.move)
        assert GAME.outcome(state).status == "solved"

    def test_on_5x5_they_say_what_they_are_and_come_to_an_end(self):
        get_patterns(5, 5, make=True)
        state = GAME.initial_state(GAME.generate(Rules(width=5, height=5), 3).board)
        first = GAME.hint(state)
        assert "there may be a shorter one" in first.message
        for move in first.way.moves:
            state = GAME.apply(state, move)
        assert GAME.outcome(state).status == "solved"

    def test_without_tables_the_answer_is_still_a_good_move(self, monkeypatch):
        monkeypatch.setattr(solver, "get_patterns", lambda w, h, **_: single_tiles(w, h))
        state = GAME.initial_state(GAME.generate(Rules(), 3).board)
        for move in GAME.hint(state).way.moves:
            state = GAME.apply(state, move)
        assert GAME.outcome(state).status == "solved"


def test_found_ways_lead_home():
    for size in ((4, 4), (5, 4)):
        rules = Rules(width=size[0], height=size[1])
        board = GAME.generate(rules, 2).board
        tiles = canonical(rules, board.tiles)
        found = find_some(get_patterns(*size, make=True), tiles, 200)
        state = GAME.initial_state(board)
        for move in path_moves(rules, tiles, found.path):
            state = GAME.apply(state, move)
        assert GAME.outcome(state).status == "solved"
        assert found.lower <= len(found.path)
