"""Reads: experiments, how far they are, what they say, and single trials of them."""

from __future__ import annotations

from backend.lab.selectors.experiments import (
    describe_experiment,
    describe_variants,
    find_experiment,
    find_run,
    newest_experiments,
)
from backend.lab.selectors.progress import experiment_progress
from backend.lab.selectors.results import experiment_results
from backend.lab.selectors.trials import replay, stuck_trial, typical_stuck_trial
from backend.lab.selectors.workers import worker_seen_lately

__all__ = [
    "describe_experiment",
    "describe_variants",
    "experiment_progress",
    "experiment_results",
    "find_experiment",
    "find_run",
    "newest_experiments",
    "replay",
    "stuck_trial",
    "typical_stuck_trial",
    "worker_seen_lately",
]
