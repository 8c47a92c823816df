"""The experiments of the source article, the boards to play, and who can be played against."""

from __future__ import annotations

from engines.games.dots_and_boxes import rules as judge
from engines.games.dots_and_boxes.generator import generate
from engines.games.dots_and_boxes.presets import PRESETS
from engines.games.dots_and_boxes.types import Board, Rules


def test_the_article_is_there():
    """Its four match-ups in three replicates, on three sizes, with 500 to 20,000 games."""
    found = {
        (preset.trials, variant.rules.rows, variant.policy, variant.rules.extra_turn)
        for preset in PRESETS
        if preset.replicates == 3
        for variant in preset.variants
    }
    for games, side in ((3_000, 3), (3_000, 4), (3_000, 5), (500, 4), (20_000, 4)):
        for match_up in (
            ("random,random", False),
            ("random,random", True),
            ("greedy,random", True),
            ("careful,greedy", True),
        ):
            assert (games, side, *match_up) in found
    assert {policy for _, _, policy, _ in found} >= {"random,greedy", "greedy,careful"}


def test_a_whole_game_begins_with_the_empty_grid():
    rules = Rules(rows=2, cols=3)
    puzzles = [generate(rules, seed) for seed in range(20)]
    assert {puzzle.board for puzzle in puzzles} == {Board(rules)}
    assert len({puzzle.certificate for puzzle in puzzles}) == 20
    for puzzle in puzzles:
        assert judge.outcome(judge.replay(puzzle.board, puzzle.certificate)).status == "finished"
