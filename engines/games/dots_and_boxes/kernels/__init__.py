"""Dots and boxes in Numba: arrays in, arrays out; agrees with `policies` trial by trial.

- `workspace`  the rules as numbers, and the scratch arrays
- `bits`       the n-th line of a set of 64
- `sets`       sets of more lines
- `small`      games of random, greedy and careful where the lines fit one word: no memory
- `positions`  a position of any size, in which lines are drawn and taken back
- `players`    what each player wants to draw in such a position
- `looking`    the player who looks some lines ahead
- `large`      games of any size between any players
- `trials`     the loop over trials
"""

from __future__ import annotations
