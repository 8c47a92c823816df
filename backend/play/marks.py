"""A play as a row of small marks that tell how it went and nothing of the board. Pure."""

from __future__ import annotations

from collections.abc import Iterable

from backend.play.history import BOT, HINT, MOVE, UNDO

STOOD, TAKEN_BACK, MISSED, HINTED, STUCK = "🟩", "🟨", "⬜", "🟦", "🟥"
WORST_FIRST = (STUCK, TAKEN_BACK, MISSED, HINTED, STOOD)
MISS = "miss"
"""In place of `move`: a mistake that the game allows and counts, as a tap on a wrong number."""

MOST = 30
"""A longer play is drawn together: each mark is the worst of several."""


def marks(entries: Iterable[tuple[str, str]]) -> str:
    """One mark a move, oldest first, of (kind, outcome) pairs.

    Green: it stands. Yellow: taken back later. White: it was a miss. Blue: it was made after a
    hint. Red: it, or the bot's answer to it, left the board stuck.
    """
    made: list[str] = []
    standing: list[int] = []  # places in `made` of the moves that stand
    hinted = False
    for kind, outcome in entries:
        if kind in (MOVE, MISS):
            standing.append(len(made))
            made.append(_mark(kind, outcome, hinted))
            hinted = False
        elif kind == BOT and made and outcome == "stuck":
            made[-1] = STUCK
        elif kind == UNDO:
            place = standing.pop()
            made[place] = STUCK if made[place] == STUCK else TAKEN_BACK
        hinted = kind == HINT or (hinted and kind not in (MOVE, MISS))
    size = -(-len(made) // MOST)
    groups = (made[first : first + size] for first in range(0, len(made), size or 1))
    return "".join(min(group, key=WORST_FIRST.index) for group in groups)


def _mark(kind: str, outcome: str, hinted: bool) -> str:
    if outcome == "stuck":
        return STUCK
    if kind == MISS:
        return MISSED
    return HINTED if hinted else STOOD
