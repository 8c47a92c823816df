"""Seeded streams of random numbers: the same in plain Python and in Numba.

A stream is a pure function of (seed, trial, purpose). Trials have separate streams for the
board and for the play, so two variants that differ only in how they are played meet the
same boards, and any trial can be replayed alone.

The generator is xoshiro256++ (Blackman & Vigna, "Scrambled linear pseudorandom number
generators", ACM TOMS 47(4), 2021), its 256 bits filled by SplitMix64 (Steele, Lea & Flood,
OOPSLA 2014). Bounded integers are unbiased: multiply and shift with rejection (Lemire,
"Fast random integer generation in an interval", ACM TOMACS 29(1), 2019). Shuffles are
Fisher-Yates. `engines.randomness_numba` tells the same in Numba; a test holds them equal.
"""

from __future__ import annotations

from collections.abc import MutableSequence
from typing import Any

MASK64 = (1 << 64) - 1
GAMMA = 0x9E3779B97F4A7C15  # SplitMix64's increment

BOARD, PLAY = 0, 1  # purposes of a trial's streams
MAX_SEED = (1 << 63) - 1  # fits a Postgres bigint


def mix64(z: int) -> int:
    """SplitMix64's output function: a bijection on 64-bit words."""
    z = ((z ^ (z >> 30)) * 0xBF58476D1CE4E5B9) & MASK64
    z = ((z ^ (z >> 27)) * 0x94D049BB133111EB) & MASK64
    return z ^ (z >> 31)


def derive_seed(seed: int, *path: int) -> int:
    """A child seed in 0 … MAX_SEED, for replicate, attempt, … number `path` of `seed`."""
    for step in path:
        seed = mix64((mix64((seed + GAMMA) & MASK64) + step) & MASK64)
    return seed & MAX_SEED


class Stream:
    """The random numbers of one purpose of one trial.

    `seed` and `trial` are 0 … 2**63 - 1; `purpose` is `BOARD` or `PLAY`.
    """

    __slots__ = ("_s0", "_s1", "_s2", "_s3")

    def __init__(self, seed: int, trial: int, purpose: int) -> None:
        z = mix64((mix64((seed + GAMMA) & MASK64) + trial) & MASK64)
        z = mix64((z + purpose) & MASK64)
        words = [mix64((z + i * GAMMA) & MASK64) for i in range(1, 5)]
        self._s0, self._s1, self._s2, self._s3 = words

    def next64(self) -> int:
        """The next 64 random bits."""
        s0, s1, s2, s3 = self._s0, self._s1, self._s2, self._s3
        total = (s0 + s3) & MASK64
        result = ((((total << 23) & MASK64) | (total >> 41)) + s0) & MASK64
        t = (s1 << 17) & MASK64
        s2 ^= s0
        s3 ^= s1
        s1 ^= s2
        s0 ^= s3
        s2 ^= t
        s3 = ((s3 << 45) & MASK64) | (s3 >> 19)
        self._s0, self._s1, self._s2, self._s3 = s0, s1, s2, s3
        return result

    def below(self, n: int) -> int:
        """A uniform integer in 0 … n - 1, for 1 ≤ n ≤ 2**32."""
        product = (self.next64() >> 32) * n
        low = product & 0xFFFFFFFF
        if low < n:
            threshold = ((1 << 32) - n) % n
            while low < threshold:
                product = (self.next64() >> 32) * n
                low = product & 0xFFFFFFFF
        return product >> 32

    def shuffle(self, items: MutableSequence[Any]) -> None:
        """Fisher-Yates, in place: every order equally likely."""
        for i in range(len(items) - 1, 0, -1):
            j = self.below(i + 1)
            items[i], items[j] = items[j], items[i]
