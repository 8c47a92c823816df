"""Four operations on many cells at once, written as LLVM vectors.

LLVM turns them into what the machine has (AVX-512, AVX2, NEON, …); its own vectoriser does
not find them behind Numba's loops.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from llvmlite import ir  # type: ignore[import-untyped]
from numba import types
from numba.core import cgutils
from numba.extending import intrinsic

from engines.games.map_coloring.types import UNIT

ROWS, COLUMNS = 4, 8
"""The size of a tile: its 32 sums stay in registers."""

TAG_BITS = 9
"""A squared distance is below 2**53: that leaves room for the number of a seed (0 … 399)."""

STEP, WIDEST = 4, 64
"""How many squares are made at once, and how many there are at most."""

NEAREST = 1 << 52
"""The least a key can be: so its bits are also those of a normal double, and normal doubles above
zero are in the order of their bits. Many machines find the less of two doubles in one step, but
not that of two integers of 64 bits."""

FLAG = 0xFF
"""What `take_flags` takes for a yes."""

LANES = 64
"""How many cells are compared at once: one bit each."""


def _element(context: Any, builder: Any, kind: Any, array: Any, *indices: Any) -> Any:
    """The address of an element of a C-contiguous array."""
    view = context.make_array(kind)(context, builder, array)
    return cgutils.get_item_pointer(context, builder, kind, view, list(indices))


def _load(builder: Any, address: Any, kind: Any) -> Any:
    pointer = builder.bitcast(address, kind.as_pointer())
    return builder.load(pointer, align=kind.element.width // 8)


def _splat(builder: Any, value: Any, kind: Any) -> Any:
    """A vector with the same value in every lane."""
    first = builder.insert_element(ir.Constant(kind, ir.Undefined), value, ir.IntType(32)(0))
    zeros = ir.Constant(ir.VectorType(ir.IntType(32), kind.count), [0] * kind.count)
    return builder.shuffle_vector(first, first, zeros)


def _nearest_tile(columns: int) -> Callable[..., Any]:
    """The intrinsic for tiles of that many columns."""

    def typed(
        _typing: Any, keys: Any, heights: Any, y: Any, x: Any, cells: Any, at: Any, stride: Any
    ) -> Any:
        signature = types.void(keys, heights, y, x, cells, at, stride)

        def generate(context: Any, builder: Any, _signature: Any, args: Any) -> Any:
            keys_, heights_, y_, x_, cells_, at_, stride_ = args
            word = ir.IntType(64)
            vector = ir.VectorType(word, columns)
            doubles = ir.VectorType(ir.DoubleType(), columns)
            short = ir.VectorType(ir.IntType(16), columns)
            farthest = ir.Constant(doubles, [float("inf")] * columns)
            least = [cgutils.alloca_once_value(builder, farthest) for _ in range(ROWS)]
            seeds = builder.extract_value(
                context.make_array(keys)(context, builder, keys_).shape, 0
            )
            with cgutils.for_range(builder, seeds) as loop:
                key = _load(
                    builder, _element(context, builder, keys, keys_, loop.index, x_), vector
                )
                for row in range(ROWS):
                    place = builder.add(y_, word(row))
                    address = _element(context, builder, heights, heights_, loop.index, place)
                    total = builder.add(key, _splat(builder, builder.load(address), vector))
                    total, so_far = builder.bitcast(total, doubles), builder.load(least[row])
                    less = builder.fcmp_ordered("<", total, so_far)
                    builder.store(builder.select(less, total, so_far), least[row])
            for row in range(ROWS):
                index = builder.bitcast(builder.load(least[row]), vector)
                index = builder.trunc(index, short)
                index = builder.and_(index, ir.Constant(short, [(1 << TAG_BITS) - 1] * columns))
                place = builder.add(at_, builder.mul(stride_, word(row)))
                address = _element(context, builder, cells, cells_, place)
                builder.store(index, builder.bitcast(address, short.as_pointer()), align=2)
            return context.get_dummy_value()

        return signature, generate

    return typed


def _squares(_typing: Any, point: Any, tag: Any, out: Any, row: Any, places: Any) -> Any:
    def generate(context: Any, builder: Any, _signature: Any, args: Any) -> Any:
        point_, tag_, out_, row_, places_ = args
        word, half = ir.IntType(64), ir.IntType(32)
        vector, halves = ir.VectorType(word, STEP), ir.VectorType(half, STEP)

        def constant(value: int) -> Any:
            return ir.Constant(vector, [value] * STEP)

        # Offsets fit 32 bits: said like this, it becomes a multiplication of halves.
        first = ir.Constant(halves, [place * UNIT for place in range(STEP)])
        offset = builder.sub(_splat(builder, builder.trunc(point_, half), halves), first)
        offset = builder.sext(offset, vector)
        square = builder.shl(builder.mul(offset, offset), constant(TAG_BITS))
        square = builder.add(square, _splat(builder, tag_, vector))
        # (a - s)**2 - a**2 = s**2 - 2as, which grows by 2s**2 from step to step.
        stride = STEP * UNIT
        growth = builder.mul(offset, constant(2 * stride << TAG_BITS))
        growth = builder.sub(constant(stride * stride << TAG_BITS), growth)
        more = constant(2 * stride * stride << TAG_BITS)
        end = builder.append_basic_block("end")
        for place in range(0, WIDEST, STEP):  # a jump out is cheaper than a loop of a few rounds
            address = _element(context, builder, out, out_, row_, word(place))
            builder.store(square, builder.bitcast(address, vector.as_pointer()), align=8)
            following = builder.append_basic_block("following")
            done = builder.icmp_signed("<=", places_, word(place + STEP))
            builder.cbranch(done, end, following)
            builder.position_at_end(following)
            square, growth = builder.add(square, growth), builder.add(growth, more)
        builder.branch(end)
        builder.position_at_end(end)
        return context.get_dummy_value()

    return types.void(point, tag, out, row, places), generate


def _take_flags(_typing: Any, flags: Any, first: Any) -> Any:
    def generate(context: Any, builder: Any, _signature: Any, args: Any) -> Any:
        vector = ir.VectorType(ir.IntType(8), LANES)
        address = _element(context, builder, flags, args[0], args[1])
        pointer = builder.bitcast(address, vector.as_pointer())
        values = builder.load(pointer, align=1)
        zero = ir.Constant(vector, [0] * LANES)
        builder.store(zero, pointer, align=1)
        return builder.bitcast(builder.icmp_signed("<", values, zero), ir.IntType(LANES))

    return types.uint64(flags, first), generate


def _unequal(_typing: Any, cells: Any, a: Any, b: Any) -> Any:
    def generate(context: Any, builder: Any, _signature: Any, args: Any) -> Any:
        vector = ir.VectorType(ir.IntType(16), LANES)
        left, right = (
            _load(builder, _element(context, builder, cells, args[0], place), vector)
            for place in args[1:]
        )
        return builder.bitcast(builder.icmp_unsigned("!=", left, right), ir.IntType(LANES))

    return types.uint64(cells, a, b), generate


squares: Callable[..., None] = intrinsic(_squares)
"""squares(point, tag, out, row, places)

For each of so many places (a multiple of STEP, at most WIDEST): the square of
point - place * UNIT, shifted left by TAG_BITS, plus `tag`, into out[row, place].
"""

take_flags: Callable[..., Any] = intrinsic(_take_flags)
"""take_flags(flags, first): bit i (of LANES) says whether flags[first + i] is FLAG; all those
become 0."""

nearest_tile: Callable[..., None] = intrinsic(_nearest_tile(COLUMNS))
"""nearest_tile(keys, heights, y, x, cells, at, stride)

For ROWS rows from y and COLUMNS columns from x: the tag of the least
keys[seed, column] + heights[seed, row] over all seeds, into cells[at + row * stride + column].
"""

nearest_half_tile: Callable[..., None] = intrinsic(_nearest_tile(COLUMNS // 2))
"""The same for half as many columns."""

unequal: Callable[..., Any] = intrinsic(_unequal)
"""unequal(cells, a, b): bit i (of LANES) says whether cells[a + i] != cells[b + i]."""
