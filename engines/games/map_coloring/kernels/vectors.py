"""Three operations on many cells at once, written as LLVM vectors.

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

ROWS, COLUMNS = 4, 8
"""The size of a tile: its 32 sums stay in registers."""

TAG_BITS = 9
"""A squared distance is below 2**53: that leaves room for the number of a seed (0 … 399)."""

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
            short = ir.VectorType(ir.IntType(16), columns)
            most = ir.Constant(vector, [(1 << 63) - 1] * columns)
            least = [cgutils.alloca_once_value(builder, most) for _ in range(ROWS)]
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
                    so_far = builder.load(least[row])
                    less = builder.icmp_signed("<", total, so_far)
                    builder.store(builder.select(less, total, so_far), least[row])
            for row in range(ROWS):
                index = builder.trunc(builder.load(least[row]), short)
                index = builder.and_(index, ir.Constant(short, [(1 << TAG_BITS) - 1] * columns))
                place = builder.add(at_, builder.mul(stride_, word(row)))
                address = _element(context, builder, cells, cells_, place)
                builder.store(index, builder.bitcast(address, short.as_pointer()), align=2)
            return context.get_dummy_value()

        return signature, generate

    return typed


def _square_offsets(
    _typing: Any, point: Any, first: Any, unit: Any, tag: Any, out: Any, row: Any
) -> Any:
    def generate(context: Any, builder: Any, _signature: Any, args: Any) -> Any:
        point_, first_, unit_, tag_, out_, row_ = args
        word, half = ir.IntType(64), ir.IntType(32)
        vector = ir.VectorType(word, COLUMNS)
        lanes = ir.Constant(vector, list(range(COLUMNS)))
        places = builder.add(_splat(builder, first_, vector), lanes)
        places = builder.mul(places, _splat(builder, unit_, vector))
        offset = builder.sub(_splat(builder, point_, vector), places)
        # Offsets fit 32 bits: said like this, it becomes a multiplication of halves.
        offset = builder.trunc(offset, ir.VectorType(half, COLUMNS))
        offset = builder.sext(offset, vector)
        square = builder.shl(builder.mul(offset, offset), _splat(builder, word(TAG_BITS), vector))
        square = builder.or_(square, _splat(builder, tag_, vector))
        address = _element(context, builder, out, out_, row_, first_)
        builder.store(square, builder.bitcast(address, vector.as_pointer()), align=8)
        return context.get_dummy_value()

    return types.void(point, first, unit, tag, out, row), generate


def _unequal(_typing: Any, cells: Any, a: Any, b: Any) -> Any:
    def generate(context: Any, builder: Any, _signature: Any, args: Any) -> Any:
        vector = ir.VectorType(ir.IntType(16), LANES)
        left, right = (
            _load(builder, _element(context, builder, cells, args[0], place), vector)
            for place in args[1:]
        )
        return builder.bitcast(builder.icmp_unsigned("!=", left, right), ir.IntType(LANES))

    return types.uint64(cells, a, b), generate


square_offsets: Callable[..., None] = intrinsic(_square_offsets)
"""square_offsets(point, first, unit, tag, out, row)

For COLUMNS places from `first`: the square of point - place * unit, shifted left by TAG_BITS,
with `tag` in the low bits, into out[row, place].
"""

nearest_tile: Callable[..., None] = intrinsic(_nearest_tile(COLUMNS))
"""nearest_tile(keys, heights, y, x, cells, at, stride)

For ROWS rows from y and COLUMNS columns from x: the tag of the least
keys[seed, column] + heights[seed, row] over all seeds, into cells[at + row * stride + column].
"""

nearest_half_tile: Callable[..., None] = intrinsic(_nearest_tile(COLUMNS // 2))
"""The same for half as many columns."""

unequal: Callable[..., Any] = intrinsic(_unequal)
"""unequal(cells, a, b): bit i (of LANES) says whether cells[a + i] != cells[b + i]."""
