"""Our two formulas against statsmodels, which the web process can't afford to load."""

from __future__ import annotations

import pytest
from statsmodels.stats.proportion import confint_proportions_2indep, proportion_confint

from backend.lab.statistics.proportions import newcombe
from engines import wilson

COUNTS = [(0, 10), (1, 10), (5, 10), (10, 10), (3, 1000), (616, 1000), (123_287, 200_000)]


@pytest.mark.parametrize(("count", "n"), COUNTS)
def test_wilson_is_that_of_statsmodels(count: int, n: int) -> None:
    assert wilson(count, n) == pytest.approx(proportion_confint(count, n, method="wilson"))


@pytest.mark.parametrize("baseline", COUNTS)
@pytest.mark.parametrize("variant", COUNTS)
def test_newcombe_is_that_of_statsmodels(
    baseline: tuple[int, int], variant: tuple[int, int]
) -> None:
    found = newcombe(*variant, *baseline)

    assert found.value == pytest.approx(variant[0] / variant[1] - baseline[0] / baseline[1])
    assert (found.low, found.high) == pytest.approx(
        confint_proportions_2indep(*variant, *baseline, method="newcomb")
    )
