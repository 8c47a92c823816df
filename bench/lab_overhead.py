"""What the lab costs: one experiment through two workers, against the bare kernels.

    python -m bench.lab_overhead --trials 4000000

Both sides simulate the same trials in two processes, one after the other, kernels loaded
beforehand. Wall time is what a designer waits; processor time is told beside it, because it
hardly notices what else the machine is doing. Memory is that of a worker's child.
"""

from __future__ import annotations

import argparse
import contextlib
import json
import multiprocessing
import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import psutil

PROCESSES = 2


def direct(trials: int, start: Any, results: Any, seed: int) -> None:
    """One process's share: the kernels and nothing else."""
    from engines import all_games

    game = all_games()[0]
    rules = game.presets[0].variants[0].rules
    game.simulate(rules, "random", seed, 0, 8)
    start.wait()
    begun, used = time.perf_counter(), time.process_time()
    tally = game.simulate(rules, "random", seed, 0, trials)
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
    from backend.lab.models import Chunk, Run

    _experiment(trials=2_000_000, seed=99)  # loads the kernels and measures their speed
    used = _processor_seconds(family)
    begun = time.perf_counter()
    experiment = _experiment(trials=trials, seed=1)
    wall = time.perf_counter() - begun
    used = _processor_seconds(family) - used
    upkeep.ring_waiting()
    runs = Run.objects.filter(variant__experiment=experiment).order_by("replicate")
    return {
        "wall": wall,
        "processor": used,
        "seeds": [run.seed for run in runs],
        "totals": [run.totals for run in runs],
        "chunks": Chunk.objects.filter(run__variant__experiment=experiment).count(),
        "memory": max(child.memory_info().rss for child in family[1:]) / 2**20,
    }


def _experiment(*, trials: int, seed: int) -> Any:
    """Queue an experiment of two runs and wait for its end."""
    from backend.lab.services import queue_experiment
    from engines import all_games

    game = all_games()[0]
    rules = game.presets[0].variants[0].rules.model_dump(mode="json")
    experiment = queue_experiment(
        game=game.slug,
        title="Overhead",
        variants=[{"title": "Baseline", "rules": rules, "policy": "random"}],
        trials=trials,
        replicates=PROCESSES,
        seed=seed,
    )
    while not experiment.ended:
        time.sleep(0.02)
        experiment.refresh_from_db()
    return experiment


def _processor_seconds(family: list[psutil.Process]) -> float:
    return sum(sum(process.cpu_times()[:2]) for process in family)


@contextlib.contextmanager
def _worker() -> Iterator[list[psutil.Process]]:
    """A simulation worker with two children: it, and they."""
    from backend.lab.models import WorkerHeartbeat
    from workers.watchdog import worker_command, worker_environment

    command = worker_command("simulation", f"bench-{os.getpid()}@bench", PROCESSES)
    worker = subprocess.Popen(
        command, env=worker_environment(), start_new_session=True, stderr=subprocess.DEVNULL
    )
    try:
        while not WorkerHeartbeat.objects.exists():
            time.sleep(0.1)
        process = psutil.Process(worker.pid)
        yield [process, *process.children()]
    finally:
        worker.terminate()
        worker.wait()


@contextlib.contextmanager
def _services() -> Iterator[None]:
    from dev.services import postgres, redis

    with contextlib.ExitStack() as stack:
        folder = Path(stack.enter_context(tempfile.TemporaryDirectory(prefix="tsumi-bench-")))
        os.environ["DATABASE_URL"] = stack.enter_context(postgres(folder)).url
        os.environ["REDIS_URL"] = stack.enter_context(redis(folder)).url
        os.environ["DJANGO_SETTINGS_MODULE"] = "backend.config.settings.test"
        os.environ["LOG_LEVEL"] = "WARNING"
        import django
        from django.core.management import call_command

        django.setup()
        call_command("migrate", verbosity=0)
        yield


def measure(trials: int) -> dict[str, Any]:
    """Both sides of `trials` trials in all; checks that they counted the same."""
    share = trials // PROCESSES
    with _services(), _worker() as family:
        lab = measure_lab(share, family)
    wall, processor, totals = measure_direct(share, lab["seeds"])
    if sorted(totals) != sorted(lab["totals"]):
        raise SystemExit("The lab and the kernels did not count the same.")
    return {
        "trials": share * PROCESSES,
        "chunks": lab["chunks"],
        "lab_seconds": lab["wall"],
        "direct_seconds": wall,
        "wall_ratio": lab["wall"] / wall,
        "lab_processor_seconds": lab["processor"],
        "direct_processor_seconds": processor,
        "processor_ratio": lab["processor"] / processor,
        "child_mb": lab["memory"],
    }


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--trials", type=int, default=20_000_000)
    parser.add_argument("--json", action="store_true")
    options = parser.parse_args()
    figures = measure(options.trials)
    if options.json:
        print(json.dumps(figures))
        return
    print(f"{figures['trials']:,} trials in {figures['chunks']} chunks, two processes each")
    print("                    lab   kernels   ratio")
    for name, unit in (("", "wall"), ("processor_", "processor")):
        lab, bare = figures[f"lab_{name}seconds"], figures[f"direct_{name}seconds"]
        print(f"{unit + ' seconds':18}{lab:8.2f}{bare:10.2f}{lab / bare:8.3f}")
    print(f"memory of a simulation worker's child: {figures['child_mb']:.0f} MB")


if __name__ == "__main__":
    sys.exit(main())
