"""A tuning is begun, taken a step further whenever its last experiment has ended, and stopped.

All its state is in its own row, its steps' and their experiments': what comes next is worked out
from these anew each time, inside one short transaction that holds the tuning's row. So a worker
that is killed at it loses nothing, and two that are at it take one step.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from contextlib import suppress
from typing import Any
from uuid import UUID

import structlog
from django.contrib.auth.models import User
from django.db import InterfaceError, OperationalError, transaction
from django.db.models import Exists, OuterRef, QuerySet
from django.db.models.functions import Now

from backend.common.inserting import get_or_insert
from backend.common.problems import Conflict, NotAllowed
from backend.lab.checking import VariantRequest, check_title
from backend.lab.differences import rule_labels, show
from backend.lab.models import (
    MAX_TITLE,
    Experiment,
    ExperimentStatus,
    LevelProposal,
    Tuning,
    TuningStatus,
    TuningStep,
    Variant,
)
from backend.lab.models.experiments import ENDED
from backend.lab.services.measuring import want_measured
from backend.lab.services.queueing import queue_experiment
from backend.lab.services.stopping import cancel_experiment
from backend.lab.tuning.checking import SearchRequest, check_tuning, rules_at
from backend.lab.tuning.measuring import axes_of, steps_of, target_of, tried, why_not_done
from backend.lab.tuning.search import Step, enough, next_step, short_list
from engines import Fault, Game, get_game

log = structlog.get_logger(__name__)

TAG = "tuning"


def create_tuning(
    *,
    game: str,
    rules: Mapping[str, Any],
    policy: str,
    search: Sequence[SearchRequest],
    target: Sequence[float],
    trials: int,
    steps: int,
    seed: int = 0,
    title: str = "",
    created_by: User | None = None,
) -> Tuning:
    """Write a tuning with its first step queued. `target` is in the headline's own unit.

    Raises `NotAllowed` (422) with a JSON pointer for each fault; then nothing is written.
    """
    faults: list[Fault] = []
    if title.strip():
        check_title("/title", title, faults)
    checked = check_tuning(
        game=game,
        rules=rules,
        policy=policy,
        search=search,
        target=target,
        trials=trials,
        steps=steps,
        seed=seed,
        faults=faults,
    )
    if checked is None or faults:
        raise NotAllowed("This can't be tuned as it stands.", faults=faults)
    labels = rule_labels(checked.game)
    named = " and ".join(labels[axis.rule] for axis in checked.axes)
    with transaction.atomic():
        tuning = Tuning.objects.create(
            title=title.strip() or f"{checked.game.title}: {named}"[:MAX_TITLE],
            game=checked.game.slug,
            version=checked.game.version,
            rules=checked.rules,
            policy=checked.policy,
            axes=[
                {"rule": axis.rule, "values": list(axis.values), "ordered": axis.ordered}
                for axis in checked.axes
            ],
            low=target[0],
            high=target[1],
            trials=trials,
            max_steps=steps,
            seed=seed,
            created_by=created_by,
        )
        first = next_step(checked.axes, target_of(tuning), {})
        assert first is not None
        _take(tuning, checked.game, 1, first)
    return tuning


def wanted() -> QuerySet[Tuning]:
    """Tunings that go on, none of whose experiments does."""
    open_steps = TuningStep.objects.filter(tuning=OuterRef("pk")).exclude(
        experiment__status__in=ENDED
    )
    return Tuning.objects.filter(status=TuningStatus.RUNNING).exclude(Exists(open_steps))


def advance_next() -> bool:
    """Take one tuning a step further or to its end; False when none is waiting for that."""
    pk = wanted().order_by("id").values_list("pk", flat=True).first()
    if pk is None:
        return False
    try:
        with transaction.atomic():
            _advance(pk)
    except (OperationalError, InterfaceError):
        raise
    except Exception as error:
        log.exception("tuning_failed", tuning=str(pk))
        with transaction.atomic():
            tuning = _lock(pk)
            if not tuning.ended:
                said = str(getattr(error, "detail", error)) or type(error).__name__
                _end(tuning, TuningStatus.FAILED, f"The next step could not be taken: {said}")
    return True


def cancel_tuning(*, tuning: Tuning, by: User | None = None) -> Tuning:
    """Stop searching, and the step that is going on. Cancelling twice is harmless.

    Raises `Conflict` (409) when it ended otherwise.
    """
    with transaction.atomic():
        locked = _lock(tuning.pk)
        if locked.status == TuningStatus.CANCELLED:
            return locked
        if locked.ended:
            raise Conflict(f"This tuning has already ended: it is {locked.status}.")
        who = f" by {by.get_username()}" if by is not None else ""
        _end(locked, TuningStatus.CANCELLED, f"Cancelled{who}. What was measured is kept.")
        for step in locked.steps.select_related("experiment").exclude(experiment__status__in=ENDED):
            with suppress(Conflict):  # it ended this very moment
                cancel_experiment(experiment=step.experiment, by=by)
    return locked


def propose_level(*, tuning: Tuning, variant: UUID | str, by: User | None = None) -> LevelProposal:
    """Note down rules of an ended tuning's short list as a level, and have their boards measured.

    Twice is the same as once. Raises `NotAllowed` (422) for a variant that is not on the short
    list, and `Conflict` (409) when the game has another version now.
    """
    if not tuning.ended:
        raise NotAllowed("A level is proposed from a finished search; this one is going on.")
    cells = {one.cell: one for one in tried(tuning, steps_of(tuning))}
    listed = short_list(target_of(tuning), {cell: one.found for cell, one in cells.items()})
    chosen = next(
        (cells[cell] for cell in listed if str(cells[cell].variant.pk) == str(variant)), None
    )
    if chosen is None or chosen.found is None:
        raise NotAllowed("These rules are not on the short list of this search.")
    proposal, _ = get_or_insert(
        LevelProposal.objects.all(),
        variant=Variant.objects.get(pk=variant),
        defaults={
            "tuning": tuning,
            "value": chosen.found.value,
            "interval_low": chosen.found.low,
            "interval_high": chosen.found.high,
            "created_by": by,
        },
    )
    want_measured(proposal=proposal)
    return proposal


def _advance(pk: UUID) -> None:
    tuning = _lock(pk)
    steps = steps_of(tuning)
    if tuning.ended or any(not step.experiment.ended for step in steps):
        return  # another worker was first
    last = steps[-1]
    if last.experiment.status == ExperimentStatus.CANCELLED:
        text = f"The experiment of step {last.number} was cancelled."
        _end(tuning, TuningStatus.CANCELLED, text)
        return
    if last.experiment.status != ExperimentStatus.DONE:
        why = why_not_done(last.experiment)
        text = f"Step {last.number} failed: {why}" if why else f"Step {last.number} failed."
        _end(tuning, TuningStatus.FAILED, text)
        return
    try:
        measured = {one.cell: one.found for one in tried(tuning, steps)}
    except Conflict as conflict:  # another version of the game
        _end(tuning, TuningStatus.FAILED, str(conflict.detail))
        return
    step = next_step(axes_of(tuning), target_of(tuning), measured)
    if step is None and enough(target_of(tuning), measured):
        text = "Enough was found: the search stopped before it had tried everything worth it."
        _end(tuning, TuningStatus.DONE, text)
    elif step is None:
        _end(tuning, TuningStatus.DONE, "Nothing is left within the bounds that is worth trying.")
    elif len(steps) >= tuning.max_steps:
        text = f"All steps asked for were taken ({tuning.max_steps}); more could have followed."
        _end(tuning, TuningStatus.DONE, text)
    else:
        _take(tuning, get_game(tuning.game), len(steps) + 1, step)


def _take(tuning: Tuning, game: Game, number: int, step: Step) -> None:
    """Queue the step's experiment and write the step: in the caller's transaction."""
    axes, labels = axes_of(tuning), rule_labels(game)

    def variant(cell: Sequence[int]) -> VariantRequest:
        values = zip(axes, cell, strict=True)
        title = ", ".join(f"{labels[axis.rule]} {show(axis.values[i])}" for axis, i in values)
        rules = rules_at(tuning.rules, axes, cell)
        return {"title": title[:MAX_TITLE], "rules": rules, "policy": tuning.policy}

    ending = f", step {number}"
    experiment: Experiment = queue_experiment(
        game=game.slug,
        title=f"Tuning {tuning.title}"[: MAX_TITLE - len(ending)] + ending,
        variants=[variant(cell) for cell in step.cells],
        trials=tuning.trials,
        seed=tuning.seed,
        created_by=tuning.created_by,
        tags=[TAG],
    )
    TuningStep.objects.create(
        tuning=tuning,
        number=number,
        way=step.way,
        cells=[list(cell) for cell in step.cells],
        experiment=experiment,
    )


def _end(tuning: Tuning, status: TuningStatus, reason: str) -> None:
    tuning.status, tuning.reason, tuning.finished_at = status, reason, Now()
    tuning.save(update_fields=["status", "reason", "finished_at"])
    tuning.refresh_from_db(fields=["finished_at"])


def _lock(pk: UUID) -> Tuning:
    return Tuning.objects.select_for_update(no_key=True).get(pk=pk)
