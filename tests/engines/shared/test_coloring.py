"""The exact colouring search, held against a SAT solver on graphs and maps of all kinds."""

from __future__ import annotations

import random
from itertools import combinations

import pytest
from pysat.solvers import Cadical153

from engines import get_game
from engines.games.map_coloring.generator import make_board
from engines.games.map_coloring.types import Rules
from engines.randomness import BOARD, Stream
from engines.shared.coloring import color_graph, find_clique

Graph = list[list[int]]


def sat_colorable(neighbors, k, fixed=None) -> bool:
    """The same question as clauses: one variable for each vertex and colour."""
    with Cadical153() as sat:
        for v, others in enumerate(neighbors):
            sat.add_clause([v * k + c + 1 for c in range(k)])
            for u in others:
                if u > v:
                    for c in range(k):
                        sat.add_clause([-(v * k + c + 1), -(u * k + c + 1)])
            if fixed is not None and fixed[v] >= 0:
                sat.add_clause([v * k + fixed[v] + 1])
        return bool(sat.solve())


def assert_proper(neighbors, k, colors, fixed=None) -> None:
    assert len(colors) == len(neighbors)
    assert all(0 <= c < k for c in colors)
    for v, others in enumerate(neighbors):
        assert all(colors[v] != colors[u] for u in others), f"{v} agrees with a neighbour"
    if fixed is not None:
        assert all(f in (-1, c) for f, c in zip(fixed, colors, strict=True))


def check(neighbors, k, fixed=None) -> str:
    found = color_graph(neighbors, k, fixed)
    assert found.answer == ("yes" if sat_colorable(neighbors, k, fixed) else "no")
    if found.colors is not None:
        assert_proper(neighbors, k, found.colors, fixed)
    for v, u in combinations(found.clique, 2):
        assert u in neighbors[v]
    assert not found.clique or len(found.clique) == k + 1
    return found.answer


def random_graph(rng: random.Random, n: int, p: float) -> Graph:
    graph: list[set[int]] = [set() for _ in range(n)]
    for v, u in combinations(range(n), 2):
        if rng.random() < p:
            graph[v].add(u)
            graph[u].add(v)
    return [sorted(others) for others in graph]


def partial(rng: random.Random, neighbors, k: int, share: float) -> list[int]:
    """Some vertices coloured at random, neighbours apart: often a position that is lost."""
    fixed = [-1] * len(neighbors)
    for v in rng.sample(range(len(neighbors)), int(share * len(neighbors))):
        legal = set(range(k)) - {fixed[u] for u in neighbors[v]}
        if legal:
            fixed[v] = rng.choice(sorted(legal))
    return fixed


def test_it_agrees_with_sat_on_random_graphs():
    rng, answers = random.Random(1), []
    for _ in range(400):
        n, k = rng.randint(1, 28), rng.randint(2, 5)
        graph = random_graph(rng, n, rng.choice((0.1, 0.2, 0.3, 0.5)))
        answers.append(check(graph, k))
        answers.append(check(graph, k, partial(rng, graph, k, rng.random())))
    assert min(answers.count("yes"), answers.count("no")) > 100


@pytest.mark.parametrize("adjacency", ["edge", "corner"])
@pytest.mark.parametrize("regions", ["merged", "split"])
@pytest.mark.parametrize("k", [3, 4, 5])
def test_it_agrees_with_sat_on_maps(adjacency, regions, k):
    rng = random.Random(2)
    for trial in range(40):
        rules = Rules(
            width=rng.randint(4, 24),
            height=rng.randint(4, 24),
            seeds=rng.randint(4, 90),
            colors=k,
            adjacency=adjacency,
            regions=regions,
        )
        board = make_board(rules, Stream(11, trial, BOARD))
        check(board.neighbors, k)
        check(board.neighbors, k, partial(rng, board.neighbors, k, rng.random() * 0.6))


def test_it_agrees_with_sat_on_lost_and_won_positions_of_large_maps():
    rng, answers = random.Random(3), []
    for trial in range(12):
        rules = Rules(width=64, height=64, seeds=400, adjacency="corner", regions="split")
        board = make_board(rules, Stream(12, trial, BOARD))
        answers.append(check(board.neighbors, 4))
        answers.append(check(board.neighbors, 5, partial(rng, board.neighbors, 5, 0.3)))
    assert set(answers) == {"yes", "no"}


def test_a_wheel_with_an_odd_rim_needs_four_colours_though_no_four_touch():
    rim = 5
    graph = [[(i - 1) % rim, (i + 1) % rim, rim] for i in range(rim)] + [list(range(rim))]
    assert find_clique(graph, 4) == ()
    assert color_graph(graph, 3).answer == "no"
    assert color_graph(graph, 4).answer == "yes"


def test_a_graph_without_triangles_may_need_four_colours():
    """Groetzsch's graph: 11 vertices, no triangle, four colours needed."""
    outer = [[(i - 1) % 5, (i + 1) % 5, 5 + (i - 1) % 5, 5 + (i + 1) % 5] for i in range(5)]
    middle = [[(i - 1) % 5, (i + 1) % 5, 10] for i in range(5)]
    graph = [*outer, *middle, [5, 6, 7, 8, 9]]
    assert find_clique(graph, 3) == ()
    assert color_graph(graph, 3).answer == "no"
    assert color_graph(graph, 4).answer == "yes"


def test_a_clique_is_found_where_there_is_one():
    rng = random.Random(4)
    for _ in range(100):
        graph = random_graph(rng, 12, 0.5)
        for size in range(1, 8):
            exists = any(
                all(u in graph[v] for v, u in combinations(group, 2))
                for group in combinations(range(12), size)
            )
            found = find_clique(graph, size)
            assert bool(found) == exists
            assert all(u in graph[v] for v, u in combinations(found, 2))


def test_without_vertices_or_borders_any_colouring_will_do():
    assert color_graph([], 2).colors == ()
    assert color_graph([[], []], 2, [-1, 1]).answer == "yes"


def test_fixed_colours_that_clash_are_a_mistake_of_the_caller():
    with pytest.raises(ValueError, match="both fixed to 1"):
        color_graph([[1], [0]], 3, [1, 1])


def test_past_its_budget_it_says_unknown_and_nothing_else():
    rng = random.Random(5)
    graph = random_graph(rng, 90, 0.12)
    found = color_graph(graph, 4, nodes=256)
    assert (found.answer, found.colors) == ("unknown", None)
    assert found.nodes <= 512
    assert color_graph(graph, 4, seconds=0.0).answer == "unknown"


def test_it_does_not_recurse_however_long_the_chain():
    n = 5_000
    ring = [[(i - 1) % n, (i + 1) % n] for i in range(n)]
    assert color_graph(ring, 2).answer == "yes"
    odd = [[(i - 1) % (n + 1), (i + 1) % (n + 1)] for i in range(n + 1)]
    odd[0].append(2)
    odd[2].append(0)
    assert color_graph(odd, 2).answer == "no"


def test_every_generated_map_is_small_work(record_property):
    """Work is counted in steps here: time is for benchmarks, which know the machine."""
    game = get_game("map_coloring")
    steps = []
    for trial in range(60):
        rules = game.Rules(width=30, height=30, seeds=100, colors=4, adjacency="corner")
        board = make_board(rules, Stream(13, trial, BOARD))
        steps.append(color_graph(board.neighbors, 4).nodes)
    record_property("median steps", sorted(steps)[30])
    assert sorted(steps)[30] < 1_000
