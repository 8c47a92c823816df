"""A difference with its interval: what every sentence about one says alike."""

from __future__ import annotations

from backend.lab.admin.words.numbers import clear_decimals, decimals, outward, signed


def would_fit(low: float, high: float, less: str, more: str, fewer: int = 0) -> str:
    """``anything from 1.2 points less often to 0.4 points more often would fit``.

    Of an interval that holds 0; `less` and `more` stand behind the numbers: `` points less often``.
    With so many digits `fewer` than it deserves, where it is for reading only.
    """
    down, up = outward(low, high, max(0, decimals(low, high) - fewer))
    return f"anything from {down.lstrip('-')}{less} to {up}{more} would fit"


def sized(value: float, low: float, high: float, fewer: int = 0) -> tuple[str, str]:
    """(``25.7``, ``25.1 to 26.3``) of a difference whose interval is clear of 0.

    Without signs: the sentence tells the direction, and `low` > 0 tells the sentence.
    """
    digits = clear_decimals(low, high, fewer)
    near, far = outward(low, high, digits) if low > 0 else outward(-high, -low, digits)
    return f"{abs(value):,.{digits}f}", f"{near} to {far}"


def in_a_table(value: float, low: float, high: float) -> dict[str, str]:
    """Value and interval, each number with its sign."""
    digits = decimals(low, high) if low <= 0 <= high else clear_decimals(low, high)
    one, other = outward(low, high, digits)
    return {
        "value": signed(f"{value:,.{digits}f}"),
        "interval": f"{signed(one)} to {signed(other)}",
    }
