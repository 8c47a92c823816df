"""Players' names, cleaned. Pure."""

from __future__ import annotations

import unicodedata
from itertools import groupby

from backend.common.texts import BLANK

MAX_MARKS = 2
"""So many accents on one letter, and no towers of them."""


def clean_name(text: str) -> str:
    """The name as it is shown: composed (NFC), spaces single, nothing invisible.

    Control and format characters go, those that turn the direction of writing among them;
    so do private and unassigned ones, and accents piled up.
    """
    composed = unicodedata.normalize("NFC", text)
    spaced = "".join(" " if c.isspace() else c for c in composed)
    shown = [c for c in spaced if c not in BLANK and unicodedata.category(c)[0] != "C"]
    kept: list[str] = []
    for is_mark, group in groupby(shown, lambda c: unicodedata.category(c) in ("Mn", "Me")):
        kept += list(group)[: MAX_MARKS if is_mark else None]
    name = " ".join("".join(kept).split())
    while name and unicodedata.category(name[0])[0] == "M":  # no letter to stand on
        name = name[1:].lstrip()
    return unicodedata.normalize("NFC", name)
