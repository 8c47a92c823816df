"""Show me: one trial of a run, replayed in plain Python and drawn step by step."""

from __future__ import annotations

from functools import lru_cache

from backend.common.admin_steps import Step, told_move
from backend.lab.models import Run
from backend.lab.selectors import trials
from engines import Playthrough, get_game


@lru_cache(maxsize=16)
def replay(run: Run, trial: int) -> Playthrough:
    """Trial number `trial` of this run, move by move. Kept: its pictures are asked for next.

    Runs are alike when their ids are, and what a run plays never changes.
    """
    return trials.replay(run, trial)


def steps(slug: str, play: Playthrough) -> list[Step]:
    """The board before the first move, each move, and where it got stuck if it did."""
    game = get_game(slug)
    found = [Step(0, "Before the first move")]
    state = game.initial_state(play.board)
    for number, move in enumerate(play.moves, 1):
        found.append(Step(number, told_move(game, state, move)))
        state = game.apply(state, move)
    status = play.outcome.status
    if status == "stuck":
        found.append(Step(len(found), play.outcome.message or "No way on", ("stuck",)))
    elif status == "solved" and play.moves:
        last = found[-1]
        found[-1] = Step(last.number, last.text, ("solved",))
    return found


def picture(slug: str, play: Playthrough, step: int) -> str:
    """The board after `step` moves as SVG.

    Where the headline counted is marked in the last picture; of a play that got stuck that is
    one step further.
    """
    game = get_game(slug)
    state = game.initial_state(play.board)
    made = play.moves[:step]
    for move in made:
        state = game.apply(state, move)
    stuck = play.outcome.status == "stuck"
    at_end = step >= len(play.moves) + stuck
    last = made[-1] if made and not (stuck and at_end) else None
    return game.draw_svg(state, mark=play.loci if at_end else (), last=last)
