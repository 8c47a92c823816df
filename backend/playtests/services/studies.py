"""Studies: made, changed while they are drafts, opened and closed; all of it on their trail."""

from __future__ import annotations

import secrets
from collections import defaultdict
from collections.abc import Sequence
from functools import partial

from django.contrib.auth.models import User
from django.db import transaction
from django.utils import timezone

from backend.common.problems import Conflict, NotAllowed
from backend.playtests.models import CODE_LENGTH, LETTERS, Arm, ArmPuzzle, Study, StudyEvent
from backend.playtests.selectors.joining import count_joined
from backend.playtests.selectors.studies import state_of
from backend.playtests.studies.checking import ArmRequest, CheckedArm, check_arms, check_texts
from backend.puzzles.models import PuzzleOrder
from backend.puzzles.services import hash_rules, order_puzzle, ring_order
from engines import Fault

KINDS = StudyEvent.Kind


@transaction.atomic
def create_study(
    *,
    by: User | None,
    name: str,
    game: str,
    assignment: str,
    wanted: int,
    consent: str,
    arms: Sequence[ArmRequest],
    question: str = "",
) -> Study:
    """A draft, its puzzles ordered. Raises `NotAllowed` with a pointer to each fault."""
    checked = _check(name, question, consent, wanted, assignment, game, arms)
    study = Study.objects.create(
        code=_new_code(),
        name=name.strip(),
        question=question.strip(),
        game=game,
        assignment=assignment,
        wanted=wanted,
        consent=consent.strip(),
        created_by=by,
    )
    _write_arms(study, checked)
    _record(study, KINDS.CREATED, by)
    return study


@transaction.atomic
def change_study(
    *,
    study: Study,
    by: User | None,
    name: str,
    assignment: str,
    wanted: int,
    consent: str,
    arms: Sequence[ArmRequest],
    question: str = "",
) -> Study:
    """A draft, made anew in all but its code and game. Raises `NotAllowed` and `Conflict`.

    What was made by rules that an arm still has stays.
    """
    locked = lock_study(study=study)
    if not locked.is_draft:
        message = "It has been opened: its arms and what people agree to can’t be changed any more."
        raise Conflict(message, code="not_a_draft")
    checked = _check(name, question, consent, wanted, assignment, locked.game, arms)
    locked.name, locked.question, locked.consent = name.strip(), question.strip(), consent.strip()
    locked.assignment, locked.wanted = assignment, wanted
    locked.save()
    _write_arms(locked, checked)
    _record(locked, KINDS.CHANGED, by)
    return locked


@transaction.atomic
def delete_draft(*, study: Study) -> None:
    """With its arms and its trail. Puzzles stay, also those that were made for it.

    Raises `Conflict` once the study has been opened.
    """
    locked = lock_study(study=study)
    if not locked.is_draft:
        message = "It has been opened: it is kept, with what people agreed to and played."
        raise Conflict(message, code="not_a_draft")
    locked.delete()


@transaction.atomic
def amend_study(
    *,
    study: Study,
    by: User | None,
    name: str | None = None,
    question: str | None = None,
    wanted: int | None = None,
) -> Study:
    """Change what may be changed at any time; None stays. Raises `NotAllowed`."""
    faults = check_texts(name=name, question=question, consent=None, wanted=wanted)
    if faults:
        raise NotAllowed("Some values are not allowed.", code="out_of_bounds", faults=faults)
    locked = lock_study(study=study)
    if wanted is not None and wanted < (there := count_joined(locked)):
        text = f"At least {there:,}: so many have joined."
        raise NotAllowed(
            "Some values are not allowed.", code="out_of_bounds", faults=[Fault("/wanted", text)]
        )
    given = {
        "name": None if name is None else name.strip(),
        "question": None if question is None else question.strip(),
        "wanted": wanted,
    }
    told = []
    for field, value in given.items():
        if value is not None and value != (before := getattr(locked, field)):
            told.append(f"{field} was {before or 'empty'}")
            setattr(locked, field, value)
    if told:
        locked.save()
        _record(locked, KINDS.CHANGED, by, "; ".join(told))
    return locked


