"""What may be changed of an experiment after it was queued; every change is on its trail."""

from __future__ import annotations

from collections.abc import Sequence

from django.contrib.auth.models import User
from django.db import transaction

from backend.common.problems import NotAllowed
from backend.lab.checking import check_bands, check_prose, check_tags
from backend.lab.locking import lock_experiment
from backend.lab.models import EventKind, Experiment
from backend.lab.trail import bands_text, record
from engines import Fault, get_game


def annotate_experiment(
    *,
    experiment: Experiment,
    by: User | None,
    note: str | None = None,
    tags: Sequence[str] | None = None,
    bands: Sequence[float] | None = None,
    no_bands: bool = False,
) -> Experiment:
    """Change note, tags or bands; what is None stays. `no_bands` takes the bands away.

    Bands that were not there before the run, or that were moved after it, are recorded as such.
    Raises `NotAllowed` (422) with a JSON pointer for each fault.
    """
    faults: list[Fault] = []
    checked_tags = check_tags(tags, faults) if tags is not None else None
    if note is not None:
        check_prose("/note", note, faults)
    if bands is not None:
        check_bands(get_game(experiment.game), bands, faults)
    if faults:
        raise NotAllowed("This can't be written down as it stands.", faults=faults)
    with transaction.atomic():
        locked = lock_experiment(experiment.pk)
        if note is not None and note != locked.note:
            record(locked, EventKind.NOTED, by)
            locked.note = note
        if checked_tags is not None and checked_tags != locked.tags:
            told = f"{', '.join(locked.tags) or 'none'} → {', '.join(checked_tags) or 'none'}"
            record(locked, EventKind.TAGGED, by, told)
            locked.tags = checked_tags
        wanted = None if no_bands else list(bands) if bands is not None else locked.bands
        if wanted != locked.bands:
            told = (
                f"{bands_text(locked.bands)} → {bands_text(wanted)}, while it was {locked.status}"
            )
            record(locked, EventKind.BANDS, by, told)
            locked.bands = wanted
        locked.save(update_fields=["note", "tags", "bands"])
    return locked
