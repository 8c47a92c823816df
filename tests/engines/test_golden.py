"""Recorded playthroughs, replayed and compared byte for byte.

A golden file is what `python -m engines replay` prints. To record one:

    python -m engines replay GAME --rules JSON --policy NAME --seed N --trial N \\
        > engines/games/GAME/golden/NAME.txt
"""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

import engines
from engines import all_games, get_game, read_rules
from engines.cli import main

GAMES = Path(engines.__file__).parent / "games"
FILES = sorted(GAMES.glob("*/golden/*.txt"))


def head(text: str) -> dict[str, str]:
    """The lines `name: value` before the first empty line."""
    return dict(line.split(": ", 1) for line in text.split("\n\n")[0].split("\n"))


def players(policy: str) -> list[str]:
    """The names in a policy, of both seats in a game for two, without their parameters."""
    return re.sub(r"\([^)]*\)", "", policy).split(",")


def test_every_game_has_recorded_playthroughs():
    for game in all_games():
        texts = [f.read_text() for f in FILES if f.parent.parent.name == game.slug]
        assert len(texts) >= 5, f"{game.slug} needs playthroughs in its golden folder"
        played = {name for text in texts for name in players(head(text)["policy"])}
        assert played == {p.key for p in game.policies}
        assert len({head(text)["rules"] for text in texts}) >= 3


@pytest.mark.parametrize("path", FILES, ids=lambda path: f"{path.parent.parent.name}-{path.stem}")
def test_a_recorded_play_happens_again(path, capsys):
    recorded = path.read_text()
    told = head(recorded)
    slug, version = told["game"].split()
    assert slug == path.parent.parent.name
    assert int(version) == get_game(slug).version
    arguments = ["--rules", told["rules"], "--policy", told["policy"]]
    arguments += ["--seed", told["seed"], "--trial", told["trial"]]
    assert main(["replay", slug, *arguments]) == 0
    assert capsys.readouterr().out == recorded


@pytest.mark.parametrize("path", FILES, ids=lambda path: f"{path.parent.parent.name}-{path.stem}")
def test_its_moves_read_from_the_file_are_legal_and_end_as_told(path):
    recorded = path.read_text()
    told = head(recorded)
    game = get_game(told["game"].split()[0])
    play = game.replay_trial(
        read_rules(game, json.loads(told["rules"])),
        told["policy"],
        int(told["seed"]),
        int(told["trial"]),
    )
    count, *words = recorded.split("\nmoves: ")[1].split("\n\n")[0].split()
    assert int(count) == len(words)
    state = game.initial_state(play.board)
    for word in words:
        state = game.apply(state, game.parse_move(word))
    assert recorded.split("\noutcome: ")[1].split()[0] == game.outcome(state).status
    assert game.draw_text(state) in recorded
