"""Looking ahead, some moves or to the end, in plain Python.

Values are what the player to move gains from here on, less what the other one does.
"""

from __future__ import annotations

from engines.games.enclosure.cuts import Graph, choices

MOST = 1_000  # more than any value


def after_move(gain: int, value: int, extra_turn: bool) -> int:
    """The value of a move: what it takes, and what the position after it is worth."""
    return gain + value if gain and extra_turn else gain - value


def exact_values(graph: Graph, position: int, known: dict[int, int]) -> dict[int, int]:
    """The exact value of every free line. `known` remembers the values of positions."""
    extra_turn = graph.rules.extra_turn
    return {
        line: after_move(gain, exact_value(graph, after, known), extra_turn)
        for line, gain, after in choices(graph, position)
    }


def exact_value(graph: Graph, position: int, known: dict[int, int]) -> int:
    """The value of a position when both play to their best, to the end."""
    if not position:
        return 0
    value = known.get(position)
    if value is None:
        value = known[position] = max(exact_values(graph, position, known).values())
    return value


def best_lines(values: dict[int, int]) -> list[int]:
    """The lines of the highest value, ascending."""
    best = max(values.values())
    return [line for line, value in values.items() if value == best]


def best_ahead(graph: Graph, position: int, depth: int) -> list[int]:
    """The lines of the highest value when `depth` moves are looked at, ascending.

    What comes after these counts for nothing. Those of a lower value are not told apart.
    """
    extra_turn = graph.rules.extra_turn
    values, best = {}, -MOST
    for line, gain, after in choices(graph, position):
        value = _move_value(graph, gain, after, depth, best - 1, MOST, extra_turn)
        values[line] = value
        best = max(best, value)
    return best_lines(values)


def _ahead(graph: Graph, position: int, depth: int, low: int, high: int) -> int:
    """The value when `depth` moves are looked at: exact if it is between `low` and `high`,
    else a bound beyond them (alpha-beta)."""
    if not depth or not position:
        return 0
    found = choices(graph, position)
    if depth == 1:
        return max(gain for _, gain, _ in found)
    extra_turn, best = graph.rules.extra_turn, -MOST
    for _, gain, after in sorted(found, key=lambda choice: -choice[1]):
        value = _move_value(graph, gain, after, depth, max(low, best), high, extra_turn)
        best = max(best, value)
        if best >= high:
            break
    return best


def _move_value(
    graph: Graph, gain: int, after: int, depth: int, low: int, high: int, extra_turn: bool
) -> int:
    if gain and extra_turn:
        return gain + _ahead(graph, after, depth - 1, low - gain, high - gain)
    return gain - _ahead(graph, after, depth - 1, gain - high, gain - low)
