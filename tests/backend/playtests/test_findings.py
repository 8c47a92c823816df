"""What the pages claim of corpora whose truth is known: nothing where nothing was planted, beyond

the stated rate, and what was planted, within its interval.
"""

from __future__ import annotations

import logging
import os
from collections import Counter
from collections.abc import Sequence
from random import Random
from typing import Any

import pytest

from backend.playtests.noise import GRID, grid_of
from backend.playtests.people import People
from backend.playtests.statistics.against import against
from backend.playtests.statistics.fitting import Curves, fit, smooth
from backend.playtests.statistics.standing_out import standing_out
from backend.playtests.summing import Row, Summary, sum_rows
from backend.statistics.clusters import (
    Clustered,
    compare,
    compare_curves,
)
from backend.statistics.correlation import spearman
from backend.statistics.multiplicity import is_shown
from backend.statistics.proportions import newcombe
from backend.statistics.sample_ratio import WARN_BELOW, sample_ratio
from engines import get_game, read_rules
from tests.backend.playtests.corpora import Sat, make_corpus, plays_of

log = logging.getLogger(__name__)

CORPORA = int(os.environ.get("NULL_CORPORA", "200"))
FIRST = int(os.environ.get("FIRST_CORPUS", "0"))
"""Two variables to run some of them at a time."""

GAME = get_game("map_coloring")
RULES = read_rules(GAME, {"width": 8, "height": 8, "seeds": 9, "regions": "split"})
BOARDS = [GAME.generate(RULES, seed).board for seed in (2, 3, 4, 5, 6, 8)]
SLOPPY = People(
    policy="lookahead(epsilon=0.3)", careless="random", epsilon=0.0, pace_ms=1_600, spread=0.6
)
TRIALS = 20_000

STATED = {
    "smarter or sloppier": 0.05,
    "exact test": 0.05,
    "epsilon elsewhere": 0.05,
    "variants' curves": 0.05,
    "variants' stuck rates": 0.05,
    "arms of unequal size": WARN_BELOW,
    "a place stands out": 0.05,
    "stops where it sticks": 0.05,
}
"""How often each claim may be made of corpora in which nothing was planted."""


def simulated(policy: str, boards: Sequence[int]) -> list[tuple[int, int]]:
    return [
        (GAME.simulate(RULES, policy, 0, 0, TRIALS, BOARDS[at]).counts["stuck"][0], TRIALS)
        for at in boards
    ]


def curves(boards: Sequence[int]) -> Curves:
    stuck = [
        [GAME.simulate(RULES, player, 0, 0, 4_000, BOARDS[at]).counts["stuck"][0]
         for player in grid_of(GAME, "lookahead")]
        for at in boards
    ]  # fmt: skip
    return smooth(GRID, stuck, [[4_000] * len(GRID)] * len(boards))


def waits(rows: Sequence[Row]) -> list[tuple[int, bool]]:
    return sum_rows(rows).waits


def stalled(corpus: Sequence[Sat]) -> Clustered:
    """Sessions with a stall, by player."""
    of_player: dict[int, list[bool]] = {}
    for one in corpus:
        of_player.setdefault(one.player, []).append(one.row.first_stall is not None)
    pairs = [(sum(own), len(own)) for own in of_player.values()]
    sums = [(c, m, 1, c * c, c * m, m * m) for c, m in pairs]
    return Clustered(*map(sum, zip(*sums, strict=True)))


def places(total: Summary) -> dict[str, Any]:
    return {at: (one.first_stalled, one.chances) for at, one in total.loci.items()}


def on(corpus: Sequence[Sat], board: int) -> list[Row]:
    return [one.row for one in corpus if one.board == board]


