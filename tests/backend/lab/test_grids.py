from __future__ import annotations

from itertools import product

from backend.lab.grids import find_grid, find_sweep


def combined(**values):
    return [dict(zip(values, one, strict=True)) for one in product(*values.values())]


def test_one_whole_number_that_differs_is_a_sweep():
    rules = [{"a": a, "b": 1} for a in (4, 3, 9, 5)]
    found = find_sweep(rules, ["p"] * 4)
    assert (found.rule, found.values, found.positions) == ("a", (3, 4, 5, 9), (1, 0, 3, 2))
    assert find_sweep(rules[:3], ["p"] * 3) is None
    assert find_sweep(rules, ["p", "p", "q", "p"]) is None
    assert find_sweep([{"a": a} for a in "wxyz"], ["p"] * 4) is None
    assert find_sweep(combined(a=[1, 2], b=[1, 2]), ["p"] * 4) is None


def test_every_combination_of_two_rules_is_a_grid():
    rules = combined(a=[3, 2], b=["edge", "corner", "both"], c=[1])
    found = find_grid(rules, ["p"] * 6)
    assert (found.x_rule, found.y_rule) == ("b", "a")
    assert (found.xs, found.ys) == (("edge", "corner", "both"), (2, 3))
    for y, row in zip(found.ys, found.positions, strict=True):
        for x, position in zip(found.xs, row, strict=True):
            assert (rules[position]["a"], rules[position]["b"]) == (y, x)


def test_the_baseline_may_be_off_the_grid_that_all_others_fill():
    baseline = {"a": 2, "b": 14}
    rules = [baseline, *combined(a=[1, 2, 3], b=[8, 12, 16, 20])]
    found = find_grid(rules, ["p"] * 13)
    assert found.apart
    assert (found.xs, found.ys) == ((8, 12, 16, 20), (1, 2, 3))
    for y, row in zip(found.ys, found.positions, strict=True):
        for x, position in zip(found.xs, row, strict=True):
            assert rules[position] == {"a": y, "b": x}
    assert find_grid(rules, ["q"] + ["p"] * 12).apart
    assert not find_grid(rules[1:], ["p"] * 12).apart
    assert find_grid([*rules, {"a": 5, "b": 5}], ["p"] * 14) is None


def test_what_has_a_hole_or_varies_otherwise_is_no_grid():
    rules = combined(a=[1, 2, 3], b=[1, 2])
    assert find_grid(rules[:-1], ["p"] * 5) is None
    assert find_grid([{"a": 1, "b": 9}, *rules[:-1]], ["p"] * 6) is None
    assert find_grid(rules, ["p"] * 5 + ["q"]) is None
    assert find_grid(combined(a=[1, 2], b=[1, 2], c=[1, 2]), ["p"] * 8) is None
    assert find_grid([{"a": 1, "b": 1}, {"a": 2, "b": 2}], ["p"] * 2) is None
    assert find_grid([], []) is None
