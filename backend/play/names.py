"""Players' names, cleaned. Pure."""

from __future__ import annotations

import re
import unicodedata
from itertools import groupby

from backend.common.texts import BLANK

MAX_MARKS = 2
"""So many accents on one letter, and no towers of them."""

# A joiner that makes one picture of several stays: it stands between two pictures, the first
# perhaps with a sign (a skin's colour, "as a picture") after it.
JOINER = "\u200d"
MAX_PICTURES = 4
SKINS = frozenset(map(chr, range(0x1F3FB, 0x1F400)))
FLAG_LETTERS = frozenset(map(chr, range(0x1F1E6, 0x1F200)))
PICTURE = "\u00a9\u00ae\u203c-\u3299\U0001f000-\U0001f3fa\U0001f400-\U0001faff"
JOINED = re.compile(f"(?<=[{PICTURE}\ufe0f\U0001f3fb-\U0001f3ff]){JOINER}(?=[{PICTURE}])")


def clean_name(text: str) -> str:
    """The name as it is shown: composed (NFC), spaces single, nothing invisible.

    Control and format characters go, those that turn the direction of writing among them, but
    for the joiners inside a picture made of several;
    so do private and unassigned ones, and accents piled up.
    """
    composed = unicodedata.normalize("NFC", text)
    spaced = "".join(" " if c.isspace() else c for c in composed)
    joiners = {found.start() for found in JOINED.finditer(spaced)}
    shown = [c for at, c in enumerate(spaced) if at in joiners or _shows(c)]
    kept: list[str] = []
    for is_mark, group in groupby(shown, lambda c: unicodedata.category(c) in ("Mn", "Me")):
        kept += list(group)[: MAX_MARKS if is_mark else None]
    name = " ".join("".join(kept).split())
    while name and unicodedata.category(name[0])[0] == "M":  # no letter to stand on
        name = name[1:].lstrip()
    return unicodedata.normalize("NFC", name)


def count_characters(name: str) -> int:
    """How many characters people see in a cleaned name.

    Accents and signs belong to what they stand on, two letters of a flag are one, and so is a
    picture made of several, of as many as there are in any that is drawn as one.
    """
    count, pictures, flag, joined = 0, 0, False, False
    for c in name:
        if joined and pictures < MAX_PICTURES:
            pictures += 1
        elif flag and c in FLAG_LETTERS:
            flag, joined = False, False
            continue
        elif c == JOINER or c in SKINS or unicodedata.category(c)[0] == "M":
            joined = c == JOINER
            continue
        else:
            count, pictures = count + 1, 1
        flag, joined = c in FLAG_LETTERS, False
    return count


def _shows(character: str) -> bool:
    return character not in BLANK and unicodedata.category(character)[0] != "C"
