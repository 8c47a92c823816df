"""What may slide, and how a board stands: the reference, in plain Python."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from engines.errors import IllegalMove
from engines.games.sliding.geometry import goal_tiles, neighbors
from engines.games.sliding.types import Board, Move, State
from engines.results import Outcome


def initial_state(board: Board) -> State:
    return State(board, board.tiles, 0)


def tile_locus(tile: int) -> str:
    return f"tile:{tile}"


def locus(_: State, move: Move) -> str:
    return tile_locus(move.tile)


def is_solved(state: State) -> bool:
    return state.tiles == goal_tiles(state.board.rules)


def movable_tiles(state: State) -> list[int]:
    """The tiles beside the blank, by their cells: above, left, right, below. None once solved."""
    if is_solved(state):
        return []
    rules = state.board.rules
    beside = neighbors(rules.width, rules.height)[state.tiles.index(0)]
    return [state.tiles[cell] for cell in beside]


def legal_moves(state: State) -> list[Move]:
    """Every move `apply` accepts."""
    return [Move(tile) for tile in movable_tiles(state)]


def push(state: State, tile: int) -> list[Move]:
    """The single moves of a push: a tile in the blank's row or column, and all between.

    The tile beside the blank comes first. Empty where the tile is in neither, or all is solved.
    """
    width = state.board.rules.width
    if tile not in state.tiles or tile == 0 or is_solved(state):
        return []
    blank, cell = state.tiles.index(0), state.tiles.index(tile)
    if blank // width == cell // width:
        step = 1 if cell > blank else -1
    elif blank % width == cell % width:
        step = width if cell > blank else -width
    else:
        return []
    return [Move(state.tiles[c]) for c in range(blank + step, cell + step, step)]


def pushes(state: State) -> list[list[Move]]:
    """Every push of two tiles or more, by the tile pushed at."""
    found = [push(state, tile) for tile in range(1, len(state.tiles))]
    return [moves for moves in found if len(moves) > 1]


def apply(state: State, move: Move) -> State:
    """The state after the move. Raises `IllegalMove` saying what stands against it."""
    _check(state, move)
    return slide(state, move)


def slide(state: State, move: Move) -> State:
    """The same for a move known to be legal."""
    blank, cell = state.tiles.index(0), state.tiles.index(move.tile)
    tiles = list(state.tiles)
    tiles[blank], tiles[cell] = move.tile, 0
    return State(state.board, tuple(tiles), state.moves + 1)


def replay(board: Board, moves: Iterable[Move]) -> State:
    """The state after all the moves, each one checked."""
    state = initial_state(board)
    for move in moves:
        state = apply(state, move)
    return state


def misplaced_tiles(state: State) -> list[int]:
    """The tiles that are not at home, ascending."""
    goal = goal_tiles(state.board.rules)
    return sorted(
        tile for tile, home in zip(state.tiles, goal, strict=True) if tile and tile != home
    )


def outcome(state: State) -> Outcome:
    """Solved when every tile is home; stuck when the budget is used up before that.

    Stuck is a matter of the budget alone: a tile can always slide, and does not stop sliding.
    """
    count, budget = state.moves, state.board.rules.budget
    if is_solved(state):
        return Outcome("solved", message=f"Every tile is home after {_moves(count)}.")
    misplaced = misplaced_tiles(state)
    away = f"{len(misplaced)} {'tile is' if len(misplaced) == 1 else 'tiles are'} not home"
    if count >= budget:
        return Outcome(
            "stuck",
            (tile_locus(misplaced[0]),),
            f"Not solved within the budget of {_moves(budget)}: {away}, "
            f"the first of them tile {misplaced[0]}.",
        )
    return Outcome("playing", message=f"{away[0].upper()}{away[1:]}.")


def _moves(count: int) -> str:
    return f"{count} {'move' if count == 1 else 'moves'}"


def _legal(state: State, pushed: Sequence[int] = ()) -> dict[str, list[int]]:
    """The tiles that may slide now, and those that, slid in turn, push a row or column."""
    return {"tiles": [] if is_solved(state) else movable_tiles(state), "push": list(pushed)}


def _check(state: State, move: Move) -> None:
    tile, tiles = move.tile, state.tiles
    if not 1 <= tile < len(tiles):
        raise IllegalMove(
            f"There is no tile {tile}: tiles are 1 to {len(tiles) - 1}.",
            code="unknown_tile",
            legal=_legal(state),
        )
    if is_solved(state):
        raise IllegalMove(
            "The board is solved: nothing is left to move.",
            code="already_solved",
            locus=tile_locus(tile),
            legal=_legal(state),
        )
    movable = movable_tiles(state)
    if tile in movable:
        return
    pushed = [m.tile for m in push(state, tile)]
    can = f"Tiles that can: {', '.join(map(str, sorted(movable)))}."
    if pushed:
        raise IllegalMove(
            f"Tile {tile} is not beside the blank. To push its row or column, slide "
            f"{', '.join(map(str, pushed))} one after the other.",
            code="not_adjacent",
            locus=tile_locus(tile),
            legal=_legal(state, pushed),
        )
    raise IllegalMove(
        f"Tile {tile} can't slide: it is not beside the blank. {can}",
        code="not_adjacent",
        locus=tile_locus(tile),
        legal=_legal(state),
    )
