"""An experiment queued again: what its trail says of it.

Bands mean something only where they were set before anybody saw the figures. A rerun with the
same seed has figures that are known, so bands that were moved after they were seen stay so.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from django.contrib.auth.models import User

from backend.lab.checking import CheckedVariant
from backend.lab.models import EventKind, Experiment
from backend.lab.trail import bands_text, record


def told(experiment: Experiment, variants: Sequence[CheckedVariant]) -> str:
    """Of which experiment it is a rerun, or a changed copy, in words; empty where of none.

    `variants` are those that `experiment` will have.
    """
    origin = experiment.rerun_of
    if origin is None:
        return ""
    kind = "rerun" if _played(origin) == [one.plain for one in variants] else "changed copy"
    seed = "the same seed" if experiment.seed == origin.seed else "another seed"
    return f"{kind} of “{origin.title}” with {seed}"


def record_known_bands(
    experiment: Experiment, variants: Sequence[CheckedVariant], by: User | None
) -> None:
    """Note bands that were set when figures of the same seed and variants could be known.

    The nearest of the experiments that this one came from is asked: its bands were others, or had
    been changed after it was queued.
    """
    if experiment.bands is None:
        return
    plain = [one.plain for one in variants]
    for origin in _origins(experiment):
        if origin.seed != experiment.seed or not any(one in plain for one in _played(origin)):
            continue
        known = f"the figures of “{origin.title}” with the same seed could be known"
        if origin.bands != experiment.bands:
            change = f"{bands_text(origin.bands)} → {bands_text(experiment.bands)}"
            record(experiment, EventKind.BANDS, by, f"{change}, when {known}")
        elif origin.events.filter(kind=EventKind.BANDS).exists():
            text = f"{bands_text(experiment.bands)} as changed there, when {known}"
            record(experiment, EventKind.BANDS, by, text)
        return


def _origins(experiment: Experiment) -> Iterator[Experiment]:
    """What it was queued from, what that was queued from, and so on."""
    origin = experiment.rerun_of
    while origin is not None:
        yield origin
        origin = origin.rerun_of


def _played(experiment: Experiment) -> list[tuple[object, str]]:
    return [variant.plain for variant in experiment.variants.all()]
