"""What `METRICS` count of finished games, in plain Python: the reference for the kernels."""

from __future__ import annotations

from collections.abc import Iterable

from engines.games.dots_and_boxes import rules as judge
from engines.games.dots_and_boxes.chains import safe_lines
from engines.games.dots_and_boxes.types import Rules
from engines.protocol import Playthrough
from engines.tally import Tally


def count_plays(rules: Rules, plays: Iterable[Playthrough]) -> Tally:
    """The tally of these games, in their order."""
    boxes = rules.rows * rules.cols
    means = {
        key: [0, 0, 0]
        for key in ("advantage", "first_score", "second_score", "moves", "lead_changes")
    }
    wins = [0, 0, 0]  # first, draws, second
    give_away = [0] * (judge.geometry_of(rules).full.bit_count() + 1)
    longest_turn, first_boxes, headline = [0] * (boxes + 1), [0] * boxes, bytearray()
    for play in plays:
        scores, owners, figures = _follow(play)
        ahead = scores[0] - scores[1]
        told = (ahead, *scores, len(play.moves), figures["lead_changes"])
        for mean, value in zip(means.values(), told, strict=True):
            mean[0] += 1
            mean[1] += value
            mean[2] += value * value
        wins[1 + (ahead < 0) - (ahead > 0)] += 1
        give_away[figures["give_away"]] += 1
        longest_turn[figures["longest_turn"]] += 1
        for box, owner in enumerate(owners):
            first_boxes[box] += owner == 0
        headline.append(ahead & 0xFF)
    games = len(headline)
    counts = {
        "advantage": tuple(means["advantage"]),
        "first_score": tuple(means["first_score"]),
        "second_score": tuple(means["second_score"]),
        "first_wins": (wins[0], games),
        "draws": (wins[1], games),
        "second_wins": (wins[2], games),
        "moves": tuple(means["moves"]),
        "lead_changes": tuple(means["lead_changes"]),
        "give_away": tuple(give_away),
        "longest_turn": tuple(longest_turn),
        "first_boxes": tuple(first_boxes),
    }
    return Tally(games, counts, bytes(headline))


def _follow(play: Playthrough) -> tuple[tuple[int, int], tuple[int, ...], dict[str, int]]:
    """(scores, owners, figures) at the end of a game. Raises ArithmeticError where the scores do
    not add up to the boxes."""
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
    figures = {"lead_changes": changes, "give_away": safe_until, "longest_turn": longest}
    return state.scores, state.owners, figures
