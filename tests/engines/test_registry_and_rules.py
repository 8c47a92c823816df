"""Games are found by their folders; rules are read with every fault named."""

from __future__ import annotations

import pytest

from engines import InvalidRules, UnknownName, game_slugs, get_game, read_rules


def test_slugs_are_sorted_and_each_has_a_game():
    assert list(game_slugs()) == sorted(game_slugs())
    assert all(get_game(slug).slug == slug for slug in game_slugs())


@pytest.mark.parametrize("slug", ["", "chess", "Map_Coloring", "../games", "map_coloring.types"])
def test_an_unknown_game_is_named_with_the_known_ones(slug):
    with pytest.raises(UnknownName) as caught:
        get_game(slug)
    assert caught.value.known == game_slugs()
    assert str(caught.value).startswith("There is no game ")


def test_every_fault_is_named_at_once_with_its_place():
    game = get_game("map_coloring")
    with pytest.raises(InvalidRules) as caught:
        read_rules(game, {"width": 1, "colors": "4", "adjacency": "round", "a/b": 0})
    assert sorted(fault.pointer for fault in caught.value.faults) == [
        "/adjacency", "/a~1b", "/colors", "/width",
    ]  # fmt: skip
    assert all(fault.message for fault in caught.value.faults)
