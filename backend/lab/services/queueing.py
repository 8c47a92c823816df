"""An experiment is queued: checked first, then written whole, then the bell is rung."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any, TypedDict

from django.conf import settings
from django.contrib.auth.models import User
from django.db import transaction

from backend.common.problems import NotAllowed
from backend.lab import bell
from backend.lab.cutting import chunk_size, cut
from backend.lab.models import (
    MAX_REPLICATES,
    MAX_TRIALS,
    MAX_VARIANTS,
    Chunk,
    Experiment,
    Run,
    Variant,
)
from backend.lab.speed import expected_speed
from engines import Fault, InvalidRules, UnknownName, all_games, derive_seed, get_game, read_rules
from engines.protocol import Game
from engines.randomness import MAX_SEED

MAX_ALL_TRIALS = 10**10
"""Trials of all runs of one experiment together."""


class VariantRequest(TypedDict):
    """A variant as it is asked for; rules left out take their defaults."""

    title: str
    rules: dict[str, Any]
    policy: str


def queue_experiment(
    *,
    game: str,
    title: str,
    variants: Sequence[VariantRequest],
    trials: int,
    replicates: int = 1,
    seed: int = 0,
    created_by: User | None = None,
    question: str = "",
    note: str = "",
    preset: str = "",
) -> Experiment:
    """Write an experiment with all its runs and chunks, and ring for workers.

    The first variant is the baseline; a variant without a title gets one. Raises
    `NotAllowed` (422) with a JSON pointer for each fault, such as ``/variants/1/rules/seeds``;
    then nothing is written.
    """
    faults: list[Fault] = []
    found = _find_game(game, faults)
    if not 1 <= len(variants) <= MAX_VARIANTS:
        faults.append(
            Fault(
                "/variants", f"An experiment has 1 to {MAX_VARIANTS} variants, not {len(variants)}."
            )
        )
    checked = [
        _check_variant(found, at, variant, faults)
        for at, variant in enumerate(variants[:MAX_VARIANTS])
        if found is not None
    ]
    _check_numbers(trials, replicates, seed, len(variants), faults)
    _check_title("/title", title, faults)
    if found is None or faults:
        raise NotAllowed("This experiment can't be queued as it stands.", faults=faults)

    runs = len(checked) * replicates
    with transaction.atomic():
        experiment = Experiment.objects.create(
            title=title.strip(),
            game=found.slug,
            version=found.version,
            preset=preset,
            question=question,
            note=note,
            seed=seed,
            trials=trials,
            replicates=replicates,
            created_by=created_by,
        )
        rows = 0
        for position, (variant_title, rules, policy) in enumerate(checked):
            variant = Variant.objects.create(
                experiment=experiment,
                position=position,
                title=variant_title,
                rules=rules.model_dump(mode="json"),
                policy=policy,
            )
            size = chunk_size(
                trials=trials,
                runs=runs,
                speed=expected_speed(game=found, rules=rules, policy=policy),
                seconds=settings.CHUNK_SECONDS,
            )
            rows += _write_runs(experiment, variant, size)
        transaction.on_commit(lambda: bell.ring(rows))
    return experiment


def queue_preset(
    *,
    game: str,
    preset: str,
    created_by: User | None = None,
    title: str = "",
    trials: int | None = None,
    replicates: int | None = None,
    seed: int | None = None,
    note: str = "",
) -> Experiment:
    """Queue one of the game's presets; what is not given is as the preset has it.

    Raises `NotAllowed` (422) for an unknown game or preset.
    """
    faults: list[Fault] = []
    found = _find_game(game, faults)
    if found is None:
        raise NotAllowed("This experiment can't be queued as it stands.", faults=faults)
    known = {p.key: p for p in found.presets}
    if preset not in known:
        error = UnknownName("preset", preset, tuple(known))
        raise NotAllowed(str(error), faults=[Fault("/preset", str(error))])
    chosen = known[preset]
    return queue_experiment(
        game=game,
        title=title or chosen.title,
        question=chosen.question,
        variants=[
            {"title": v.title, "rules": v.rules.model_dump(mode="json"), "policy": v.policy}
            for v in chosen.variants
        ],
        trials=chosen.trials if trials is None else trials,
        replicates=chosen.replicates if replicates is None else replicates,
        seed=chosen.seed if seed is None else seed,
        created_by=created_by,
        note=note,
        preset=preset,
    )


def queue_first_preset() -> Experiment | None:
    """Queue the first preset of the first game that has any, unless an experiment exists."""
    if Experiment.objects.exists():
        return None
    for game in all_games():
        if game.presets:
            return queue_preset(game=game.slug, preset=game.presets[0].key)
    return None


def run_seed(*, seed: int, replicate: int) -> int:
    """The seed of replicate 1, 2, … of an experiment: the first one's is the experiment's own.

    So `python -m engines simulate … --seed S` is replicate 1 of an experiment with seed S.
    """
    return seed if replicate == 1 else derive_seed(seed, replicate)


def _write_runs(experiment: Experiment, variant: Variant, size: int) -> int:
    """The variant's runs and their chunks; returns the number of chunks."""
    runs = Run.objects.bulk_create(
        Run(variant=variant, replicate=r, seed=run_seed(seed=experiment.seed, replicate=r))
        for r in range(1, experiment.replicates + 1)
    )
    chunks = Chunk.objects.bulk_create(_chunks(runs, experiment.trials, size), batch_size=2000)
    return len(chunks)


