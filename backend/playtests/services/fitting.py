"""ε is fitted anew, and unplayed puzzles predicted, whenever what was read has changed."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any
from uuid import UUID

from django.db import transaction
from django.db.models import Exists, OuterRef
from django.utils import timezone

from backend.common.inserting import get_or_insert
from backend.playtests.judging import fit_policy
from backend.playtests.models import EpsilonFit, FittedTo, Prediction, SessionReading
from backend.playtests.noise import grid_of, noisy_policies, tells_stuck
from backend.playtests.selectors.against import (
    Maps,
    curves_of,
    first_plays,
    simulated_on,
    with_all,
)
from backend.playtests.selectors.filters import Filters
from backend.playtests.selectors.sums import count_changes
from backend.playtests.statistics.fitting import Fit
from backend.playtests.statistics.leaving_out import Errors
from backend.playtests.statistics.plays import Plays
from backend.puzzles.models import Puzzle
from engines import Game, all_games
from engines.declarations import Policy

LEAST = 20
"""With fewer plays nothing is fitted."""

MOST_PREDICTED = 1_000
"""Of each game, the newest unplayed puzzles."""


@dataclass(frozen=True, slots=True)
class Due:
    """Fits to be made anew: all of a game's, to people's plays or to synthetic ones."""

    game: Game
    is_synthetic: bool
    seen: str


def due_fits() -> list[Due]:
    """Where what is read and simulated is no longer what was fitted to. Three queries, of sums

    that are kept: no reading is looked at.
    """
    games = {one.slug: one for one in all_games() if tells_stuck(one) and noisy_policies(one)}
    changes = count_changes(games)
    fitted = {(one.game, one.is_synthetic): one.seen for one in FittedTo.objects.all()}
    found = []
    for game, is_synthetic in sorted(changes.keys() | {one for one in fitted if one[0] in games}):
        seen = changes.get((game, is_synthetic), f"v{games[game].version} nothing")
        if fitted.get((game, is_synthetic)) != seen:
            found.append(Due(games[game], is_synthetic, seen))
    return found


def fit_due() -> int:
    """Make all due fits anew. Returns of how many games; two at once do it once."""
    return sum(_fit_game(one) for one in due_fits())


@transaction.atomic
def _fit_game(due: Due) -> bool:
    game = due.game.slug
    of: dict[str, Any] = {"game": game, "is_synthetic": due.is_synthetic}
    get_or_insert(FittedTo.objects.all(), **of)
    mine = FittedTo.objects.select_for_update(skip_locked=True).filter(**of).exclude(seen=due.seen)
    if not mine:
        return False
    filters = Filters(who="synthetic" if due.is_synthetic else "people")
    plays = first_plays(game, filters).plays
    keys = dict(Puzzle.objects.filter(pk__in=plays.boards).values_list("pk", "rules_key"))
    EpsilonFit.objects.filter(**of).delete()
    for policy in noisy_policies(due.game):
        grid = grid_of(due.game, policy.key)
        maps = simulated_on(plays.boards, grid)
        known = with_all(grid, plays.boards, maps)
        for rules_key in ["", *sorted({keys[board] for board in known})]:
            boards = [one for one in known if rules_key in ("", keys[one])]
            _fit(due, policy, rules_key, plays.on(boards), maps)
        _predict(due, policy.key)
    mine.update(seen=due.seen, fitted_at=timezone.now())
    return True


def _fit(due: Due, policy: Policy, rules_key: str, plays: Plays, maps: Maps) -> None:
    fitted = fit_policy(due.game, policy, plays, maps) if plays.n >= LEAST else None
    if fitted is None or fitted.found is None:
        return
    EpsilonFit.objects.create(
        game=due.game.slug,
        rules_key=rules_key,
        is_synthetic=due.is_synthetic,
        policy=policy.key,
        sessions=plays.n,
        puzzles=len(plays.boards),
        **_figures(fitted.found, fitted.errors),
    )


def _figures(found: Fit, errors: Errors | None) -> dict[str, Any]:
    return {
        "epsilon": found.epsilon,
        "low": found.low,
        "high": found.high,
        "range": found.range,
        "telling": not (found.flat or found.anything),
        "error": errors and errors.predicted,
        "error_mean": errors and errors.mean,
        "error_chance": errors and errors.chance,
    }


def _predict(due: Due, policy: str) -> None:
    """Predict the newest boards that none of these has played: by the fit to the same rules, or

    else to all of the game's.
    """
    of = {"game": due.game.slug, "is_synthetic": due.is_synthetic, "policy": policy}
    fits = {one.rules_key: one for one in EpsilonFit.objects.filter(**of, telling=True)}
    played = SessionReading.objects.filter(puzzle=OuterRef("pk"), is_synthetic=due.is_synthetic)
    puzzles = Puzzle.objects.filter(
        ~Exists(played),
        game=due.game.slug,
        version=due.game.version,
        stuck_maps__trials__gt=0,
    )
    newest = puzzles.distinct().order_by("-id").values_list("pk", "rules_key")[:MOST_PREDICTED]
    keys = dict(newest)
    grid = grid_of(due.game, policy)
    maps = simulated_on(list(keys), grid)
    for rules_key in {key if key in fits else "" for key in keys.values()} & fits.keys():
        chosen = [one for one, key in keys.items() if rules_key == (key if key in fits else "")]
        boards = with_all(grid, chosen, maps)
        if boards:
            _predict_boards(due.game, fits[rules_key], boards, maps)


def _predict_boards(game: Game, made: EpsilonFit, boards: Sequence[UUID], maps: Maps) -> None:
    curves = curves_of(game, made.policy, boards, maps)
    steps = len(curves.epsilons) - 1
    places = [round(epsilon * steps) for epsilon in (made.epsilon, made.low, made.high)]
    rows = []
    for board, told in zip(boards, curves.rates[:, places].tolist(), strict=True):
        rate, low, high = told[0], min(told), max(told)
        rows.append(Prediction(puzzle_id=board, fit=made, rate=rate, low=low, high=high))
    Prediction.objects.bulk_create(rows)
