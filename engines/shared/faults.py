"""Saying what is wrong with an input: how a value, a place and a list of faults are shown."""

from __future__ import annotations

from engines.errors import Fault, Unreadable


def shown(value: object) -> str:
    """A value as JSON shows it, shortened."""
    words = {True: "true", False: "false", None: "null"}
    text = words[value] if value is None or isinstance(value, bool) else ascii(value)
    return text if len(text) <= 40 else text[:37] + "..."


def pointer(name: object) -> str:
    """One step of a JSON pointer (RFC 6901)."""
    return "/" + str(name).replace("~", "~0").replace("/", "~1")


def unreadable(message: str, faults: list[Fault]) -> Unreadable:
    """The error that carries all faults and tells the first five."""
    told = " ".join(f"{f.pointer}: {f.message}" for f in faults[:5])
    more = f" And {len(faults) - 5} more." if len(faults) > 5 else ""
    return Unreadable(f"{message} {told}{more}", faults)
