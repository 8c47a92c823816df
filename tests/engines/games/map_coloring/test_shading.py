"""A map shaded by figures of its regions."""

from __future__ import annotations

from xml.etree import ElementTree

from engines import get_game, read_rules
from engines.protocol import ShadesLoci


def test_each_region_has_its_shade() -> None:
    game = get_game("map_coloring")
    assert isinstance(game, ShadesLoci)
    board = game.generate(read_rules(game, {}), 3).board
    svg = game.draw_shaded(board, {"region:0": "#123456", "region:2": "#abcdef"})
    drawn = ElementTree.fromstring(svg)
    fills = [one.get("fill") for one in drawn if one.tag.endswith("path")]
    assert [fill for fill in fills if fill != "none"] == ["#123456", "#abcdef"]
    texts = [one.text for one in drawn if one.tag.endswith("text")]
    assert {int(text or "") for text in texts} == {n for n, size in enumerate(board.sizes) if size}
