"""Board by board: how an experiment on stored puzzles went on each, and where plays got stuck."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping, Sequence
from typing import Any
from urllib.parse import urlencode
from uuid import UUID

from django.urls import reverse
from django.utils.safestring import mark_safe

from backend.common.admin_read_only import whole
from backend.common.shades import VIRIDIS, shade
from backend.lab.admin import words
from backend.lab.admin.results import tables
from backend.lab.boards import read_board
from backend.lab.loci import MOST_PLAYS
from backend.lab.models import Experiment, ExperimentStatus
from backend.puzzles.models import Puzzle
from engines import EngineError, Game, Metric, headline_of, wilson

Context = dict[str, Any]

MOST_COLUMNS = 6
"""Variants beside each other; further ones are in the results as JSON."""

MOST_PLACES = 40
"""Places in the table of one board."""

MARKED = 3
"""So many places are marked on a board that can't be shaded."""


def by_board(experiment: Experiment, game: Game, results: Context, asked: str) -> Context | None:
    """The section's figures; None where boards are not fixed. `asked`: a board's number from 1."""
    boards = results["boards"]
    if not boards:
        return None
    headline = headline_of(game)
    variants = results["variants"][:MOST_COLUMNS]
    puzzles = Puzzle.objects.defer("certificate").in_bulk([UUID(one["puzzle"]) for one in boards])
    chosen = boards[whole(asked, 1, 1, len(boards)) - 1]
    return {
        "apart": words.boards_apart(len(boards), len(variants)),
        "each": experiment.trials // len(boards) * experiment.replicates,
        "columns": [variant["title"] for variant in variants],
        "left_out": len(results["variants"]) - len(variants),
        "rows": [
            _row(headline, one, puzzles[UUID(one["puzzle"])], len(variants)) for one in boards
        ],
        "number": chosen["number"] + 1,
        "puzzle": puzzles[UUID(chosen["puzzle"])],
        "where": _where(experiment, game, headline, variants, chosen, puzzles),
    }


def commands(
    game: Game, experiment: Experiment, variants: Sequence[Context], shown: Context
) -> list[Context]:
    """For each run the command that gives the same counts on the board that is shown."""
    each = experiment.trials // len(shown["rows"])
    return tables.commands(
        game,
        variants,
        *("--board", json.dumps(shown["puzzle"].board, separators=(",", ":"))),
        *("--first-trial", str((shown["number"] - 1) * each)),
        *("--trials", str(each)),
    )


def _row(headline: Metric, board: Context, puzzle: Puzzle, columns: int) -> Context:
    return {
        "number": board["number"] + 1,
        "puzzle": puzzle,
        "cells": [
            {
                "value": words.figure(headline, one["headline"]),
                "interval": words.interval(headline, one["headline"]),
            }
            for one in board["variants"][:columns]
        ],
    }


def _where(
    experiment: Experiment,
    game: Game,
    headline: Metric,
    variants: Sequence[Context],
    board: Context,
    puzzles: Mapping[UUID, Puzzle],
) -> Context | None:
    """The board of each variant, shaded or marked by where its headline counted, and a table.

    None of a game whose headline is no rate: there it counts nowhere in particular.
    """
    if headline.kind != "proportion":
        return None
    puzzle = puzzles[UUID(board["puzzle"])]
    told = board["variants"][: len(variants)]
    shares = [_shares(one) for one in told]
    top = max((value for one in shares for value in one.values()), default=0.0)
    done = experiment.status == ExperimentStatus.DONE
    places = sorted({at for one in shares for at in one}, key=lambda at: _rank(shares, at))
    return {
        "shaded": game.draw_shaded is not None,
        "scale": VIRIDIS,
        "most": MOST_PLAYS,
        "top": f"{top * 100:.3g} %",
        "figures": [
            {
                "title": variant["title"],
                "position": variant["position"],
                "svg": _draw(game, variant, puzzle, of_it, places, top),
                "sample": _sample(headline, one, done),
            }
            for variant, one, of_it in zip(variants, told, shares, strict=True)
        ],
        "waiting": done and any(one["stuck"] is None for one in told),
        "places": [
            {
                "locus": at.replace(":", " "),
                "cells": [
                    _place(experiment, variant, one, at)
                    for variant, one in zip(variants, told, strict=True)
                ],
            }
            for at in places[:MOST_PLACES]
        ],
        "more_places": max(0, len(places) - MOST_PLACES),
    }


def _shares(one: Context) -> dict[str, float]:
    """Of all plays on the board the share in which each locus was named, as the sample has it."""
    sample = one["stuck"]
    if not sample or not sample["plays"]:
        return {}
    rate = one["headline"]["value"] or 0.0
    return {at: rate * seen[0] / sample["plays"] for at, seen in sample["loci"].items()}


def _rank(shares: Sequence[Mapping[str, float]], at: str) -> tuple[float, str]:
    return -max(one.get(at, 0.0) for one in shares), at


def _draw(
    game: Game,
    variant: Context,
    puzzle: Puzzle,
    shares: Mapping[str, float],
    places: Iterable[str],
    top: float,
) -> str:
    """SVG, drawn by the engine, which escapes. `places` are shaded whether seen here or not."""
    try:
        board = read_board(game, game.Rules.model_validate(variant["rules"]), puzzle)
    except (EngineError, ValueError):
        return ""
    state = game.initial_state(board)
    if game.draw_shaded:
        places = {game.locus(state, move) for move in game.legal_moves(state)}.union(places)
        colors = {at: shade(shares.get(at, 0.0), top) for at in places}
        return mark_safe(game.draw_shaded(board, colors))
    greatest = sorted(shares, key=lambda at: (-shares[at], at))[:MARKED]
    return mark_safe(game.draw_svg(state, mark=greatest))


def _sample(headline: Metric, one: Context, done: bool) -> str:
    """How many plays were looked at, of how many."""
    count, sample = one["headline"]["count"], one["stuck"]
    if sample is None:
        return "is looked up now" if done else "is looked up when all plays are done"
    if not count:
        return "in no play"
    if sample["error"]:
        return f"could not be looked up: {sample['error']}"
    if not sample["plays"]:
        return "could not be looked up: the game has changed since"
    if sample["plays"] < count:
        of_them = f"the first {sample['plays']:,} of {count:,} plays"
    else:
        of_them = f"all {count:,} plays" if count > 1 else "the one play"
    return f"looked at: {of_them} counted as “{headline.title}”"


def _place(experiment: Experiment, variant: Context, one: Context, at: str) -> Context:
    sample = one["stuck"]
    if not sample or not sample["plays"]:
        return {"value": "–"}
    plays, replicate, trial = sample["loci"].get(at, (0, None, None))
    low, high = wilson(plays, sample["plays"])
    summary = {"value": plays / sample["plays"], "low": low, "high": high}
    found: Context = {
        "value": f"{summary['value'] * 100:.3g} %",
        "interval": f"{low * 100:.1f}–{high * 100:.1f} %",
        "plays": plays,
        "of": sample["plays"],
    }
    if plays:
        page = reverse("admin:lab_experiment_board", args=[experiment.pk])
        asked = {"variant": variant["position"], "replicate": replicate, "trial": trial}
        found["show"] = f"{page}?{urlencode(asked)}"
    return found