def _chunks(runs: Sequence[Run], trials: int, size: int) -> Iterator[Chunk]:
    for run in runs:
        for number, (first, count) in enumerate(cut(trials, size)):
            yield Chunk(run=run, number=number, first_trial=first, trials=count)


def _find_game(slug: str, faults: list[Fault]) -> Game | None:
    try:
        return get_game(slug)
    except UnknownName as error:
        faults.append(Fault("/game", str(error)))
        return None


def _check_variant(
    game: Game, at: int, variant: VariantRequest, faults: list[Fault]
) -> tuple[str, Any, str]:
    """(title, rules, policy); what is wrong goes to `faults`."""
    rules, policy = None, variant["policy"]
    try:
        rules = read_rules(game, variant["rules"])
    except InvalidRules as error:
        faults.extend(Fault(f"/variants/{at}/rules{f.pointer}", f.message) for f in error.faults)
    try:
        policy = game.check_policy(policy)
    except UnknownName as error:
        faults.append(Fault(f"/variants/{at}/policy", str(error)))
    title = variant.get("title", "").strip() or ("Baseline" if at == 0 else f"Variant {at}")
    _check_title(f"/variants/{at}/title", title, faults)
    return title, rules, policy


def _check_title(pointer: str, title: str, faults: list[Fault]) -> None:
    if not title.strip():
        faults.append(Fault(pointer, "Give it a title."))
    elif len(title) > 200:
        faults.append(Fault(pointer, f"At most 200 characters; this has {len(title)}."))


def _check_numbers(
    trials: int, replicates: int, seed: int, variants: int, faults: list[Fault]
) -> None:
    for pointer, value, low, high in (
        ("/trials", trials, 1, MAX_TRIALS),
        ("/replicates", replicates, 1, MAX_REPLICATES),
        ("/seed", seed, 0, MAX_SEED),
    ):
        if not low <= value <= high:
            faults.append(
                Fault(pointer, f"A whole number from {low:,} to {high:,}; got {value:,}.")
            )
    if not faults and trials * replicates * variants > MAX_ALL_TRIALS:
        faults.append(
            Fault(
                "/trials",
                f"{variants} variants × {replicates} replicates × {trials:,} trials is more "
                f"than the {MAX_ALL_TRIALS:,} trials an experiment may have in all.",
            )
        )
