"""A row that many ask for at once is there once, and Postgres refuses nobody's statement for it.

What it refuses stands in its log as an error, and this is normal work.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from datetime import date
from typing import Any
from uuid import uuid4

import pytest
from django.db import Error, connection, transaction

from backend.common.claims import claimed
from backend.common.inserting import get_or_insert
from backend.common.problems import Conflict
from backend.lab import bell, findings
from backend.lab.models import Finding
from backend.lab.work import run_next_chunk
from backend.playtests.models import FittedTo
from backend.playtests.services import simulating
from backend.puzzles.services import adopting, daily, imported, making, orders
from engines import get_game
from tests.support.api import RULES, make_map
from tests.support.lab import queue, variant
from tests.support.races import at_once, held_up

pytestmark = pytest.mark.django_db(transaction=True)

GAME = "map_coloring"
FITTED: dict[str, Any] = {"game": GAME, "is_synthetic": False}


@contextmanager
def refused() -> Iterator[list[str]]:
    """The statements of the block that the database refuses."""
    statements: list[str] = []

    def listen(execute: Callable[..., Any], sql: str, *rest: Any) -> Any:
        try:
            return execute(sql, *rest)
        except Error:
            statements.append(sql)
            raise

    with connection.execute_wrapper(listen):
        yield statements


def make_findings() -> object:
    findings.find_next()
    return Finding.objects.get().pk


def keep_board() -> object:
    board = make_map(seed=7)
    return imported.keep_board(game=get_game(GAME), rules=board.rules, board=board.board).pk


def want_simulation() -> object:
    return simulating.want_simulation(puzzle=make_map(seed=7), policy="random").pk


def make_daily() -> object:
    return daily.make_daily_puzzle(date=date(2026, 11, 30), game="number_hunt", level="easy").pk


WRITERS: dict[str, Callable[[], object]] = {
    "findings": make_findings,
    "an order": lambda: orders.order_puzzle(game=GAME, rules=RULES, seed=5).pk,
    "a puzzle": lambda: making.make_puzzle(game=GAME, rules=RULES, seed=5).pk,
    "an imported board": keep_board,
    "a daily puzzle": make_daily,
    "simulated plays": want_simulation,
    "a fit": lambda: get_or_insert(FittedTo.objects.all(), **FITTED)[0].pk,
}


@pytest.mark.parametrize("write", WRITERS.values(), ids=WRITERS)
def test_who_comes_second_waits_and_has_the_firsts_row(
    write: Callable[[], object], monkeypatch: pytest.MonkeyPatch, settings: Any
) -> None:
    monkeypatch.setattr(bell, "enqueue", lambda *_, **__: True)
    monkeypatch.setattr(simulating, "enqueue", lambda *_, **__: True)
    settings.CHUNK_SECONDS = 1.0
    make_map(seed=7)
    if write is make_findings:
        queue(trials=8, replicates=1, variants=[variant()])
        while run_next_chunk(worker="w"):
            pass

    def second() -> tuple[object, list[str]]:
        with refused() as statements:
            return write(), statements

    with transaction.atomic():
        first = write()
        answer = held_up(second)
    assert answer.result(60) == (first, [])


def adopt(title: str) -> object:
    return adopting.adopt_level(
        game=get_game(GAME),
        rules=RULES,
        difficulties=[1.0] * 200,
        proposal=uuid4(),
        key="cosy-maps",
        title=title,
        low=0.5,
        high=1.5,
    ).title


def test_of_two_levels_of_one_key_the_second_is_told_so() -> None:
    def second() -> list[str]:
        with refused() as statements, pytest.raises(Conflict, match="another key"):
            adopt("Second")
        return statements

    with transaction.atomic():
        assert adopt("First") == "First"
        answer = held_up(second)
    assert answer.result(60) == []


def test_what_is_not_new_says_so() -> None:
    row, is_new = get_or_insert(FittedTo.objects.all(), **FITTED, defaults={"seen": "this"})
    assert (row.seen, is_new) == ("this", True)
    assert get_or_insert(FittedTo.objects.all(), **FITTED) == (row, False)


def test_work_is_claimed_by_one_until_it_is_done() -> None:
    def claim() -> bool:
        with claimed("work") as is_mine:
            return is_mine

    with claimed("work") as is_mine:
        assert is_mine
        assert at_once(claim) == [False]
    assert at_once(claim) == [True]
