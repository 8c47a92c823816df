"""What a history comes to."""

from __future__ import annotations

from typing import Any

import pytest

from backend.play.history import Entry, replay, standing_moves, states_before
from engines import IllegalMove, get_game

GAME = get_game("map_coloring")
MADE = GAME.generate(GAME.Rules.model_validate({"width": 8, "height": 8, "seeds": 8}), 3)
LINE = [GAME.dump_move(move) for move in MADE.certificate]


def history(script: str) -> list[Entry]:
    """`m` plays the next move of the certificate, `b` is a bot that does, `u` undoes, `h` asks
    for a hint."""
    entries: list[Entry] = []
    standing: list[Any] = []
    for number, letter in enumerate(script, start=1):
        if letter in "mb":
            kind = {"m": "move", "b": "bot"}[letter]
            standing.append((kind, LINE[len(standing)]))
            entries.append(Entry(number, *standing[-1]))
        elif letter == "u":
            while standing.pop()[0] == "bot":
                pass
            entries.append(Entry(number, "undo", {"undone": 0}))
        else:
            entries.append(Entry(number, "hint", {"move": LINE[0], "message": ""}))
    return entries


@pytest.mark.parametrize(
    ("script", "standing"),
    [
        ("", []),
        ("h", []),
        ("mmm", [1, 2, 3]),
        ("mu", []),
        ("mumu", []),
        ("mmum", [1, 4]),
        ("mmuhm", [1, 5]),
        ("mmmuum", [1, 6]),
        ("hmhuhm", [6]),
        ("b", [1]),
        ("bmbu", [1]),
        ("mbmbbu", [1, 2]),
        ("mbmbbuu", []),
        ("bmmbhum", [1, 2, 7]),
    ],
)
def test_an_undo_takes_back_the_last_move_that_stands(script: str, standing: list[int]) -> None:
    assert [entry.number for entry in standing_moves(history(script))] == standing


@pytest.mark.parametrize("script", ["", "m", "mmumuum", "hmhuhmm", "bmbumbmu"])
def test_replaying_is_playing_what_stands(script: str) -> None:
    state = GAME.initial_state(MADE.board)
    for entry in standing_moves(history(script)):
        state = GAME.apply(state, GAME.parse_move(entry.payload))
    assert replay(GAME, MADE.board, history(script)) == state


def test_the_certificate_replays_to_solved() -> None:
    assert GAME.outcome(replay(GAME, MADE.board, history("m" * len(LINE)))).status == "solved"


def test_the_rules_judge_a_replay_too() -> None:
    twice = [Entry(1, "move", LINE[0]), Entry(2, "move", LINE[0])]
    with pytest.raises(IllegalMove):
        replay(GAME, MADE.board, twice)


@pytest.mark.parametrize("script", ["", "m", "mmumuum", "hmhuhmm", "bmbumbmu"])
def test_each_entry_was_made_where_those_before_it_lead(script: str) -> None:
    entries = history(script)
    states = list(states_before(GAME, MADE.board, entries))
    assert states == [replay(GAME, MADE.board, entries[:at]) for at in range(len(entries))]
