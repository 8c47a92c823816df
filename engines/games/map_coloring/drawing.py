"""Pictures of a map: box-drawing text for a terminal, SVG for everything else.

The SVG stands alone: presentation attributes only (no style, no script, no ids), so it may
be put into a page under a strict content security policy, any number of times.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from html import escape

from engines.games.map_coloring import rules as judge
from engines.games.map_coloring.types import Board, Move, State
from engines.shared.grids import Cells, connected_pieces

Cell = tuple[int, int]  # x, y
Segment = tuple[int, int, int]  # where the line lies; from; to

# Okabe & Ito, "Color Universal Design" (2008): told apart by colour-blind people too. Those
# that differ most in lightness come first. With each, the colour of the digit upon it.
PALETTE = (
    ("#56B4E9", "#000000"),  # sky blue
    ("#E69F00", "#000000"),  # orange
    ("#F0E442", "#000000"),  # yellow
    ("#0072B2", "#FFFFFF"),  # blue
    ("#009E73", "#000000"),  # bluish green
    ("#CC79A7", "#000000"),  # reddish purple
    ("#D55E00", "#000000"),  # vermillion
    ("#000000", "#FFFFFF"),  # black
    ("#999999", "#000000"),  # grey
)
PAPER, INK, FAINT, ALARM = "#FFFFFF", "#1A1A1A", "#D9D9D4", "#B00020"
UNIT = 10  # a cell's side in the picture's own units

# Text -------------------------------------------------------------------------------------

#            bits: 1 up, 2 right, 4 down, 8 left
_CORNERS = " ╵╶└╷│┌├╴┘─┴┐┤┬┼"


def draw_text(state: State) -> str:
    """The map in box-drawing characters, one label a piece.

    ``7`` is region 7 without a colour, ``7=2`` has colour 2, ``7!`` has no colour left.
    """
    board = state.board
    stuck = set(judge.stuck_regions(state))
    labels = {cell: _label(state, region, stuck) for cell, region in label_cells(board)}
    inner = len(f"{len(board.neighbors) - 1}=0")  # the same before and after colouring
    height, width = len(board.cells), len(board.cells[0])
    lines = []
    for y in range(height + 1):
        lines.append(
            "".join(
                _corner(board.cells, x, y)
                + (("─" if _wall_above(board.cells, x, y) else " ") * inner if x < width else "")
                for x in range(width + 1)
            )
        )
        if y < height:
            lines.append(
                "".join(
                    ("│" if _wall_left(board.cells, x, y) else " ")
                    + (labels.get((x, y), "").center(inner) if x < width else "")
                    for x in range(width + 1)
                )
            )
    return "\n".join(lines)


def _label(state: State, region: int, stuck: set[int]) -> str:
    if state.colors[region] >= 0:
        return f"{region}={state.colors[region]}"
    return f"{region}!" if region in stuck else str(region)


def _region_at(cells: Cells, x: int, y: int) -> int:
    """The region of a cell, -1 where the map has none."""
    inside = 0 <= y < len(cells) and 0 <= x < len(cells[0])
    return cells[y][x] if inside else -1


def _wall_above(cells: Cells, x: int, y: int) -> bool:
    return _region_at(cells, x, y) != _region_at(cells, x, y - 1)


def _wall_left(cells: Cells, x: int, y: int) -> bool:
    return _region_at(cells, x, y) != _region_at(cells, x - 1, y)


def _corner(cells: Cells, x: int, y: int) -> str:
    up, down = _wall_left(cells, x, y - 1), _wall_left(cells, x, y)
    left, right = _wall_above(cells, x - 1, y), _wall_above(cells, x, y)
    return _CORNERS[up + 2 * right + 4 * down + 8 * left]


def label_cells(board: Board) -> list[tuple[Cell, int]]:
    """One cell for each piece, with its region: deep inside, and near the piece's middle."""
    piece_of, pieces = connected_pieces(board.cells)
    members: list[list[Cell]] = [[] for _ in range(pieces)]
    for y, row in enumerate(piece_of):
        for x, piece in enumerate(row):
            if piece >= 0:
                members[piece].append((x, y))
    labels = []
    for cells in members:
        depth = _depths(cells)
        size = len(cells)
        sum_x, sum_y = sum(x for x, _ in cells), sum(y for _, y in cells)

        def place(
            cell: Cell,
            depth: dict[Cell, int] = depth,
            size: int = size,
            sum_x: int = sum_x,
            sum_y: int = sum_y,
        ) -> tuple[int, int, int, int]:
            x, y = cell
            off = (x * size - sum_x) ** 2 + (y * size - sum_y) ** 2
            return -depth[cell], off, y, x

        x, y = min(cells, key=place)
        labels.append(((x, y), board.cells[y][x]))
    return labels


