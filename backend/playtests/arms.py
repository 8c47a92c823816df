"""People's recorded play as arms of the lab's comparisons.

An arm's key is what an address carries: ``rules:KEY`` (all puzzles of these rules) or
``puzzle:ID``, and after semicolons the filters that were set: ``;hints:without;since:2026-01-31``.
Its names and values are those of a page's filters (see `backend.playtests.addresses`).
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from typing import Any, TypeVar
from urllib.parse import quote, unquote
from uuid import UUID

from django.db.models import QuerySet, Sum
from django.http import QueryDict
from django.urls import reverse

from backend.common.problems import BadRequest, Conflict, NotFound
from backend.lab.arms import Arm, Offer
from backend.lab.differences import rule_labels, show, written_out
from backend.playtests.addresses import read_filters, read_id, spell_day, spell_filters
from backend.playtests.models import Arm as StudyArm
from backend.playtests.models import ReadingSum, SessionReading
from backend.playtests.selectors.filters import (
    HERE,
    IMPORTED,
    Filters,
    describe_filters,
    is_going_on,
    readings,
)
from backend.playtests.selectors.players import share_players, sum_players
from backend.puzzles.models import Puzzle
from backend.statistics.clusters import compare
from backend.statistics.estimates import Difference
from engines import Game

MOST_OFFERED = 40
"""Of either kind; those played most."""

K = TypeVar("K", str, UUID)

RULES_KEY = re.compile(r"[0-9a-f]{64}")
NAME = re.compile(r"[0-9A-Za-z-]+")

SOURCES = {HERE: "recorded here", IMPORTED: "imported"}

UNREADABLE = "What people played is named as rules:KEY or puzzle:ID, with filters after semicolons."
NO_RULES = "There are no such rules."


def arm_key(kind: str, ident: object, filters: Filters) -> str:
    """The key of all that was played of a rule variant (`kind` "rules") or of a "puzzle"."""
    return ";".join([f"{kind}:{ident}", *(f"{k}:{v}" for k, v in _set(filters).items())])


class RecordedPlay:
    """The lab's source of such arms (see `backend.lab.arms.Source`)."""

    filters_template = "playtests/_filters.html"

    def find(self, game: Game, key: str) -> Arm:
        kind, ident, filters = _parse(key)
        played = _played(kind, ident, game.version)
        if played.game != game.slug:
            raise Conflict("Only what was played of the same game can be compared.")
        rows = _readings(game, key)
        stuck = sum_players(rows)
        who = "Simulated people" if filters.who == "synthetic" else "People"
        which = f" on puzzle {str(played.pk)[-6:]}" if kind == "puzzle" else ""
        return Arm(
            key=arm_key(kind, ident, filters),
            who=filters.who,
            title=who + which,
            about=_about(filters),
            rules=played.rules,
            stuck=stuck,
            left=rows.filter(ending="gave_up").count(),
            url=_page(kind, played, filters),
            going_on=is_going_on(filters),
            caution=filters.caution,
        )

    def difference(self, game: Game, one: str, other: str) -> Difference | None:
        rows, others = _readings(game, one), _readings(game, other)
        return compare(sum_players(rows), sum_players(others), share_players(rows, others))

    def game_of(self, key: str) -> str:
        kind, ident, _ = _parse(key)
        return _played(kind, ident).game

    def offers(self, game: Game) -> Sequence[Offer]:
        rows = (
            ReadingSum.objects.filter(puzzle__game=game.slug, puzzle__version=game.version)
            .exclude(is_synthetic=None)
            .values("puzzle__rules_key", "puzzle_id", "is_synthetic")
            .annotate(read=Sum("sessions"))
            .filter(read__gt=0)
            .order_by()
        )
        by_rules: dict[str, list[int]] = {}
        by_puzzle: dict[UUID, list[int]] = {}
        for row in rows:
            of_rules = by_rules.setdefault(row["puzzle__rules_key"], [0, 0])
            of_puzzle = by_puzzle.setdefault(row["puzzle_id"], [0, 0])
            of_rules[bool(row["is_synthetic"])] += row["read"]
            of_puzzle[bool(row["is_synthetic"])] += row["read"]
        rules, puzzles = _most(by_rules), _most(by_puzzle)
        sample = {one.rules_key: one for one in _one_each(game, rules)}
        names = _rule_names(game, {key: sample[key].rules for key in rules})
        level = dict(Puzzle.objects.filter(pk__in=puzzles).values_list("pk", "level"))
        return [
            *(
                Offer(f"rules:{key}", "All puzzles of these rules", f"{names[key]} ({_told(sums)})")
                for key, sums in rules.items()
            ),
            *(
                Offer(
                    f"puzzle:{pk}",
                    "One puzzle",
                    f"Puzzle {str(pk)[-6:]}, {level[pk] or 'no level'} ({_told(sums)})",
                )
                for pk, sums in puzzles.items()
            ),
        ]

    def key_of(self, asked: QueryDict) -> str:
        kind, ident, _ = _parse(asked.get("played", ""))
        filters = read_filters(asked)
        if filters.unreadable:
            raise NotFound(" ".join(filters.unreadable))
        return arm_key(kind, ident, filters)

    def filters_context(self, game: Game) -> dict[str, Any]:
        return describe_filters(Filters(), game.slug)


