"""Text in files from outside: UTF-8, with or without a mark of its byte order."""

from __future__ import annotations

BOM = b"\xef\xbb\xbf"
"""Some editors and spreadsheets begin UTF-8 with it; it is no part of the text."""

START = 64
"""So many bytes show what a file is."""

_SAVE = "save it as UTF-8"
_OTHERS = {
    b"\xff\xfe\x00\x00": f"is UTF-32, not UTF-8: {_SAVE}.",
    b"\x00\x00\xfe\xff": f"is UTF-32, not UTF-8: {_SAVE}.",
    b"\xff\xfe": f"is UTF-16, not UTF-8: {_SAVE}.",
    b"\xfe\xff": f"is UTF-16, not UTF-8: {_SAVE}.",
    b"\x1f\x8b": "is compressed (gzip): send it as it is.",
    b"PK\x03\x04": "is an archive or a spreadsheet's own format: save its text as UTF-8.",
}


def encoding_fault(start: bytes) -> str:
    """What the first bytes (`START` of them are enough) show a file to be instead of UTF-8.

    The end of a sentence, such as ``is UTF-16, not UTF-8: save it as UTF-8.``; else empty.
    """
    for sign, words in _OTHERS.items():
        if start.startswith(sign):
            return words
    pairs = len(start[:START]) // 2
    even, odd = start[0 : 2 * pairs : 2].count(0), start[1 : 2 * pairs : 2].count(0)
    if pairs > 1 and max(even, odd) > pairs / 2:  # mostly Latin letters, two bytes each
        return f"looks like UTF-16, not UTF-8: {_SAVE}."
    return ""


def decode_text(data: bytes) -> str:
    """The text of a file. Raises ValueError with the end of a sentence that says what it is."""
    if fault := encoding_fault(data[:START]):
        raise ValueError(fault)
    told = data.removeprefix(BOM)
    try:
        return told.decode("utf-8")
    except UnicodeDecodeError as error:
        place = f"byte {error.start + len(data) - len(told)}"
        if line := told.count(b"\n", 0, error.start):
            place += f", on line {line + 1},"
        raise ValueError(f"is not UTF-8: {place} cannot be read.") from None