def _depths(cells: list[Cell]) -> dict[Cell, int]:
    """How many steps each cell is from leaving its piece."""
    left, depth, level = set(cells), {}, 0
    while left:
        rim = [
            (x, y)
            for x, y in left
            if not left.issuperset(((x + 1, y), (x - 1, y), (x, y + 1), (x, y - 1)))
        ]
        for cell in rim:
            depth[cell] = level
        left.difference_update(rim)
        level += 1
    return depth


# SVG --------------------------------------------------------------------------------------


def draw_svg(state: State, *, mark: Sequence[str] = (), last: Move | None = None) -> str:
    """The map as an SVG document; `mark`ed loci and the `last` move's region are outlined."""
    board = state.board
    width, height = board.rules.width * UNIT, board.rules.height * UNIT
    stuck = judge.stuck_regions(state)
    marked = {locus.removeprefix("region:") for locus in mark}
    return "".join(
        (
            frame(board),
            f"<title>{escape(_title(board))}</title><desc>{escape(_description(state))}</desc>",
            f'<rect width="{width}" height="{height}" fill="{PAPER}"/>',
            *_fills(state),
            f'<path d="{_grid(board)}" stroke="{FAINT}" stroke-width="0.3" stroke-opacity="0.6" '
            'fill="none"/>',
            *(_hatch(board, region) for region in stuck),
            borders(board),
            *(_outline(board, region, ALARM) for region in stuck),
            *(
                _outline(board, region, "#6A1B9A", dashes="3 2")
                for region in range(len(board.sizes))
                if str(region) in marked and board.sizes[region]
            ),
            *([] if last is None else [_outline(board, last.region, INK)]),
            *_digits(state, set(stuck)),
            "</svg>",
        )
    )


def _title(board: Board) -> str:
    real = sum(size > 0 for size in board.sizes)
    return f"Map of {real} regions, {board.rules.colors} colours"


def _description(state: State) -> str:
    colored = sum(color >= 0 for color in state.colors)
    outcome = judge.outcome(state)
    return f"{colored} regions have a colour. {outcome.message}"


def _fills(state: State) -> Iterator[str]:
    colors = enumerate(state.colors)
    return fills(state.board, {region: PALETTE[color][0] for region, color in colors if color >= 0})


def fills(board: Board, colors: Mapping[int, str]) -> Iterator[str]:
    """One path for each region that has a colour, made of its runs of cells."""
    runs: dict[int, list[str]] = {}
    for y, row in enumerate(board.cells):
        for x, length, region in _runs(row):
            runs.setdefault(region, []).append(
                f"M{x * UNIT} {y * UNIT}h{length * UNIT}v{UNIT}h-{length * UNIT}z"
            )
    for region, parts in sorted(runs.items()):
        if region in colors:
            fill = colors[region]
            yield f'<path d="{"".join(parts)}" fill="{fill}" shape-rendering="crispEdges"/>'


def borders(board: Board) -> str:
    """The lines between regions."""
    return (
        f'<path d="{_lines(_walls(board.cells))}" stroke="{INK}" stroke-width="1.1" '
        'stroke-linecap="square" fill="none"/>'
    )


def frame(board: Board) -> str:
    """The opening tag of a picture of this board."""
    width, height = board.rules.width * UNIT, board.rules.height * UNIT
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="-1.5 -1.5 {width + 3} {height + 3}" '
        f'role="img" font-family="system-ui, sans-serif" text-anchor="middle">'
    )


