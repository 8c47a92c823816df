"""Enclosure: draw lines in turn, and take what a line cuts off from the outside."""

from __future__ import annotations

from engines.game import Game
from engines.games.enclosure import (
    bots,
    drawing,
    generator,
    levels,
    metrics,
    notation,
    policies,
    presets,
    rules,
    simulation,
    solver,
)
from engines.games.enclosure.types import Board, Rules, State
from engines.shared.lines import Line, dump_line, line_text, line_words, parse_line

GAME = Game[Rules, Board, State, Line](
    slug="enclosure",
    title="Enclosure",
    version=1,
    summary="Draw lines in turn, and take the area that your line closes off.",
    Rules=Rules,
    levels=levels.LEVELS,
    policies=policies.POLICIES,
    metrics=metrics.METRICS,
    presets=presets.PRESETS,
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
    parse_move=parse_line,
    dump_move=dump_line,
    move_text=line_text,
    move_words=line_words,
    parse_board=notation.parse_board,
    dump_board=notation.dump_board,
    draw_text=drawing.draw_text,
    draw_svg=drawing.draw_svg,
    check_policy=policies.check_policy,
    count_trials=simulation.count_trials,
    play_trial=simulation.play_trial,
    solve=solver.solve,
    two_players=bots.TWO_PLAYERS,
    check_playable=simulation.check_playable,
    draw_shaded=drawing.draw_shaded,
)
