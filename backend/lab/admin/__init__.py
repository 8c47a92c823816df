"""The lab's pages for designers: queue, watch, read, and look at single boards."""

from __future__ import annotations

from backend.lab.admin.experiments import ExperimentAdmin
from backend.lab.admin.proposals import LevelProposalAdmin
from backend.lab.admin.tuning import TuningAdmin

__all__ = ["ExperimentAdmin", "LevelProposalAdmin", "TuningAdmin"]
