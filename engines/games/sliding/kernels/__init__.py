"""The sliding puzzle in Numba: arrays in, arrays out; agrees with `policies` trial by trial.

- `patterns`   makes the tables of the pattern databases
- `search`     the shortest solution, or a proven lower bound
- `workspace`  the rules as numbers, the tables, and the scratch arrays
- `plays`      scrambles, and plays of the policies
- `trials`     the loop over trials
"""

from __future__ import annotations
