"""Reversi told again in the plainest way, cell by cell on a dictionary: an oracle for tests."""

from __future__ import annotations

import random

from engines.games.reversi.types import Board, Rules

AROUND = [(dx, dy) for dx in (-1, 0, 1) for dy in (-1, 0, 1) if (dx, dy) != (0, 0)]
Discs = dict[tuple[int, int], int | None]  # cell -> seat whose disc is on it; None: empty


def discs_of(board: Board) -> Discs:
    width, height = board.rules.field
    found: Discs = {}
    for y in range(height):
        for x in range(width):
            i = y * width + x
            if board.shape >> i & 1:
                found[x, y] = 0 if board.first >> i & 1 else 1 if board.second >> i & 1 else None
    return found


def flips(discs: Discs, x: int, y: int, seat: int) -> set[tuple[int, int]]:
    found = set()
    for dx, dy in AROUND:
        line = []
        at = (x + dx, y + dy)
        while discs.get(at) == 1 - seat:
            line.append(at)
            at = (at[0] + dx, at[1] + dy)
        if discs.get(at) == seat:
            found |= set(line)
    return found


def moves(discs: Discs, seat: int) -> set[tuple[int, int]]:
    return {at for at, disc in discs.items() if disc is None and flips(discs, *at, seat)}


def put(discs: Discs, x: int, y: int, seat: int) -> Discs:
    return {**discs, **dict.fromkeys(flips(discs, x, y, seat), seat), (x, y): seat}


def value(discs: Discs, seat: int, passed: bool = False) -> int:
    """The seat's discs less the other's after best play, by looking at every line."""
    able = moves(discs, seat)
    if not able:
        if passed:
            own = [disc == seat for disc in discs.values() if disc is not None]
            return 2 * sum(own) - len(own)
        return -value(discs, 1 - seat, passed=True)
    return max(-value(put(discs, x, y, seat), 1 - seat) for x, y in able)


def random_rules(rng: random.Random, largest: int = 10) -> Rules:
    width, height = rng.randint(4, largest), rng.randint(4, largest)
    if rng.random() < 0.4:
        return Rules(width=width, height=height)
    room = rng.randint(0, 3)
    most = min(10, width + room) * min(10, height + room)
    return Rules(
        width=width,
        height=height,
        shape="grown",
        cells=rng.choice([0, rng.randint(5, most)]),
        growth=rng.choice(["even", "compact", "branching"]),
        room=room,
    )
