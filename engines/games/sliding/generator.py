"""Boards made by legal steps from the solved one: each can be solved, by going back.

The stream is drawn from once a step: which of the cells beside the blank (ascending; without
the one it just left, if the rules say so) it goes to, even where there is only one.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from engines.errors import GenerationFailed
from engines.games.sliding.geometry import canonical, canonical_tile, neighbors
from engines.games.sliding.types import ANY, TABLE_CELLS, Board, Move, Rules
from engines.randomness import BOARD, Stream
from engines.results import Puzzle


@dataclass(frozen=True, slots=True)
class Scramble:
    """How a board was made; the blank belongs last here, whatever the rules' goal is."""

    tiles: tuple[int, ...]
    path: tuple[int, ...]  # the cells the blank went to
    came_out_solved: bool  # before the further step that this then costs
    redraws: int  # scrambles thrown away, being too easy or too hard
    fits: bool  # whether it is as long as the rules aim at


def scramble_once(rules: Rules, stream: Stream) -> tuple[list[int], list[int], bool]:
    """(tiles, the blank's path, whether the board came out solved and took one more step)."""
    cells = rules.cells
    beside = neighbors(rules.width, rules.height)
    goal = [*range(1, cells), 0]
    tiles, blank, before = list(goal), cells - 1, -1
    path: list[int] = []
    solved = False
    while len(path) < rules.scramble_steps or tiles == goal:
        solved |= len(path) >= rules.scramble_steps
        choice = [c for c in beside[blank] if not (rules.no_backtrack and c == before)]
        cell = choice[stream.below(len(choice))]
        tiles[blank], tiles[cell] = tiles[cell], 0
        before, blank = blank, cell
        path.append(cell)
    return tiles, path, solved


def redraws_for(rules: Rules) -> int:
    """How often a board of the wrong length is scrambled anew: less often, if that takes long."""
    return max(20, min(1_000, 1_000_000 // rules.scramble_steps))


def scramble(rules: Rules, stream: Stream) -> Scramble:
    """The board that the stream draws: the first that fits, or after many redraws the last."""
    for redraws in range(redraws_for(rules) + 1):
        tiles, path, solved = scramble_once(rules, stream)
        if fits(rules, tiles):
            return Scramble(tuple(tiles), tuple(path), solved, redraws, True)
    return Scramble(tuple(tiles), tuple(path), solved, redraws, False)


def fits(rules: Rules, tiles: Sequence[int]) -> bool:
    """Whether the shortest solution is as long as the rules aim at."""
    if rules.tolerance >= ANY:
        return True
    from engines.games.sliding.solver.tables import distance

    length = distance(rules.width, rules.height, tiles)
    assert length is not None
    return abs(length - rules.aim) <= rules.tolerance


def make_board(rules: Rules, stream: Stream) -> Board:
    return Board(rules, canonical(rules, scramble(rules, stream).tiles))


def generate(rules: Rules, seed: int) -> Puzzle:
    """The puzzle of this seed.

    The certificate is the scramble reversed, without its loops; where the table of all distances
    exists (up to 9 cells) it is a shortest solution. Raises `GenerationFailed` when hardly any
    board is as long as the rules aim at.
    """
    made = scramble(rules, Stream(seed, 0, BOARD))
    if not made.fits:
        raise GenerationFailed(
            f"None of {made.redraws + 1} boards of {rules.width}x{rules.height} tiles after "
            f"{rules.scramble_steps} steps has a shortest solution of {rules.aim} moves, give or "
            f"take {rules.tolerance}. Try a larger tolerance (the length is even or odd as the "
            "number of steps is), another aimed length or other steps."
        )
    board = Board(rules, canonical(rules, made.tiles))
    if rules.cells <= TABLE_CELLS:
        from engines.games.sliding.solver.tables import blank_path

        path = blank_path(rules.width, rules.height, made.tiles)
        assert path is not None
        return Puzzle(rules, seed, board, path_moves(rules, made.tiles, path))
    return Puzzle(rules, seed, board, path_moves(rules, made.tiles, way_back(made)))


def way_back(made: Scramble) -> list[int]:
    """The blank's path of the scramble reversed; where it met a position again, the loop is cut."""
    home = len(made.tiles) - 1
    back = [*made.path[-2::-1], home]
    tiles, blank = list(made.tiles), made.path[-1]
    seen = {made.tiles: 0}
    kept: list[int] = []
    trail = [made.tiles]
    for cell in back:
        tiles[blank], tiles[cell] = tiles[cell], 0
        blank = cell
        position = tuple(tiles)
        if position in seen:
            length = seen[position]
            for gone in trail[length + 1 :]:
                del seen[gone]
            del trail[length + 1 :], kept[length:]
        else:
            kept.append(cell)
            trail.append(position)
            seen[position] = len(kept)
    return kept


def path_moves(rules: Rules, tiles: Sequence[int], path: Sequence[int]) -> tuple[Move, ...]:
    """The moves, as the rules number the tiles, of a blank's path (with the blank last)."""
    position, moves = list(tiles), []
    blank = position.index(0)
    for cell in path:
        tile = position[cell]
        moves.append(Move(canonical_tile(rules, tile)))
        position[blank], position[cell] = tile, 0
        blank = cell
    return tuple(moves)
