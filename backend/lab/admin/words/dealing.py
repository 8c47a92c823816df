"""How an experiment's boards were chosen."""

from __future__ import annotations

from backend.lab.admin.words.numbers import plays
from backend.lab.models import BoardChoice, Experiment
from engines import EngineError, get_game

NO_CHANCE = " Where the rules leave nothing to chance, it is the same board each time."


def boards_chosen(experiment: Experiment, variants: int) -> str:
    """One sentence. Asks for the boards where they are fixed."""
    if experiment.boards == BoardChoice.FIXED:
        boards = len(experiment.fixed_boards.all())
        said = f"Boards: {_puzzles(boards)}, {plays(experiment.trials // boards)} of each"
        said += " in every replicate" if experiment.replicates > 1 else ""
        return f"{said}, the same for all variants." if variants > 1 else f"{said}."
    if variants == 1:
        return f"Boards: drawn anew for each play.{_without_chance(experiment)}"
    if experiment.boards == BoardChoice.FRESH:
        text = "Boards: each variant had its own, drawn with random numbers of its own."
    else:
        text = (
            "Boards: drawn anew for each play, with the same random numbers for all variants: the "
            "same boards wherever their rules draw the same."
        )
    return text + _without_chance(experiment)


def _without_chance(experiment: Experiment) -> str:
    """Games for two mostly begin on a board that nothing is drawn for."""
    try:
        return NO_CHANCE if get_game(experiment.game).players == 2 else ""
    except EngineError:
        return ""


def each_board(trials: int, boards: int, asked: int) -> str:
    """How plays are shared out: ``Rounded up to 20,016 plays: 6,672 on each of 3 boards.``"""
    each = f"{plays(trials // boards)} on "
    each += f"each of {boards} boards" if boards > 1 else "the one board"
    if trials == asked:
        return f"{each[:1].upper()}{each[1:]} in each replicate."
    return f"Rounded up to {plays(trials)} in each replicate: {each}."


def _puzzles(boards: int) -> str:
    return "one stored puzzle" if boards == 1 else f"{boards} stored puzzles"
