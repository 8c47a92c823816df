"""Counting in kernels: what a value adds to a metric's counters. Imports Numba."""

from __future__ import annotations

from typing import Any

from numba import int64

from engines.compiled import borrowing


@borrowing.inline
def add_value(counter: Any, value: Any) -> None:
    """Count a value of a mean: n, sum, sum of squares."""
    counter[0] += 1
    counter[1] += value
    counter[2] += value * value


@borrowing.inline
def add_case(counter: Any, happened: Any) -> None:
    """Count a case of a proportion: how many, of how many."""
    counter[0] += int64(happened)
    counter[1] += 1
