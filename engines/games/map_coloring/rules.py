"""What may be coloured, and how a map stands: the reference, in plain Python."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from engines.errors import IllegalMove
from engines.games.map_coloring.types import Board, Move, State
from engines.results import Outcome


def initial_state(board: Board) -> State:
    """The map before the first colour."""
    return State(board, (-1,) * len(board.neighbors))


def region_locus(region: int) -> str:
    return f"region:{region}"


def locus(_: State, move: Move) -> str:
    return region_locus(move.region)


def legal_colors(state: State, region: int) -> list[int]:
    """The colours, ascending, that no neighbour of the region has."""
    taken = {state.colors[other] for other in state.board.neighbors[region]}
    return [color for color in range(state.board.rules.colors) if color not in taken]


def uncolored_regions(state: State) -> list[int]:
    """The real (not empty) regions without a colour, ascending."""
    sizes = state.board.sizes
    return [r for r, color in enumerate(state.colors) if color < 0 and sizes[r] > 0]


def stuck_regions(state: State) -> list[int]:
    """The uncoloured real regions, ascending, whose neighbours have every colour."""
    colors = state.board.rules.colors
    return [
        region
        for region in uncolored_regions(state)
        if len(state.board.neighbors[region]) >= colors and not legal_colors(state, region)
    ]


def next_region(state: State) -> int | None:
    """The region whose turn it is where the map dictates the order, else None."""
    board = state.board
    if board.order is None:
        return None
    return next((r for r in board.order if state.colors[r] < 0 and board.sizes[r] > 0), None)


def open_regions(state: State) -> list[int]:
    """The regions that may be coloured next, ascending, whether or not a colour is left."""
    if state.board.order is None:
        return uncolored_regions(state)
    region = next_region(state)
    return [] if region is None else [region]


def legal_moves(state: State) -> list[Move]:
    """Every move `apply` accepts, ascending by region and colour."""
    return [
        Move(region, color)
        for region in open_regions(state)
        for color in legal_colors(state, region)
    ]


def apply(state: State, move: Move) -> State:
    """The state after the move. Raises `IllegalMove` saying what stands against it."""
    _check(state, move)
    colors = list(state.colors)
    colors[move.region] = move.color
    return State(state.board, tuple(colors))


def replay(board: Board, moves: Iterable[Move]) -> State:
    """The state after all the moves, each one checked."""
    state = initial_state(board)
    for move in moves:
        state = apply(state, move)
    return state


def outcome(state: State) -> Outcome:
    """Solved when every real region has a colour; stuck as soon as one can have none.

    Stuck says nothing about the map: another way of colouring it may have worked.
    """
    left = uncolored_regions(state)
    if not left:
        return Outcome("solved", message="Every region has its colour.")
    stuck = stuck_regions(state)
    if stuck:
        many = len(stuck) > 1
        return Outcome(
            "stuck",
            tuple(region_locus(region) for region in stuck),
            f"{_names('Region', stuck)} {'have' if many else 'has'} no colour left: "
            f"{'their' if many else 'its'} neighbours have all {state.board.rules.colors} of them.",
        )
    return Outcome(
        "playing", message=f"{len(left)} {'region' if len(left) == 1 else 'regions'} left."
    )


def _check(state: State, move: Move) -> None:
    board, region, color = state.board, move.region, move.color
    regions, palette = len(board.neighbors), board.rules.colors
    if not 0 <= region < regions:
        message = f"There is no region {region}: regions are 0 to {regions - 1}."
        raise IllegalMove(message, code="unknown_region", legal=_legal(state))
    if board.sizes[region] == 0:
        message = f"Region {region} is empty: it has no cell on this map."
        raise _illegal(state, region, message, "empty_region")
    if state.colors[region] >= 0:
        message = f"Region {region} already has colour {state.colors[region]}."
        raise _illegal(state, region, message, "already_colored")
    due = next_region(state)
    if due is not None and region != due:
        message = f"Region {region} is out of order: this map says that region {due} is next."
        raise _illegal(state, region, message, "out_of_order")
    legal = legal_colors(state, region)
    if not 0 <= color < palette:
        message = f"There is no colour {color}: colours are 0 to {palette - 1}."
        raise _illegal(state, region, message, "unknown_color", legal)
    if color not in legal:
        blocking = [r for r in board.neighbors[region] if state.colors[r] == color]
        have = "have" if len(blocking) > 1 else "has"
        left = ", ".join(map(str, legal)) if legal else "none"
        message = (
            f"Region {region} can't have colour {color}: {_names('its neighbour', blocking)} "
            f"{have} it. Colours left: {left}."
        )
        raise _illegal(state, region, message, "color_taken", legal)


def _illegal(
    state: State, region: int, message: str, code: str, colors: Sequence[int] = ()
) -> IllegalMove:
    return IllegalMove(message, code=code, locus=region_locus(region), legal=_legal(state, colors))


def _legal(state: State, colors: Sequence[int] = ()) -> dict[str, list[int]]:
    """The regions that may be coloured now, and the colours that the chosen one may have."""
    return {"regions": open_regions(state), "colors": list(colors)}


def _names(noun: str, regions: list[int]) -> str:
    """'region 5', 'regions 5 and 7', 'regions 5, 7 and 9'."""
    if len(regions) == 1:
        return f"{noun} {regions[0]}"
    head = ", ".join(map(str, regions[:-1]))
    return f"{noun}s {head} and {regions[-1]}"
