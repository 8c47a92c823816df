"""What a study says: figures of its arms and how they differ from the first. No database."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from backend.playtests.models import Study
from backend.playtests.selectors.study_results import ArmSum, StudySum
from backend.statistics.clusters import Clustered, compare
from backend.statistics.estimates import Difference
from backend.statistics.multiplicity import holm
from backend.statistics.sample_ratio import SampleRatio, sample_ratio

COMPARED = {"stuck": "Got stuck", "stalled": "Stalled", "gave_up": "Gave up"}
"""The measures in which arms are compared; one adjustment for all of them together."""


@dataclass(frozen=True, slots=True)
class Comparison:
    """How an arm (by its place) differs from the first in one measure."""

    place: int
    key: str
    found: Difference
    p_holm: float


def is_final(study: Study) -> bool:
    """Whether differences may be called so: whoever stops at the first one they see, while the

    study goes on, finds some that are not there.
    """
    return study.status == Study.Status.CLOSED


def compare_arms(arms: Sequence[ArmSum]) -> list[Comparison]:
    """Every arm against the first, in every compared measure; p adjusted by Holm over all."""
    found = [
        (place, key, difference)
        for key in COMPARED
        for place, arm in enumerate(arms)
        if place and (difference := compare(arm.sums[key], arms[0].sums[key], arm.shared[key]))
    ]
    adjusted = holm([difference.p for _, _, difference in found])
    return [Comparison(*one, p) for one, p in zip(found, adjusted, strict=True)]


def ratios(study: Study, arms: Sequence[ArmSum]) -> dict[str, SampleRatio]:
    """The sample-ratio tests that can be made: of those who joined, and who have played."""
    if study.assignment != Study.Assignment.ONE:
        return {}
    counts = {"joined": [a.joined for a in arms], "played": [a.played for a in arms]}
    tests = {key: sample_ratio(told) for key, told in counts.items()}
    return {key: test for key, test in tests.items() if test is not None}


def describe_results(study: Study, total: StudySum, who: str) -> dict[str, Any]:
    """JSON-ready."""
    arms = total.arms
    return {
        "code": study.code,
        "status": study.status,
        "partial": not is_final(study),
        "who": who,
        "joined": total.joined,
        "withdrawn": total.withdrawn,
        "arms": [_describe_arm(one, study) for one in arms],
        "comparisons": [
            {
                "position": arms[one.place].arm.position,
                "measure": one.key,
                "value": one.found.estimate.value,
                "low": one.found.estimate.low,
                "high": one.found.estimate.high,
                "p": one.found.p,
                "p_holm": one.p_holm,
            }
            for one in (compare_arms(arms) if is_final(study) else [])
        ],
        "sample_ratio": [
            {
                "of": key,
                "counts": list(test.counts),
                "chi2": test.chi2,
                "df": test.df,
                "p": test.p,
                "exact": test.is_exact,
                "warns": test.warns,
            }
            for key, test in ratios(study, arms).items()
        ],
    }


def _describe_arm(one: ArmSum, study: Study) -> dict[str, Any]:
    drawn = study.assignment == Study.Assignment.ONE
    return {
        "position": one.arm.position,
        "title": one.arm.title,
        "rules": one.arm.rules,
        "puzzles": one.puzzles,
        "joined": one.joined if drawn else None,
        "began": one.began,
        "played": one.played,
        "finished": one.finished,
        "sessions": one.sessions,
        "read": one.read,
        "measures": {key: _describe_share(told) for key, told in one.sums.items()},
    }


def _describe_share(told: Clustered) -> dict[str, Any]:
    low, high = told.interval
    return {
        "count": told.count,
        "n": told.n,
        "value": told.share if told.n else None,
        "low": low,
        "high": high,
        "design_effect": told.design_effect,
    }
