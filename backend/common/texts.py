"""What people write is to be seen: no text that shows nothing, or turns the writing around it."""

from __future__ import annotations

import unicodedata

from engines.shared.characters import BREAKS, JOINERS, is_hidden

# Letters and signs that show nothing, though their category does not say so.
BLANK = frozenset("\u115f\u1160\u17b4\u17b5\u2800\u3164\uffa0")


def shows(text: str) -> bool:
    """Whether there is anything in it to be seen."""
    return any(
        c not in BLANK and not c.isspace() and unicodedata.category(c)[0] not in "CM" for c in text
    )


def unfit(text: str, *, lines: bool = False) -> str:
    """What is wrong with a text for people to read; empty where nothing is.

    This is the one rule for every text that comes from outside. It has no control characters, nor
    hidden ones other than `JOINERS`; line breaks and tabs only where it may have several `lines`.
    """
    if text.isprintable():
        return ""
    for c in text:
        if c in JOINERS or (lines and c in BREAKS) or not is_hidden(c):
            continue
        what = "a line break" if c in "\n\r" else f"the invisible character U+{ord(c):04X}"
        return f"Leave out {what}: only what can be seen may stand here."
    return ""
