"""How an experiment's boards were chosen."""

from __future__ import annotations

from backend.lab.models import BoardChoice, Experiment


def boards_chosen(experiment: Experiment, variants: int) -> str:
    """One sentence. Asks for the boards where they are fixed."""
    if experiment.boards == BoardChoice.FIXED:
        boards = len(experiment.fixed_boards.all())
        said = f"Boards: {_puzzles(boards)}, {experiment.trials // boards:,} plays of each"
        said += " in every replicate" if experiment.replicates > 1 else ""
        return f"{said}, the same for all variants." if variants > 1 else f"{said}."
    if variants == 1:
        return "Boards: a new one for each play."
    if experiment.boards == BoardChoice.FRESH:
        return "Boards: each variant had its own, drawn with random numbers of its own."
    return (
        "Boards: a new one for each play, drawn with the same random numbers for all variants: the "
        "same boards wherever their rules draw the same."
    )


def each_board(trials: int, boards: int, asked: int) -> str:
    """How plays are shared out: ``Rounded up to 20,016 plays: 6,672 on each of 3 boards.``"""
    each = f"{trials // boards:,} plays on "
    each += f"each of {boards} boards" if boards > 1 else "the one board"
    if trials == asked:
        return f"{each[:1].upper()}{each[1:]} in each replicate."
    return f"Rounded up to {trials:,} plays in each replicate: {each}."


def _puzzles(boards: int) -> str:
    return "one stored puzzle" if boards == 1 else f"{boards} stored puzzles"
