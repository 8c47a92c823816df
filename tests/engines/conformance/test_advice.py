"""Doing what the advice says comes to an end: from every kind of position, in every game."""

from __future__ import annotations

import random
import sys

import pytest

from engines import get_game
from tests.support.advised import KINDS, Advised, bring_to
from tests.support.every_game import GAMES, game_by_game

LEVELS = [(game, level) for game in GAMES for level in game.levels]
POSITIONS = 1_000
"""For each game in the long run."""

by_level = pytest.mark.parametrize(
    ("game", "level"), LEVELS, ids=[f"{game.slug}-{level.key}" for game, level in LEVELS]
)


def a_puzzle(game, level, seed):
    """Of a level's rules; in a game for two an ending to win."""
    if game.players == 2:
        return game.generate_level(level.key, seed)
    return game.generate(level.rules, seed)


def bots_of(game, puzzle):
    return game.two_players.bots(puzzle.board) if game.two_players else (None,)


def follow_from(game, puzzle, bot, kind, seed):
    """Steps to the end from a position of this kind, and how many were promised at most."""
    rng = random.Random(f"{kind} {seed}")
    play = Advised(game, puzzle, bot)
    bring_to(play, kind, rng)
    play.plan = play.plan if rng.random() < 0.5 else None
    promised = play.ask().moves_left
    steps = play.follow(every=rng.choice((1, 1, 3)))
    assert steps <= promised
    return play, steps, promised


@by_level
def test_following_it_solves_a_puzzle_in_as_many_steps_as_it_says(game, level):
    puzzle = a_puzzle(game, level, 1)
    bots = bots_of(game, puzzle)
    for bot in bots:
        for kind in KINDS:
            play, steps, promised = follow_from(game, puzzle, bot, kind, 1)
            assert game.outcome(play.state).status == "solved"
            assert steps == promised


@pytest.mark.parametrize("game", [g for g in GAMES if g.players == 2], ids=lambda g: g.slug)
def test_following_it_ends_a_whole_game_against_every_bot(game):
    puzzle = game.generate(small(game), 1)
    for bot in (*bots_of(game, puzzle), None):
        for kind in ("fresh", "random play", "a line left"):
            play, _, _ = follow_from(game, puzzle, bot, kind, 1)
            assert game.outcome(play.state).status == "finished"


def small(game):
    """A whole game that is soon over."""
    sides = {"width": 4, "height": 4} if game.slug == "reversi" else {"rows": 2, "cols": 2}
    return game.Rules(**sides)


@game_by_game
def test_asked_again_it_says_the_same(game):
    play = Advised(game, game.generate(game.levels[0].rules, 2))
    play.wander(random.Random(2), 400)
    first = play.ask()
    again = play.ask()
    assert (again.advice, again.move, again.moves_left) == (
        first.advice, first.move, first.moves_left
    )  # fmt: skip
    assert again.reason == first.reason


@pytest.mark.parametrize("seed", range(1, 4))
def test_on_5x5_it_never_slides_to_and_fro(seed):
    game = get_game("sliding")
    play = Advised(game, game.generate(game.Rules(width=5, height=5), seed))
    assert play.follow() == len(set(play.earlier))


def test_where_too_few_moves_are_left_it_goes_back_and_then_on():
    game = get_game("color_fill")
    level = next(level for level in game.levels if level.key == "hard")
    for seed in range(6):
        play = Advised(game, game.generate(level.rules, seed))
        play.wander(random.Random(seed), 400)
        said = []
        while not play.over:
            said.append(play.ask())
            play.do(said[-1])
        undos = [advice.advice for advice in said].count("undo")
        assert undos
        assert all(advice.advice == "undo" for advice in said[:undos])
        assert len(said) <= 2 * play.puzzle.board.limit


@pytest.mark.long
@game_by_game
def test_a_thousand_positions_of_a_game(game):
    most, count = 0, 0
    for seed in range(1_000_000):
        for level in game.levels:
            puzzle = a_puzzle(game, level, seed)
            bots = bots_of(game, puzzle)
            for bot in bots:
                for kind in KINDS:
                    play, steps, promised = follow_from(game, puzzle, bot, kind, seed)
                    assert game.outcome(play.state).status == "solved"
                    assert steps == promised
                    most, count = max(most, steps), count + 1
        if count >= POSITIONS:
            break
    sys.stdout.write(f"\n{game.slug}: {count} positions, {most} steps at most\n")
