"""A table written out, a few rows at a time."""

from __future__ import annotations

import csv
import io
import json
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from itertools import islice
from tempfile import SpooledTemporaryFile
from typing import Any

from backend.common.loading import loading
from backend.lab.exports.table import Table

ROWS = 2_000
"""So many rows are held at once."""

IN_MEMORY = 8 << 20
"""A Parquet file larger than this many bytes waits on the disk to be read."""


@dataclass(frozen=True, slots=True)
class Format:
    media_type: str
    write: Callable[[Table], Iterator[bytes]]


def written(table: Table, wanted: str) -> Iterator[bytes]:
    """The table in one of `FORMATS`, piece by piece."""
    return FORMATS[wanted].write(table)


def _csv(table: Table) -> Iterator[bytes]:
    """With a header (RFC 4180); empty where there is no value, true and false in small letters."""
    names = [column.name for column in table.columns]
    yield _lines([names])
    rows = ([_plain(row.get(name)) for name in names] for row in table.rows)
    while block := list(islice(rows, ROWS)):
        yield _lines(block)


def _lines(rows: list[list[Any]]) -> bytes:
    out = io.StringIO()
    csv.writer(out).writerows(rows)
    return out.getvalue().encode()


def _plain(value: Any) -> Any:
    """Text that a spreadsheet takes for text, not for a formula."""
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, str) and value[:1] in ("=", "+", "-", "@", "\t", "\r"):
        return f"'{value}"
    return value


def _json(table: Table) -> Iterator[bytes]:
    """A list of objects, each with every column; null where there is no value."""
    names = [column.name for column in table.columns]
    before = "["
    rows = ({name: row.get(name) for name in names} for row in table.rows)
    while block := list(islice(rows, ROWS)):
        yield (before + ",\n".join(json.dumps(row, ensure_ascii=False) for row in block)).encode()
        before = ",\n"
    yield b"]\n" if before != "[" else b"[]\n"


def _parquet(table: Table) -> Iterator[bytes]:
    """Zstandard-compressed, a row group for every `ROWS` rows."""
    with loading():
        import pyarrow as pa
        import pyarrow.parquet as pq

    kinds = {"text": pa.string(), "whole": pa.int64(), "number": pa.float64(), "truth": pa.bool_()}
    schema = pa.schema([(column.name, kinds[column.kind]) for column in table.columns])
    rows = iter(table.rows)
    with SpooledTemporaryFile(max_size=IN_MEMORY) as file:
        with pq.ParquetWriter(file, schema, compression="zstd") as writer:
            while block := list(islice(rows, ROWS)):
                writer.write_table(pa.Table.from_pylist([dict(row) for row in block], schema))
        file.seek(0)
        while piece := file.read(1 << 16):
            yield piece


FORMATS = {
    "csv": Format("text/csv; charset=utf-8", _csv),
    "json": Format("application/json", _json),
    "parquet": Format("application/vnd.apache.parquet", _parquet),
}
