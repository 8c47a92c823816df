"""Reads: experiments, how far they are, what they say, and single trials of them."""

from __future__ import annotations

from backend.lab.selectors.cells import (
    Cell,
    Search,
    counted_in,
    find_cell,
    find_in_cell,
    heatmap_shape,
    search_cell,
)
from backend.lab.selectors.comparing import compare_arms
from backend.lab.selectors.experiments import (
    describe_events,
    describe_experiment,
    describe_variants,
    filter_experiments,
    find_experiment,
    find_run,
    newest_experiments,
)
from backend.lab.selectors.progress import experiment_progress
from backend.lab.selectors.results import experiment_results
from backend.lab.selectors.trials import (
    LOOKED_AT,
    PICKS,
    describe_trial,
    find_trial,
    pick_trial,
    replay,
)
from backend.lab.selectors.workers import worker_seen_lately

__all__ = [
    "LOOKED_AT",
    "PICKS",
    "Cell",
    "Search",
    "compare_arms",
    "counted_in",
    "describe_events",
    "describe_experiment",
    "describe_trial",
    "describe_variants",
    "experiment_progress",
    "experiment_results",
    "filter_experiments",
    "find_cell",
    "find_experiment",
    "find_in_cell",
    "find_run",
    "find_trial",
    "heatmap_shape",
    "newest_experiments",
    "pick_trial",
    "replay",
    "search_cell",
    "worker_seen_lately",
]
