"""Drawing arms and orders: the same for ever, fair among many."""

from __future__ import annotations

from collections import Counter
from random import Random
from uuid import UUID

from scipy.stats import chisquare

from backend.playtests.studies.assigning import draw_arm, draw_order

STUDY = UUID("01890a5d-ac96-774b-bcce-b302099a8057")


def players(n: int) -> list[UUID]:
    chance = Random(1)
    return [UUID(int=chance.getrandbits(128)) for _ in range(n)]


def test_a_draw_never_moves() -> None:
    """Written down once: a change here would move people who take part."""
    player = UUID("0190aaaa-ac96-774b-bcce-b302099a8057")
    assert [draw_arm(STUDY, player, arms) for arms in (1, 2, 3, 8)] == [0, 0, 1, 4]
    assert draw_order(STUDY, player, 6) == [2, 1, 4, 5, 0, 3]


def test_arms_are_equal_in_expectation() -> None:
    found = Counter(draw_arm(STUDY, player, 3) for player in players(6_000))
    assert chisquare(list(found.values())).pvalue > 0.01
    assert sorted(found) == [0, 1, 2]


def test_every_order_is_as_likely() -> None:
    found = Counter(tuple(draw_order(STUDY, player, 3)) for player in players(6_000))
    assert len(found) == 6
    assert chisquare(list(found.values())).pvalue > 0.01


def test_another_study_draws_anew() -> None:
    other = UUID("01890a5d-ac96-774b-bcce-b302099a8058")
    same = sum(draw_arm(STUDY, p, 2) == draw_arm(other, p, 2) for p in players(1_000))
    assert 430 < same < 570
