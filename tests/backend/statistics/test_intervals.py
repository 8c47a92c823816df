"""Wilson's and Newcombe's formulas against statsmodels, and what every interval promises."""

from __future__ import annotations

import numpy as np
import pytest
from scipy.stats import t
from statsmodels.stats.proportion import confint_proportions_2indep, proportion_confint

from backend.statistics import bonett_price, newcombe, t95, wilson
from backend.statistics.means import two_sided
from backend.statistics.simultaneous import interval
from engines.intervals import Z95

COUNTS = [(0, 10), (1, 10), (5, 10), (10, 10), (3, 1000), (616, 1000), (123_287, 200_000)]
EDGES = [
    *((count, n) for n in range(1, 151) for count in (0, 1, n - 1, n)),
    (77, 77), (0, 1000), (10**7, 10**7), (0, 10**7),
]  # fmt: skip


def random_counts(seed: int, cases: int = 1_000) -> list[tuple[int, int]]:
    """Sizes from 1 to 20,000, one count in three none or all."""
    draw = np.random.default_rng(seed)
    sizes = np.exp(draw.uniform(0, np.log(20_000), cases)).astype(int)
    shares = draw.choice([0.0, 1.0, np.nan, np.nan, np.nan, np.nan], cases)
    shares = np.where(np.isnan(shares), draw.uniform(0, 1, cases), shares)
    counts = np.where(shares == 1, sizes, (shares * sizes).astype(int))
    return list(zip(counts.tolist(), sizes.tolist(), strict=True))


def test_wilson_is_that_of_statsmodels() -> None:
    cases = random_counts(1) + COUNTS
    counts, sizes = np.array(cases).T
    judged = np.array(proportion_confint(counts, sizes, method="wilson")).T
    assert np.array([wilson(count, n) for count, n in cases]) == pytest.approx(judged, abs=1e-12)


def test_newcombe_is_that_of_statsmodels() -> None:
    pairs = [*zip(random_counts(2), random_counts(3), strict=True)]
    pairs += [(variant, base) for variant in COUNTS for base in COUNTS]
    for variant, base in pairs:
        estimate = newcombe(*variant, *base)
        assert estimate.value == variant[0] / variant[1] - base[0] / base[1]
        judged = confint_proportions_2indep(*variant, *base, method="newcomb")
        assert (estimate.low, estimate.high) == pytest.approx(judged, abs=1e-12)


def test_an_interval_of_a_proportion_holds_its_estimate_and_lies_within_its_range() -> None:
    for count, n in EDGES + random_counts(4):
        for z in (1.0, Z95, 3.5):
            low, high = wilson(count, n, z)
            assert 0 <= low <= count / n <= high <= 1
        assert low > 0 or count == 0 or n > 10**6
        alike = 0.1 + n / 3  # sessions of alike players count less, and need not be whole
        low, high = wilson(count / n * alike, alike)
        assert 0 <= low <= count / n * alike / alike <= high <= 1
        summary = {"kind": "proportion", "value": count / n, "n": n}
        if (simultaneous := interval(summary, n // 2 + 1, 3.0)) is not None:
            assert 0 <= simultaneous.low <= count / n <= simultaneous.high <= 1
    for (count, n), (base, base_n) in zip(EDGES, reversed(EDGES), strict=True):
        estimates = [newcombe(count, n, base, base_n, r) for r in (-1.0, 0.0, 0.7, 1.0)]
        estimates.append(bonett_price(count, min(n - count, base), n))
        for estimate in estimates:
            assert -1 <= estimate.low <= estimate.value <= estimate.high <= 1


def test_what_rounding_did() -> None:
    assert wilson(0, 10)[0] == 0
    assert wilson(38, 38)[1] == 1
    assert newcombe(77, 77, 0, 1000).high == 1


def test_points_and_tails_of_student_s_distribution_hold_from_one_degree_of_freedom_on() -> None:
    assert round(t95(1), 3) == 12.706
    for freedom in (1, 1.5, 2, 3, 4, 7, 9, 12.3, 28.9, 29, 30.5, 77, 1e4):
        assert t95(freedom) == pytest.approx(t.ppf(0.975, freedom), rel=1e-7)
        for off in (0, 0.1, -1, 2, 4, -7, 40):
            assert two_sided(off, freedom) == pytest.approx(2 * t.sf(abs(off), freedom), rel=1e-9)
