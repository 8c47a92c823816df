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


@pytest.mark.parametrize(
    ("rules", "words"),
    [
        ({"width": None}, "A whole number is needed here; got null."),
        ({"width": True}, "A whole number is needed here; got true."),
        ({"width": "12"}, 'A whole number is needed here; got "12".'),
        ({"width": 10**6}, "At most 64 is allowed here; got 1000000."),
        ({"width": 1}, "At least 2 is needed here; got 1."),
        ({"order": False}, 'One of these is needed here: "free", "random" or "degree"; got false.'),
    ],
)
def test_a_fault_is_told_in_the_words_of_json(rules, words):
    with pytest.raises(InvalidRules) as caught:
        read_rules(get_game("map_coloring"), rules)
    assert [fault.message for fault in caught.value.faults] == [words]