def _runs(values: Sequence[int]) -> Iterator[tuple[int, int, int]]:
    """(start, length, value) of each run of equal values."""
    start = 0
    for i in range(1, len(values) + 1):
        if i == len(values) or values[i] != values[start]:
            yield start, i - start, values[start]
            start = i


def _grid(board: Board) -> str:
    """Thin lines between all cells."""
    if board.rules.shape == "grown":
        return "".join(_cell_seams(board.cells))
    across, down = board.rules.width * UNIT, board.rules.height * UNIT
    return "".join(f"M{x} 0v{down}" for x in range(UNIT, across, UNIT)) + "".join(
        f"M0 {y}h{across}" for y in range(UNIT, down, UNIT)
    )


def _cell_seams(cells: Cells) -> Iterator[str]:
    """The same where cells are missing: the left and the upper side of every cell."""
    for y, row in enumerate(cells):
        for x, region in enumerate(row):
            if region >= 0:
                yield f"M{x * UNIT} {y * UNIT + UNIT}v-{UNIT}h{UNIT}"


def _walls(cells: Cells, region: int | None = None) -> tuple[list[Segment], list[Segment]]:
    """The longest straight borders, horizontal and vertical: of one region, or of all."""

    def between(one: int, other: int) -> bool:
        return one != other and (region is None or region in (one, other))

    height, width = len(cells), len(cells[0])
    flat, upright = [], []
    for y in range(height + 1):
        row = [
            int(between(_region_at(cells, x, y - 1), _region_at(cells, x, y))) for x in range(width)
        ]
        flat += [(y, x, x + length) for x, length, wall in _runs(row) if wall]
    for x in range(width + 1):
        column = [
            int(between(_region_at(cells, x - 1, y), _region_at(cells, x, y)))
            for y in range(height)
        ]
        upright += [(x, y, y + length) for y, length, wall in _runs(column) if wall]
    return flat, upright


def _lines(walls: tuple[list[Segment], list[Segment]]) -> str:
    flat, upright = walls
    return "".join(f"M{a * UNIT} {y * UNIT}H{b * UNIT}" for y, a, b in flat) + "".join(
        f"M{x * UNIT} {a * UNIT}V{b * UNIT}" for x, a, b in upright
    )


def _outline(board: Board, region: int, color: str, dashes: str = "") -> str:
    """The region's border, thick, on a white halo."""
    path = _lines(_walls(board.cells, region))
    dash = f' stroke-dasharray="{dashes}"' if dashes else ""
    common = f'd="{path}" fill="none" stroke-linecap="square"'
    return (
        f'<path {common} stroke="{PAPER}" stroke-width="2.6"/>'
        f'<path {common} stroke="{color}" stroke-width="1.8"{dash}/>'
    )


def _hatch(board: Board, region: int) -> str:
    """Slanting lines in every cell of the region: seen without colour, too."""
    half = UNIT // 2
    path = "".join(
        f"M{x * UNIT} {y * UNIT + half}l{half} -{half}m{half} 0l-{UNIT} {UNIT}"
        f"m{half} 0l{half} -{half}"
        for y, row in enumerate(board.cells)
        for x, other in enumerate(row)
        if other == region
    )
    return f'<path d="{path}" stroke="{ALARM}" stroke-width="0.7" fill="none"/>'


def _digits(state: State, stuck: set[int]) -> Iterator[str]:
    """In each piece the region's number, small; above it the colour's number, large."""
    for (x, y), region in label_cells(state.board):
        cx, cy, color = x * UNIT + UNIT / 2, y * UNIT + UNIT / 2, state.colors[region]
        if color >= 0:
            ink = PALETTE[color][1]
            yield (
                f'<text x="{cx:g}" y="{cy + 0.9:g}" font-size="5.6" font-weight="700" '
                f'fill="{ink}">{color}</text>'
                f'<text x="{cx:g}" y="{cy + 4.2:g}" font-size="3" fill="{ink}">{region}</text>'
            )
            continue
        if region in stuck:
            yield f'<circle cx="{cx:g}" cy="{cy:g}" r="3.6" fill="{PAPER}"/>'
        ink = ALARM if region in stuck else "#6B6B66"
        yield (f'<text x="{cx:g}" y="{cy + 1.4:g}" font-size="3.8" fill="{ink}">{region}</text>')