def _parse(key: str) -> tuple[str, str, Filters]:
    """(kind, id, filters). Raises `BadRequest` unless it is as `arm_key` writes it."""
    first, *rest = key.split(";")
    kind, _, ident = first.partition(":")
    asked = QueryDict(mutable=True)
    for part in rest:
        name, _, value = part.partition(":")
        asked[name] = unquote(value)
    filters = read_filters(asked)
    if kind == "puzzle":
        ident = str(read_id(ident) or "")
    # A filter that can't be read must not silently count everybody.
    readable = kind in ("rules", "puzzle") and NAME.fullmatch(ident)
    if not readable or filters.unreadable or arm_key(kind, ident, filters) != key:
        raise _unreadable()
    if kind == "rules" and not RULES_KEY.fullmatch(ident):
        raise NotFound(NO_RULES)
    return kind, ident, filters


def _readings(game: Game, key: str) -> QuerySet[SessionReading]:
    """What an arm counts."""
    kind, ident, filters = _parse(key)
    if kind == "puzzle":
        return readings(filters, puzzle_id=ident)
    return readings(filters, rules_key=ident, game=game.slug)


def _unreadable() -> BadRequest:
    return BadRequest(UNREADABLE, errors=[{"parameter": "people", "detail": UNREADABLE}])


def _set(filters: Filters) -> dict[str, str]:
    """The filters that were set, as an address has them."""
    return {name: quote(value, safe="") for name, value in spell_filters(filters).items()}


def _played(kind: str, ident: str, version: int | None = None) -> Puzzle:
    """A puzzle that was played: this one, or one of these rules. Raises `NotFound`, `Conflict`."""
    rows = Puzzle.objects.filter(**({"rules_key": ident} if kind == "rules" else {"pk": ident}))
    found = rows.filter(**({} if version is None else {"version": version})).first()
    if found is None and rows.exists():
        raise Conflict("This was played under another version of the game.")
    if found is None:
        raise NotFound("There is no such puzzle." if kind == "puzzle" else NO_RULES)
    return found


def _about(filters: Filters) -> str:
    """``without hints, from 2026-01-31``; empty where every session counts."""
    words = {
        "hints": f"{filters.hints} hints",
        "level": f"level {filters.level}",
        "since": f"from {spell_day(filters.since)}",
        "until": f"until {spell_day(filters.until)}",
        "client": f"played with {filters.client}",
        "source": SOURCES.get(filters.source, f"imported from {filters.source}"),
        "study": f"in study {filters.study}",
    }
    told = [words[name] for name in _set(filters) if name in words]
    if filters.arm is not None:
        arm = StudyArm.objects.filter(study__code=filters.study, position=filters.arm).first()
        told.append(f"arm “{arm.title}”" if arm else f"arm {filters.arm + 1}")
    return ", ".join(told)


def _page(kind: str, played: Puzzle, filters: Filters) -> str:
    query = "&".join(f"{name}={value}" for name, value in _set(filters).items())
    if kind == "puzzle":
        address = reverse("admin:playtests_playedpuzzle_change", args=[played.pk])
    else:
        address = reverse("admin:playtests_variants", args=[played.game])
    return f"{address}?{query}" if query else address


def _most(sums: Mapping[K, list[int]]) -> dict[K, list[int]]:
    ranked = sorted(sums, key=lambda ident: (-sums[ident][0], -sums[ident][1], str(ident)))
    return {ident: sums[ident] for ident in ranked[:MOST_OFFERED]}


def _one_each(game: Game, rules_keys: Mapping[str, Any]) -> Iterable[Puzzle]:
    """A puzzle of each of these rules."""
    rows = Puzzle.objects.filter(game=game.slug, version=game.version, rules_key__in=rules_keys)
    return rows.order_by("rules_key", "id").distinct("rules_key")


def _rule_names(game: Game, rules: Mapping[str, Any]) -> dict[str, str]:
    """What is not as in the game's own rules, or where they differ among themselves."""
    labels, usual = rule_labels(game), written_out(game, {})
    whole = {key: written_out(game, one) for key, one in rules.items()}
    differing = [
        name for name in labels if any(one.get(name) != usual.get(name) for one in whole.values())
    ]
    return {
        key: ", ".join(f"{labels[name]} {show(one.get(name))}" for name in differing)
        or "The usual rules"
        for key, one in whole.items()
    }


def _told(sums: Sequence[int]) -> str:
    people, synthetic = sums
    text = f"{people:,} session{'s' * (people != 1)}"
    return f"{text}, {synthetic:,} of simulated people" if synthetic else text
