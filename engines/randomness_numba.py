"""`engines.randomness` told in Numba: the same words, bounded integers and shuffles.

A stream's state is a tuple of four uint64, taken and given back, so that the compiler keeps
it in registers::

    state = open_stream(seed, trial, BOARD)
    x, state = below(state, n)
    state = shuffle(items, count, state)
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numba import int64, uint64

from engines.compiled import inline

GAMMA = np.uint64(0x9E3779B97F4A7C15)
MIX_A = np.uint64(0xBF58476D1CE4E5B9)
MIX_B = np.uint64(0x94D049BB133111EB)
LOW_HALF = np.uint64(0xFFFFFFFF)
TWO_32 = np.uint64(1 << 32)


@inline
def mix64(z: Any) -> Any:
    """SplitMix64's output function."""
    z = (z ^ (z >> uint64(30))) * MIX_A
    z = (z ^ (z >> uint64(27))) * MIX_B
    return z ^ (z >> uint64(31))


@inline
def open_stream(seed: Any, trial: Any, purpose: Any) -> Any:
    """The state at the start of one purpose of one trial (integers ≥ 0)."""
    z = mix64(mix64(uint64(seed) + GAMMA) + uint64(trial))
    z = mix64(z + uint64(purpose))
    return (
        mix64(z + GAMMA),
        mix64(z + GAMMA * uint64(2)),
        mix64(z + GAMMA * uint64(3)),
        mix64(z + GAMMA * uint64(4)),
    )


@inline
def next64(state: Any) -> Any:
    """(64 random bits, next state)."""
    s0, s1, s2, s3 = state
    total = s0 + s3
    result = ((total << uint64(23)) | (total >> uint64(41))) + s0
    t = s1 << uint64(17)
    s2 ^= s0
    s3 ^= s1
    s1 ^= s2
    s0 ^= s3
    s2 ^= t
    s3 = (s3 << uint64(45)) | (s3 >> uint64(19))
    return result, (s0, s1, s2, s3)


@inline
def below(state: Any, n: Any) -> Any:
    """(uniform int64 in 0 … n - 1, next state), for 1 ≤ n ≤ 2**32."""
    bound = uint64(n)
    word, state = next64(state)
    product = (word >> uint64(32)) * bound
    if product & LOW_HALF < bound:
        threshold = (TWO_32 - bound) % bound
        while product & LOW_HALF < threshold:
            word, state = next64(state)
            product = (word >> uint64(32)) * bound
    return int64(product >> uint64(32)), state


@inline
def shuffle(items: Any, count: Any, state: Any) -> Any:
    """Put items[:count] into a uniformly random order; the next state."""
    for i in range(count - 1, 0, -1):
        j, state = below(state, i + 1)
        items[i], items[j] = items[j], items[i]
    return state
