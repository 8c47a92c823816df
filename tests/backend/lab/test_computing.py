from __future__ import annotations

import pytest

from backend.lab import computing
from engines import get_game
from tests.support.lab import GAME, SMALL

game = get_game(GAME)
rules = game.Rules.model_validate(SMALL)


@pytest.mark.parametrize("trials", [1, 7, 8, 9, 100, 1001])
def test_slices_do_not_show_in_the_result(trials, monkeypatch):
    monkeypatch.setattr(computing, "FIRST_SLICE", 8)
    monkeypatch.setattr(computing, "SLICE_SECONDS", 0.0)
    sliced = computing.compute(game, rules, "random", 5, 16, trials, go_on=lambda: True)
    whole = game.simulate(rules, "random", 5, 16, trials)
    assert sliced == whole


def test_it_stops_between_slices(monkeypatch):
    monkeypatch.setattr(computing, "FIRST_SLICE", 8)
    monkeypatch.setattr(computing, "SLICE_SECONDS", 0.0)
    answers = iter([True, True, False])
    with pytest.raises(computing.Stopped):
        computing.compute(game, rules, "random", 5, 0, 1000, go_on=lambda: next(answers))


def test_slices_grow_towards_their_time_by_and_by():
    assert computing._next_size(256, 0.3) == 256
    assert computing._next_size(256, 0.0) == 256 * computing.GROWTH
    assert computing._next_size(256, 30.0) == 8
