"""What every game’s simulation counts, and that its trials can be looked at."""

from __future__ import annotations

import json
from math import prod

from engines import headline_of, split_vector, summarise
from engines.tally import headline_size, headline_values
from engines.warmup import rules_to_play
from tests.support.every_game import game_by_game


@game_by_game
def test_a_trial_can_be_replayed_alone_and_judged_by_the_rules(game):
    for policy in game.policies:
        rules = rules_to_play(game, policy.key)
        for trial in range(4):
            play = game.replay_trial(rules, policy.key, 5, trial)
            assert game.replay_trial(rules, policy.key, 5, trial) == play
            state = game.initial_state(play.board)
            for move in play.moves:
                state = game.apply(state, move)
            assert play.outcome.status == game.outcome(state).status
            assert set(play.outcome.loci) <= set(game.outcome(state).loci)


@game_by_game
def test_a_simulation_counts_its_own_trials_however_it_is_cut(game):
    rules, policy = game.Rules(), game.policies[0].key
    headline = headline_of(game)
    whole = game.simulate(rules, policy, 9, 16, 100)
    first = game.simulate(rules, policy, 9, 16, 40)
    rest = game.simulate(rules, policy, 9, 56, 60)
    added = [a + b for a, b in zip(first.vector(), rest.vector(), strict=True)]
    assert whole.vector() == added
    assert len(whole.headline) == headline_size(headline, 100)
    values = headline_values(headline, whole.headline, 100)
    cut = headline_values(headline, first.headline, 40) + headline_values(
        headline, rest.headline, 60
    )
    assert values == cut
    assert list(whole.counts) == [metric.key for metric in game.metrics]
    assert split_vector(game, rules, whole.vector()) == dict(whole.counts)
    for metric in game.metrics:
        assert len(whole.counts[metric.key]) == prod(metric.shape(rules))
        figures = summarise(metric, rules, whole.counts[metric.key])
        assert figures["kind"] == metric.kind
        json.dumps(figures, allow_nan=False)
    for trial in range(16, 116):
        play = game.replay_trial(rules, policy, 9, trial)
        assert play.headline_value == values[trial - 16]


@game_by_game
def test_a_cell_of_a_heatmap_leads_back_to_the_plays_counted_in_it(game):
    leading = [metric for metric in game.metrics if metric.cells is not None]
    assert all(metric in leading for metric in game.metrics if metric.of_counted)
    if not leading:
        return
    rules, policy = rules_to_play(game, game.policies[0].key), game.policies[0].key
    tally = game.simulate(rules, policy, 5, 0, 24)
    plays = [game.replay_trial(rules, policy, 5, trial) for trial in range(24)]
    for metric in leading:
        assert metric.kind == "heatmap"
        height, width = metric.shape(rules)
        counts = [0] * (height * width)
        for play in plays:
            cells = metric.cells(play)
            assert len(set(cells)) == len(cells)
            assert play.headline_value or not (metric.of_counted and cells)
            for row, column in cells:
                counts[row * width + column] += 1
        assert tuple(counts) == tally.counts[metric.key]
