"""People against a simulated player, where the truth is known; ε found again; boards left out."""

from __future__ import annotations

import numpy as np
import pytest

from backend.playtests.admin.against_words import errors
from backend.playtests.statistics.against import against
from backend.playtests.statistics.fitting import Curves, fit, smooth
from backend.playtests.statistics.leaving_out import (
    Errors,
    Interval,
    LeftOut,
    _mean_deviation,
    leave_boards_out,
)
from backend.playtests.statistics.plays import Plays, collect

BOARDS = 8
GRID = np.linspace(0, 1, 21)
CAREFUL = np.linspace(0.02, 0.3, BOARDS)
CARELESS = CAREFUL + np.linspace(0.5, 0.2, BOARDS)
TRIALS = 4_000


def rates(epsilon):
    return CAREFUL + (CARELESS - CAREFUL) * epsilon


def people(chance, epsilon, sessions=400, players=50):
    """Each player meets the boards in turn; rows of (board, player, stuck)."""
    where = [(nth // players + nth) % BOARDS for nth in range(sessions)]
    stuck = chance.random(sessions) < rates(epsilon)[where]
    return collect(
        (board, nth % players, int(hit))
        for nth, (board, hit) in enumerate(zip(where, stuck, strict=True))
    )


def simulated(chance, epsilon, boards, trials=20_000):
    return [(int(chance.binomial(trials, rates(epsilon)[board])), trials) for board in boards]


def curves(chance, boards):
    stuck = [[chance.binomial(TRIALS, rates(e)[board]) for e in GRID] for board in boards]
    return smooth(GRID, stuck, np.full((len(boards), len(GRID)), TRIALS))


def test_verdicts_where_the_truth_is_known() -> None:
    chance = np.random.default_rng(1)
    plays = people(chance, 0.3, sessions=1600)
    boards = plays.boards
    alike, careless, careful = (
        against(plays, simulated(chance, epsilon, boards)) for epsilon in (0.3, 1, 0)
    )
    assert (alike.verdict, careless.verdict, careful.verdict) == (
        "not told apart", "smarter", "sloppier"
    )  # fmt: skip
    assert careless.high < 0 < careful.low
    assert careless.p < 1e-6
    weights = np.bincount(plays.board) / plays.n
    assert careful.low < weights @ (rates(0.3) - CAREFUL) < careful.high


def test_a_verdict_is_wrong_no_more_often_than_it_says() -> None:
    chance = np.random.default_rng(2)
    found = []
    for _ in range(120):
        plays = people(chance, 0.3, sessions=150)
        found.append(against(plays, simulated(chance, 0.3, plays.boards)))
    assert sum(one.verdict != "not told apart" for one in found) <= 13  # 99.9 % of 5 % of 120
    assert sum(one.p < 0.05 for one in found) <= 14


def test_players_who_do_the_same_each_time_widen_the_interval() -> None:
    """Half of the players always get stuck, half never do."""
    rows = [(board, player, player % 2) for player in range(20) for board in range(8)]
    apart = [(board, (player, board), player % 2) for board, player, _ in rows]
    same, independent = (against(collect(told), [(500, 1000)] * 8) for told in (rows, apart))
    assert same.design > 7
    assert same.high - same.low > 2 * (independent.high - independent.low)
    assert independent.design < 1.01


@pytest.mark.parametrize("stuck", [0, 1])
def test_the_ends(stuck) -> None:
    plays = collect((0, player, stuck) for player in range(30))
    found = against(plays, [(200, 1000)])
    assert found.verdict == ("smarter", "sloppier")[stuck]
    assert -1 <= found.low < found.difference < found.high <= 1
    alone = against(collect([(0, 0, stuck)]), [(200, 1000)])
    assert alone.verdict == "too few players"
    nine = against(collect((board, player, stuck) for board in range(9) for player in range(9)),
                   [(200, 1000)] * 9)  # fmt: skip
    assert nine.p < 1e-6
    assert nine.verdict == "too few players"
    assert against(collect([]), []) is None


def test_the_interval_of_epsilon_holds_the_truth() -> None:
    chance = np.random.default_rng(3)
    held = 0
    for _ in range(60):
        plays = people(chance, 0.3)
        found = fit(plays, curves(chance, plays.boards))
        held += found.low <= 0.3 <= found.high
        assert found.range == "within"
    assert held >= 51  # 99.9 % of 95 % of 60


def test_people_beyond_any_epsilon() -> None:
    chance = np.random.default_rng(4)
    never = collect((board, player, 0) for player in range(80) for board in range(BOARDS))
    always = collect((board, player, 1) for player in range(80) for board in range(BOARDS))
    below, above = (fit(one, curves(chance, one.boards)) for one in (never, always))
    assert (below.range, below.epsilon, above.range, above.epsilon) == ("below", 0, "above", 1)
    assert (below.explains, above.explains) == (False, False)
    assert below.people_high < below.careful
    # Four players who never get stuck in a hundred plays each are four, not four hundred.
    few = collect((nth % BOARDS, player, 0) for player in range(4) for nth in range(100))
    found = fit(few, curves(chance, few.boards))
    assert found.people_high < 0.1


def test_few_players_who_do_the_same_are_not_called_beyond_any_epsilon() -> None:
    """Two of six players always get stuck: the test of independent plays would call that more."""
    chance = np.random.default_rng(6)
    plays = collect(
        (board, player, int(player < 5)) for player in range(6) for board in range(BOARDS)
    )
    found = fit(plays, curves(chance, plays.boards))
    assert found.people_low < found.careless < found.people
    assert found.range == "within"


def test_a_rate_that_does_not_depend_on_epsilon_is_said_to() -> None:
    flat = smooth(GRID, np.full((1, 21), 900), np.full((1, 21), TRIALS))
    found = fit(collect((0, player, player % 4 == 0) for player in range(60)), flat)
    assert found.flat
    assert found.anything


def test_leaving_boards_out_beats_the_mean_where_the_simulation_knows() -> None:
    chance = np.random.default_rng(5)
    plays = people(chance, 0.3, sessions=4000, players=400)
    found = leave_boards_out(plays, curves(chance, plays.boards))
    assert found.predicted < 0.6 * found.mean
    assert found.predicted < 2 * found.chance
    assert 0.6 < found.slope.value < 1.4
    assert found.slope.low < 1 < found.slope.high
    assert found.gain.low > 0
    assert found.gain.value == pytest.approx(found.mean - found.predicted)
    assert leave_boards_out(plays.on([0, 1]), curves(chance, [0, 1])) is None


def test_boards_of_one_session_decide_nothing() -> None:
    """Two of them, gone as the prediction does not have it, hardly change what is said."""
    chance = np.random.default_rng(5)
    plays = people(chance, 0.3, sessions=4000, players=400)
    known = curves(chance, plays.boards)
    more = Plays(
        (*plays.boards, "one", "two"),
        np.append(plays.board, [BOARDS, BOARDS + 1]),
        np.append(plays.player, [0, 1]),
        np.append(plays.stuck, [1, 1]),
    )
    worst = np.vstack([known.rates, known.rates[:1], known.rates[:1]])
    alone, found = (
        leave_boards_out(plays, known),
        leave_boards_out(more, Curves(known.epsilons, worst)),
    )
    assert found.predicted == pytest.approx(alone.predicted, abs=0.002)
    assert found.gain.low > 0


def test_a_winner_is_called_only_where_the_interval_over_boards_is_clear() -> None:
    boards = tuple(LeftOut(board, 10, 3, 0.3, 0.2, 0.3) for board in range(4))
    slope = Interval(0.8, -0.3, 2.0)

    def said(*gain: float) -> str:
        return " ".join(errors(Errors(boards, 0.1, 0.12, 0.05, Interval(*gain), slope)))

    assert "do not tell whether the simulation predicts better" in said(0.02, -0.01, 0.05)
    assert "knows something" not in said(0.02, -0.01, 0.05)
    assert "The simulation knows something" in said(0.02, 0.01, 0.03)
    assert "the mean predicts better" in said(-0.02, -0.03, -0.01)
    assert "worse by 8 (−3 to 20; 10 would be just right)" in said(0.02, 0.01, 0.03)


@pytest.mark.parametrize(("n", "p"), [(7, 0.3), (1, 0.5), (20, 0.02), (5, 1.0)])
def test_what_chance_alone_puts_a_prediction_off_by(n, p) -> None:
    from scipy.stats import binom

    wanted = sum(binom.pmf(k, n, p) * abs(k / n - p) for k in range(n + 1))
    assert _mean_deviation(n, p) == pytest.approx(wanted)


def test_only_some_boards() -> None:
    plays = collect([("a", "x", 1), ("b", "y", 0), ("b", "x", 1), ("c", "z", 0)])
    some = plays.on(["b"])
    assert (some.boards, some.n, some.players, some.rate) == (("b",), 2, 2, 0.5)
    assert plays.on(["a", "b", "c", "d"]) is plays
    assert plays.on([]).n == 0
