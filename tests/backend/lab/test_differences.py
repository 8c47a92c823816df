"""What variants are named after: the rules and the player that they change."""

from __future__ import annotations

from backend.lab.differences import changes, name_variant, policy_title
from engines import get_game


def test_changes_name_rules_and_player_in_words():
    game = get_game("map_coloring")
    rules = game.Rules().model_dump(mode="json")
    name, value = next((k, v) for k, v in rules.items() if isinstance(v, int))
    other = {**rules, name: value + 1}
    first, second = game.policies[0], game.policies[1]
    found = changes(game, (rules, first.key), (other, second.key))
    assert [str(c) for c in found] == [
        f"Player {first.title} → {second.title}",
        f"{found[1].label} {value} → {value + 1}",
    ]
    assert name_variant(found, 2) == f"{second.title}, {found[1].label} {value + 1}"
    assert name_variant([], 0) == "Baseline"
    assert name_variant([], 3) == "Variant 3"
    assert changes(game, (rules, first.key), (rules, first.key)) == []


def test_a_policy_with_parameters_keeps_them():
    game = get_game("map_coloring")
    first = game.policies[0]
    assert policy_title(game, f"{first.key}(depth=2)") == f"{first.title} (depth=2)"
    assert policy_title(game, "gone") == "gone"


def test_a_rule_that_json_leaves_out_has_its_usual_value():
    game = get_game("map_coloring")
    rules = game.Rules().model_dump(mode="json")
    other = game.Rules(shape="grown", cells=90).model_dump(mode="json")
    assert "shape" not in rules
    found = changes(game, (rules, "random"), (other, "random"))
    assert "Shape rectangle → grown" in [str(one) for one in found]
    assert "None" not in "".join(map(str, found))
