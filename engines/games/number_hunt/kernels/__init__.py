"""Number hunt in Numba: arrays in, arrays out; agrees with `policies` trial by trial.

- `workspace`  the rules as numbers, and the scratch arrays
- `layouts`    from a stream to numbered circles
- `plays`      one play of a field
- `trials`     the loop over trials
"""

from __future__ import annotations
