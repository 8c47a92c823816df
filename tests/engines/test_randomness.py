"""The streams: known answers, the same in Numba, and no bias in bounds and shuffles."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable
from itertools import permutations
from math import factorial
from typing import Any

import numpy as np
import pytest
from numba import njit
from scipy.stats import chi2

from engines import randomness, randomness_numba
from engines.randomness import BOARD, GAMMA, MASK64, MAX_SEED, PLAY, Stream, derive_seed, mix64

STARTS = [(0, 0, BOARD), (0, 0, PLAY), (1, 0, BOARD), (MAX_SEED, MAX_SEED, PLAY), (42, 1 << 40, 1)]
BOUNDS = [1, 2, 3, 4, 5, 7, 12 << 20, 64 << 20, (1 << 31) + 1, (1 << 32) - 1, 1 << 32]


@njit
def numba_words(seed: int, trial: int, purpose: int, count: int) -> Any:
    words = np.zeros(count, np.uint64)
    state = randomness_numba.open_stream(seed, trial, purpose)
    for i in range(count):
        words[i], state = randomness_numba.next64(state)
    return words


@njit
def numba_below(seed: int, trial: int, purpose: int, bounds: Any) -> Any:
    values = np.zeros(bounds.shape[0], np.int64)
    state = randomness_numba.open_stream(seed, trial, purpose)
    for i in range(bounds.shape[0]):
        values[i], state = randomness_numba.below(state, bounds[i])
    return values


@njit
def numba_shuffles(seed: int, trial: int, purpose: int, items: int, times: int) -> Any:
    orders = np.zeros((times, items), np.int64)
    state = randomness_numba.open_stream(seed, trial, purpose)
    for t in range(times):
        for i in range(items):
            orders[t, i] = i
        state = randomness_numba.shuffle(orders[t], items, state)
    return orders


def stream_of(state: tuple[int, int, int, int]) -> Stream:
    stream = Stream(0, 0, 0)
    stream._s0, stream._s1, stream._s2, stream._s3 = state
    return stream


def test_splitmix64_known_answers() -> None:
    """The first outputs of SplitMix64 from state 1234567, as published in many languages."""
    wanted = [
        6457827717110365317,
        3203168211198807973,
        9817491932198370423,
        4593380528125082431,
        16408922859458223821,
    ]
    assert [mix64((1234567 + i * GAMMA) & MASK64) for i in range(1, 6)] == wanted


def test_xoshiro256plusplus_known_answers() -> None:
    """The first outputs from state (1, 2, 3, 4): the vector that Rust's rand_xoshiro tests."""
    stream = stream_of((1, 2, 3, 4))
    wanted = [
        41943041,
        58720359,
        3588806011781223,
        3591011842654386,
        9228616714210784205,
        9973669472204895162,
        14011001112246962877,
        12406186145184390807,
        15849039046786891736,
        10450023813501588000,
    ]
    assert [stream.next64() for _ in wanted] == wanted


@pytest.mark.parametrize("start", STARTS)
def test_numba_gives_the_same_words(start: tuple[int, int, int]) -> None:
    stream = Stream(*start)
    assert numba_words(*start, 1000).tolist() == [stream.next64() for _ in range(1000)]


def test_numba_gives_the_same_words_from_any_start() -> None:
    rng = random.Random(1)
    for _ in range(500):
        start = rng.randint(0, MAX_SEED), rng.randint(0, MAX_SEED), rng.randint(0, 1)
        stream = Stream(*start)
        assert numba_words(*start, 3).tolist() == [stream.next64() for _ in range(3)]


def test_numba_gives_the_same_bounded_integers() -> None:
    """Also where many words are rejected: bounds just above 2**31 refuse nearly half."""
    rng = random.Random(2)
    bounds = BOUNDS * 50 + [rng.randint(1, 1 << 32) for _ in range(3000)]
    bounds += [rng.randint(1 << 31, 1 << 32) for _ in range(3000)]
    for start in STARTS:
        stream = Stream(*start)
        got = numba_below(*start, np.array(bounds, np.int64))
        assert got.tolist() == [stream.below(n) for n in bounds]


