"""Hints: the next step of a plan that is kept with the session, and followed while the player does.

A plan is the answer to a puzzle, so it stays here; a hint shows one step of it.
"""

from __future__ import annotations

from typing import Any

from backend.play.history import BOT, MOVE, UNDO, Entry
from backend.play.models import HintPlan, Session
from backend.play.selectors import Position
from engines import Game, Unreadable
from engines.advice import Plan, Step, advise, after_move, after_reply, after_undo


def next_step(*, position: Position) -> tuple[Step, Plan]:
    """What to do next: a step of the plan followed so far, or of a new one, and that plan."""
    game = position.game
    own = [standing.before for standing in position.line if standing.entry.kind != BOT]
    certificate = [game.parse_move(move) for move in position.session.puzzle.certificate]
    return advise(game, [*own, position.state], certificate, _followed(position))


def describe_step(*, game: Game, step: Step) -> dict[str, Any]:
    """A hint's payload: the step, and never what follows it."""
    return {
        "advice": step.advice,
        "reason": step.reason,
        "move": None if step.move is None else game.dump_move(step.move),
        "moves_left": step.moves_left,
        "message": step.message,
    }


def keep_plan(*, session: Session, number: int, game: Game, plan: Plan) -> None:
    """Store the plan that hint number `number` is a step of, in place of the one before."""
    kept = {
        "undos": plan.undos,
        "why": plan.why,
        "moves": [game.dump_move(move) for move in plan.moves],
        "reason": plan.reason,
        "left": plan.left,
    }
    HintPlan.objects.update_or_create(session=session, defaults={"number": number, "plan": kept})


def _followed(position: Position) -> Plan | None:
    """What is left of the session's plan, if all that happened since is what it said."""
    kept = HintPlan.objects.filter(session=position.session).first()
    if kept is None:
        return None
    try:
        plan: Plan | None = _read(position.game, kept.plan)
        for entry in position.entries[kept.number :]:
            plan = plan and _after(position.game, plan, entry)
    except (Unreadable, KeyError, TypeError):  # kept by another version of the game
        return None
    if plan and not plan.undos and plan.moves:
        return plan if plan.moves[0] in position.game.legal_moves(position.state) else None
    return plan


def _read(game: Game, kept: dict[str, Any]) -> Plan:
    moves = tuple(game.parse_move(move) for move in kept["moves"])
    return Plan(kept["undos"], kept["why"], moves, kept["reason"], kept["left"])


def _after(game: Game, plan: Plan, entry: Entry) -> Plan | None:
    if entry.kind == MOVE:
        return after_move(plan, game.parse_move(entry.payload))
    if entry.kind == BOT:
        return after_reply(plan, game.parse_move(entry.payload))
    return after_undo(plan) if entry.kind == UNDO else plan
