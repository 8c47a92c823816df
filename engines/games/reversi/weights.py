"""What a cell is worth, worked out from the shape alone: the eye of the positional player.

Along an *axis* (row, column, two diagonals) a disc can be turned over only if both cells
beside it on that axis are on the board. An axis with a cell missing is *closed*.

- A cell all of whose four axes are closed is *safe*: its disc can never be turned over. The
  corners of a rectangle are the safe cells there; a grown board has others, tips and notches.
- Any other cell is worth the more the more of its axes are closed: a rectangle's rim has
  three closed ones, its inside none.
- A cell *exposes* a safe cell beside it if the board goes on behind it, on the same axis: a
  disc there is what the other player needs to take the safe cell. Each one costs.
"""

from __future__ import annotations

from functools import lru_cache

SAFE = 100
CLOSED = (0, 2, 5, 10)
"""Worth of a cell that is not safe, by its closed axes."""
EXPOSED = 25
"""What each safe cell costs that the cell exposes."""

DIRECTIONS = ((1, 0), (0, 1), (1, 1), (1, -1), (-1, 0), (0, -1), (-1, -1), (-1, 1))
"""(dx, dy): one along each axis, then the four opposite ones."""


@lru_cache(maxsize=256)
def cell_weights(width: int, height: int, shape: int) -> tuple[int, ...]:
    """What each cell of the field is worth; 0 off the board."""

    def there(x: int, y: int) -> bool:
        return 0 <= x < width and 0 <= y < height and bool(shape >> (y * width + x) & 1)

    cells = [(x, y) for y in range(height) for x in range(width)]
    closed = {
        (x, y): sum(
            not (there(x + dx, y + dy) and there(x - dx, y - dy)) for dx, dy in DIRECTIONS[:4]
        )
        for x, y in cells
    }

    def weight(x: int, y: int) -> int:
        if not there(x, y):
            return 0
        if closed[x, y] == 4:
            return SAFE
        exposed = sum(
            there(x + dx, y + dy) and closed[x + dx, y + dy] == 4 and there(x - dx, y - dy)
            for dx, dy in DIRECTIONS
        )
        return CLOSED[closed[x, y]] - EXPOSED * exposed

    return tuple(weight(x, y) for x, y in cells)
