"""What a player is told to do next, so that doing it comes to an end.

A game knows ways on from a position (`Game.hint`). Here such a way, and the moves to undo before
it, become a *plan*, which is kept and followed as long as the player does what it says. So advice
never goes back and forth: each step followed leaves one step fewer. Pure, as all of `engines`.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

from engines.errors import EngineError
from engines.game import Game
from engines.results import Advice, Reason, Way

WHY: dict[str, str] = {
    "stuck": "There is no way on from here.",
    "too_few_moves": "Too few moves are left from here.",
    "unsolvable": "It can't be solved any more from here.",
    "lost": "It can't be won any more from here.",
    "not_known": "No way to solve it from here is known.",
}


@dataclass(frozen=True, slots=True)
class Plan:
    """Steps to the goal: so many of the player's own moves undone, and then moves made.

    `why` is why to undo, `reason` what the moves are good for. `moves` are both seats' in a game
    for two; they are empty where they have to be found anew, as after a reply that nobody
    foresaw. `left` counts the player's moves, see `Way`.
    """

    undos: int
    why: Reason
    moves: tuple[Any, ...]
    reason: Reason
    left: int

    @property
    def steps(self) -> int:
        return self.undos + self.left


@dataclass(frozen=True, slots=True)
class Step:
    """The next step of a plan. `move` is None where it is to undo.

    `moves_left` counts the steps left, undos among them, this one included.
    """

    advice: Advice
    reason: Reason
    move: Any | None
    moves_left: int
    message: str


def advise(
    game: Game, positions: Sequence[Any], certificate: Sequence[Any], plan: Plan | None = None
) -> tuple[Step, Plan]:
    """The next step, and the plan that it is of.

    `positions` are those in which the player was to move and which undoing comes back to,
    oldest first; the last is how things stand. `plan` is one that was followed up to here. The
    certificate is a way from the first of them. Raises `EngineError` when the game is over.

    A new plan has at most as many undos as there are positions before, and after them a way. So
    whoever follows it comes to its end after `plan.steps` steps, and solves a puzzle that can be.
    """
    state = positions[-1]
    if plan is not None and plan.undos:
        return _say_undo(game, state, plan), plan
    way = Way(plan.moves, plan.reason, plan.left) if plan is not None and plan.moves else None
    hint = game.hint(state, way)
    if hint.reason == "over":
        raise EngineError(f"{hint.message} There is nothing to advise.")
    if hint.way is None:
        back = _way_back(game, positions, certificate, hint.reason)
        if back.undos or not back.moves:
            return _say_undo(game, state, back, hint.message), back
        return advise(game, positions, certificate, back)
    if way is None:
        left = hint.way.left if plan is None else max(plan.left, hint.way.left)
        plan = Plan(0, hint.reason, hint.way.moves, hint.way.reason, left)
    assert plan is not None
    return Step("move", hint.reason, hint.move, plan.left, hint.message), plan


def after_move(plan: Plan, move: Any) -> Plan | None:
    """What is left of a plan after a move of the player's; None if it was another."""
    if plan.undos or plan.moves[:1] != (move,):
        return None
    return replace(plan, moves=plan.moves[1:], left=plan.left - 1)


def after_reply(plan: Plan, move: Any) -> Plan:
    """The same after a move of the other side, which may be another than was foreseen."""
    return replace(plan, moves=plan.moves[1:] if plan.moves[:1] == (move,) else ())


def after_undo(plan: Plan) -> Plan | None:
    """The same after one of the player's moves was undone."""
    return replace(plan, undos=plan.undos - 1) if plan.undos else None


def _way_back(
    game: Game, positions: Sequence[Any], certificate: Sequence[Any], reason: Reason
) -> Plan:
    """To the latest earlier position from which a way is known; surely that is the first.

    Nothing can be done that could not be done before, so the interval is halved: the latest is
    found, or, where a search misses a way that there is, one before it.
    """
    known = 0
    way = game.hint(positions[0], quick=True).way
    if way is None:
        way = Way(tuple(certificate), "known_way", len(certificate))
    unknown, why = len(positions) - 1, reason
    while unknown - known > 1:
        middle = (known + unknown) // 2
        hint = game.hint(positions[middle], quick=True)
        if hint.way is None:
            unknown, why = middle, hint.reason
        else:
            known, way = middle, hint.way
    return Plan(len(positions) - 1 - known, why, way.moves, way.reason, way.left)


def _say_undo(game: Game, state: Any, plan: Plan, message: str = "") -> Step:
    """`message` is the game's own, of a plan that was just made."""
    stuck = game.outcome(state).status == "stuck"
    reason: Reason = "stuck" if stuck else plan.why
    why = message or WHY[reason]
    moves = "the last move" if plan.undos == 1 else f"the last {plan.undos} moves"
    then = f"from there it takes {plan.left} {'move' if plan.left == 1 else 'moves'}"
    told = f"{why} Undo {moves}: {then}." if plan.undos and plan.moves else f"{why} Undo."
    return Step("undo", reason, None, plan.steps, told)
