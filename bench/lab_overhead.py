"""What the lab costs: one experiment through two workers, against the bare kernels."""

from __future__ import annotations

import multiprocessing
import time
from collections.abc import Iterator
from typing import Any

import psutil

from bench.stack import services, worker
from bench.tables import Table

TRIALS = 20_000_000
PROCESSES = 2


def direct(trials: int, start: Any, results: Any, seed: int) -> None:
    """One process's share: the kernels and nothing else."""
    from engines import get_game

    game = get_game("map_coloring")
    rules, policy = game.presets[0].variants[0].rules, game.presets[0].variants[0].policy
    game.simulate(rules, policy, seed, 0, 8)
    start.wait()
    begun, used = time.perf_counter(), time.process_time()
    tally = game.simulate(rules, policy, seed, 0, trials)
    results.put((time.perf_counter() - begun, time.process_time() - used, tally.vector()))


def measure_direct(trials: int, seeds: list[int]) -> tuple[float, float, list[list[int]]]:
    """(wall seconds, processor seconds, counters of each share)."""
    context = multiprocessing.get_context("spawn")
    start, results = context.Barrier(PROCESSES), context.Queue()
    shares = [context.Process(target=direct, args=(trials, start, results, seed)) for seed in seeds]
    for share in shares:
        share.start()
    answers = [results.get() for _ in shares]
    for share in shares:
        share.join()
    return max(a[0] for a in answers), sum(a[1] for a in answers), [a[2] for a in answers]


def measure_lab(trials: int, family: list[psutil.Process]) -> dict[str, Any]:
    """The same shares as the two runs of one experiment, through the workers of `family`."""
    from backend.lab import upkeep
    from backend.lab.models import Chunk, Finding, Run

    # Loads the kernels and measures their speed; its findings load the statistics.
    warm = finished_experiment(trials=2_000_000, seed=99)
    while not Finding.objects.filter(experiment=warm).exists():
        time.sleep(0.05)
    used = processor_seconds(family)
    begun = time.perf_counter()
    experiment = finished_experiment(trials=trials, seed=1)
    wall = time.perf_counter() - begun
    used = processor_seconds(family) - used
    upkeep.ring_waiting()
    runs = Run.objects.filter(variant__experiment=experiment).order_by("replicate")
    return {
        "wall": wall,
        "processor": used,
        "seeds": [run.seed for run in runs],
        "totals": [run.totals for run in runs],
        "chunks": Chunk.objects.filter(run__variant__experiment=experiment).count(),
    }


def finished_experiment(*, trials: int, seed: int) -> Any:
    """Queue an experiment of two runs and wait for its end."""
    from backend.lab.services import queue_experiment
    from engines import get_game

    game = get_game("map_coloring")
    first = game.presets[0].variants[0]
    rules = first.rules.model_dump(mode="json")
    experiment = queue_experiment(
        game=game.slug,
        title="Overhead",
        variants=[{"title": "Baseline", "rules": rules, "policy": first.policy}],
        trials=trials,
        replicates=PROCESSES,
        seed=seed,
    )
    while not experiment.ended:
        time.sleep(0.02)
        experiment.refresh_from_db()
    return experiment


def processor_seconds(family: list[psutil.Process]) -> float:
    return sum(sum(process.cpu_times()[:2]) for process in family)


def measure(trials: int) -> dict[str, Any]:
    """Both sides of `trials` trials in all; checks that they counted the same."""
    share = trials // PROCESSES
    with services(), worker("simulation", PROCESSES) as family:
        lab = measure_lab(share, family)
    wall, processor, totals = measure_direct(share, lab["seeds"])
    if sorted(totals) != sorted(lab["totals"]):
        raise SystemExit("The lab and the kernels did not count the same.")
    return {
        "trials": share * PROCESSES,
        "chunks": lab["chunks"],
        "rows": [
            ("elapsed", wall, lab["wall"]),
            ("processor", processor, lab["processor"]),
        ],
    }


def run() -> Iterator[Table]:
    figures = measure(TRIALS)
    rows = [
        [unit, f"{bare:.2f}", f"{lab:.2f}", f"{lab / bare:.3f}"]
        for unit, bare, lab in figures["rows"]
    ]
    yield Table(
        "What the lab costs",
        ["seconds", "kernels alone", "through the lab", "ratio"],
        rows,
        f"{figures['trials']:,} trials in {figures['chunks']} chunks, two processes on each side, "
        "kernels and statistics loaded beforehand; both sides counted the same. Processor time "
        "hardly notices what else the machine is doing.",
    )
