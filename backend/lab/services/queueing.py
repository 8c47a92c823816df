"""An experiment is queued: checked first, then written whole, then the bell is rung."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from uuid import UUID

from django.conf import settings
from django.contrib.auth.models import User
from django.db import transaction

from backend.common.problems import NotAllowed
from backend.lab import bell, expectations, loci, pairing, reruns
from backend.lab.boards import check_boards, puzzle_ids
from backend.lab.checking import (
    VariantRequest,
    check_bands,
    check_numbers,
    check_prose,
    check_tags,
    check_title,
    check_variants,
    find_game,
)
from backend.lab.cutting import chunk_size, cut
from backend.lab.dealing import round_up
from backend.lab.models import (
    BoardChoice,
    Chunk,
    EventKind,
    Expectation,
    Experiment,
    FixedBoard,
    LocusSample,
    Pairing,
    Run,
    Variant,
)
from backend.lab.seats import pairs
from backend.lab.speed import expected_speed
from backend.lab.trail import record
from backend.puzzles.models import Puzzle
from engines import Fault, UnknownName, all_games, derive_seed


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
    both_seats: bool = False,
    tags: Sequence[str] = (),
    bands: Sequence[float] | None = None,
    boards: str = BoardChoice.PAIRED,
    puzzles: Sequence[UUID] = (),
    rerun_of: Experiment | None = None,
) -> Experiment:
    """Write an experiment with all its runs and chunks, and ring for workers.

    The first variant is the baseline; a variant without a title is named after what it changes,
    and no two may play the same or have the same title. With `both_seats`, of a game for two, each
    variant whose players differ is followed by one with their seats swapped. Where the boards are
    *fixed* they are those of the `puzzles`; then `trials` is rounded up to a multiple of 8 for
    each board, so that all have as many. The trail tells which experiment it is a `rerun_of`, or a
    changed copy, and whether its bands are others than those of it, whose figures may have been
    seen. Raises
    `NotAllowed` (422) with a JSON pointer for each fault, such as ``/variants/1/rules/seeds``;
    then nothing is written.
    """
    faults: list[Fault] = []
    found = find_game(game, faults)
    checked = check_variants(found, variants, faults, both_seats) if found is not None else []
    fixed: list[Puzzle] = []
    if found is not None:
        fixed = check_boards(found, boards, puzzles, checked, replicates, faults)
    if fixed:
        trials = round_up(trials, len(fixed))
    check_numbers(trials, replicates, seed, max(len(variants), len(checked)), faults)
    check_title("/title", title, faults)
    check_prose("/question", question, faults)
    check_prose("/note", note, faults)
    checked_tags = check_tags(tags, faults)
    if found is not None and bands is not None:
        check_bands(found, bands, faults)
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
            tags=checked_tags,
            bands=None if bands is None else list(bands),
            boards=boards,
            seed=seed,
            trials=trials,
            replicates=replicates,
            created_by=created_by,
            rerun_of=rerun_of,
        )
        record(experiment, EventKind.QUEUED, created_by, reruns.told(experiment, checked))
        reruns.record_known_bands(experiment, checked, created_by)
        FixedBoard.objects.bulk_create(
            FixedBoard(experiment=experiment, number=number, puzzle=puzzle)
            for number, puzzle in enumerate(fixed)
        )
        parts = max(1, len(fixed))
        rows, all_runs = 0, []
        for position, one in enumerate(checked):
            variant = Variant.objects.create(
                experiment=experiment,
                position=position,
                title=one.title,
                rules=one.rules.model_dump(mode="json"),
                policy=one.policy,
            )
            size = chunk_size(
                trials=trials // parts,
                runs=runs * parts,
                speed=expected_speed(game=found, rules=one.rules, policy=one.policy),
                seconds=settings.CHUNK_SECONDS,
            )
            all_runs.append(runs_of_variant := _write_runs(experiment, variant))
            cuts = cut(trials, size, parts)
            rows += _write_chunks(runs_of_variant, cuts, position * replicates, runs)
        if boards != BoardChoice.FRESH:
            Pairing.objects.bulk_create(pairing.pairings(all_runs, pairs(found, checked)))
        variants_written = [runs_of_one[0].variant for runs_of_one in all_runs]
        LocusSample.objects.bulk_create(loci.samples(found, experiment, variants_written))
        if found.exact_metrics and len(fixed) <= expectations.MOST_BOARDS:
            Expectation.objects.bulk_create(Expectation(variant=v) for v in variants_written)
            transaction.on_commit(expectations.ring)
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
    tags: Sequence[str] = (),
    bands: Sequence[float] | None = None,
    boards: str = BoardChoice.PAIRED,
    puzzles: Sequence[UUID] = (),
) -> Experiment:
    """Queue one of the game's presets; what is not given is as the preset has it.

    Raises `NotAllowed` (422) for an unknown game or preset.
    """
    faults: list[Fault] = []
    found = find_game(game, faults)
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
        tags=tags,
        bands=bands,
        preset=preset,
        boards=boards,
        puzzles=puzzles,
    )


def rerun_experiment(
    *, experiment: Experiment, by: User | None = None, seed: int | None = None
) -> Experiment:
    """Queue the same once more: with the same seed, which gives identical numbers, or another.

    Raises `NotAllowed` (422) where the game does not allow it any more.
    """
    return queue_experiment(
        game=experiment.game,
        title=experiment.title,
        variants=[
            {"title": v.title, "rules": v.rules, "policy": v.policy}
            for v in experiment.variants.all()
        ],
        trials=experiment.trials,
        replicates=experiment.replicates,
        seed=experiment.seed if seed is None else seed,
        created_by=by,
        question=experiment.question,
        note=experiment.note,
        preset=experiment.preset,
        tags=experiment.tags,
        bands=experiment.bands,
        boards=experiment.boards,
        puzzles=puzzle_ids(experiment),
        rerun_of=experiment,
    )


def queue_first_presets() -> list[Experiment]:
    """Queue the first preset of every game that has no experiment yet."""
    known = set(Experiment.objects.values_list("game", flat=True).distinct())
    return [
        queue_preset(game=game.slug, preset=game.presets[0].key)
        for game in all_games()
        if game.presets and game.slug not in known
    ]


def run_seed(*, seed: int, replicate: int, position: int = 0) -> int:
    """The seed of replicate 1, 2, … of an experiment: the first one's is the experiment's own.

    So `python -m engines simulate … --seed S` is replicate 1 of an experiment with seed S. With
    the `position` of a variant other than the baseline, streams that no other variant has.
    """
    if position:
        return derive_seed(seed, replicate, position)
    return seed if replicate == 1 else derive_seed(seed, replicate)


def _write_runs(experiment: Experiment, variant: Variant) -> list[Run]:
    own = variant.position if experiment.boards == BoardChoice.FRESH else 0
    return Run.objects.bulk_create(
        Run(
            variant=variant,
            replicate=r,
            seed=run_seed(seed=experiment.seed, replicate=r, position=own),
        )
        for r in range(1, experiment.replicates + 1)
    )


def _write_chunks(
    runs: Sequence[Run], cuts: Iterable[tuple[int, int]], before: int, all_runs: int
) -> int:
    """The runs' chunks; returns their number. `before` of the experiment's runs are others'."""
    rows = _chunks(runs, list(cuts), before, all_runs)
    return len(Chunk.objects.bulk_create(rows, batch_size=2000))


def _chunks(
    runs: Sequence[Run], cuts: Sequence[tuple[int, int]], before: int, all_runs: int
) -> Iterator[Chunk]:
    for place, run in enumerate(runs, before):
        for number, (first, count) in enumerate(cuts):
            rank = number * all_runs + place
            yield Chunk(run=run, number=number, rank=rank, first_trial=first, trials=count)
