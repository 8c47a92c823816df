"""What the API reads as JSON, and what it will not."""

from __future__ import annotations

import pytest

from backend.common.parsers import MAX_DEPTH, MAX_INT, MIN_INT, read_json
from backend.common.problems import BadRequest

READABLE = [
    (b"\xef\xbb\xbf{}", {}),
    (b"{}", {}),
    (b" [1, 2.5, -3e2, true, null] ", [1, 2.5, -300.0, True, None]),
    (b'"\\ud83d\\ude00"', "\U0001f600"),
    ('"åß"'.encode(), "åß"),
    (str(MAX_INT).encode(), MAX_INT),
    (str(MIN_INT).encode(), MIN_INT),
    (b"[" * MAX_DEPTH + b"]" * MAX_DEPTH, None),
]

UNREADABLE = [
    (b"", None),
    (b"{", None),
    (b"{'a': 1}", None),
    (b'{"a": 1,}', None),
    (b"NaN", None),
    (b"[Infinity]", None),
    (b"-Infinity", None),
    (b'{"a": 1, "a": 1}', None),
    (b'{"x": {"b\\ud800": 1, "b\\ud800": 2}}', None),
    (b"\xff\xfe{}", None),
    (b'"\xed\xa0\x80"', None),
    (b"\xef\xbb\xbf", None),
    (b"\xef\xbb\xbf\xef\xbb\xbf{}", None),
    ('{"a": 1}'.encode("utf-16-le"), None),
    (b"[" * 100_000, None),
    (b'{"a":' * 100_000, None),
    (b"[" * (MAX_DEPTH + 2) + b"]" * (MAX_DEPTH + 2), ["/0" * (MAX_DEPTH + 1)]),
    (b"9" * 5000, [""]),
    (b'{"n": -' + b"9" * 10_000 + b"}", ["/n"]),
    (str(MAX_INT + 1).encode(), [""]),
    (b'{"n": [0, 99999999999999999999]}', ["/n/1"]),
    (b'{"x": 1e999}', ["/x"]),
    (b'{"a/b~c": "\\u0000"}', ["/a~1b~0c"]),
    (b'{"\\u0000": 1}', [""]),
    (b'{"a": ["\\udc00", {"b": "\\u0000"}]}', ["/a/0", "/a/1/b"]),
    (b'{"\\ud800": 1}', [""]),
]


@pytest.mark.parametrize(("body", "value"), READABLE)
def test_it_reads_json(body: bytes, value: object) -> None:
    read = read_json(body)
    assert value is None or read == value


@pytest.mark.parametrize(("body", "where"), UNREADABLE)
def test_it_refuses_what_is_not_json_or_cannot_be_stored(
    body: bytes, where: list[str] | None
) -> None:
    with pytest.raises(BadRequest) as caught:
        read_json(body)
    assert str(caught.value.detail)
    assert sorted(f.pointer for f in caught.value.faults) == (where or [])


def test_a_number_of_many_digits_is_refused_in_our_own_words() -> None:
    with pytest.raises(BadRequest) as caught:
        read_json(b'{"number": ' + b"9" * 10_000 + b"}")
    told = f"{caught.value.detail} {caught.value.faults}"
    assert "far too large to be read: at most 9,223,372,036,854,775,807." in told
    assert "sys." not in told
