"""What the kernels are given: the rules as numbers, and arrays made once for all trials."""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from engines.games.dots_and_boxes.chains import closing_lines, safe_lines
from engines.games.dots_and_boxes.geometry import geometry, numbers_in
from engines.games.dots_and_boxes.policies import MOST_DEPTH, read_player
from engines.games.dots_and_boxes.types import Board
from engines.shared.lines import box_lines
from engines.shared.seats import split_seats

RANDOM, GREEDY, CAREFUL, CHAIN, LOOKAHEAD = range(5)
CODES = {
    "random": RANDOM,
    "greedy": GREEDY,
    "careful": CAREFUL,
    "chain": CHAIN,
    "lookahead": LOOKAHEAD,
}
WORDS = 4  # for 220 lines
NO_BOX = 100  # free lines that "no box", beyond the rim, begins with: more than it can lose


class Setting(NamedTuple):
    """Rules, policy and the board that is played from."""

    lines: int
    boxes: int
    extra_turn: int
    first: int  # player of the first seat
    second: int
    first_depth: int
    second_depth: int
    drawn: int  # lines that are drawn at the start
    to_move: int
    first_score: int
    second_score: int


class Sets(NamedTuple):
    """The sets at the start, in words of 64 lines."""

    free: NDArray[np.uint64]  # (4,)
    closing: NDArray[np.uint64]  # (4,) close a box
    unsafe: NDArray[np.uint64]  # (4,) touch a box with two lines drawn or more


class Position(NamedTuple):
    """A position of any size; L lines, B boxes. Box B is beyond the rim: it never closes."""

    beside: NDArray[np.int64]  # (L, 2) line -> the boxes it touches
    around: NDArray[np.int64]  # (B, 4) box -> its lines
    drawn: NDArray[np.uint8]  # (L,)
    missing: NDArray[np.int64]  # (B + 1,) free lines round a box
    trail: NDArray[np.int64]  # (L,) lines drawn and not taken back


class Looks(NamedTuple):
    """What is known on each level of looking ahead, level k being after k lines."""

    lows: NDArray[np.int64]  # (D + 1,)
    highs: NDArray[np.int64]
    ends: NDArray[np.int64]  # lengths of the trail
    closed: NDArray[np.int64]  # boxes closed by the line that leads here
    signs: NDArray[np.int64]  # 1: the same one goes on, -1: the other one is to move
    best: NDArray[np.int64]
    at: NDArray[np.int64]  # lines looked at


class Scratch(NamedTuple):
    wanted: NDArray[np.uint64]  # (4,) what the player would draw
    now: Sets
    sizes: NDArray[np.int64]  # (B,) boxes of the runs in the order of opening
    loops: NDArray[np.uint8]  # (B,)
    kept: NDArray[np.int64]  # (L,) lines of the run that may be left
    seen: NDArray[np.uint8]  # (L,)
    looks: Looks


class Workspace(NamedTuple):
    setting: Setting
    sets: Sets
    table: NDArray[np.uint64]  # (4 L,) for `small`: two sets of lines, two numbers of boxes
    position: Position
    scratch: Scratch


def fits_one_word(setting: Setting) -> bool:
    """Whether `small` can play: four bits are kept for what is beyond the rim."""
    return setting.lines <= 60 and max(setting.first, setting.second) <= CAREFUL


def make_workspace(board: Board, policy: str) -> Workspace:
    """All that `run_trials` needs to play from this board."""
    rules = board.rules
    grid = geometry(rules.rows, rules.cols)
    lines, boxes = len(grid.names), len(grid.around)
    first, second = (read_player(player) for player in split_seats(policy))
    setting = Setting(
        lines,
        boxes,
        int(rules.extra_turn),
        CODES[first.name],
        CODES[second.name],
        int(first.values.get("depth", 0)),
        int(second.values.get("depth", 0)),
        board.lines.bit_count(),
        board.to_move,
        *board.scores,
    )
    free = grid.full & ~board.lines
    sets = Sets(
        _words(free),
        _words(closing_lines(grid, board.lines)),
        _words(grid.full & ~safe_lines(grid, board.lines)),
    )
    return Workspace(setting, sets, _table(board), _position(board), _scratch(lines, boxes))


def _words(lines: int) -> NDArray[np.uint64]:
    return np.array([lines >> 64 * word & (1 << 64) - 1 for word in range(WORDS)], np.uint64)


def _table(board: Board) -> NDArray[np.uint64]:
    """Four words a line: the lines round both boxes beside it, and the boxes' numbers.

    For a box beyond the rim four lines are made up that nobody draws. Unused where the lines
    need more than a word.
    """
    grid = geometry(board.rules.rows, board.rules.cols)
    lines = len(grid.names)
    table = np.zeros((lines, 4), np.uint64)
    if lines <= 60:
        for line, boxes in enumerate(grid.beside):
            table[line] = [0, 15 << 60, 0, 0]
            for i, box in enumerate(boxes):
                table[line, i], table[line, i + 2] = grid.around[box], box
    return table.ravel()


def _position(board: Board) -> Position:
    rows, cols = board.rules.rows, board.rules.cols
    grid = geometry(rows, cols)
    lines, boxes = len(grid.names), len(grid.around)
    beside = np.full((lines, 2), boxes, np.int64)
    for line, touched in enumerate(grid.beside):
        beside[line, : len(touched)] = touched
    drawn = np.zeros(lines, np.uint8)
    drawn[numbers_in(board.lines)] = 1
    missing = [(around & ~board.lines).bit_count() for around in grid.around]
    return Position(
        beside,
        np.array([box_lines(rows, cols, box) for box in range(boxes)], np.int64),
        drawn,
        np.array([*missing, NO_BOX], np.int64),
        np.zeros(lines, np.int64),
    )


def _scratch(lines: int, boxes: int) -> Scratch:
    def empty() -> Any:
        return np.zeros(WORDS, np.uint64)

    return Scratch(
        empty(),
        Sets(empty(), empty(), empty()),
        np.zeros(boxes, np.int64),
        np.zeros(boxes, np.uint8),
        np.zeros(lines, np.int64),
        np.zeros(lines, np.uint8),
        Looks(*(np.zeros(MOST_DEPTH + 1, np.int64) for _ in Looks._fields)),
    )