def claims(
    corpus: Sequence[Sat], truth: Any, known: Curves, stuck_at: Counter[str], seed: int
) -> set[str]:
    """What the pages would say of a corpus in which nothing was planted."""
    plays = plays_of(corpus)
    order = list(plays.boards)
    found = against(plays, [truth[at] for at in order])
    fitted = fit(plays, Curves(known.epsilons, known.rates[order]))
    arms = Random(seed)
    arm_of = {player: arms.random() < 0.5 for player in {one.player for one in corpus}}
    ratio = sample_ratio(list(Counter(arm_of.values()).values()))
    first, second = (
        [one.row for one in corpus if arm_of[one.player] == arm and one.board == 0]
        for arm in (False, True)
    )
    stuck = [sum(row.first_stuck is not None for row in rows) for rows in (first, second)]
    alone = [Clustered.independent(c, len(r)) for c, r in zip(stuck, (first, second), strict=True)]
    difference = compare(*alone)
    whole = [[one for one in corpus if arm_of[one.player] == arm] for arm in (False, True)]
    curves_apart, _ = compare_curves(
        [waits([one.row for one in arm]) for arm in whole], [stalled(arm) for arm in whole]
    )
    total = sum_rows(on(corpus, 0))
    timed = [one for one in total.loci.items() if one[1].timed]
    rank = spearman(
        [one.stalled / one.timed for _, one in timed], [stuck_at[at] for at, _ in timed]
    )
    return {
        claim
        for claim, made in {
            "smarter or sloppier": found.verdict != "not told apart",
            "exact test": found.p < 0.05,
            "epsilon elsewhere": not fitted.low <= 0.3 <= fitted.high,
            "variants' curves": curves_apart is not None and curves_apart.p < 0.05,
            "variants' stuck rates": difference is not None
            and is_shown(difference.estimate.low, difference.estimate.high, difference.p),
            "arms of unequal size": ratio is not None and ratio.warns,
            "a place stands out": bool(standing_out(places(total))),
            "stops where it sticks": rank is not None and rank.p < 0.05,
        }.items()
        if made
    }


@pytest.mark.long
def test_nothing_is_found_where_nothing_was_planted() -> None:
    """Each claim, over many corpora, at most as often as is stated (99.9 % of its binomial)."""
    from scipy.stats import binom

    truth, known = simulated(SLOPPY.policy, range(len(BOARDS))), curves(range(len(BOARDS)))
    stuck_at = Counter[str]()
    for trial in range(500):
        play = GAME.replay_trial(RULES, SLOPPY.policy, 0, trial, board=BOARDS[0])
        stuck_at.update(play.outcome.loci)
    made = Counter[str]()
    for nth in range(FIRST, FIRST + CORPORA):
        corpus = make_corpus(GAME, BOARDS, SLOPPY, players=60, each=3, seed=1_000 + nth)
        made.update(claims(corpus, truth, known, stuck_at, nth))
    told = {claim: made[claim] for claim in STATED}
    most = {claim: binom.ppf(0.999, CORPORA, stated) for claim, stated in STATED.items()}
    assert not [claim for claim in STATED if told[claim] > most[claim]], told
    log.info("false findings of %d corpora: %s", CORPORA, told)


# What was planted --------------------------------------------------------------------------
def test_a_planted_epsilon_is_found() -> None:
    corpus = make_corpus(GAME, BOARDS, SLOPPY, players=50, each=4, seed=1)
    plays = plays_of(corpus)
    found = fit(plays, curves(plays.boards))
    assert found.low <= 0.3 <= found.high
    assert found.low > 0
    assert found.high < 1
    truth = against(plays, simulated(SLOPPY.policy, plays.boards))
    assert truth.verdict == "not told apart"


def test_careful_people_are_smarter_than_random() -> None:
    careful = People(policy="lookahead", careless="random", epsilon=0.0)
    plays = plays_of(make_corpus(GAME, BOARDS, careful, players=40, each=4, seed=2))
    random, same = (simulated(policy, plays.boards) for policy in ("random", "lookahead"))
    found = against(plays, random)
    assert found.verdict == "smarter"
    truth = against(plays, same)
    assert truth.verdict == "not told apart"
    assert found.low <= truth.simulated - found.simulated <= found.high


def test_a_place_where_everyone_stalls_is_found_and_no_other() -> None:
    planted = People(
        policy="lookahead(epsilon=0.3)", careless="random", epsilon=0.0, stall_at="region:3"
    )
    corpus = make_corpus(GAME, BOARDS[:1], planted, players=60, each=1, seed=3)
    assert list(standing_out(places(sum_rows(on(corpus, 0))))) == ["region:3"]


def test_a_variant_that_is_worse_by_ten_points_is_found_to_be() -> None:
    """The same boards in both; in the second, plays are made to get stuck 10 points more often."""
    boards = BOARDS[:2]
    rate = [stuck / n for stuck, n in simulated(SLOPPY.policy, range(2))]
    more = [0.10 / (1 - share) for share in rate]
    usual = make_corpus(GAME, boards, SLOPPY, players=300, each=2, seed=4)
    worse = make_corpus(GAME, boards, SLOPPY, players=300, each=2, seed=5, more_stuck=more)
    counts = [sum(one.row.first_stuck is not None for one in corpus) for corpus in (worse, usual)]
    found = newcombe(counts[0], len(worse), counts[1], len(usual))
    assert found.low <= 0.10 <= found.high
    assert found.low > 0
