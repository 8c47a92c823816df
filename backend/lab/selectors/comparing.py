"""Variants of one game side by side, whichever experiments they belong to, and people's play."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any
from uuid import UUID

from django.db.models import Exists, OuterRef

from backend.common.problems import Conflict, NotFound
from backend.lab import arms
from backend.lab.arms import Arm
from backend.lab.differences import written_out
from backend.lab.findings import Counts
from backend.lab.findings import compare as compare_plays
from backend.lab.models import Run, TuningStep, Variant
from backend.lab.models.experiments import ENDED
from backend.lab.selectors.boards import of_the_boards
from backend.lab.selectors.pairings import exact_figures
from backend.statistics.clusters import Clustered
from backend.statistics.clusters import compare as compare_players
from backend.statistics.estimates import Difference
from backend.statistics.multiplicity import holm
from engines import Metric, get_game, headline_of, split_vector, summarise
from engines.game import Game
from engines.intervals import LEAST

MOST_COMPARED = 20
SCALARS = ("proportion", "mean")
TOLD = ("key", "who", "title", "about", "url", "caution")
"""Of an arm of recorded play, as it is."""


def compare_arms(ids: Sequence[UUID], people: Sequence[str] = ()) -> dict[str, Any]:
    """JSON-ready, in the order asked for, the first one being what the others are held against::

        {"game", "headline": metric's key,
         "rules": [names of rules that differ among them],
         "variants": [{"id", "title", "experiment": {"id", "title", "seed", "status", "boards"},
                       "rules", "policy", "trials", "metrics": {KEY: summary of rates and means},
                       "exact": {KEY: value},
                       "difference": {"value", "low", "high", "p", "p_holm"} or null}],
         "people": [{"key", "who", "title", "about", "url", "caution", "rules", "sessions",
                     "players", "left", "going_on", "metrics": {HEADLINE: summary},
                     "difference"}]}

    `people` are keys of arms (see `backend.lab.arms`). They come after the variants; without
    variants the first of them is what the others are held against.

    Differences are of independent samples (Newcombe, Welch): the plays of two experiments have
    nothing in common, and where they have, that errs on the safe side. Their p is adjusted by Holm
    for all of them. There is none to an arm that is going on (see `Arm`). People are compared with
    players as units (see `statistics.clusters.compare`); who is in two arms is held against
    themself. Of fewer than `LEAST` plays, or of too few players, none is told. Only runs that have
    ended are counted.
    Raises `NotFound` (404), or `Conflict` (409) where they are not of one game in its present
    version, or where people's play has no such headline.
    """
    variants = _variants(ids)
    game = _one_game(variants, people)
    headline = headline_of(game)
    recorded = _recorded(game, headline, people)
    counted = _counted(game, variants)
    rules = [written_out(game, one.rules) for one in variants]
    rules += [written_out(game, one.rules) for one in recorded]
    heads = [counted[variant.pk][1][headline.key] for variant in variants]
    differences = _told(_differences(game, headline, heads, recorded))
    names = [
        name
        for name in game.Rules.model_fields
        if any(one.get(name) != rules[0].get(name) for one in rules)
    ]
    told = list(zip(rules, differences, strict=True))
    return {
        "game": game.slug,
        "headline": headline.key,
        "rules": names,
        "variants": [
            {
                "id": str(one.pk),
                "title": one.title,
                "experiment": {
                    "id": str(one.experiment_id),
                    "title": one.experiment.title,
                    "seed": one.experiment.seed,
                    "status": one.experiment.status,
                    "boards": one.experiment.boards,
                },
                "rules": its_rules,
                "policy": one.policy,
                "trials": counted[one.pk][0],
                "metrics": _summaries(game, one, *counted[one.pk]),
                "exact": exact_figures(one),
                "difference": difference,
            }
            for one, (its_rules, difference) in zip(variants, told, strict=False)
        ],
        "people": [
            {
                **{name: getattr(one, name) for name in TOLD},
                "rules": its_rules,
                "sessions": one.stuck.n,
                "players": one.stuck.players,
                "left": one.left,
                "going_on": one.going_on,
                "metrics": {headline.key: _summary_of(headline, one)},
                "difference": difference,
            }
            for one, (its_rules, difference) in zip(recorded, told[len(variants) :], strict=True)
        ],
    }


def comparable_variants(game: str, version: int, *, most: int = 300) -> list[Variant]:
    """Variants of this game that have ended and were played, of the newest experiments first.

    Steps of tunings come after all others; `of_tuning` says which they are.
    """
    played = Run.objects.filter(variant=OuterRef("pk"), trials_done__gt=0)
    steps = TuningStep.objects.filter(experiment=OuterRef("experiment"))
    found = Variant.objects.filter(
        Exists(played),
        experiment__game=game,
        experiment__version=version,
        experiment__status__in=ENDED,
    ).annotate(of_tuning=Exists(steps))
    order = ("of_tuning", "-experiment__created_at", "-experiment_id", "position")
    return list(found.select_related("experiment").order_by(*order)[:most])


def _variants(ids: Sequence[UUID]) -> list[Variant]:
    found = Variant.objects.select_related("experiment", "expectation").in_bulk(list(ids))
    if len(found) < len(set(ids)):
        raise NotFound("One of these variants does not exist (any more).")
    return [found[pk] for pk in dict.fromkeys(ids)]


def _one_game(variants: Sequence[Variant], people: Sequence[str]) -> Game:
    games = {(one.experiment.game, one.experiment.version) for one in variants}
    if len({slug for slug, _ in games}.union(map(_game_played, people))) > 1 or len(games) > 1:
        raise Conflict("Only variants of one game and version can be compared.")
    if not games:
        if not people:
            raise NotFound("Nothing is chosen to be compared.")
        return get_game(_game_played(people[0]))
    ((slug, version),) = games
    game = get_game(slug)
    if game.version != version:
        raise Conflict(f"These are of version {version} of the game; it is now at {game.version}.")
    return game


def _game_played(key: str) -> str:
    source = arms.source()
    if source is None:
        raise NotFound("There is no recorded play.")
    return source.game_of(key)


def _recorded(game: Game, headline: Metric, people: Sequence[str]) -> list[Arm]:
    source = arms.source()
    if not people or source is None:
        return []
    arms.check_headline(headline)
    return [source.find(game, key) for key in dict.fromkeys(people)]


def _counted(
    game: Game, variants: Sequence[Variant]
) -> dict[UUID, tuple[int, dict[str, tuple[int, ...]]]]:
    """(trials, counters by metric) by variant, over its runs that have ended."""
    runs: dict[UUID, list[Run]] = {}
    for run in Run.objects.filter(variant__in=variants, totals__isnull=False):
        if run.totals:
            runs.setdefault(run.variant_id, []).append(run)
    found = {}
    for one in variants:
        rules = game.Rules.model_validate(one.rules)
        mine = runs.get(one.pk, [])
        size = sum(_size(metric, rules) for metric in game.metrics)
        vectors = [run.totals or [] for run in mine] or [[0] * size]
        total = [sum(column) for column in zip(*vectors, strict=True)]
        trials = sum(run.trials_done or 0 for run in mine)
        found[one.pk] = (trials, split_vector(game, rules, total))
    return found


def _size(metric: Metric, rules: Any) -> int:
    size = 1
    for length in metric.shape(rules):
        size *= length
    return size


def _summaries(
    game: Game, variant: Variant, plays: int, counts: dict[str, tuple[int, ...]]
) -> dict[str, dict[str, Any]]:
    rules = game.Rules.model_validate(variant.rules)
    return {
        m.key: of_the_boards(variant.experiment, m, plays, summarise(m, rules, counts[m.key]))
        for m in game.metrics
        if m.kind in SCALARS
    }


def _summary_of(headline: Metric, arm: Arm) -> dict[str, Any]:
    """The headline of people's sessions, its interval with players as units."""
    summary = summarise(headline, None, (arm.stuck.count, arm.stuck.n))
    summary["low"], summary["high"] = arm.stuck.interval
    return summary