@transaction.atomic
def open_study(*, study: Study, by: User | None) -> Study:
    """Let people join, for the first time or again. Raises `Conflict`."""
    locked = lock_study(study=study)
    if locked.is_open:
        raise Conflict("This study is open already.", code="open_already")
    missing = _settle(locked)
    if missing:
        waiting = sum(state_of(item) == "waiting" for item in missing)
        told = [f"{waiting} of its puzzles are still being made"] if waiting else []
        if failed := len(missing) - waiting:
            told.append(f"{failed} could not be made: change the rules, or ask for fewer")
        raise Conflict(f"It can’t be opened yet: {'; '.join(told)}.", code="puzzles_missing")
    now = timezone.now()
    again = locked.opened_at is not None
    locked.status, locked.closed_at = Study.Status.OPEN, None
    locked.opened_at = locked.opened_at or now
    locked.save()
    _record(locked, KINDS.OPENED, by, "again" if again else "")
    return locked


@transaction.atomic
def close_study(*, study: Study, by: User | None) -> Study:
    """Nobody joins and nothing is begun any more; what was begun may be ended.

    Raises `Conflict`.
    """
    locked = lock_study(study=study)
    if not locked.is_open:
        raise Conflict(f"This study is not open: it is {locked.get_status_display()}.")
    locked.status, locked.closed_at = Study.Status.CLOSED, timezone.now()
    locked.save()
    _record(locked, KINDS.CLOSED, by)
    return locked


def _settle(study: Study) -> list[ArmPuzzle]:
    """Take over what has been made of the study's orders; returns what is still missing."""
    items = ArmPuzzle.objects.filter(arm__study=study, puzzle__isnull=True)
    missing = []
    for item in items.select_related("order").order_by("arm__position", "position"):
        if item.made_id is not None:
            item.puzzle_id = item.made_id
            item.save(update_fields=["puzzle"])
        else:
            missing.append(item)
    return missing


def lock_study(*, study: Study) -> Study:
    """The study as it is now, its row locked until the transaction ends.

    Raises `Conflict` where it was a draft and is deleted.
    """
    found = Study.objects.select_for_update(no_key=True).filter(pk=study.pk).first()
    if found is None:
        raise Conflict("This draft was just deleted.", code="deleted")
    return found


def _check(
    name: str,
    question: str,
    consent: str,
    wanted: int,
    assignment: str,
    game: str,
    arms: Sequence[ArmRequest],
) -> list[CheckedArm]:
    faults = check_texts(name=name, question=question, consent=consent, wanted=wanted)
    if assignment not in Study.Assignment.values:
        text = f"One of: {', '.join(Study.Assignment.values)}."
        faults.append(Fault("/assignment", text))
    checked = check_arms(game, arms, faults)
    if faults:
        raise NotAllowed("This study can’t be made.", code="not_allowed", faults=faults)
    return checked


def _new_code() -> str:
    """A code that no study has, of 47 million."""
    while True:
        code = "".join(secrets.choice(LETTERS) for _ in range(CODE_LENGTH))
        if not Study.objects.filter(code=code).exists():
            return code


def _write_arms(study: Study, arms: Sequence[CheckedArm]) -> None:
    """The arms in place of those before. Orders that have not failed are taken over by rules."""
    orders: dict[str, list[PuzzleOrder]] = defaultdict(list)
    rows = ArmPuzzle.objects.filter(arm__study=study, order__isnull=False).select_related("order")
    for item in rows.order_by("arm__position", "position"):
        if item.order is not None and item.order.status != PuzzleOrder.Status.FAILED:
            orders[item.order.rules_key].append(item.order)
    study.arms.all().delete()
    for position, checked in enumerate(arms):
        arm = Arm.objects.create(
            study=study, position=position, title=checked.title, rules=checked.rules
        )
        known = orders[hash_rules(rules=checked.rules)]
        picked = {puzzle.pk for puzzle in checked.puzzles}
        known[:] = [order for order in known if order.puzzle_id not in picked]
        items = [ArmPuzzle(arm=arm, puzzle=puzzle) for puzzle in checked.puzzles]
        for _ in range(checked.fresh):
            order = known.pop(0) if known else _order(study.game, checked)
            items.append(ArmPuzzle(arm=arm, order=order, puzzle=order.puzzle))
        for place, item in enumerate(items):
            item.position = place
        ArmPuzzle.objects.bulk_create(items)


def _order(game: str, arm: CheckedArm) -> PuzzleOrder:
    order = order_puzzle(game=game, rules=arm.rules)
    transaction.on_commit(partial(ring_order, order=order))
    return order


def _record(study: Study, kind: StudyEvent.Kind, by: User | None, detail: str = "") -> None:
    StudyEvent.objects.create(study=study, kind=kind, by=by, detail=detail)
