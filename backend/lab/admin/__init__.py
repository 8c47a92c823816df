"""The lab's pages for designers: queue, watch, read, and look at single boards."""

from __future__ import annotations

from backend.lab.admin.experiments import ExperimentAdmin

__all__ = ["ExperimentAdmin"]
