"""Maps from seed points, and maps that are proven colourable.

Seed points are integers in units of 1/2**20 of a cell (`UNIT`), so that distances are exact
and the same here and in the kernels: a tie is a tie, and goes to the lower index.
"""

from __future__ import annotations

from collections.abc import Sequence

from engines.errors import GenerationFailed
from engines.games.map_coloring.solver import color_board
from engines.games.map_coloring.types import UNIT, Board, Move, Rules
from engines.randomness import BOARD, Stream
from engines.results import Puzzle
from engines.shared.grids import Cells, Grid, connected_pieces, label_neighbors, label_sizes
from engines.shared.grown import grow

SOLVER_NODES = 20_000
"""Steps the solver may take for one attempt: a count, not a time, so that a seed gives the
same puzzle on every machine."""


def draw_points(rules: Rules, stream: Stream) -> list[tuple[int, int]]:
    """The seed points (x, y), uniform over the map, in units of 1/UNIT of a cell."""
    across, down = rules.width * UNIT, rules.height * UNIT
    return [(stream.below(across), stream.below(down)) for _ in range(rules.seeds)]


def nearest_points(width: int, height: int, points: Sequence[tuple[int, int]]) -> Grid:
    """For each cell (x, y) the index of the point nearest to it, the lower one on a tie.

    The points of a row are tried in order of their vertical distance, so that most of them
    are never looked at: they are farther by that alone.
    """
    rows = []
    for y in range(height):
        by_height = sorted(((py - y * UNIT) ** 2, i, px) for i, (px, py) in enumerate(points))
        row = []
        for x in range(width):
            cx, best, nearest = x * UNIT, -1, 0
            for vertical, i, px in by_height:
                if vertical > best >= 0:
                    break
                distance = vertical + (px - cx) ** 2
                if best < 0 or distance < best or (distance == best and i < nearest):
                    best, nearest = distance, i
            row.append(nearest)
        rows.append(tuple(row))
    return tuple(rows)


def draw_cells(rules: Rules, stream: Stream) -> Grid:
    """The seeds of the cells: a grown map's shape is drawn first, then the points, which may
    lie anywhere in width by height."""
    if rules.shape == "rectangle":
        return nearest_points(rules.width, rules.height, draw_points(rules, stream))
    there = set(grow(rules.width, rules.height, rules.size, rules.growth, stream))
    cells = nearest_points(rules.width, rules.height, draw_points(rules, stream))
    return tuple(
        tuple(seed if y * rules.width + x in there else -1 for x, seed in enumerate(row))
        for y, row in enumerate(cells)
    )


def make_board(rules: Rules, stream: Stream) -> Board:
    """The map that the stream draws: first its cells, then a dictated order if there is one."""
    cells = draw_cells(rules, stream)
    if rules.regions == "split":
        cells, _ = connected_pieces(cells)
    board = board_from_cells(rules, cells)
    if rules.order == "free":
        return board
    order = list(range(len(board.neighbors)))
    stream.shuffle(order)
    if rules.order == "degree":
        order.sort(key=lambda region: -len(board.neighbors[region]))
    return board_from_cells(rules, cells, order)


def board_from_cells(rules: Rules, cells: Cells, order: Sequence[int] | None = None) -> Board:
    """The map with these cells ([y][x] -> region); neighbours, sizes, pieces are worked out.

    The cells and the order are taken as they are: `notation.parse_board` is what checks.
    """
    # Under merged an empty region keeps its number; under split there is none.
    regions = rules.seeds if rules.regions == "merged" else max(map(max, cells)) + 1
    _, pieces = connected_pieces(cells)
    return Board(
        rules=rules,
        cells=tuple(map(tuple, cells)),
        neighbors=label_neighbors(cells, regions, diagonal=rules.adjacency == "corner"),
        sizes=label_sizes(cells, regions),
        pieces=pieces,
        order=None if order is None else tuple(order),
    )


def attempts_for(rules: Rules) -> int:
    """How many maps are tried before giving up: fewer of the big ones, which take longer."""
    return max(32, min(400, 200_000 // (rules.width * rules.height)))


def generate(rules: Rules, seed: int) -> Puzzle:
    """The first colourable map of this seed, with a colouring of it as the certificate.

    Attempt 0, 1, 2, … draws from `Stream(seed, attempt, BOARD)`. Raises `GenerationFailed`
    when none of `attempts_for(rules)` maps is proven colourable.
    """
    attempts, unknown = attempts_for(rules), 0
    for attempt in range(attempts):
        board = make_board(rules, Stream(seed, attempt, BOARD))
        answer = color_board(board, nodes=SOLVER_NODES)
        if answer.colors is not None:
            return Puzzle(rules, seed, board, certificate(board, answer.colors))
        unknown += answer.answer == "unknown"
    raise GenerationFailed(_why(rules, attempts, unknown))


def certificate(board: Board, colors: Sequence[int]) -> tuple[Move, ...]:
    """A colouring as moves, in the order the map dictates, else by region number."""
    order = range(len(colors)) if board.order is None else board.order
    return tuple(Move(region, colors[region]) for region in order if board.sizes[region])


def _extent(rules: Rules) -> str:
    grown = f"{rules.size} grown" if rules.shape == "grown" else ""
    return grown or f"{rules.width}x{rules.height}"


def _why(rules: Rules, attempts: int, unknown: int) -> str:
    first = (
        f"None of {attempts} maps of {_extent(rules)} cells with {rules.seeds} seed "
        f"points could be coloured with {rules.colors} colours"
    )
    if unknown:
        first += f" ({unknown} of them could not be decided in the steps allowed)"
    changes = ["more colours", "fewer seed points"]
    if rules.adjacency == "corner":
        changes.append("adjacency=edge")
    if rules.regions == "merged" and rules.colors > 2:
        changes.append("regions=split")
    why = "regions that all touch one another need a colour each"
    if rules.colors == 2:
        why = "wherever three regions meet they need three colours"
    return f"{first}: {why}. Try {', '.join(changes[:-1])} or {changes[-1]}."
