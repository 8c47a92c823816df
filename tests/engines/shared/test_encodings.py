"""A file is UTF-8, perhaps with a mark; what it is instead is said."""

from __future__ import annotations

import gzip
import re

import pytest

from engines.shared.encodings import decode_text

TEXT = '{"width": 3}\n{"seeds": 9}\n'


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig"])
def test_a_mark_of_the_byte_order_is_no_part_of_the_text(encoding):
    assert decode_text(f"{TEXT}ä".encode(encoding)) == f"{TEXT}ä"


@pytest.mark.parametrize(
    ("data", "said"),
    [
        (TEXT.encode("utf-16"), "is UTF-16"),
        (TEXT.encode("utf-16-be"), "looks like UTF-16"),
        (TEXT.encode("utf-16-le"), "looks like UTF-16"),
        (TEXT.encode("utf-32"), "is UTF-32"),
        (gzip.compress(TEXT.encode(), mtime=0), "is compressed (gzip)"),
        (b"PK\x03\x04\x14\x00", "spreadsheet's own format"),
        ("ä".encode("latin-1"), "is not UTF-8: byte 0 cannot be read"),
        (f"{TEXT}ä".encode("latin-1"), "byte 26, on line 3, cannot be read"),
        (b"\xef\xbb\xbf\n\xff", "byte 4, on line 2, cannot be read"),
    ],
)
def test_what_it_is_instead_is_said(data, said):
    with pytest.raises(ValueError, match=re.escape(said)):
        decode_text(data)


@pytest.mark.parametrize("data", [b"", b"\x00", b"a\x00", "愛子".encode(), b"a\n"])
def test_short_and_foreign_texts_are_texts(data):
    assert decode_text(data) == data.decode()