def _differences(
    game: Game, headline: Metric, heads: Sequence[Counts], recorded: Sequence[Arm]
) -> list[Difference | None]:
    """Of each arm to the first one, in order; None of the first, and where nothing can be told."""
    if not heads:
        return [None, *(_between(game, arm, recorded[0]) for arm in recorded[1:])]
    first, *rest = heads
    differences = [compare_plays(headline, counts, first, None) for counts in rest]
    return [None, *differences, *(_beside(arm, first) for arm in recorded)]


def _beside(arm: Arm, first: Counts) -> Difference | None:
    """Of people to what was simulated: each play is as a player's own."""
    count, n = first
    if arm.going_on or n < LEAST:
        return None
    return compare_players(arm.stuck, Clustered.independent(count, n))


def _between(game: Game, arm: Arm, first: Arm) -> Difference | None:
    """Of people's arms, which may share players."""
    if arm.going_on or first.going_on:
        return None
    source = arms.source()
    assert source is not None
    return source.difference(game, arm.key, first.key)


def _told(differences: Sequence[Difference | None]) -> list[dict[str, float] | None]:
    """JSON-ready, with p as adjusted for all of them."""
    adjusted = iter(holm([difference.p for difference in differences if difference]))
    return [
        None
        if difference is None
        else {
            "value": difference.estimate.value,
            "low": difference.estimate.low,
            "high": difference.estimate.high,
            "p": difference.p,
            "p_holm": next(adjusted),
        }
        for difference in differences
    ]
