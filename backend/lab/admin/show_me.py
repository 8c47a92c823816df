"""The page that shows one trial: which one is asked for, and what surrounds its picture."""

from __future__ import annotations

from typing import Any
from urllib.parse import urlencode

from django.http import QueryDict
from django.urls import reverse

from backend.common.admin_read_only import whole
from backend.common.admin_steps import stepper_context
from backend.lab.admin import boards, words
from backend.lab.admin.asking import NotThere, asked_nth, asked_pick, asked_run, asked_trial
from backend.lab.admin.cells import asked_cell, cell_context, cell_query, leading_heatmaps
from backend.lab.boards import dealt
from backend.lab.models import Experiment, Run
from backend.lab.selectors import LOOKED_AT, PICKS, find_run, pick_trial
from engines import Game, get_game, headline_of
from engines.metrics import Metric
from engines.results import Playthrough

Context = dict[str, Any]


def board_page(experiment: Experiment, query: QueryDict) -> Context:
    """What ``lab/board.html`` shows; `problem` says what is asked for and not there.

    Raises `EngineError` or `Conflict` where the game can't replay it.
    """
    game = get_game(experiment.game)
    headline = headline_of(game)
    variants = list(experiment.variants.all())
    run, problem = find_run(experiment, position=0, replicate=1), ""
    trial, nth, pick = None, 0, PICKS[headline.kind][0]
    try:
        position, replicate = asked_run(query, experiment, len(variants))
        run = find_run(experiment, position=position, replicate=replicate)
        pick = asked_pick(query, headline)
        trial, nth = asked_trial(query, experiment), asked_nth(query)
        if (cell := asked_cell(query, run)) is not None:
            found = cell_context(cell, query, trial, experiment.trials - 1)
            return _cell_page(experiment, game, headline, variants, found, query)
    except NotThere as missing:
        problem = str(missing)
    by_number = trial is not None
    if trial is None and not problem:
        trial = pick_trial(run, headline, pick, nth)
    a_board = words.a_board(headline, pick)
    common = _common(experiment, game, headline, variants, run)
    title = f"Trial {trial:,}" if by_number else a_board[:1].upper() + a_board[1:]
    return {
        **common,
        "title": "No such board" if problem else f"{title}: {run.variant.title}",
        "problem": problem,
        "trial": trial,
        "by_number": by_number,
        "pick": pick,
        "nth": nth,
        "earlier": page_query(run, which=pick, nth=nth - 1) if nth and not by_number else "",
        "later": page_query(run, which=pick, nth=nth + 1)
        if trial is not None and not by_number
        else "",
        "first": page_query(run, which=pick, nth=0),
        "looked_at": LOOKED_AT
        if headline.kind == "mean" and experiment.trials > LOOKED_AT
        else None,
        "a_board": a_board,
        "fixed": dealt(experiment, trial) if trial is not None else None,
        **(_steps(game, headline, run, trial, query) if trial is not None else {}),
    }


def _common(
    experiment: Experiment, game: Game, headline: Metric, variants: list[Any], run: Run
) -> Context:
    """What is on the page whatever is asked for."""
    return {
        "experiment": experiment,
        "game": game,
        "variants": variants,
        "run": run,
        "replicates": range(1, experiment.replicates + 1),
        "picks": [(key, words.pick_label(headline, key)) for key in PICKS[headline.kind]],
        "last_trial": experiment.trials - 1,
        "heatmaps": leading_heatmaps(game),
    }


def _cell_page(
    experiment: Experiment,
    game: Game,
    headline: Metric,
    variants: list[Any],
    found: Context,
    query: QueryDict,
) -> Context:
    cell, trial = found["cell"], found["trial"]
    run = cell.run
    where = f"row {cell.row}, column {cell.column}"
    page_url = cell_query(cell, trial=trial)
    return {
        **_common(experiment, game, headline, variants, run),
        **found,
        "title": f"{cell.metric.title}, {where}: {run.variant.title}",
        "where": where,
        "problem": "",
        "a_board": words.a_board(headline),
        "fixed": dealt(experiment, trial) if trial is not None else None,
        **(_steps(game, headline, run, trial, query, page_url) if trial is not None else {}),
    }


def picture(experiment: Experiment, query: QueryDict) -> str:
    """One step of one trial as SVG. Raises `NotThere` or `EngineError`."""
    position, replicate = asked_run(query, experiment, experiment.variants.count())
    trial = asked_trial(query, experiment)
    if trial is None:
        raise NotThere("Say which trial.")
    play = boards.replay(find_run(experiment, position=position, replicate=replicate), trial)
    step = min(whole(query.get("step"), 0), len(play.moves) + 1)
    return boards.picture(experiment.game, play, step)


def page_query(run: Run, **more: object) -> str:
    """``?variant=…&replicate=…`` of a run, and what else is given."""
    return "?" + urlencode({"variant": run.variant.position, "replicate": run.replicate, **more})


def _steps(
    game: Game, headline: Metric, run: Run, trial: int, query: QueryDict, page_url: str = ""
) -> Context:
    play = boards.replay(run, trial)
    steps = boards.steps(game.slug, play)
    shown = whole(query.get("step"), len(steps) - 1)
    asked: dict[str, object] = {
        name: query[name] for name in ("nth", "trial") if whole(query.get(name), -1) >= 0
    }
    if query.get("which") in PICKS[headline.kind]:
        asked["which"] = query["which"]
    address = reverse("admin:lab_experiment_picture", args=[run.variant.experiment_id])
    return {
        "outcome": play.outcome,
        "move_count": len(play.moves),
        "came_to": _came_to(headline, play),
        **stepper_context(
            steps,
            shown,
            page_url=f"{page_url or page_query(run, **asked)}&step=",
            frame_url=f"{address}{page_query(run, trial=trial)}&step=",
            label="Moves of this play",
        ),
    }


def _came_to(headline: Metric, play: Playthrough) -> str:
    """What a mean says of this one play: ``First player's advantage: +3 coins``."""
    if headline.kind != "mean":
        return ""
    return f"{headline.title}: {words.whole(headline, play.headline_value)}"
