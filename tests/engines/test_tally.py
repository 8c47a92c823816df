"""Counters add up, and the figures made from them are right."""

from __future__ import annotations

from statistics import mean, stdev

import pytest

from engines import Tally, get_game, merge, split_vector, summarise, wilson
from engines.metrics import Metric


def metric(kind: str, *shape: int) -> Metric:
    return Metric("m", "M", kind, "", "", lambda _rules: shape)


@pytest.mark.parametrize(
    ("count", "n", "low", "high"),
    [
        (0, 0, 0.0, 1.0),
        (0, 10, 0.0, 0.2775),
        (10, 10, 0.7225, 1.0),
        (5, 10, 0.2366, 0.7634),
        (15, 148, 0.0624, 0.1605),  # Newcombe 1998, table I: 81/263, 15/148, 0/20, 1/29
        (81, 263, 0.2553, 0.3662),
        (0, 20, 0.0, 0.1611),
        (1, 29, 0.0061, 0.1718),
    ],
)
def test_wilson_intervals_as_published(count, n, low, high):
    assert wilson(count, n) == (pytest.approx(low, abs=5e-5), pytest.approx(high, abs=5e-5))


def test_means_come_exactly_from_integer_sums():
    values = [3, 1, 4, 1, 5, 9, 2, 6]
    counts = (len(values), sum(values), sum(v * v for v in values))
    figures = summarise(metric("mean", 3), None, counts)
    assert figures["value"] == pytest.approx(mean(values))
    assert figures["sd"] == pytest.approx(stdev(values))
    bins = [values.count(i) for i in range(12)]
    histogram = summarise(metric("histogram", 12), None, bins)
    assert histogram["bins"] == bins[:10]
    assert {k: v for k, v in histogram.items() if k not in ("kind", "bins")} == {
        k: v for k, v in figures.items() if k != "kind"
    }


def test_nothing_counted_is_no_number():
    assert summarise(metric("proportion", 2), None, (0, 0))["value"] is None
    assert summarise(metric("mean", 3), None, (0, 0, 0))["value"] is None
    assert summarise(metric("histogram", 2), None, (0, 0))["bins"] == []
    alone = summarise(metric("mean", 3), None, (1, 7, 49))
    assert (alone["value"], alone["sd"], alone["low"], alone["high"]) == (7, None, None, None)


def test_a_heatmap_is_a_grid_again():
    figures = summarise(metric("heatmap", 2, 3), None, (1, 2, 3, 4, 5, 6))
    assert figures == {"kind": "heatmap", "grid": [[1, 2, 3], [4, 5, 6]], "n": 21}


def test_slices_are_merged_in_order():
    first = Tally(8, {"a": (1, 8), "b": (3,)}, bytes([0b00000101]))
    last = Tally(3, {"a": (2, 3), "b": (4,)}, bytes([0b110]))
    whole = merge([first, last])
    assert whole == Tally(11, {"a": (3, 11), "b": (7,)}, bytes([0b101, 0b110]))
    assert whole.headline_trials() == [0, 2, 9, 10]
    assert whole.vector() == [3, 11, 7]
    assert merge([first]) == first


def test_slices_that_do_not_line_up_are_refused():
    odd = Tally(3, {"a": (1, 3)}, bytes([1]))
    with pytest.raises(ValueError, match="multiple of 8"):
        merge([odd, odd])
    with pytest.raises(ValueError, match="no tally"):
        merge([])


def test_a_vector_of_another_length_is_refused():
    game = get_game("map_coloring")
    with pytest.raises(ValueError, match="counters"):
        split_vector(game, game.Rules(), [1, 2, 3])
