"""Pictures of a board: box-drawing text for a terminal, SVG for everything else.

The SVG stands alone: presentation attributes only (no style, no script, no ids), so it may
be put into a page under a strict content security policy, any number of times.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from engines.games.sliding import rules as judge
from engines.games.sliding.geometry import goal_tiles
from engines.games.sliding.types import Move, State

PAPER, INK, FRAME, MARK = "#FFFFFF", "#1A1A1A", "#4A4A46", "#6A1B9A"
HOME, AWAY = "#9AD3B5", "#F2E3B3"  # told apart by lightness, too
UNIT = 10  # a cell's side in the picture's own units


def draw_text(state: State) -> str:
    """The board in box-drawing characters; a dot marks a tile that is at home."""
    width, cells = state.board.rules.width, state.board.rules.cells
    goal = goal_tiles(state.board.rules)
    wide = len(str(cells - 1))

    def label(cell: int) -> str:
        tile = state.tiles[cell]
        dot = "." if tile and tile == goal[cell] else " "
        return f" {tile or '':>{wide}}{dot}"

    def rule(left: str, middle: str, right: str) -> str:
        return left + middle.join(["─" * (wide + 2)] * width) + right

    lines = [rule("┌", "┬", "┐")]
    for top in range(0, cells, width):
        if top:
            lines.append(rule("├", "┼", "┤"))
        lines.append("│" + "│".join(label(c) for c in range(top, top + width)) + "│")
    lines.append(rule("└", "┴", "┘"))
    return "\n".join(lines)


def draw_svg(state: State, *, mark: Sequence[str] = (), last: Move | None = None) -> str:
    """The board as an SVG document; `mark`ed tiles and the `last` move's tile are outlined."""
    rules = state.board.rules
    width, height = rules.width * UNIT, rules.height * UNIT
    misplaced = len(judge.misplaced_tiles(state))
    return "".join(
        (
            f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="-1.5 -1.5 {width + 3} {height + 3}" '
            f'role="img" font-family="system-ui, sans-serif" text-anchor="middle">',
            f"<title>Sliding puzzle, {rules.width} by {rules.height}</title>",
            f"<desc>{rules.cells - 1 - misplaced} of {rules.cells - 1} tiles are at home. "
            f"{judge.outcome(state).message}</desc>",
            f'<rect x="-0.8" y="-0.8" width="{width + 1.6:g}" height="{height + 1.6:g}" rx="1.6" '
            f'fill="{FRAME}"/>',
            f'<rect width="{width}" height="{height}" rx="1" fill="{PAPER}"/>',
            *_tiles(state, set(mark), None if last is None else last.tile),
            "</svg>",
        )
    )


def _tiles(state: State, marked: set[str], last: int | None) -> Iterator[str]:
    rules = state.board.rules
    goal = goal_tiles(rules)
    size = 5.2 if rules.cells <= 10 else 4.6
    for cell, tile in enumerate(state.tiles):
        if not tile:
            continue
        y, x = divmod(cell, rules.width)
        home = goal[cell] == tile
        border = f'stroke="{FRAME}" stroke-width="0.3"'
        if tile == last:
            border = f'stroke="{INK}" stroke-width="1.1"'
        if judge.tile_locus(tile) in marked:
            border = f'stroke="{MARK}" stroke-width="1.1" stroke-dasharray="2 1.4"'
        yield (
            f'<rect x="{x * UNIT + 0.6:g}" y="{y * UNIT + 0.6:g}" width="{UNIT - 1.2:g}" '
            f'height="{UNIT - 1.2:g}" rx="1.1" fill="{HOME if home else AWAY}" {border}/>'
            f'<text x="{x * UNIT + UNIT / 2:g}" y="{y * UNIT + UNIT / 2 + size * 0.36:g}" '
            f'font-size="{size:g}" font-weight="{700 if home else 400}" fill="{INK}">{tile}</text>'
        )
