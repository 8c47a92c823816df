"""Many sessions' readings, summed: what the pages show. Pure."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from statistics import median
from typing import Any, NamedTuple

SOLVED, GAVE_UP = "solved", "gave_up"


class Row(NamedTuple):
    """One reading, as it is stored, and `who` played: an erased player's session stands for one."""

    ending: str
    moves: int
    first_stall: int | None
    first_stuck: int | None
    recovered: bool
    wrong_count: int
    gave_up_at: str
    decisions: str
    loci: Mapping[str, Sequence[int]]
    points: Mapping[str, Sequence[str]]
    who: Any


@dataclass(slots=True)
class LocusSum:
    """Sessions, each counted once: with a timed move there, with a stall there, …

    `think_ms` is the median over sessions of the session's own median there. `open` counts those
    given up with a move left there. Of each player's first session alone, where it has a timed move
    there: `first_stalled` counts those with a stall there, and `chances` all of them, by at how
    many of how many places they stalled.
    """

    timed: int = 0
    stalled: int = 0
    stuck: int = 0
    gave_up: int = 0
    undone: int = 0
    hinted: int = 0
    wrong: int = 0
    open: int = 0
    think_ms: float | None = None
    first_stalled: int = 0
    chances: Counter[tuple[int, int]] = field(default_factory=Counter)


@dataclass(slots=True)
class Stage:
    """A stage of the funnel: of the `of` sessions for which it can be told, those that came to it,

    and those of these that were solved.
    """

    of: int = 0
    reached: int = 0
    solved: int = 0


@dataclass(slots=True)
class Summary:
    """`by_move` has (timed, stalls) of move number 1, 2, … `waits` are (move, is_stall) of each

    session with a timed move: its first stall, or the last move where none came.
    """

    sessions: int = 0
    players: int = 0
    loci: dict[str, LocusSum] = field(default_factory=dict)
    by_move: list[tuple[int, int]] = field(default_factory=list)
    waits: list[tuple[int, bool]] = field(default_factory=list)
    funnel: dict[str, Stage] = field(default_factory=dict)

    @property
    def stuck(self) -> int:
        return self.funnel["stuck"].reached


STAGES = ("started", "wrong", "stalled", "stuck", "recovered", "solved", "gave_up")


def sum_rows(rows: Iterable[Row]) -> Summary:
    """The sum of these readings, of which each player's first one comes first."""
    total = Summary(funnel={stage: Stage() for stage in STAGES})
    loci: dict[str, LocusSum] = defaultdict(LocusSum)
    times: dict[str, list[int]] = defaultdict(list)
    timed_at, stalls_at = Counter[int](), Counter[int]()
    players = set[Any]()
    for row in rows:
        total.sessions += 1
        is_first = row.who not in players
        players.add(row.who)
        _count_stages(total.funnel, row)
        stalled_at = sum(stalls > 0 for _, stalls, _ in row.loci.values())
        for at, (_, stalls, think_ms) in row.loci.items():
            place = loci[at]
            place.timed += 1
            place.stalled += stalls > 0
            if is_first:
                place.first_stalled += stalls > 0
                place.chances[stalled_at, len(row.loci)] += 1
            times[at].append(think_ms)
        _count_points(loci, row)
        for nth, letter in enumerate(row.decisions, 1):
            if letter != "-":
                timed_at[nth] += 1
                stalls_at[nth] += letter == "s"
        if row.loci:
            total.waits.append((row.first_stall or row.moves, row.first_stall is not None))
    total.players = len(players)
    for at, told in times.items():
        loci[at].think_ms = median(told)
    total.loci = dict(sorted(loci.items(), key=lambda item: natural(item[0])))
    last = max(timed_at, default=0)
    total.by_move = [(timed_at[nth], stalls_at[nth]) for nth in range(1, last + 1)]
    return total


def _count_stages(funnel: Mapping[str, Stage], row: Row) -> None:
    solved = row.ending == SOLVED
    came = (
        True,
        row.wrong_count > 0,
        row.first_stall is not None,
        row.first_stuck is not None,
        row.recovered,
        solved,
        row.ending == GAVE_UP,
    )
    for stage, reached in zip(STAGES, came, strict=True):
        funnel[stage].of += stage != "stalled" or bool(row.loci)
        funnel[stage].reached += reached
        funnel[stage].solved += reached and solved


def _count_points(loci: Mapping[str, LocusSum], row: Row) -> None:
    for at in set(row.points["stuck"]):
        loci[at].stuck += 1
    for at in set(row.points["undo"]):
        loci[at].undone += 1
    for at in set(row.points["hint"]):
        loci[at].hinted += 1
    for at in set(row.points.get("wrong", ())):
        loci[at].wrong += 1
    for at in row.points.get("open", ()):
        loci[at].open += 1
    if row.gave_up_at:
        loci[row.gave_up_at].gave_up += 1


def natural(locus: str) -> tuple[tuple[int, int, str], ...]:
    """A key that sorts ``region:2`` before ``region:10``."""
    parts = locus.replace(",", ":").split(":")
    return tuple((0, int(p), "") if p.isdecimal() else (1, 0, p) for p in parts)
