"""Color fill in Numba: arrays in, arrays out; agrees with `policies` trial by trial.

- `workspace`  the rules as numbers, and the scratch arrays
- `plays`      from a stream to a board, and one play of it, cell by cell
- `patches`    a board as a graph of patches, with sets as bits; the player who looks ahead
- `bound`      how many moves a position needs at least
- `beam`       a short line, quickly
- `search`     the shortest line, proven
- `trials`     the loop over trials
"""

from __future__ import annotations
