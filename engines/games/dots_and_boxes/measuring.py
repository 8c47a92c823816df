"""What `METRICS` count of a finished game, in plain Python: the reference for the kernels."""

from __future__ import annotations

from engines.counting import Measured
from engines.games.dots_and_boxes import rules as judge
from engines.games.dots_and_boxes.chains import safe_lines
from engines.results import Playthrough
from engines.shared.seats import measure_seats


def measure(play: Playthrough) -> Measured:
    """The values of one game. Raises ArithmeticError where the scores do not add up to the
    boxes."""
    grid = judge.geometry_of(play.rules)
    state = judge.initial_state(play.board)
    changes, turn, longest = 0, 0, 0
    safe_until = state.lines.bit_count()
    lead = state.scores[0] - state.scores[1]
    leader = (lead > 0) - (lead < 0)
    for move in play.moves:
        safe_until += bool(safe_lines(grid, state.lines))
        before, state = state, judge.apply(state, move)
        turn += sum(state.scores) - sum(before.scores)
        longest = max(longest, turn)
        if state.to_move != before.to_move:
            turn = 0
        lead = state.scores[0] - state.scores[1]
        now = (lead > 0) - (lead < 0)
        changes += now * leader < 0
        leader = now or leader
    if sum(state.scores) != len(grid.around):
        raise ArithmeticError("The scores of some games do not add up to the boxes.")
    owned = (box for box, owner in enumerate(state.owners) if owner == 0)
    return {
        **measure_seats(state.scores),
        "moves": len(play.moves),
        "lead_changes": changes,
        "give_away": safe_until,
        "longest_turn": longest,
        "first_boxes": [divmod(box, play.rules.cols) for box in owned],
    }
