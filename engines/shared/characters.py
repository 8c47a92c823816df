"""Characters that show nothing, or steer whatever shows them.

A terminal obeys escape sequences, a page turns its writing at a bidi override, a line of a log ends
at a line separator. So such characters stand in no text for people, and where a text from outside
is told, in an error for instance, they are spelled out.
"""

from __future__ import annotations

import unicodedata

JOINERS = frozenset("\u200c\u200d")
"""Format characters that some scripts, and pictures made of several, are spelled with."""

BREAKS = frozenset("\n\r\t")

_HIDDEN = frozenset(("Cc", "Cf", "Cs", "Co", "Zl", "Zp"))
_IGNORED = ((0x2065, 0x2065), (0xFFF0, 0xFFF8), (0xE0000, 0xE0FFF))
"""Ranges that are to be ignored in display, those of their characters too that are not named yet
(Default_Ignorable_Code_Point in the Unicode Character Database)."""


def is_hidden(character: str) -> bool:
    """Whether it is a control, format, private or separating character, or none at all.

    `JOINERS` and line breaks are among them. Characters that only a later Unicode names are not:
    they may be letters and pictures.
    """
    kind = unicodedata.category(character)
    if kind != "Cn":
        return kind in _HIDDEN
    code = ord(character)
    noncharacter = code & 0xFFFE == 0xFFFE or 0xFDD0 <= code <= 0xFDEF
    return noncharacter or any(low <= code <= high for low, high in _IGNORED)


def visible(text: str, *, lines: bool = False) -> str:
    """The text with each hidden character spelled out, such as ``\\u001b`` for the escape.

    `JOINERS` stay, and line breaks and tabs where it may have several `lines`.
    """
    if text.isprintable():
        return text
    kept = JOINERS | BREAKS if lines else JOINERS
    return "".join(_spelled(c) if c not in kept and is_hidden(c) else c for c in text)


def _spelled(character: str) -> str:
    code = ord(character)
    return f"\\u{code:04x}" if code < 0x10000 else f"\\U{code:08x}"
