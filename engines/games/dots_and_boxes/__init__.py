"""Dots and boxes: draw a line in turn; who closes a box has it."""

from __future__ import annotations

from engines.game import Game
from engines.games.dots_and_boxes import (
    bots,
    drawing,
    generator,
    metrics,
    notation,
    policies,
    presets,
    puzzles,
    rules,
    simulation,
    solver,
)
from engines.games.dots_and_boxes.solver import expectation
from engines.games.dots_and_boxes.types import Board, Rules, State
from engines.shared.lines import Line, dump_line, line_text, parse_line

GAME = Game[Rules, Board, State, Line](
    slug="dots_and_boxes",
    title="Dots and boxes",
    version=1,
    summary="Draw lines between dots, and close more boxes than the other player.",
    Rules=Rules,
    levels=puzzles.LEVELS,
    policies=policies.POLICIES,
    metrics=metrics.METRICS,
    presets=presets.PRESETS,
    move_schema=notation.MOVE_SCHEMA,
    generate=generator.generate,
    generate_level=puzzles.generate_level,
    measure_difficulty=puzzles.measure_difficulty,
    initial_state=rules.initial_state,
    legal_moves=rules.legal_moves,
    apply=rules.apply,
    outcome=rules.outcome,
    hint=solver.hint,
    locus=rules.locus,
    view=notation.view,
    parse_move=parse_line,
    dump_move=dump_line,
    move_text=line_text,
    move_words=notation.move_words,
    parse_board=notation.parse_board,
    dump_board=notation.dump_board,
    draw_text=drawing.draw_text,
    draw_svg=drawing.draw_svg,
    check_policy=policies.check_policy,
    count_trials=simulation.count_trials,
    play_trial=simulation.play_trial,
    solve=solver.solve,
    two_players=bots.TWO_PLAYERS,
    exact_metrics=expectation.exact_metrics,
    check_playable=simulation.check_playable,
    draw_shaded=drawing.draw_shaded,
)
