"""The sums that are kept of readings are what a scan of the readings gives."""

from __future__ import annotations

from collections import Counter
from concurrent.futures import ThreadPoolExecutor
from threading import Barrier

import pytest
from django.db import connection, transaction

from backend.play.models import Session
from backend.play.services import erase_player
from backend.playtests.models import PlayedPuzzle, ReadingSum, SessionReading, StuckMap
from backend.playtests.selectors.sums import count_changes, count_readings, list_rules
from backend.playtests.services import fold_sums, read_sessions
from engines import get_game
from tests.support.api import make_map

GAME = "map_coloring"


def summed() -> Counter[tuple]:
    """By puzzle and what else is told apart: (sessions, stuck)."""
    found: Counter[tuple] = Counter()
    for row in ReadingSum.objects.exclude(is_synthetic=None):
        key = (row.puzzle_id, row.is_synthetic, row.client, row.source)
        found[*key, "sessions"] += row.sessions
        found[*key, "stuck"] += row.stuck
    return Counter({key: count for key, count in found.items() if count})


def scanned() -> Counter[tuple]:
    found: Counter[tuple] = Counter()
    for row in SessionReading.objects.all():
        key = (row.puzzle_id, row.is_synthetic, row.client, row.source)
        found[*key, "sessions"] += 1
        found[*key, "stuck"] += row.first_stuck is not None
    return Counter({key: count for key, count in found.items() if count})


def changes() -> dict[tuple[str, bool], str]:
    return count_changes({GAME: get_game(GAME)})


@pytest.mark.django_db
def test_whatever_happens_to_readings_the_sums_are_those_of_a_scan(seed_people) -> None:
    puzzles = [make_map(seed=seed) for seed in (7, 8)]
    seed_people(puzzles, sessions=24, players=6)
    assert len(scanned()) >= 3
    assert summed() == scanned()

    ids = list(SessionReading.objects.values_list("pk", flat=True))
    read_sessions(session_ids=ids[:7])  # anew
    assert summed() == scanned()
    one, other, third = SessionReading.objects.filter(first_stuck=None)[:3]
    SessionReading.objects.filter(pk=one.pk).update(first_stuck=1, client="web/1")
    SessionReading.objects.filter(pk=other.pk).update(is_synthetic=False, source="there")
    Session.objects.filter(pk=third.pk).delete()
    assert summed() == scanned()
    assert len(scanned()) >= 6

    rows, before = ReadingSum.objects.count(), (summed(), changes())
    fold_sums()
    assert ReadingSum.objects.count() < rows
    assert (summed(), changes()) == before
    fold_sums()
    assert (summed(), changes()) == before

    with transaction.atomic():
        SessionReading.objects.all().delete()
        assert not summed()
        transaction.set_rollback(True)
    assert (summed(), changes()) == before


@pytest.mark.django_db
def test_pages_have_their_counts_from_the_sums(seed_people, django_assert_num_queries) -> None:
    puzzles = [make_map(seed=7), make_map(seed=8), make_map(seed=9, colors=5)]
    make_map(seed=10)  # nobody played it
    seed_people(puzzles, sessions=10, players=5)
    person = SessionReading.objects.filter(puzzle=puzzles[0], is_synthetic=True)[:1].get()
    SessionReading.objects.filter(pk=person.pk).update(is_synthetic=False, first_stuck=2)
    with django_assert_num_queries(1):
        found = {one.pk: one for one in count_readings(PlayedPuzzle.objects.all())}
    assert found.keys() == {one.pk for one in puzzles}
    for pk, one in found.items():
        of_it = SessionReading.objects.filter(puzzle=pk)
        assert one.people_count == of_it.filter(is_synthetic=False).count()
        assert one.synthetic_count == of_it.filter(is_synthetic=True).count()
        assert one.stuck_count == (pk == puzzles[0].pk)
    game = get_game(GAME)
    assert [key for key, _ in list_rules(game, "synthetic")] == [
        puzzles[0].rules_key,
        puzzles[2].rules_key,
    ]
    assert list_rules(game, "people") == [(puzzles[0].rules_key, puzzles[0].rules)]


@pytest.mark.django_db
def test_what_a_fit_is_made_from_is_a_change(seed_people) -> None:
    puzzle = make_map(seed=7)
    seed_people([puzzle], sessions=6, players=3)
    told = [changes()]
    assert told[0].keys() == {(GAME, True)}

    def differs() -> bool:
        told.append(changes())
        return told[-1] != told[-2]

    SessionReading.objects.filter(pk=SessionReading.objects.first().pk).update(is_first=False)
    assert differs()
    erase_player(player=SessionReading.objects.first().session.player)
    assert differs()
    made = StuckMap.objects.create(puzzle=puzzle, policy="random")  # wanted, no more
    StuckMap.objects.filter(pk=made.pk).update(attempts=1)
    assert not differs()
    StuckMap.objects.filter(pk=made.pk).update(stuck=4, trials=9)
    assert differs()
    Session.objects.update(move_count=0)
    fold_sums()
    assert not differs()


@pytest.mark.django_db(transaction=True)
def test_the_same_sessions_read_by_several_at_once_count_once(seed_people) -> None:
    puzzles = [make_map(seed=seed) for seed in (7, 8)]
    seed_people(puzzles, sessions=12, players=4)
    ids = list(SessionReading.objects.values_list("pk", flat=True))
    SessionReading.objects.all().delete()
    assert not summed()
    together = Barrier(3)

    def work(nth: int) -> None:
        try:
            together.wait(10)
            for _ in range(3):
                read_sessions(session_ids=ids)
                if nth:
                    fold_sums()
        finally:
            connection.close()

    with ThreadPoolExecutor(3) as pool:
        list(pool.map(work, range(3)))
    assert summed() == scanned()
    assert sum(n for key, n in summed().items() if key[-1] == "sessions") == 12
