"""Reversi in Numba: agrees with `policies` and `endgame` move for move.

- `workspace`  the rules as numbers, and the scratch arrays
- `discs`      where discs may go and what they turn over, on one or two words
- `boards`     from a stream to a board, and what its cells are worth
- `lookahead`  what a move leads to some moves later
- `endgame`    exact play of endgames
- `plays`      one decision of each player
- `trials`     the loop over trials
- `perft`      counts positions: a check of all the rules

A set of cells is two 64-bit words, `lo` and `hi`: cell i is bit i of lo, or i - 64 of hi.
"""

from __future__ import annotations
