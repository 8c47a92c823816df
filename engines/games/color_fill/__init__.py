"""Color fill: let one region grow, colour by colour, until it is the whole board."""

from __future__ import annotations

from engines.game import Game
from engines.games.color_fill import (
    drawing,
    generator,
    levels,
    metrics,
    notation,
    policies,
    rules,
    shading,
    simulation,
    solver,
)
from engines.games.color_fill.types import Board, Move, Rules, State

GAME = Game[Rules, Board, State, Move](
    slug="color_fill",
    title="Color fill",
    version=1,
    summary="Make the whole board one colour before the moves run out.",
    Rules=Rules,
    levels=levels.LEVELS,
    policies=policies.POLICIES,
    metrics=metrics.METRICS,
    presets=levels.PRESETS,
    move_schema=notation.MOVE_SCHEMA,
    generate=generator.generate,
    generate_level=levels.generate_level,
    measure_difficulty=levels.measure_difficulty,
    initial_state=rules.initial_state,
    legal_moves=rules.legal_moves,
    apply=rules.apply,
    outcome=rules.outcome,
    hint=solver.hint,
    locus=rules.locus,
    view=notation.view,
    parse_move=notation.parse_move,
    dump_move=notation.dump_move,
    move_text=notation.move_text,
    move_words=notation.move_words,
    parse_board=notation.parse_board,
    dump_board=notation.dump_board,
    draw_text=drawing.draw_text,
    draw_svg=drawing.draw_svg,
    check_policy=policies.check_policy,
    count_trials=simulation.count_trials,
    play_trial=simulation.play_trial,
    solve=solver.solve,
    rules_of_text=notation.rules_of_text,
    draw_shaded=shading.draw_shaded,
)
