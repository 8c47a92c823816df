"""Which labels touch, and which cells hang together."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from engines.shared.grids import connected_pieces, label_neighbors, label_sizes


@st.composite
def grids(draw):
    width, height = draw(st.integers(1, 7)), draw(st.integers(1, 7))
    row = st.lists(st.integers(0, 4), min_size=width, max_size=width)
    return draw(st.lists(row, min_size=height, max_size=height))


def all_cells(cells):
    return [(x, y) for y in range(len(cells)) for x in range(len(cells[0]))]


@given(grids(), st.booleans())
def test_labels_touch_where_any_two_of_their_cells_do(cells, diagonal):
    expected = [set() for _ in range(5)]
    for ax, ay in all_cells(cells):
        for bx, by in all_cells(cells):
            dx, dy = abs(ax - bx), abs(ay - by)
            touch = max(dx, dy) == 1 if diagonal else dx + dy == 1
            if touch and cells[ay][ax] != cells[by][bx]:
                expected[cells[ay][ax]].add(cells[by][bx])
    assert label_neighbors(cells, 5, diagonal=diagonal) == tuple(
        tuple(sorted(others)) for others in expected
    )


@given(grids())
def test_pieces_are_the_connected_sets_of_one_label(cells):
    piece_of, count = connected_pieces(cells)
    first_seen = list(dict.fromkeys(piece for row in piece_of for piece in row))
    assert first_seen == list(range(count))
    label_of: dict[int, int] = {}
    for x, y in all_cells(cells):
        assert label_of.setdefault(piece_of[y][x], cells[y][x]) == cells[y][x]
        for nx, ny in ((x + 1, y), (x, y + 1)):
            if nx < len(cells[0]) and ny < len(cells) and cells[ny][nx] == cells[y][x]:
                assert piece_of[ny][nx] == piece_of[y][x]
    # No piece is in two parts: as many as a search from each unseen cell finds.
    left, parts = set(all_cells(cells)), 0
    while left:
        parts += 1
        waiting = [left.pop()]
        while waiting:
            x, y = waiting.pop()
            for cell in ((x + 1, y), (x - 1, y), (x, y + 1), (x, y - 1)):
                if cell in left and cells[cell[1]][cell[0]] == cells[y][x]:
                    left.remove(cell)
                    waiting.append(cell)
    assert parts == count


@given(grids())
def test_sizes_add_up_to_the_grid(cells):
    sizes = label_sizes(cells, 6)
    assert sum(sizes) == len(cells) * len(cells[0])
    assert sizes[5] == 0


def test_cells_that_are_not_there_touch_nothing_and_are_no_piece():
    cells = [[0, -1, 1], [0, -1, 1], [-1, 2, 2]]
    assert connected_pieces(cells) == (((0, -1, 1), (0, -1, 1), (-1, 2, 2)), 3)
    assert label_sizes(cells, 3) == (2, 2, 2)
    assert label_neighbors(cells, 3, diagonal=False) == ((), (2,), (1,))
    assert label_neighbors(cells, 3, diagonal=True) == ((2,), (2,), (0, 1))
