"""What a session's history says of its player: stalls, stuck points, a giving up. Pure.

A *stall* is a pause before a move that is long for this player: its think time is at least
``max(seconds, factor × median)``, the median being that of the player's own moves in this
session. Times that were not measured, or that can't be true, count for neither.

Clients measure since the entry before. A hint changes no board, so who asks for one and then moves
has thought about that move before the hint and after it: both count (`since_the_board_changed`).
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime, timedelta
from statistics import median

MOVE, UNDO, HINT = "move", "undo", "hint"
STUCK, PLAYING = "stuck", "playing"


@dataclass(frozen=True, slots=True)
class Threshold:
    """A pause is a stall from ``max(seconds, factor × the player's median)`` on."""

    seconds: float
    factor: float

    def ms(self, median_ms: float) -> float:
        return max(self.seconds * 1000, self.factor * median_ms)


@dataclass(frozen=True, slots=True)
class Entry:
    """One line of a history. `think_ms` is None where it was not measured or can't be true.

    `stuck_at` are the loci that had no way on after it, where the board got stuck with it.
    `passed_ms` is the server's time since the entry before, less what the board was hidden; None
    where it is not known.
    """

    number: int
    kind: str
    locus: str
    outcome: str
    think_ms: int | None = None
    stuck_at: tuple[str, ...] = ()
    passed_ms: int | None = None


@dataclass(frozen=True, slots=True)
class Stall:
    """A long pause: before the entry `number`, which is the session's move number `move`."""

    number: int
    move: int
    locus: str
    think_ms: int


@dataclass(frozen=True, slots=True)
class LocusReading:
    """One session's moves at one locus, of those whose time counts: how many, how many were

    stalls, and their median think time in ms.
    """

    timed: int
    stalls: int
    think_ms: int


@dataclass(frozen=True, slots=True)
class Reading:
    """A session, read. `decisions` has a letter for each of its moves: ``s`` a stall, ``t``

    timed and no stall, ``-`` not timed. `gave_up_at` is empty unless the player gave up.
    """

    moves: int
    median_ms: float | None
    threshold_ms: float | None
    decisions: str
    stalls: tuple[Stall, ...]
    loci: Mapping[str, LocusReading]
    stuck_at: tuple[str, ...] = ()
    first_stuck: int | None = None
    recovered: bool = False
    gave_up_at: str = ""
    undone_at: tuple[str, ...] = ()
    hinted_at: tuple[str, ...] = ()
    timed: int = field(default=0)

    @property
    def first_stall(self) -> int | None:
        """The move number of the first stall."""
        return self.stalls[0].move if self.stalls else None


def read(entries: Sequence[Entry], threshold: Threshold, *, gave_up: bool = False) -> Reading:
    """Read a session's whole history, oldest entry first. `gave_up`: it was left unfinished."""
    entries = since_the_board_changed(entries)
    moves = [entry for entry in entries if entry.kind == MOVE]
    times = [entry.think_ms for entry in moves if entry.think_ms is not None]
    middle = median(times) if times else None
    limit = None if middle is None else threshold.ms(middle)
    stalls, letters = [], []
    at: dict[str, list[tuple[int, bool]]] = defaultdict(list)
    for nth, entry in enumerate(moves, 1):
        if entry.think_ms is None or limit is None:
            letters.append("-")
            continue
        stalled = entry.think_ms >= limit
        letters.append("s" if stalled else "t")
        at[entry.locus].append((entry.think_ms, stalled))
        if stalled:
            stalls.append(Stall(entry.number, nth, entry.locus, entry.think_ms))
    stuck_at, first_stuck, recovered = _stuck(entries)
    return Reading(
        moves=len(moves),
        median_ms=middle,
        threshold_ms=limit,
        decisions="".join(letters),
        stalls=tuple(stalls),
        loci={
            locus: LocusReading(
                len(told), sum(stall for _, stall in told), round(median(ms for ms, _ in told))
            )
            for locus, told in at.items()
        },
        stuck_at=stuck_at,
        first_stuck=first_stuck,
        recovered=recovered,
        gave_up_at=_last_place(entries) if gave_up else "",
        undone_at=tuple(entry.locus for entry in entries if entry.kind == UNDO),
        hinted_at=tuple(entry.locus for entry in entries if entry.kind == HINT and entry.locus),
        timed=len(times),
    )


def passed(since: datetime, entries: Iterable[tuple[datetime, int | None]]) -> Iterator[int]:
    """The milliseconds before each entry, of its moment and how long the board was hidden."""
    for at, hidden_ms in entries:
        yield max(0, (at - since) // timedelta(milliseconds=1) - (hidden_ms or 0))
        since = at


def since_the_board_changed(entries: Iterable[Entry]) -> list[Entry]:
    """The entries, each move's think time with that of the hints right before it.

    Together no more than what passed on the server, for some clients tell the time before a hint
    with the move as well; a move's own time stays whole.
    """
    counted: list[Entry] = []
    hinted, stood = 0, 0
    for entry in entries:
        thought = entry.think_ms
        if entry.kind == HINT:
            hinted, stood = hinted + (thought or 0), stood + (entry.passed_ms or 0)
        else:
            if entry.kind == MOVE and thought is not None and hinted:
                whole = thought + hinted
                if entry.passed_ms is not None:
                    whole = max(thought, min(whole, stood + entry.passed_ms))
                entry = replace(entry, think_ms=whole)
            hinted, stood = 0, 0
        counted.append(entry)
    return counted


def _stuck(entries: Iterable[Entry]) -> tuple[tuple[str, ...], int | None, bool]:
    """The loci of each getting stuck, the move number of the first, and whether an undo ever

    led out of it.
    """
    loci: list[str] = []
    first, recovered, moves, before = None, False, 0, PLAYING
    for entry in entries:
        moves += entry.kind == MOVE
        if entry.outcome == STUCK and before != STUCK:
            loci += entry.stuck_at or ((entry.locus,) if entry.locus else ())
            first = moves if first is None else first
        recovered |= before == STUCK and entry.kind == UNDO and entry.outcome == PLAYING
        before = entry.outcome
    return tuple(loci), first, recovered


def _last_place(entries: Sequence[Entry]) -> str:
    """Where the player was when they left: what was stuck, or else the last place touched."""
    if entries and entries[-1].stuck_at:
        return entries[-1].stuck_at[0]
    return next((entry.locus for entry in reversed(entries) if entry.locus), "")
