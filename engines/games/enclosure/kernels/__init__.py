"""Enclosure in Numba: arrays in, arrays out; agrees with `policies` trial by trial.

- `workspace`  the rules as numbers, and the scratch arrays
- `walls`      a position as walls and free lines: what closes, what it cuts off, what is safe
- `players`    the line that a player draws
- `exact`      the value of every position, proven
- `trials`     the loop over trials
"""

from __future__ import annotations
