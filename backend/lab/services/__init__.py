"""Writes: queue an experiment, cancel it, resume it. What workers do is in `backend.lab.chunks`."""

from __future__ import annotations

from backend.lab.checking import VariantRequest
from backend.lab.services.adopting import adopt_proposal
from backend.lab.services.annotating import annotate_experiment
from backend.lab.services.asking import queue_asked
from backend.lab.services.measuring import (
    measure_proposal,
    ring_for_proposals,
    want_measured,
)
from backend.lab.services.queueing import (
    queue_experiment,
    queue_first_presets,
    queue_preset,
    rerun_experiment,
)
from backend.lab.services.stopping import cancel_experiment, resume_experiment
from backend.lab.services.tuning import cancel_tuning, create_tuning, propose_level

__all__ = [
    "VariantRequest",
    "adopt_proposal",
    "annotate_experiment",
    "cancel_experiment",
    "cancel_tuning",
    "create_tuning",
    "measure_proposal",
    "propose_level",
    "queue_asked",
    "queue_experiment",
    "queue_first_presets",
    "queue_preset",
    "rerun_experiment",
    "resume_experiment",
    "ring_for_proposals",
    "want_measured",
]
