"""Simulated players of the sliding puzzle, one decision at a time, in plain Python.

All play with the blank's goal in the last cell (see `geometry`). `kernels` tells the same in
Numba: given the same stream both make the same moves.

What is drawn from the stream is part of a policy's definition. Each move draws once, from the
cells the blank may go to, listed ascending, even where there is only one:

- random_walk        the cells beside the blank but the one it came from
- random_walk_free   the cells beside the blank
- greedy             as random_walk, of those the ones after which the Manhattan distance is least
- row_by_row         the cells that bring the stage's tiles home soonest (see `stages`)
- optimal            draws nothing: of the shortest solutions, the first by ascending cells
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from engines.declarations import Policy
from engines.errors import EngineError, UnknownName
from engines.games.sliding.geometry import canonical, manhattan, neighbors
from engines.games.sliding.stages import UNREACHED, place_in, stages
from engines.games.sliding.types import EXACT_CELLS, TABLE_CELLS, Board, Rules
from engines.randomness import Stream

if TYPE_CHECKING:
    from collections.abc import Sequence

POLICIES = (
    Policy(
        "random_walk",
        "Random, never straight back",
        "Slides any tile beside the blank but the one that just moved.",
    ),
    Policy(
        "random_walk_free",
        "Random",
        "Slides any tile beside the blank, also straight back.",
    ),
    Policy(
        "greedy",
        "Greedy",
        "Slides the tile that leaves the least Manhattan distance (ties at random), never the "
        "one that just moved.",
    ),
    Policy(
        "row_by_row",
        "Row by row",
        "As people do it: finishes the first row, then the next, the last two rows by columns, "
        "and never touches what is finished.",
    ),
    Policy(
        "optimal",
        "Shortest solution",
        "Plays a shortest solution. For boards of up to 16 cells.",
    ),
)


@dataclass(frozen=True, slots=True)
class Play:
    """The blank's path, and how the board lies at the end (the blank's goal last)."""

    path: tuple[int, ...]
    tiles: tuple[int, ...]
    solved: bool


def check_policy(policy: str) -> str:
    """The policy's normal spelling. Raises `UnknownName` naming the known ones."""
    known = [p.key for p in POLICIES]
    key = policy.strip().lower()
    if key not in known:
        raise UnknownName("policy", policy, known)
    return key


def check_size(rules: Rules, policy: str) -> None:
    """Raises `EngineError` where the policy can't play boards of this size."""
    if policy == "optimal" and rules.cells > EXACT_CELLS:
        raise EngineError(
            f"The policy 'optimal' plays boards of up to {EXACT_CELLS} cells: no shortest "
            f"solutions are known for {rules.width}x{rules.height}."
        )


def play(board: Board, policy: str, stream: Stream) -> Play:
    """Play the board until it is solved or the budget is used up, drawing from `stream` only."""
    policy, rules = check_policy(policy), board.rules
    check_size(rules, policy)
    tiles = list(canonical(rules, board.tiles))
    if policy == "optimal":
        return _play_path(tiles, _shortest(rules, tiles)[: rules.budget])
    beside = neighbors(rules.width, rules.height)
    goal = [*range(1, rules.cells), 0]
    blank, before, stage = tiles.index(0), -1, 0
    path: list[int] = []
    while tiles != goal and len(path) < rules.budget:
        if policy == "row_by_row":
            choice, stage = _stage_choice(rules, tiles, blank, stage)
            if not choice:  # a board that can't be solved
                break
        else:
            choice = list(beside[blank])
            if policy != "random_walk_free" and before >= 0:
                choice.remove(before)
            if policy == "greedy":
                choice = _nearest(rules, tiles, blank, choice)
        cell = choice[stream.below(len(choice))]
        tiles[blank], tiles[cell] = tiles[cell], 0
        before, blank = blank, cell
        path.append(cell)
    return Play(tuple(path), tuple(tiles), tiles == goal)


def row_by_row(rules: Rules, tiles: Sequence[int]) -> list[int] | None:
    """A way to solve any board that can be solved (the blank last); None for one that can't.

    For all that is done can be undone, and of what is left at the end, three tiles and the
    blank in a square, the half that can be solved is known.
    """
    position, path, stage = list(tiles), [], 0
    goal = [*range(1, rules.cells), 0]
    blank = position.index(0)
    while position != goal:
        choice, stage = _stage_choice(rules, position, blank, stage)
        if not choice:
            return None
        cell = choice[0]
        position[blank], position[cell] = position[cell], 0
        blank = cell
        path.append(cell)
    return path


def _stage_choice(rules: Rules, tiles: list[int], blank: int, number: int) -> tuple[list[int], int]:
    """(cells that bring the stage's tiles home soonest, number of the stage)."""
    all_stages = stages(rules.width, rules.height)
    while number < len(all_stages):
        stage = all_stages[number]
        left = stage.moves[place_in(stage, tiles, blank)]
        if left == UNREACHED:
            return [], number
        if left:
            break
        number += 1
    else:
        return [], number
    choice = []
    for cell in neighbors(rules.width, rules.height)[blank]:
        if cell in stage.locked:
            continue
        tiles[blank], tiles[cell] = tiles[cell], 0
        if stage.moves[place_in(stage, tiles, cell)] == left - 1:
            choice.append(cell)
        tiles[cell], tiles[blank] = tiles[blank], 0
    return choice, number


def _nearest(rules: Rules, tiles: list[int], blank: int, choice: list[int]) -> list[int]:
    """The cells of `choice` after which the Manhattan distance is least."""
    after = []
    for cell in choice:
        tiles[blank], tiles[cell] = tiles[cell], 0
        after.append(manhattan(rules.width, tiles))
        tiles[cell], tiles[blank] = tiles[blank], 0
    return [cell for cell, left in zip(choice, after, strict=True) if left == min(after)]


def _shortest(rules: Rules, tiles: list[int]) -> Sequence[int]:
    """The blank's path of the first shortest solution; empty where there is none."""
    if rules.cells <= TABLE_CELLS:
        from engines.games.sliding.solver.tables import blank_path

        return blank_path(rules.width, rules.height, tiles) or ()
    if row_by_row(rules, tiles) is None:
        return ()
    from engines.games.sliding.solver.kept import get_patterns
    from engines.games.sliding.solver.layers import find_shortest

    # Without the tables nobody could wait for it, so here they are made if need be.
    patterns = get_patterns(rules.width, rules.height, make=True)
    found = find_shortest(patterns, tiles, 20_000_000)
    if found.path is not None:
        return found.path
    from engines.games.sliding.kernels.search import shortest_path

    return shortest_path(patterns, tiles)[0] or ()  # too many positions for arrays


def _play_path(tiles: list[int], path: Sequence[int]) -> Play:
    blank = tiles.index(0)
    for cell in path:
        tiles[blank], tiles[cell] = tiles[cell], 0
        blank = cell
    return Play(tuple(path), tuple(tiles), tiles == [*range(1, len(tiles)), 0])
