"""What a single board is called."""

from __future__ import annotations

from engines import Metric

# Single boards ------------------------------------------------------------------------------


def a_board(metric: Metric, pick: str = "first") -> str:
    """What a pick (see `selectors.PICKS`) shows: ``a stuck board``, ``a typical play``.

    ``a board: won by the first player`` where the metric's title reads badly as an adjective and
    the game has no word of its own for it.
    """
    title = metric.title[:1].lower() + metric.title[1:]
    if metric.kind == "mean":
        if pick == "typical":
            return "a typical play"
        if metric.sides:
            return f"the best play of the {metric.sides[pick == 'lowest']}"
        return f"a play with the {pick} figure: {title}"
    board = f"board: {title}" if " " in title else f"{title} board"
    if metric.example:
        board = metric.example.split(" ", 1)[1]
    if pick == "typical":
        return f"a typical {board}"
    if pick == "worst":
        return f"the {board} with the fewest moves"
    return metric.example or f"{'an' if board[0] in 'aeiou' else 'a'} {board}"


def pick_label(metric: Metric, pick: str) -> str:
    """The pick as one of a list to choose from."""
    if metric.kind == "proportion":
        return {
            "first": "One after another",
            "typical": "A typical one",
            "worst": "The one with the fewest moves",
        }[pick]
    if pick == "typical":
        return "A typical play"
    if metric.sides:
        return f"Best for the {metric.sides[pick == 'lowest']}"
    return f"{pick.capitalize()} figure"
