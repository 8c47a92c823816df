"""The n-th element of a set of 64."""

from __future__ import annotations

from typing import Any

import numpy as np
from llvmlite import binding, ir
from numba import types, uint64
from numba.extending import intrinsic
from numpy.typing import NDArray

from engines.compiled import inline, lowest_bit, popcount

PAIRS = np.uint64(0x5555555555555555)
FOURS = np.uint64(0x3333333333333333)
EIGHTS = np.uint64(0x0F0F0F0F0F0F0F0F)
LOW = np.uint64(0x0101010101010101)
HIGH = np.uint64(0x8080808080808080)
SLOW_DEPOSIT = ("znver1", "znver2")  # these deposit bit by bit


def can_deposit() -> bool:
    """Whether this processor deposits bits in one step (x86 with BMI2)."""
    features: Any = binding.get_host_cpu_features()
    return bool(features.get("bmi2")) and binding.get_host_cpu_name() not in SLOW_DEPOSIT


def _places() -> NDArray[np.uint8]:
    """[8 * byte + n] -> the place of the n-th bit set in a byte."""
    table = np.zeros(256 * 8, np.uint8)
    for byte in range(256):
        places = [place for place in range(8) if byte >> place & 1]
        table[8 * byte : 8 * byte + len(places)] = places
    return table


PLACES = _places()


def _deposit(_typing: Any, _source: Any, _mask: Any) -> Any:
    def generate(_context: Any, builder: Any, _signature: Any, args: Any) -> Any:
        name, word = "llvm.x86.bmi.pdep.64", ir.IntType(64)
        function = builder.module.globals.get(name)
        if function is None:
            function = ir.Function(builder.module, ir.FunctionType(word, [word, word]), name)
        return builder.call(function, args)

    return types.uint64(types.uint64, types.uint64), generate


deposit: Any = intrinsic(_deposit)


@inline
def nth_by_deposit(word: Any, n: Any) -> Any:
    return lowest_bit(deposit(uint64(1) << uint64(n), word))


@inline
def nth_by_counting(word: Any, n: Any) -> Any:
    """Counts up to every byte at once, then looks into the byte that has it.

    S. Vigna, "Broadword implementation of rank/select queries" (WEA 2008).
    """
    sums = word - ((word >> uint64(1)) & PAIRS)
    sums = (sums & FOURS) + ((sums >> uint64(2)) & FOURS)
    sums = ((sums + (sums >> uint64(4))) & EIGHTS) * LOW
    before = uint64(popcount((uint64(n) * LOW | HIGH) - sums & HIGH)) << uint64(3)
    n = uint64(n) - ((sums << uint64(8)) >> before & uint64(255))
    byte = word >> before & uint64(255)
    return np.int64(before + uint64(PLACES[byte << uint64(3) | n]))


nth_bit = nth_by_deposit if can_deposit() else nth_by_counting
"""The place (int64) of the n-th (from 0) set bit of a uint64, which has more than n."""
