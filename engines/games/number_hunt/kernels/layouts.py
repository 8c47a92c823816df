"""`generator` told in Numba: circles placed, placed again, and begun again; then numbered."""

from __future__ import annotations

from typing import Any

from engines.compiled import inline, stage
from engines.games.number_hunt.kernels.workspace import ATTEMPTS, MOST, RADIUS, REBUILDS, X, Y
from engines.randomness_numba import below, shuffle


@inline
def fits(placed: Any, count: int, x: int, y: int, wide: int) -> bool:
    """Whether a circle of radius + gap = `wide` at x, y keeps clear of those placed."""
    free = True
    for i in range(count):
        dx, dy = x - placed[X, i], y - placed[Y, i]
        least = wide + placed[RADIUS, i]
        if dx * dx + dy * dy < least * least:
            free = False
            break
    return free


@stage
def place_circles(placed: Any, last: Any, setting: Any, state: Any) -> Any:
    """Fill `placed` and `last`; (how many circles lie in the last layout, next state)."""
    attempts, most, rebuild, count = 0, 0, 0, 0
    while True:
        count, going = 0, True
        while going and count < setting.circles:
            draw, state = below(state, setting.max_radius - setting.min_radius + 1)
            radius = setting.min_radius + draw
            going = False
            for _ in range(setting.attempts):
                attempts += 1
                x, state = below(state, setting.width - 2 * radius + 1)
                y, state = below(state, setting.height - 2 * radius + 1)
                x += radius
                y += radius
                if fits(placed, count, x, y, radius + setting.gap):
                    placed[X, count], placed[Y, count], placed[RADIUS, count] = x, y, radius
                    count += 1
                    going = True
                    break
        most = max(most, count)
        if count == setting.circles or rebuild == setting.rebuilds:
            break
        rebuild += 1
    last[ATTEMPTS], last[REBUILDS], last[MOST] = attempts, rebuild, most
    return count, state


@stage
def number_circles(placed: Any, order: Any, circles: Any, state: Any) -> Any:
    """Give the circles their numbers; the next state."""
    n = order.shape[0]
    for i in range(n):
        order[i] = i
    state = shuffle(order, n, state)
    for k in range(n):
        for row in range(3):
            circles[row, k] = placed[row, order[k]]
    return state


@inline
def covered(circles: Any, setting: Any) -> int:
    """How much of the field the circles cover, in 1/10,000, rounded down (π as 355/113)."""
    squares = 0
    for k in range(setting.circles):
        squares += circles[RADIUS, k] * circles[RADIUS, k]
    return squares * 355 * 10_000 // (113 * setting.width * setting.height)
