"""Writes: queue an experiment, cancel it, resume it. What workers do is in `backend.lab.chunks`."""

from __future__ import annotations

from backend.lab.checking import VariantRequest
from backend.lab.services.queueing import queue_experiment, queue_first_presets, queue_preset
from backend.lab.services.stopping import cancel_experiment, resume_experiment

__all__ = [
    "VariantRequest",
    "cancel_experiment",
    "queue_experiment",
    "queue_first_presets",
    "queue_preset",
    "resume_experiment",
]
