"""Hidden characters are known as such, and spelled out where a text is told."""

from __future__ import annotations

import pytest

from engines.shared.characters import is_hidden, visible

HIDDEN = [
    *map(chr, range(0x20)), "\x7f", *map(chr, range(0x80, 0xA0)),  # C0 and C1
    *map(chr, range(0x202A, 0x202F)), *map(chr, range(0x2066, 0x206A)),  # bidi
    "\u200b", "\u200e", "\u2028", "\u2029", "\ufeff", "\u00ad", "\ud800", "\udfff", "\ue000",
    "\ufdd0", "\uffff", "\U0001fffe", "\U0010ffff", "\U000e0001", "\U000e0fff",
]  # fmt: skip


@pytest.mark.parametrize("character", HIDDEN, ids=ascii)
def test_it_is_hidden_and_spelled_out(character):
    assert is_hidden(character)
    told = visible(f"a{character}b")
    assert told.isprintable()
    assert f"{ord(character):04x}" in told


@pytest.mark.parametrize(
    "text", ["愛子", "Zoe\u0308", "👩\u200d🚀", "\u00a0", "“é”", "\U0001fae8", "a b"]
)
def test_what_can_be_seen_stays(text):
    assert visible(text) == text


def test_lines_stay_where_there_may_be_several():
    assert visible("a\tb\r\nc\x1b", lines=True) == "a\tb\r\nc\\u001b"
    assert visible("a\nb") == "a\\u000ab"
