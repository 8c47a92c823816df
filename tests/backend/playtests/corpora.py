"""Corpora of simulated people without a database: planned, played by the rules, read, as rows.

The way is that of recorded sessions, but for what stores them: `plan_session`, the game's own
`apply`, `read`, `Row`.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from random import Random
from typing import Any

from backend.playtests.people import People, Plan, pace_of, plan_session
from backend.playtests.reading import Entry, Reading, Threshold, read
from backend.playtests.statistics.plays import Plays, collect
from backend.playtests.summing import Row
from engines import Game, derive_seed

USUAL = Threshold(5.0, 3.0)


@dataclass(frozen=True, slots=True)
class Sat:
    """One session: who sat before which board, and what was read of it."""

    player: int
    board: int
    row: Row


def make_corpus(
    game: Game,
    boards: Sequence[Any],
    people: People,
    *,
    players: int,
    each: int,
    seed: int,
    more_stuck: Sequence[float] | None = None,
) -> list[Sat]:
    """Each of the players plays `each` of the boards in turn, once. `more_stuck`, for each board,

    as `plan_session` has it.
    """
    found = []
    for player in range(players):
        pace_ms = pace_of(people, Random(derive_seed(seed, 0, player)))
        for nth in range(each):
            at = (player + nth) % len(boards)
            chance = Random(derive_seed(seed, 1, player, nth))
            plan = plan_session(
                game,
                boards[at],
                boards[at].rules,
                people,
                pace_ms=pace_ms,
                chance=chance,
                more_stuck=more_stuck[at] if more_stuck else 0.0,
            )
            found.append(Sat(player, at, _row(game, boards[at], plan, player)))
    return found


def plays_of(corpus: Sequence[Sat]) -> Plays:
    """Those that came to an end: stuck for the first time, or solved."""
    return collect(
        (one.board, one.player, int(one.row.first_stuck is not None))
        for one in corpus
        if one.row.first_stuck is not None or one.row.ending != "gave_up"
    )


def _row(game: Game, board: Any, plan: Plan, player: int) -> Row:
    entries = list(_entries(game, board, plan))
    found = read(entries, USUAL, gave_up=plan.gave_up)
    ending = "gave_up" if plan.gave_up else entries[-1].outcome
    loci = {at: [one.timed, one.stalls, one.think_ms] for at, one in found.loci.items()}
    return Row(
        ending,
        found.moves,
        found.first_stall,
        found.first_stuck,
        found.recovered,
        0,
        found.gave_up_at,
        found.decisions,
        loci,
        _points(found),
        player,
    )


def _points(found: Reading) -> dict[str, Sequence[str]]:
    return {"stuck": found.stuck_at, "undo": found.undone_at, "hint": found.hinted_at}


def _entries(game: Game, board: Any, plan: Plan) -> Iterator[Entry]:
    states, loci = [game.initial_state(board)], [""]
    for number, turn in enumerate(plan.turns, 1):
        locus = loci[-1]
        if turn.kind == "move":
            move = game.parse_move(turn.move)
            locus = game.locus(states[-1], move)
            states.append(game.apply(states[-1], move))
            loci.append(locus)
        elif turn.kind == "undo":
            states.pop()
            loci.pop()
        outcome = game.outcome(states[-1])
        stuck = outcome.loci if outcome.status == "stuck" else ()
        yield Entry(number, turn.kind, locus, outcome.status, turn.think_ms, stuck)
