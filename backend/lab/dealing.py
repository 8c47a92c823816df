"""Which trials of a run fall to which of its fixed boards.

Boards are dealt in blocks, in the order of the list: with B boards and T trials, T a multiple of
8 × B, trial t plays board ⌊t ÷ (T ÷ B)⌋. So every board has as many trials as any other, a chunk
cut inside a block plays one board only, and every block begins at a whole byte of the headline.
"""

from __future__ import annotations

from backend.lab.cutting import BITS


def round_up(trials: int, boards: int) -> int:
    """The least number of trials that is not smaller and can be dealt."""
    block = boards * BITS
    return -(-trials // block) * block


def place_of(trial: int, trials: int, boards: int) -> int:
    """The board, from 0, that a trial plays, of `trials` in all."""
    return trial * boards // trials
