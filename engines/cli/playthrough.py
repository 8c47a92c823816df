"""One play as readable text: what `replay` prints and what golden files hold."""

from __future__ import annotations

import json
import textwrap

from engines.game import Game
from engines.results import Playthrough


def playthrough_text(game: Game, play: Playthrough) -> str:
    """The board, the moves and the outcome, without a line end after the last line."""
    rules = json.dumps(play.rules.model_dump(mode="json"))
    state = game.initial_state(play.board)
    start = game.draw_text(state)
    for move in play.moves:
        state = game.apply(state, move)
    moves = textwrap.fill(" ".join(game.move_text(move) for move in play.moves), 96)
    where = f" at {', '.join(play.outcome.loci)}" if play.outcome.loci else ""
    lines = [
        f"game: {game.slug} {game.version}",
        f"rules: {rules}",
        f"policy: {play.policy}",
        f"seed: {play.seed}",
        f"trial: {play.trial}",
        "",
        start,
        "",
        f"moves: {len(play.moves)}",
        *([moves] if moves else []),
        "",
        game.draw_text(state),
        "",
        f"outcome: {play.outcome.status}{where}",
        *([play.outcome.message] if play.outcome.message else []),
    ]
    return "\n".join(lines)