@pytest.mark.parametrize("items", [0, 1, 2, 5, 14, 40, 400])
def test_numba_gives_the_same_shuffles(items: int) -> None:
    for start in STARTS:
        stream = Stream(*start)
        for order in numba_shuffles(*start, items, 20).tolist():
            wanted = list(range(items))
            stream.shuffle(wanted)
            assert order == wanted


def test_below_stays_in_range_and_meets_every_value() -> None:
    stream = Stream(3, 0, PLAY)
    for n in (1, 2, 3, 9):
        assert {stream.below(n) for _ in range(400)} == set(range(n))


def chi_square(counts: Counter[Any], kinds: int, total: int) -> float:
    expected = total / kinds
    missing = kinds - len(counts)
    return sum((c - expected) ** 2 / expected for c in counts.values()) + missing * expected


def is_uniform(counts: Counter[Any], kinds: int, total: int) -> bool:
    """Whether chi-square stays below the value that chance exceeds once in a million."""
    return chi_square(counts, kinds, total) < float(chi2.isf(1e-6, kinds - 1))


def test_below_is_uniform() -> None:
    """For 3 * 2**30 a plain modulo would give the first third twice as often."""
    stream, n, total = Stream(4, 0, PLAY), 3 << 30, 60_000
    thirds = Counter(stream.below(n) >> 30 for _ in range(total))
    assert is_uniform(thirds, 3, total)
    modulo = Counter((stream.next64() >> 32) % n >> 30 for _ in range(total))
    assert not is_uniform(modulo, 3, total)


def orders(shuffle: Callable[[list[int]], None], items: int, total: int) -> Counter[Any]:
    counts: Counter[Any] = Counter()
    for _ in range(total):
        order = list(range(items))
        shuffle(order)
        counts[tuple(order)] += 1
    return counts


def sort_with_random_comparisons(stream: Stream) -> Callable[[list[int]], None]:
    """`sort(() => Math.random() - 0.5)`, by insertion."""

    def shuffle(items: list[int]) -> None:
        for i in range(1, len(items)):
            while i > 0 and stream.below(2):
                items[i - 1], items[i] = items[i], items[i - 1]
                i -= 1

    return shuffle


def swap_each_with_any(stream: Stream) -> Callable[[list[int]], None]:
    """Each place swapped with any place: n**n ways cannot fall evenly on n! orders."""

    def shuffle(items: list[int]) -> None:
        for i in range(len(items)):
            j = stream.below(len(items))
            items[i], items[j] = items[j], items[i]

    return shuffle


@pytest.mark.parametrize("items", [4, 5])
def test_shuffle_is_uniform(items: int) -> None:
    kinds, total = factorial(items), 60_000
    counts = orders(Stream(5, 0, PLAY).shuffle, items, total)
    assert set(counts) == set(permutations(range(items)))
    assert is_uniform(counts, kinds, total)


@pytest.mark.parametrize("items", [4, 5])
@pytest.mark.parametrize("biased", [sort_with_random_comparisons, swap_each_with_any])
def test_a_biased_shuffle_is_noticed(
    biased: Callable[[Stream], Callable[[list[int]], None]], items: int
) -> None:
    total = 60_000
    counts = orders(biased(Stream(6, 0, PLAY)), items, total)
    assert not is_uniform(counts, factorial(items), total)


def test_numba_shuffle_is_uniform_over_trials() -> None:
    """First shuffles of consecutive trials: the streams do not resemble one another."""

    @njit
    def first_orders(total: int) -> Any:
        found = np.zeros((total, 5), np.int64)
        for trial in range(total):
            for i in range(5):
                found[trial, i] = i
            state = randomness_numba.open_stream(7, trial, 1)
            randomness_numba.shuffle(found[trial], 5, state)
        return found

    total = 240_000
    counts = Counter(map(tuple, first_orders(total).tolist()))
    assert is_uniform(counts, 120, total)


def test_streams_differ_by_seed_trial_and_purpose() -> None:
    starts = [(s, t, p) for s in range(20) for t in range(20) for p in (BOARD, PLAY)]
    assert len({Stream(*start).next64() for start in starts}) == len(starts)


def test_derived_seeds_are_distinct_and_storable() -> None:
    seeds = [derive_seed(seed, step) for seed in range(100) for step in range(100)]
    assert len(set(seeds)) == len(seeds)
    assert all(0 <= seed <= MAX_SEED for seed in seeds)
    assert randomness.derive_seed(9) == 9
