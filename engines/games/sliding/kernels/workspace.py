"""What the kernels are given: the rules as numbers, the tables, and the scratch arrays.

As everywhere behind the rules, the blank belongs last (see `geometry`). N = cells.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from engines.games.sliding.generator import redraws_for
from engines.games.sliding.geometry import neighbors
from engines.games.sliding.kernels.search import Guide, Hunt, make_guide, make_hunt
from engines.games.sliding.policies import POLICIES
from engines.games.sliding.solver.kept import get_patterns
from engines.games.sliding.solver.patterns import neighbor_array, single_tiles
from engines.games.sliding.solver.tables import distance_table
from engines.games.sliding.stages import stages
from engines.games.sliding.types import ANY, EXACT_CELLS, TABLE_CELLS, Rules

RANDOM_WALK, RANDOM_WALK_FREE, GREEDY, ROW_BY_ROW, OPTIMAL = range(5)
NOWHERE = 4  # in a walk's state: the blank came from no cell


class Setting(NamedTuple):
    """Rules and policy as integers."""

    cells: int
    steps: int
    no_backtrack: int
    shortest: int  # boards with a shorter or longer solution are scrambled anew
    longest: int
    redraws: int
    too_easy: int
    budget: int
    table: int  # 1: all distances are in a table
    sample: int  # the shortest length of every n-th trial is worked out; 0: of none
    policy: int
    turned: int  # 1: the heatmap is turned, for the blank belongs first


class Maps(NamedTuple):
    """What depends on the board's size only.

    A walk's state is 5 * blank + the place of the cell it came from among those beside it.
    """

    beside: NDArray[np.int64]  # (N, 4) ascending, -1 where there is none
    ways: NDArray[np.int64]  # (2, 5 N) how many cells a walk may go to; row 1: never back
    onward: NDArray[np.int64]  # (2, 5 N, 4) its next states
    away: NDArray[np.int64]  # (N, N) tile, cell -> Manhattan distance from home
    distances: NDArray[np.uint8]  # `distance_table`, or one number
    stage_tiles: NDArray[np.int64]  # (stages, 2) first and second tile, 0: none
    stage_locked: NDArray[np.uint8]  # (stages, N)
    stage_offset: NDArray[np.int64]  # (stages,) where its table begins
    stage_moves: NDArray[np.uint8]


class Scratch(NamedTuple):
    tiles: NDArray[np.int64]  # (N,) the position
    where: NDArray[np.int64]  # (N,) tile -> cell
    start: NDArray[np.int64]  # (N,) the board to play
    choice: NDArray[np.int64]  # (4,)
    path: NDArray[np.uint8]  # (budget,) the cells the blank went to in the last trial
    last: NDArray[np.int64]  # (4,) of the last trial: moves, solved, length or -1, redraws


class Workspace(NamedTuple):
    maps: Maps
    guide: Guide
    hunt: Hunt
    scratch: Scratch


def make_setting(rules: Rules, policy: str) -> Setting:
    redrawn = rules.tolerance < ANY
    return Setting(
        cells=rules.cells,
        steps=rules.scramble_steps,
        no_backtrack=int(rules.no_backtrack),
        shortest=rules.aim - rules.tolerance if redrawn else 0,
        longest=rules.aim + rules.tolerance if redrawn else 1 << 30,
        redraws=redraws_for(rules) if redrawn else 0,
        too_easy=rules.too_easy,
        budget=rules.budget,
        table=int(rules.cells <= TABLE_CELLS),
        sample=rules.sample if TABLE_CELLS < rules.cells <= EXACT_CELLS else 0,
        policy=[p.key for p in POLICIES].index(policy),
        turned=int(rules.goal == "blank-first"),
    )


def make_workspace(rules: Rules, policy: str) -> Workspace:
    setting = make_setting(rules, policy)
    searches = bool(setting.sample) or (policy == "optimal" and not setting.table)
    size = rules.width, rules.height
    guide = make_guide(get_patterns(*size, make=True) if searches else single_tiles(*size))
    cells = rules.cells
    return Workspace(
        _make_maps(rules),
        guide,
        make_hunt(guide),
        Scratch(
            tiles=np.zeros(cells, np.int64),
            where=np.zeros(cells, np.int64),
            start=np.zeros(cells, np.int64),
            choice=np.zeros(4, np.int64),
            path=np.zeros(rules.budget, np.uint8),
            last=np.zeros(4, np.int64),
        ),
    )


def load_board(ws: Workspace, tiles: Sequence[int]) -> None:
    ws.scratch.start[:] = tiles


def _make_maps(rules: Rules) -> Maps:
    cells, width = rules.cells, rules.width
    all_stages = stages(rules.width, rules.height)
    table = np.zeros(1, np.uint8)
    if cells <= TABLE_CELLS:
        table = distance_table(rules.width, rules.height)
    table = table.copy()
    ways, onward = _walks(rules)
    home = np.arange(cells) - 1
    cell = np.arange(cells)
    away = abs(home[:, None] // width - cell // width) + abs(home[:, None] % width - cell % width)
    away[0] = 0
    lengths = [len(stage.moves) for stage in all_stages]
    return Maps(
        beside=neighbor_array(rules.width, rules.height),
        ways=ways,
        onward=onward,
        away=away.astype(np.int64),
        distances=table,
        stage_tiles=np.array([(s.first, s.second) for s in all_stages], np.int64),
        stage_locked=np.array(
            [[c in s.locked for c in range(cells)] for s in all_stages], np.uint8
        ),
        stage_offset=np.cumsum([0, *lengths[:-1]]).astype(np.int64),
        stage_moves=np.frombuffer(b"".join(s.moves for s in all_stages), np.uint8).copy(),
    )


def _walks(rules: Rules) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    beside = neighbors(rules.width, rules.height)
    ways = np.zeros((2, 5 * rules.cells), np.int64)
    onward = np.zeros((2, 5 * rules.cells, 4), np.int64)
    for blank, cells in enumerate(beside):
        for came in range(5):
            for strict in range(2):
                to = [c for i, c in enumerate(cells) if not (strict and i == came)]
                ways[strict, 5 * blank + came] = len(to)
                for i, cell in enumerate(to):
                    onward[strict, 5 * blank + came, i] = 5 * cell + beside[cell].index(blank)
    return ways, onward
